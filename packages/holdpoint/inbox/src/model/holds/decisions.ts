/**
 * Brings answers to the server and says honestly what became of them: counted, too late, or unheard. What is on the
 * screen meanwhile says "sending", never "approved": only the server's answer makes it so.
 */
import type { HoldVerdictDetail } from '@holdpoint/card'
import type { ApprovalDetail, ApprovalView } from '../../api/answers.ts'
import { serverNow } from '../../api/clock.ts'
import { request } from '../../api/request.ts'
import type { ApiAnswer } from '../../api/request.ts'
import { fill } from '@holdpoint/card/presentation'
import { showInOneLine } from '../../words/one-line.ts'
import { shownTitle } from '../../words/shown-title.ts'
import type { Words } from '../../words/words.ts'
import { followingOf } from './approved-words.ts'
import { bearsAnswer, hasApproved, refusedText, saidText } from './decision-words.ts'
import { toApprovalRow } from './approval-row.ts'
import { countdown } from '../times.ts'
import { canTakeBack } from './undo-window.ts'

export interface Decisions {
  readonly send: (verdict: HoldVerdictDetail) => Promise<boolean>
  /** One answer for several calls: each counts for itself, and they are remembered as one. */
  readonly sendTogether: (verdicts: readonly HoldVerdictDetail[]) => Promise<void>
  /** Calls that were answered together from here, the latest last. */
  readonly batches: () => readonly ReadonlySet<string>[]
  /** Calls that were approved and have not run: all of them, and one word about it. */
  readonly takeBack: (ids: readonly string[]) => Promise<void>
  readonly resolve: (id: string, executed: boolean, note: string) => Promise<string | null>
  readonly sending: (id: string) => HoldVerdictDetail['answer'] | null
}

export interface DecisionsOptions {
  readonly words: () => Words
  readonly changed: () => void
  readonly refused: () => void
  /** The hold as it is after the answer, whatever the answer was; `null`: the service does not say. */
  readonly refresh: (id: string) => Promise<ApprovalView | null>
  readonly taken: (approval: ApprovalView) => void
  /** `during`: the states of the hold in which it is true; none: it stays true. */
  readonly say: (id: string, text: string, tone: 'good' | 'bad', during: readonly ApprovalView['state'][]) => void
  /** Its state can no longer be read: it does not exist, or the person is signed out. */
  readonly isGone: (id: string) => boolean
  /** The hold as it is known now, with what only its own page shows. */
  readonly known: (id: string) => ApprovalDetail | null
  readonly isPaused: () => boolean
  /** Who answers here. */
  readonly name: () => string | null
  readonly toast: (text: string, tone: 'good' | 'bad') => void
  readonly announce: (text: string) => void
}

type Ended =
  | { readonly kind: 'counted'; readonly approval: ApprovalView }
  | { readonly kind: 'refused'; readonly text: string; readonly during: readonly ApprovalView['state'][] }
  | { readonly kind: 'underway' }

/** More batches than a person can approve within one undo window. */
const MOST_BATCHES = 20
const LOOK_AGAIN_MS = 2000

