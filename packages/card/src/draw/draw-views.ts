/** How arguments are shown or edited: the same buttons wherever that is chosen. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { View } from '../card-state.ts'
import type { MessageTable } from '../presentation/message-table.ts'

export function drawViews<Offered extends View>(
  messages: MessageTable,
  views: readonly Offered[],
  chosen: View,
  choose: (view: Offered) => void,
): TemplateResult {
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
