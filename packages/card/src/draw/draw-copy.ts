/** The button that copies a section whole, and says so: on itself, and to screen readers. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { DrawContext } from './draw-context.ts'

export function drawCopy(
  what: 'arguments' | 'result',
  section: { readonly copy: string },
  view: DrawContext,
): TemplateResult {
  const { messages, state } = view
  const said = state.copied === what ? messages.copied : messages.copy
  return html`<button
      class="small"
      type="button"
      aria-label="${said}: ${messages[what]}"
      @click=${() => view.copy(what, section.copy)}
    >
      ${said}
    </button>
    ${drawCopied(what, 'quiet', view)}`
}

/** Stands in the document before there is anything to say: news in it are read out. */
export function drawCopied(copied: string, look: 'quiet' | 'about', { messages, state }: DrawContext): TemplateResult {
  return html`<span class=${look} role="status">${state.copied === copied ? messages.copied : ''}</span>`
}
