/** How far a running call has come, where its host tells. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { DrawContext } from './draw-context.ts'
import { drawVisible } from './draw-visible.ts'

export function drawProgress({ presentation: { progress }, badge }: DrawContext): TemplateResult | typeof nothing {
  if (progress === null || badge.state !== 'running') return nothing
  return html`<div class="progress" part="progress">
    <progress max="1" value=${progress.share ?? nothing} aria-label=${progress.text}></progress>
    <span>${drawVisible(progress.text)}</span>
  </div>`
}
