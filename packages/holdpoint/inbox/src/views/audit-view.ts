/** The audit log, newest first, and a button that has the server check the whole of it. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ShownRecord } from '../api/answers.ts'
import { AUDIT_SPAN } from '../model/audit-log.ts'
import { problemText } from '../model/inbox.ts'
import type { Inbox } from '../model/inbox.ts'
import { NO_FILTER, toAddress } from '../model/route.ts'
import { fill } from '@holdpoint/card/presentation'
import { keepInOneLine } from '../words/one-line.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import { drawEmpty } from './parts/empty.ts'
import { drawFetched } from './parts/fetched-page.ts'
import { icon } from './parts/icons.ts'
import { drawOptions } from './parts/options.ts'
import { follow } from './parts/page-link.ts'
import { drawRecord, pointAt, recordHeights } from './record-view.ts'
import type { RecordItem } from './record-view.ts'
import { whenChanged } from './parts/when-changed.ts'
import type { VirtualItem } from './parts/virtual-rows.ts'
import { withProgram } from '../words/program.ts'

const SPANS = ['1h', '24h', '7d', '30d'] as const
let drawnFrom: { readonly records: readonly ShownRecord[]; readonly items: readonly RecordItem[] } | null = null

export function drawAudit(inbox: Inbox): TemplateResult {
  const { words, route } = inbox.state()
  const choose = (since: string): void => inbox.filter({ since: since === AUDIT_SPAN ? '' : since })
  return drawFetched(inbox, {
    title: words.pages.audit,
    lead: words.auditLead,
    remote: inbox.audit,
    actions: html`<label class="choice set"
        ><span>${words.since}</span>
        <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
          ${drawOptions(
            SPANS.map((span) => [span, words.spans[span] ?? span]),
            route.filter.since === '' ? AUDIT_SPAN : route.filter.since,
          )}
        </select></label
      >
      <button
        type="button"
        id="verify"
        ?disabled=${inbox.verification.loading()}
        @click=${() => void inbox.verification.load()}
      >
        ${icon('check')}${inbox.verification.loading() ? words.verifying : words.verify}
      </button>`,
    body: ({ records, cut }) =>
      html`${drawVerification(inbox)} ${cut ? html`<p class="said">${words.auditCut}</p>` : nothing}
      ${
        records.length === 0
          ? drawEmpty('audit', words.noRecords, words.noRecordsHint)
          : html`<virtual-rows
              class="records-list"
              tabindex="0"
              .label=${words.pages.audit}
              .items=${whenChanged(itemsOf(records))}
              .heightOf=${whenChanged(recordHeights(innerWidth, words))}
              .drawRow=${(item: VirtualItem) => drawRecord(inbox, (item as RecordItem).record)}
            ></virtual-rows>`
      }`,
  })
}

export function drawVerification(inbox: Inbox): TemplateResult | typeof nothing {
  const { words } = inbox.state()
  const found = inbox.verification.value()
  const problem = inbox.verification.problem()
  if (problem !== null) return html`<p class="said bad" role="alert">${problemText(problem, words)}</p>`
  if (found === null || inbox.verification.loading()) return nothing
  if (found.ok)
    return html`<p class="said good" role="status" id="verified">
      ${icon('check')}<span>${fill(words.verified, { n: found.records })}</span>
    </p>`
  const place = `${found.chain ?? ''}#${found.sequence ?? ''}`
  return html`<div class="said bad" role="alert" id="verified">
    ${icon('warning')}
    <div>
      <p>${fill(words.notVerified, { place })} ${keepInOneLine(inPageLanguage(found.reason, 'audit', words))}</p>
      <p>${withProgram(words.keepACopy)}</p>
      ${found.sequence === null ? nothing : drawWayThere(inbox, `${found.chain ?? ''} ${found.sequence}`)}
    </div>
  </div>`
}

/** To the record itself, where it is among those that are read. */
function drawWayThere(inbox: Inbox, key: string): TemplateResult {
  const { words, route } = inbox.state()
  if (route.page !== 'audit') {
    const audit = { page: 'audit', filter: NO_FILTER } as const
    return html`<p><a href=${toAddress(audit)} @click=${follow(inbox, audit)}>${words.pages.audit}</a></p>`
  }
  const records = inbox.audit.value()?.records ?? []
  if (!itemsOf(records).some((item) => item.key === key)) return html`<p>${words.recordNotShown}</p>`
  const show = async (): Promise<void> => {
    pointAt(key)
    inbox.change({})
    const list = document.querySelector('virtual-rows')
    await list?.show(key)
    list?.focus({ preventScroll: true })
    list?.scrollIntoView({ block: 'nearest' })
  }
  return html`<p><button type="button" class="small" @click=${() => void show()}>${words.showRecord}</button></p>`
}

function itemsOf(records: readonly ShownRecord[]): readonly RecordItem[] {
  if (drawnFrom?.records !== records) {
    drawnFrom = { records, items: records.map((record) => ({ key: `${record.chain} ${record.sequence}`, record })) }
  }
  return drawnFrom.items
}
