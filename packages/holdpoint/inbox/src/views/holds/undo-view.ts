/**
 * Taking back what was approved, before it runs: on its row, on its page, and as a note in every tab of the person who
 * approved it. The seconds are shown, not spoken: what has to be heard is announced once, with the answer.
 */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ApprovalDetail } from '../../api/answers.ts'
import { serverNow } from '../../api/clock.ts'
import { followingOf, followingText } from '../../model/holds/approved-words.ts'
import { toApprovalRow } from '../../model/holds/approval-row.ts'
import type { ApprovalRow } from '../../model/holds/approval-row.ts'
import type { Inbox } from '../../model/inbox.ts'
import { countdown } from '../../model/times.ts'
import { canTakeBack, undoOffers, undoTarget } from '../../model/holds/undo-window.ts'
import type { TakeBackOffer } from '../../model/holds/undo-window.ts'
import { fill } from '@holdpoint/card/presentation'
import { showInOneLine } from '../../words/one-line.ts'
import { shownTitle } from '../../words/shown-title.ts'

/** The second press of a double click on Approve must not land on what has taken its place. */
const STANDS_FIRST_MS = 500
const MOST_SHOWN = 3
const shownSince = new Map<string, number>()

export function drawUndoNotes(inbox: Inbox): TemplateResult | typeof nothing {
  const { words, session } = inbox.state()
  const offers = myOffers(inbox)
  if (offers.length === 0 || session?.can_decide !== true) return nothing
  const byKey = keyTarget(inbox)
  return html`<section class="undo-notes" aria-label=${words.undoOffers}>
    ${offers.slice(-MOST_SHOWN).map(
      (offer) =>
        html`<div class="toast undo-note" data-undo=${offer.key}>
          <span role="timer">${noteText(inbox, offer)}</span>
          ${drawUndo(
            inbox,
            offer.ids,
            offer.ids.length === 1 ? words.undo : fill(words.undoAll, { n: offer.ids.length }),
            {
              label: null,
              hasKey: byKey.includes(offer.key),
            },
          )}
        </div>`,
    )}
  </section>`
}

export function drawRowUndo(inbox: Inbox, row: ApprovalRow): TemplateResult | typeof nothing {
  const { words, session } = inbox.state()
  if (session?.can_decide !== true || !canTakeBack(row, serverNow())) return nothing
  const label = fill(words.undoOf, { title: shownTitle(row.titles, words) })
  return html`<div class="row-undo">${drawUndo(inbox, [row.id], words.undo, { label, hasKey: false })}</div>`
}

export function runsIn(row: ApprovalRow, inbox: Inbox): string | null {
  const now = serverNow()
  const { words } = inbox.state()
  if (row.runAfter === null || !canTakeBack(row, now) || isPaused(inbox)) return null
  return fill(words.runsIn, { time: countdown(row.runAfter - now, words) })
}

/** On the page of an approved hold. What waits for its agent to ask again can be taken back too, until it runs. */
export function drawApproved(inbox: Inbox, approval: ApprovalDetail): TemplateResult | typeof nothing {
  const { words, session } = inbox.state()
  if (approval.state !== 'approved') return nothing
  const row = toApprovalRow(approval)
  const left = runsIn(row, inbox)
  return html`<div class="said approved" id="approved">
    <p role=${left === null ? nothing : 'timer'}>
      ${left ?? followingText(followingOf(approval, isPaused(inbox), serverNow()), words)}
    </p>
    ${
      session?.can_decide === true
        ? drawUndo(inbox, [approval.id], canTakeBack(row, serverNow()) ? words.undo : words.takeBack, {
            label: null,
            hasKey: keyTarget(inbox).includes(approval.id),
          })
        : nothing
    }
  </div>`
}

/** What the key takes back now. */
export function keyTarget(inbox: Inbox): readonly string[] {
  const { session, focus } = inbox.state()
  return undoTarget(inbox.waiting.rows(), approverName(session), focus, serverNow(), inbox.decisions.batches())
}

function drawUndo(
  inbox: Inbox,
  ids: readonly string[],
  text: string,
  about: { readonly label: string | null; readonly hasKey: boolean },
): TemplateResult {
  const key = ids[0] ?? ''
  if (shownSince.size > 500) shownSince.clear()
  if (!shownSince.has(key)) shownSince.set(key, performance.now())
  const press = (event: Event): void => {
    if (!event.isTrusted || performance.now() - (shownSince.get(key) ?? 0) < STANDS_FIRST_MS) return
    void inbox.decisions.takeBack(ids)
  }
  const isSending = ids.some((id) => inbox.decisions.sending(id) !== null)
  return html`<button
    type="button"
    class="undo"
    aria-label=${about.label ?? nothing}
    aria-keyshortcuts=${about.hasKey ? 'u' : nothing}
    ?disabled=${isSending}
    @click=${press}
  >
    ${text}${about.hasKey ? html`<kbd aria-hidden="true">u</kbd>` : nothing}
  </button>`
}

function noteText(inbox: Inbox, { ids, tool, titles, runsAt }: TakeBackOffer): string {
  const { words } = inbox.state()
  const title = shownTitle(titles, words)
  if (isPaused(inbox))
    return fill(ids.length === 1 ? words.onePaused : words.manyPaused, { title, tool, n: ids.length })
  const time = countdown(runsAt - serverNow(), words)
  return fill(ids.length === 1 ? words.oneRunsIn : words.manyRunIn, { title, tool, time, n: ids.length })
}

function myOffers(inbox: Inbox): readonly TakeBackOffer[] {
  return undoOffers(inbox.waiting.rows(), approverName(inbox.state().session), serverNow(), inbox.decisions.batches())
}

function isPaused(inbox: Inbox): boolean {
  return (inbox.state().session?.gate.paused ?? null) !== null
}

/** As rows have it. */
function approverName(session: { readonly name: string | null } | null): string | null {
  return session?.name === undefined || session.name === null ? null : showInOneLine(session.name)
}
