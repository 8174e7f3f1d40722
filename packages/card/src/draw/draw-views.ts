/** JSON or form: the same two buttons wherever arguments are shown or edited. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { MessageTable } from '../presentation/message-table.ts'

type View = 'json' | 'form'

export function drawViews(messages: MessageTable, chosen: View, choose: (view: View) => void): TemplateResult {
  const views: readonly View[] = ['json', 'form']
  return html`<span class="views" role="group" aria-label=${messages.arguments}
    >${views.map(
      (view) =>
        html`<button
          class="small"
          type="button"
          aria-pressed=${view === chosen}
          @click=${() => view === chosen || choose(view)}
        >
          ${messages[view]}
        </button>`,
    )}</span
  >`
}
