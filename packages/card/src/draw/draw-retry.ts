/** The way to try again; where the failed call may have taken effect, after a question. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { DrawContext } from './draw-context.ts'

export function drawRetry(retry: 'run' | 'ask', view: DrawContext): TemplateResult {
  const { messages, state } = view
  if (state.panel !== 'retry') {
    return html`<button
      class="small"
      part="button retry"
      type="button"
      name="retry"
      @click=${() => (retry === 'ask' ? view.show('retry') : view.retry(false))}
    >
      ↻ ${messages.retry}
    </button>`
  }
  return html`<div class="panel">
    <p>${messages.retryWarning}</p>
    <div class="row">
      <button class="main" part="button retry" type="button" @click=${() => view.retry(true)}>
        ${messages.runAgain}
      </button>
      <button class="plain" part="button" type="button" name="back" @click=${view.back}>${messages.back}</button>
    </div>
  </div>`
}
