/** One line of the list: enough to know which call it is, never enough to decide it. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { needsPerson } from '../../model/holds/approval-row.ts'
import type { ApprovalRow } from '../../model/holds/approval-row.ts'
import type { Inbox } from '../../model/inbox.ts'
import type { ListItem } from '../../model/holds/list-items.ts'
import { holdAddress, NO_FILTER } from '../../model/route.ts'
import { readDensity } from '../../model/settings.ts'
import type { Density } from '../../model/settings.ts'
import { ago, left, timeOfDay } from '../../model/times.ts'
import { fill } from '@holdpoint/card/presentation'
import { inPageLanguage } from '../../words/in-page-language.ts'
import { shownTitle } from '../../words/shown-title.ts'
import type { Words } from '../../words/words.ts'
import { icon } from '../parts/icons.ts'
import { riskMark, stateMark } from '../parts/marks.ts'
import { follow } from '../parts/page-link.ts'
import type { VirtualItem } from '../parts/virtual-rows.ts'
import { drawRowUndo, runsIn } from './undo-view.ts'

/** As list.css has them. */
const ROW_HEIGHT = { comfortable: 92, compact: 68 } as const
const GROUP_HEIGHT = 44

type HeightOf = (item: VirtualItem) => number
const HEIGHTS: { readonly [density in Density]: HeightOf } = {
  comfortable: (item) => heightOf(item as ListItem, 'comfortable'),
  compact: (item) => heightOf(item as ListItem, 'compact'),
}

/** The same function while the density is the same: another makes the list measure itself anew. */
export function rowHeights(): HeightOf {
  return HEIGHTS[readDensity()]
}

function heightOf({ kind }: ListItem, density: Density): number {
  return kind === 'group' ? GROUP_HEIGHT : ROW_HEIGHT[density]
}

/** Beside the list there is room for the hold itself. */
export function hasPane(): boolean {
  return matchMedia('(min-width: 1040px)').matches
}

export function drawListItem(inbox: Inbox, item: ListItem): TemplateResult {
  if (item.kind === 'hold') return drawRow(inbox, item.row)
  const { words } = inbox.state()
  return html`<div class="group" role="listitem">
    <span class="group-name">${item.name}</span>
    ${item.about === '' ? nothing : html`<span class="group-about">${item.about}</span>`}
    ${item.count === null ? nothing : html`<span class="group-count" aria-label=${fill(words.countWaiting, { n: item.count })}>${item.count}</span>`}
  </div>`
}

function drawRow(inbox: Inbox, row: ApprovalRow): TemplateResult {
  const { words, focus, selected, route, session } = inbox.state()
  const isFocused = focus === row.id
  const sending = inbox.decisions.sending(row.id)
  const open = (event: MouseEvent): void => {
    if (!hasPane()) return follow(inbox, { page: 'hold', id: row.id, filter: NO_FILTER })(event)
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    inbox.open(row.id)
  }
  const canPick = route.page === 'waiting' && session?.can_decide === true && row.state === 'pending'
  return html`<div
    class="row ${row.risk} ${row.state} ${isFocused ? 'focused' : ''} ${sending === null ? '' : 'sending'}"
    role="listitem"
  >
    ${
      canPick
        ? html`<label class="pick"
            ><input
              type="checkbox"
              .checked=${selected.has(row.id)}
              @change=${() => toggleSelected(inbox, row.id)}
              aria-label=${fill(words.selectRow, { title: shownTitle(row.titles, words) })}
          /></label>`
        : html`<span class="pick"></span>`
    }
    <a
      class="row-link"
      href=${holdAddress(row.id)}
      data-hold=${row.id}
      aria-current=${isFocused ? 'true' : 'false'}
      @click=${open}
    >
      <span class="row-head">
        <span class="row-title">${shownTitle(row.titles, words)}</span>
        <span class="row-when">${drawWhen(inbox, row)}</span>
      </span>
      <span class="row-foot">${drawFoot(inbox, row, sending !== null)}</span>
    </a>
    ${drawRowUndo(inbox, row)}
  </div>`
}

/** In History the day stands above already. */
function drawWhen(inbox: Inbox, row: ApprovalRow): string {
  const { words, route } = inbox.state()
  return route.page === 'history' ? timeOfDay(row.createdAt, words) : ago(row.decidedAt ?? row.createdAt, words)
}

/** The real names stand beside every title, so that a title never hides what runs. */
function drawNames({ tool, server, client }: ApprovalRow, group: string): TemplateResult {
  return html`<code class="row-tool">${tool}</code> · ${group === 'server' ? client : server}`
}

function drawFoot(inbox: Inbox, row: ApprovalRow, sending: boolean): TemplateResult {
  const { words, route } = inbox.state()
  const names = drawNames(row, route.filter.group)
  if (sending) return html`<span class="mark">${words.sending}</span>`
  const soon = runsIn(row, inbox)
  if (soon !== null) return html`${stateMark(row.state, words)}<span class="row-soon">${soon}</span>`
  if (!needsPerson(row)) {
    const decided = decidedText(row, words)
    return html`${stateMark(row.state, words)}
      <span class="row-about">${names}${decided === null ? nothing : ` · ${decided}`}</span>`
  }
  return html`${row.state === 'unknown' ? stateMark('unknown', words) : riskMark(row.risk, words)}
    <span class="row-about">${names}</span>
    ${row.warned ? html`<span class="row-warned" role="img" aria-label=${words.hasWarnings} title=${words.hasWarnings}>${icon('warning')}</span>` : nothing}
    ${row.quorum > 1 ? html`<span class="row-quorum">${row.approvals}/${row.quorum}</span>` : nothing}
    ${row.state === 'pending' ? html`<span class="row-left">${left(row.decideBy, words)}</span>` : nothing}`
}

/** Who had the last word, and where. */
function decidedText({ state, decidedBy, via }: ApprovalRow, words: Words): string | null {
  if (decidedBy === null || via === null) return decidedBy
  const text = state === 'declined' ? words.declinedVia : words.approvedVia
  return fill(text, { who: decidedBy, via: inPageLanguage(via, 'rail', words) })
}

export function toggleSelected(inbox: Inbox, id: string): void {
  const selected = new Set(inbox.state().selected)
  if (!selected.delete(id)) selected.add(id)
  inbox.change({ selected })
}
