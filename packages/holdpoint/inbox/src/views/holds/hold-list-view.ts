/** The list of what waits, or of everything that was, with the hold that is open beside it. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { serverNow } from '../../api/clock.ts'
import type { ApprovalRow } from '../../model/holds/approval-row.ts'
import type { Inbox } from '../../model/inbox.ts'
import { toDayItems, toListItems } from '../../model/holds/list-items.ts'
import type { ListItem } from '../../model/holds/list-items.ts'
import { isFiltered } from '../../model/route.ts'
import { dayName, dayOf } from '../../model/times.ts'
import { drawBulkBar } from './bulk-view.ts'
import { drawEmpty, drawLoading, drawProblem } from '../parts/empty.ts'
import { drawFilterBar } from './filter-bar.ts'
import { drawDetail } from './hold-detail.ts'
import { drawListItem, hasPane, rowHeights } from './hold-row-view.ts'
import { whenChanged } from '../parts/when-changed.ts'
import type { VirtualItem } from '../parts/virtual-rows.ts'

let drawnFrom: {
  readonly rows: readonly ApprovalRow[]
  readonly key: string
  readonly items: readonly ListItem[]
} | null = null

/** The same array while the rows are the same: what is drawn every second must not group 100,000 rows every second. */
export function currentItems(inbox: Inbox): readonly ListItem[] {
  const { route, words } = inbox.state()
  const rows = inbox.list().rows()
  const isWaiting = route.page === 'waiting'
  // The names of the days change at midnight.
  const key = isWaiting ? `${route.filter.group} ${words.needsALook}` : dayName(serverNow(), words) + dayOf(serverNow())
  if (drawnFrom?.rows !== rows || drawnFrom.key !== key) {
    const items = isWaiting
      ? toListItems(rows, route.filter.group, words.needsALook)
      : toDayItems(rows, (moment) => dayName(moment, words))
    drawnFrom = { rows, key, items }
  }
  return drawnFrom.items
}

export function drawHoldList(inbox: Inbox): TemplateResult {
  const { words, route, focus } = inbox.state()
  const isWaiting = route.page === 'waiting'
  return html`<div class="split ${hasPane() ? 'with-pane' : ''}">
    <section class="list-column" aria-labelledby="view-title">
      <header class="view-head">
        <h1 id="view-title">${isWaiting ? words.pages.waiting : words.pages.history}</h1>
      </header>
      ${drawFilterBar(inbox)} ${drawRows(inbox)} ${isWaiting ? drawBulkBar(inbox) : nothing}
    </section>
    ${
      hasPane()
        ? html`<section class="pane" aria-label=${words.openHold}>
            ${focus !== null ? drawDetail(inbox, focus) : currentItems(inbox).length === 0 ? nothing : drawEmpty('keys', words.nothingOpen, words.nothingOpenHint)}
          </section>`
        : nothing
    }
  </div>`
}

/** Why nothing waits, and what would change that. */
function emptyHint(inbox: Inbox): string {
  const { words, session } = inbox.state()
  const { off, paused } = session?.gate ?? { off: null, paused: null }
  if (paused !== null) return words.nothingIsAsked
  return off === null ? words.nothingWaitsHint : words.nothingIsHeld
}

function drawRows(inbox: Inbox): TemplateResult {
  const { words, route } = inbox.state()
  const list = inbox.list()
  const status = list.status()
  const items = currentItems(inbox)
  const isWaiting = route.page === 'waiting'
  if (items.length === 0) {
    if (status === 'loading') return drawLoading(words)
    if (status !== 'ready') return drawProblem(status, words, () => void list.load())
    if (isFiltered(route.filter)) return drawEmpty('search', words.nothingFits, words.nothingFitsHint)
    return isWaiting
      ? drawEmpty('check', words.nothingWaits, emptyHint(inbox))
      : drawEmpty('history', words.nothingYet, words.nothingYetHint)
  }
  return html`<virtual-rows
    id=${isWaiting ? 'waiting' : 'history'}
    tabindex="-1"
    .label=${isWaiting ? words.pages.waiting : words.pages.history}
    .items=${whenChanged(items)}
    .heightOf=${rowHeights()}
    .drawRow=${(item: VirtualItem) => drawListItem(inbox, item as ListItem)}
    @rows-end=${() => void list.loadMore()}
  ></virtual-rows>`
}