export function createDecisions(options: DecisionsOptions): Decisions {
  const underway = new Map<string, HoldVerdictDetail['answer']>()
  let batches: readonly ReadonlySet<string>[] = []

  async function exchange(verdict: HoldVerdictDetail): Promise<Ended> {
    const id = verdict.hold
    if (underway.has(id)) return { kind: 'underway' }
    underway.set(id, verdict.answer)
    options.changed()
    const before = options.known(id)
    const answer = await post(verdict)
    const isHeard = answer.ok || answer.status !== 0
    if (isHeard) underway.delete(id)
    if (answer.ok) {
      options.taken(answer.body)
      // What follows from the answer is fetched beside it: the message that it counts must not wait for that.
      void options.refresh(id).then(options.changed)
      return { kind: 'counted', approval: answer.body }
    }
    if (answer.status === 401) options.refused()
    const now = isHeard ? await options.refresh(id) : await lookUntilAnswered(id)
    underway.delete(id)
    const isBorne = isHeard || now === null ? false : bearsAnswer(verdict, before, now, options.name())
    if (isBorne === true && now !== null) return { kind: 'counted', approval: now }
    const text = refusedText(verdict.answer, answer.problem, isBorne === null ? null : now, options.words())
    return { kind: 'refused', text, during: !isHeard && now?.state === 'pending' ? ['pending'] : [] }
  }

  /**
   * No reply came: the request may have been lost, or only its reply. Until the hold itself can be read, nothing is
   * claimed and nothing can be pressed again.
   */
  async function lookUntilAnswered(id: string): Promise<ApprovalView | null> {
    let now = await options.refresh(id)
    if (now === null) options.say(id, options.words().unheard, 'bad', ['pending'])
    while (now === null && !options.isGone(id)) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
      now = await options.refresh(id)
    }
    return now
  }

  /** The offer to take it back says the same on the screen, and counts down: it is spoken of once. */
  function tell(approval: ApprovalView, again: boolean): void {
    const words = options.words()
    const row = toApprovalRow(approval)
    const known = options.known(approval.id)
    const { caller_left = false, server_state = null } = known ?? {}
    const following = followingOf({ ...approval, caller_left, server_state }, options.isPaused(), serverNow())
    if (!canTakeBack(row, serverNow()) || following === 'paused' || following === 'paused-soon') {
      const during = approval.state === 'pending' || following !== 'now' ? [approval.state] : []
      return options.say(approval.id, saidText(approval, words, { following, again }), 'good', during)
    }
    const time = countdown((row.runAfter ?? 0) - serverNow(), words)
    options.announce(fill(words.runsUnlessUndone, { title: shownTitle(approval.titles, words), time }))
  }

  async function send(verdict: HoldVerdictDetail): Promise<boolean> {
    const before = options.known(verdict.hold)
    const ended = await exchange(verdict)
    const again = before !== null && verdict.edits === null && hasApproved(before, options.name())
    if (ended.kind === 'counted') tell(ended.approval, again)
    if (ended.kind === 'refused') options.say(verdict.hold, ended.text, 'bad', ended.during)
    options.changed()
    return ended.kind === 'counted'
  }

  async function takeBack(ids: readonly string[]): Promise<void> {
    const words = options.words()
    const cancel = { answer: 'cancel', reason: null, edits: null, grant: null, digest: null } as const
    const ended = await Promise.all(ids.map((id) => exchange({ ...cancel, hold: id })))
    const counted = ended.filter(({ kind }) => kind === 'counted').length
    const refused = ended.flatMap((one, index) => (one.kind === 'refused' ? [{ id: ids[index] ?? '', ...one }] : []))
    for (const { id, text, during } of refused) options.say(id, text, 'bad', during)
    const first = ended.find((one) => one.kind === 'counted')
    if (first !== undefined) {
      const { tool, titles } = first.approval
      const text = ids.length === 1 ? words.takenBack : words.takenBackMany
      const named = { title: shownTitle(titles, words), tool: showInOneLine(tool) }
      options.toast(fill(text, { ...named, n: counted, all: ids.length }), 'good')
    }
    options.changed()
  }

  return {
    send,
    async sendTogether(verdicts) {
      const batch = new Set(verdicts.map(({ hold }) => hold))
      batches = [...batches, batch].slice(-MOST_BATCHES)
      await Promise.all(verdicts.map(async (verdict) => (await send(verdict)) || batch.delete(verdict.hold)))
    },
    batches: () => batches,
    takeBack,
    async resolve(id, executed, note) {
      const answer = await request<ApprovalView>('POST', `${pathOf(id)}/resolve`, { executed, note })
      if (!answer.ok && answer.status === 401) options.refused()
      const now = answer.ok || answer.status !== 0 ? await options.refresh(id) : await lookUntilAnswered(id)
      const { notSent, neverHeard } = options.words()
      if (answer.ok) return null
      if (answer.status !== 0) return refusedText('approve', answer.problem, null, options.words())
      if (now === null) return neverHeard
      const found = now.outcome?.kind === 'resolved' ? now.outcome : null
      const isMine = found?.by === options.name() && found?.executed === executed && found.note === note
      return isMine ? null : notSent
    },
    sending: (id) => underway.get(id) ?? null,
  }
}

async function post(verdict: HoldVerdictDetail): Promise<ApiAnswer<ApprovalDetail>> {
  const { answer, reason, edits, grant, digest } = verdict
  const path = pathOf(verdict.hold)
  switch (answer) {
    case 'cancel':
      return await request('POST', `${path}/cancel`, reason === null ? {} : { reason })
    case 'decline':
      return await request('POST', `${path}/reject`, {
        ...(reason === null ? {} : { reason }),
        ...(grant === null ? {} : { deny: grant }),
      })
    case 'approve': {
      const members = [
        ...(reason === null ? [] : [`"note":${JSON.stringify(reason)}`]),
        ...(digest === null ? [] : [`"digest":${JSON.stringify(digest)}`]),
        ...(grant === null ? [] : [`"grant":${JSON.stringify(grant)}`]),
        // As it was written: parsed and written again, numbers would lose their spelling.
        ...(edits === null ? [] : [`"edits":${edits}`]),
      ]
      return await request('POST', `${path}/approve`, `{${members.join(',')}}`)
    }
  }
}

function pathOf(id: string): string {
  return `/admin/approvals/${encodeURIComponent(id)}`
}
