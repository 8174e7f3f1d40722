/** The button that copies a section whole, and says so to everybody: on itself, and to those who do not see it. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { CardView } from './card-view.ts'

export function drawCopy(
  what: 'arguments' | 'result',
  section: { readonly copy: string },
  view: CardView,
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
export function drawCopied(copied: string, look: 'quiet' | 'about', { messages, state }: CardView): TemplateResult {
  return html`<span class=${look} role="status">${state.copied === copied ? messages.copied : ''}</span>`
}
