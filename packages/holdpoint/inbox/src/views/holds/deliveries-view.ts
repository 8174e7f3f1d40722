/** Where people were asked about a hold in chats: what arrived, what did not and why, and what was asked instead. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { DeliveryView } from '../../api/answers.ts'
import { deliveryText, placeText } from '../../model/channels.ts'
import type { Words } from '../../words/words.ts'
import { icon } from '../parts/icons.ts'

export function drawDeliveries(deliveries: readonly DeliveryView[], words: Words): TemplateResult | typeof nothing {
  if (deliveries.length === 0) return nothing
  return html`<dt>${words.askedInChats}</dt>
    <dd>
      <ul id="asked-in-chats" class="deliveries">
        ${deliveries.map(
          (delivery) =>
            html`<li class=${delivery.state === 'failed' ? 'bad' : delivery.state}>
              ${delivery.state === 'failed' ? icon('warning') : nothing}
              <span
                ><strong>${placeText(delivery, words)}</strong>
                ${delivery.instead ? html`<span class="mark">${words.askedInstead}</span>` : nothing}
                ${delivery.answered_here === true ? html`<span class="mark">${words.answeredHere}</span>` : nothing}
                <span class="delivery-text">${deliveryText(delivery, words)}</span></span
              >
            </li>`,
        )}
      </ul>
    </dd>`
}
