/**
 * Brings answers to the server and says honestly what became of them: counted, too late, or unheard. What is on the
 * screen meanwhile says "sending", never "approved": only the server's answer makes it so.
 */
import type { HoldVerdictDetail } from '@holdpoint/card'
import type { ApprovalDetail, ApprovalView } from '../api/answers.ts'
import { request } from '../api/request.ts'
import type { Answer, Problem } from '../api/request.ts'
import { fill } from '../words/fill.ts'
import { oneLine } from '../words/one-line.ts'
import type { Words } from '../words/words.ts'
import { ago } from './times.ts'

export interface Decisions {
  readonly send: (verdict: HoldVerdictDetail) => Promise<boolean>
  readonly resolve: (id: string, executed: boolean, note: string) => Promise<string | null>
  readonly sending: (id: string) => HoldVerdictDetail['answer'] | null
}

export interface DecisionsOptions {
  readonly words: () => Words
  readonly changed: () => void
  readonly refused: () => void
  /** The hold as it is after the answer, whatever the answer was. */
  readonly refresh: (id: string) => Promise<ApprovalView | null>
  readonly taken: (approval: ApprovalView) => void
  readonly say: (id: string, text: string, tone: 'good' | 'bad') => void
}

export function createDecisions(options: DecisionsOptions): Decisions {
  const underway = new Map<string, HoldVerdictDetail['answer']>()

  async function send(verdict: HoldVerdictDetail): Promise<boolean> {
    const id = verdict.hold
    if (underway.has(id)) return false
    underway.set(id, verdict.answer)
    options.changed()
    const answer = await post(verdict)
    underway.delete(id)
    if (answer.ok) {
      options.taken(answer.body)
      options.say(id, saidText(answer.body, options.words()), 'good')
    }
    if (!answer.ok && answer.status === 401) options.refused()
    const now = await options.refresh(id)
    if (!answer.ok) options.say(id, refusedText(answer.problem, now, options.words()), 'bad')
    options.changed()
    return answer.ok
  }

  return {
    send,
    async resolve(id, executed, note) {
      const answer = await request<ApprovalView>('POST', `${pathOf(id)}/resolve`, { executed, note })
      if (!answer.ok && answer.status === 401) options.refused()
      await options.refresh(id)
      return answer.ok ? null : refusedText(answer.problem, null, options.words())
    },
    sending: (id) => underway.get(id) ?? null,
  }
}

async function post(verdict: HoldVerdictDetail): Promise<Answer<ApprovalDetail>> {
  const { answer, reason, edits, grant, digest } = verdict
  if (answer !== 'approve') {
    const body = { ...(reason === null ? {} : { reason }), ...(grant === null ? {} : { deny: grant }) }
    return await request('POST', `${pathOf(verdict.hold)}/reject`, body)
  }
  const members = [
    ...(reason === null ? [] : [`"note":${JSON.stringify(reason)}`]),
    ...(digest === null ? [] : [`"digest":${JSON.stringify(digest)}`]),
    ...(grant === null ? [] : [`"grant":${JSON.stringify(grant)}`]),
    // As it was written: parsed and written again, numbers would lose their spelling.
    ...(edits === null ? [] : [`"edits":${edits}`]),
  ]
  return await request('POST', `${pathOf(verdict.hold)}/approve`, `{${members.join(',')}}`)
}

function pathOf(id: string): string {
  return `/admin/approvals/${encodeURIComponent(id)}`
}

function saidText(approval: ApprovalView, words: Words): string {
  const { state, approvals, quorum } = approval
  if (state === 'pending') return fill(words.countsSoFar, { have: approvals, need: quorum })
  return fill(state === 'declined' ? words.youDeclined : words.youApproved, { tool: oneLine(approval.tool) })
}

/** Who was faster, where, how long ago. */
export function refusedText(problem: Problem, now: ApprovalView | null, words: Words): string {
  if (problem.code === 'OFFLINE') return words.notSent
  const by = problem.decided_by ?? now?.decided_by ?? null
  if (problem.code === 'CONFLICT' && by !== null) {
    const state = problem.state ?? now?.state ?? ''
    const verb =
      state === 'declined'
        ? words.alreadyDeclined
        : state === 'cancelled'
          ? words.alreadyCancelled
          : words.alreadyApproved
    const decidedAt = now?.decided_at ?? null
    const when = decidedAt === null ? '' : `, ${ago(Date.parse(decidedAt), words)}`
    return `${fill(verb, { who: oneLine(by), via: oneLine(problem.via ?? now?.via ?? '') })}${when}.`
  }
  if (problem.code === 'EXPIRED') return words.tooLate
  return oneLine(problem.message) || words.somethingWrong
}
