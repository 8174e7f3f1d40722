/** What `approve` and `reject` share: who decides, what they see, the one door, and how its answer reads. */
import { checkEligibility, decide, decisiveVerdict } from '@holdpoint/core'
import type { Hold, Refusal, Verdict } from '@holdpoint/core'
import { identifyActor } from './actor.ts'
import type { CommandContext } from './command-context.ts'
import { confirmAtTerminal } from './confirm-at-terminal.ts'
import { failed } from './define-command.ts'
import type { CommandAnswer } from './define-command.ts'
import { describeQuestion } from './describe-hold.ts'
import { findHold, notFound } from './find-hold.ts'
import { refusal } from './problem.ts'
import type { Problem } from './problem.ts'

export interface HoldDecision {
  readonly command: 'approve' | 'reject'
  readonly reference: string
  readonly reason: string | null
}

export type DecidedHold =
  | { readonly ok: true; readonly hold: Hold; readonly receipt: boolean; readonly now: number }
  | { readonly ok: false; readonly answer: CommandAnswer }

export async function decideHold(context: CommandContext, decision: HoldDecision): Promise<DecidedHold> {
  const { command, reference } = decision
  const identified = await identifyActor(context, { name: command, roles: ['approver', 'admin'], about: reference })
  if (!identified.ok) return refused(identified.problem)
  const { actor } = identified
  const store = await context.storage.open()
  const search = await findHold(store, reference, actor.tenant)
  if (!search.ok) return refused(search.problem)
  const { hold } = search
  const verdict: Omit<Verdict, 'at'> = {
    answer: command === 'approve' ? 'approve' : 'decline',
    by: actor.by,
    via: actor.via,
    assurance: actor.assurance,
    reason: decision.reason,
  }
  // A hold that is decided, or that this actor may not decide, stays as it is: no use in making somebody type a code.
  const open = hold.state === 'pending' && checkEligibility(hold, { ...verdict, at: hold.createdAt }) === null
  if (open) {
    const shown = describeQuestion(hold, await store.now(), context.terminal)
    const problem = await confirmAtTerminal(context, actor, shown, command)
    if (problem !== null) return refused(problem)
  }
  const answer = await decide(store, { hold: hold.id, tenant: actor.tenant, verdict })
  switch (answer.kind) {
    case 'decided':
    case 'receipt':
      return { ok: true, hold: answer.hold, receipt: answer.kind === 'receipt', now: await store.now() }
    case 'not-found':
      return refused(notFound(reference).problem)
    case 'refused':
      return refused(toProblem(answer.refusal, answer.hold))
  }
}

/** The codes and fields are those of REST. */
function toProblem({ code, message }: Refusal, hold: Hold): Problem {
  const winner = decisiveVerdict(hold)
  const details = { state: hold.state, decided_by: winner?.by ?? null, via: winner?.via ?? null }
  return refusal(publicCode(code, hold), `${hold.id} stays as it is. ${message}`, nextAfter(code, hold), details)
}

function publicCode(code: Refusal['code'], hold: Hold): string {
  switch (code) {
    case 'NOT_AN_APPROVER':
    case 'INSUFFICIENT_ASSURANCE':
    case 'WRONG_RAIL':
      return code
    case 'TOO_LATE':
      return hold.state === 'expired' ? 'EXPIRED' : 'CONFLICT'
    case 'CONFLICT':
    case 'WRONG_STATE':
    case 'NOT_DUE':
    case 'ALREADY_SAID':
    case 'NOT_THE_ATTEMPT':
      return 'CONFLICT'
  }
}

function nextAfter(code: Refusal['code'], hold: Hold): string {
  switch (code) {
    case 'INSUFFICIENT_ASSURANCE':
    case 'WRONG_RAIL':
    case 'NOT_AN_APPROVER':
      return `Decide it on the page: holdpoint open ${hold.id}. Or set HOLDPOINT_TOKEN to an approver's token.`
    case 'TOO_LATE':
      return `See what happened: holdpoint show ${hold.id}. The agent can call again; that asks anew.`
    case 'CONFLICT':
    case 'WRONG_STATE':
    case 'NOT_DUE':
    case 'ALREADY_SAID':
    case 'NOT_THE_ATTEMPT':
      return `The first decision stands. See it: holdpoint show ${hold.id}`
  }
}

function refused(problem: Problem): DecidedHold {
  return { ok: false, answer: failed(problem) }
}
