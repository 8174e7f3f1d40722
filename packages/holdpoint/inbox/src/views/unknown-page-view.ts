/**
 * An address that no page has, and the way back. Nothing of the address is repeated: the maker of the link chose its
 * words.
 */
import { html } from 'lit'
import type { TemplateResult } from 'lit'
import type { Inbox } from '../model/inbox.ts'
import { NO_FILTER, toAddress } from '../model/route.ts'
import { icon } from './parts/icons.ts'
import { follow } from './parts/page-link.ts'

export function drawUnknownPage(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  const waiting = { page: 'waiting', filter: NO_FILTER } as const
  return html`<section class="empty-state" aria-labelledby="view-title">
    <span class="empty-icon">${icon('search')}</span>
    <h1 class="empty-title" id="view-title">${words.unknownPage}</h1>
    <p>${words.unknownPageHint}</p>
    <a class="way-back" href=${toAddress(waiting)} @click=${follow(inbox, waiting)}
      >${icon('back')}${words.allApprovals}</a
    >
  </section>`
}
