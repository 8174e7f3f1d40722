/**
 * Deciding several at once: one reason for all declined or cancelled, and approval only where the rules for that allow
 * it.
 */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { bulkApproval } from '../../model/holds/bulk-rules.ts'
import type { ApprovalRow } from '../../model/holds/approval-row.ts'
import type { Inbox } from '../../model/inbox.ts'
import { fill } from '@holdpoint/card/presentation'
import { modal } from '../parts/modal.ts'

function selectedRows(inbox: Inbox): readonly ApprovalRow[] {
  const { selected } = inbox.state()
  return selected.size === 0
    ? []
    : inbox
        .list()
        .rows()
        .filter(({ id, state }) => selected.has(id) && state === 'pending')
}

export function drawBulkBar(inbox: Inbox): TemplateResult | typeof nothing {
  const { words } = inbox.state()
  const rows = selectedRows(inbox)
  if (rows.length === 0) return nothing
  const approval = bulkApproval(rows)
  return html`<div class="bulk-bar" role="group" aria-label=${words.selection}>
    <div class="bulk-head">
      <strong>${fill(words.selectedCount, { n: rows.length })}</strong>
      <button type="button" class="plain" @click=${() => inbox.change({ selected: new Set() })}>${words.clear}</button>
    </div>
    <div class="buttons">
      <button
        type="button"
        class="main"
        id="bulk-approve-open"
        ?disabled=${approval !== 'possible'}
        aria-describedby="bulk-why"
        @click=${() => inbox.change({ dialog: 'bulk-approve' })}
      >
        ${words.approveMany}
      </button>
      <button type="button" class="no" id="bulk-decline-open" @click=${() => inbox.change({ dialog: 'bulk-decline' })}>
        ${words.declineMany}
      </button>
      <button type="button" id="bulk-cancel-open" @click=${() => inbox.change({ dialog: 'bulk-cancel' })}>
        ${words.cancelMany}
      </button>
    </div>
    <p class="quiet-text" id="bulk-why">${approval === 'possible' ? '' : words.bulkRules[approval]}</p>
  </div>`
}

export function drawBulkDialogs(inbox: Inbox): TemplateResult | typeof nothing {
  const { words, dialog } = inbox.state()
  const rows = selectedRows(inbox)
  const close = (): void => inbox.change({ dialog: 'none' })
  if (dialog === 'bulk-approve' && bulkApproval(rows) === 'possible') {
    return html`<dialog class="dialog wide" aria-labelledby="bulk-title" ${modal} @close=${close}>
      <h2 id="bulk-title">${fill(words.bulkApproveTitle, { n: rows.length, tool: rows[0]?.tool ?? '' })}</h2>
      <bulk-approve .inbox=${inbox} .ids=${rows.map(({ id }) => id)}></bulk-approve>
    </dialog>`
  }
  if ((dialog !== 'bulk-decline' && dialog !== 'bulk-cancel') || rows.length === 0) return nothing
  const isCancel = dialog === 'bulk-cancel'
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault()
    if (!event.isTrusted) return
    const typed = (event.target as HTMLFormElement).querySelector('textarea')?.value.trim() ?? ''
    inbox.change({ dialog: 'none', selected: new Set() })
    for (const { id } of rows) {
      const reason = typed === '' ? null : typed
      const answer = isCancel ? 'cancel' : 'decline'
      await inbox.decisions.send({ hold: id, answer, reason, edits: null, grant: null, digest: null })
    }
  }
  return html`<dialog class="dialog" aria-labelledby="bulk-title" ${modal} @close=${close}>
    <h2 id="bulk-title">${fill(isCancel ? words.bulkCancelTitle : words.bulkDeclineTitle, { n: rows.length })}</h2>
    <form @submit=${(event: SubmitEvent) => void send(event)}>
      <label for="bulk-reason">${words.reasonForAll}</label>
      <textarea id="bulk-reason" rows="3" maxlength="4000" autofocus></textarea>
      <div class="buttons">
        <button type="submit" class="no" id=${isCancel ? 'bulk-cancel' : 'bulk-decline'}>
          ${fill(isCancel ? words.cancelAll : words.declineAll, { n: rows.length })}
        </button>
        <button type="button" class="plain" @click=${close}>${words.back}</button>
      </div>
    </form>
  </dialog>`
}
