/** How it ended: who decided, where and when; or the failure on one line. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { ErrorSection } from '../presentation/present-card.ts'
import type { VerdictSection } from '../presentation/verdict-section.ts'
import type { DrawContext } from './draw-context.ts'
import { drawChanges } from './draw-change.ts'
import { drawRetry } from './draw-retry.ts'
import { drawVisible } from './draw-visible.ts'

export function drawVerdict(verdict: VerdictSection, { messages }: DrawContext): TemplateResult {
  return html`<div class="verdict ${verdict.tone}" part="verdict" tabindex="-1">
    <p>
      <strong><bdi>${drawVisible(verdict.text)}</bdi></strong>
      ${verdict.about === '' ? nothing : html`<span class="about">${drawVisible(verdict.about)}</span>`}
    </p>
    ${verdict.reason === null ? nothing : html`<p class="claim">${drawVisible(verdict.reason)}</p>`}
    ${verdict.changes.length === 0 ? nothing : drawChanges(verdict.changes, messages)}
  </div>`
}

export function drawError(error: ErrorSection, view: DrawContext): TemplateResult {
  return html`<div class="error-line" part="error">
    <span class="error-text" title=${error.text}>${drawVisible(error.text)}</span>
    ${error.retry === 'never' ? nothing : drawRetry(error.retry, view)}
  </div>`
}
