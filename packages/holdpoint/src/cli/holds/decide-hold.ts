/** What `approve`, `reject` and the inbox share: who decides, what they see, the one door, and how its answer reads. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { approvedDigest, decide, publicRefusal, sweepHolds, DECIDING_ROLES } from '@holdpoint/core'
import type { Decision, Grant, GrantRequest, Hold, Refusal } from '@holdpoint/core'
import { identifyActor } from '../actor.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmAtTerminal } from '../confirm-at-terminal.ts'
import { failed } from '../define-command.ts'
import type { CommandAnswer } from '../define-command.ts'
import { describeQuestion } from './describe-hold.ts'
import { findHold, noSuchHold } from './find-hold.ts'
import { prepareDecision } from './prepare-decision.ts'
import type { PreparedDecision } from './prepare-decision.ts'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'

export interface HoldDecision {
  readonly command: 'approve' | 'reject'
  readonly reference: string
  readonly reason: string | null
  /** JSON, or the name of a file that holds it; `null`: as requested. */
  readonly edit: string | null
  /** A standing answer beside this one. */
  readonly grant: GrantRequest | null
}

export type DecidedHold =
  | {
      readonly ok: true
      readonly hold: Hold
      readonly receipt: boolean
      readonly now: number
      readonly grant: Grant | null
    }
  | { readonly ok: false; readonly answer: CommandAnswer }

export async function decideHold(context: CommandContext, decision: HoldDecision): Promise<DecidedHold> {
  const { command, reference, reason, grant } = decision
  const identified = await identifyActor(context, { name: command, roles: DECIDING_ROLES, about: reference })
  if (!identified.ok) return refused(identified.problem)
  const { actor } = identified
  const store = await context.storage.open()
  // A call that no process can run any more must not be approved in vain.
  await sweepHolds(store, (process) => context.storage.see(process))
  const search = await findHold(store, reference, actor.tenant)
  if (!search.ok) return refused(search.problem)
  const { hold } = search
  const edit = decision.edit === null ? null : await readEdit(decision.edit)
  if (edit?.ok === false) return refused(edit.problem)
  const now = await store.now()
  const wish = {
    answer: command === 'approve' ? 'approve' : 'decline',
    hold,
    reason,
    edit: edit?.text ?? null,
    grant,
  } as const
  const preparation = await prepareDecision(context, actor, wish, now)
  if (!preparation.ok) return refused(preparation.problem)
  const { prepared } = preparation
  // A hold that is decided, or that this actor may not decide, stays as it is: no code is asked for.
  if (hold.state === 'pending' && prepared.ineligible === null) {
    const standing = prepared.standing === null ? '' : `${prepared.standing.text}\n\n`
    const shown = `${describeQuestion(prepared.hold, now, context.terminal)}${standing}`
    const problem = await confirmAtTerminal(context, actor, shown, command)
    if (problem !== null) return refused(problem)
  }
  const answer = await bringDecision(context, prepared)
  switch (answer.kind) {
    case 'decided':
      return { ok: true, hold: answer.hold, receipt: false, now: await store.now(), grant: answer.grant }
    case 'receipt':
      return { ok: true, hold: answer.hold, receipt: true, now: await store.now(), grant: null }
    case 'not-found':
      return refused(noSuchHold(reference).problem)
    case 'refused':
      return refused(toProblem(answer.refusal, answer.hold))
  }
}

/** Brings it to the one door, for the arguments that were shown and no others. */
export async function bringDecision(context: CommandContext, prepared: PreparedDecision): Promise<Decision> {
  const { hold, actor, verdict, edit, grant } = prepared
  return await decide(await context.storage.open(), {
    hold: hold.id,
    tenant: actor.tenant,
    verdict,
    people: await context.verdicts.people(),
    shown: approvedDigest(hold),
    ...(edit === null ? {} : { edit }),
    ...(grant === null ? {} : { grant: { id: randomUUID(), request: grant } }),
  })
}

type EditText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: CommandProblem }

async function readEdit(given: string): Promise<EditText> {
  const text = given.trimStart().startsWith('{') ? given : await readFile(given, 'utf8').catch(() => null)
  if (text !== null) return { ok: true, text }
  const next = 'Give a file that exists, or the arguments themselves as JSON.'
  return { ok: false, problem: refusal('NOT_FOUND', `The file ${given} cannot be read.`, next) }
}

export function toProblem(why: Refusal, hold: Hold): CommandProblem {
  const { code, message, details } = publicRefusal(why, hold)
  return refusal(code, `${hold.id} stays as it is. ${message}`, nextAfter(why.code, hold), details)
}

function nextAfter(code: Refusal['code'], hold: Hold): string {
  switch (code) {
    case 'INSUFFICIENT_ASSURANCE':
    case 'WRONG_RAIL':
    case 'NOT_AN_APPROVER':
      return `Decide it on the page: holdpoint open ${hold.id}. Or set HOLDPOINT_TOKEN to an approver's token.`
    case 'EDIT_DENIED':
    case 'NOT_GRANTABLE':
      return `Nothing was decided. Decide without it: holdpoint show ${hold.id}`
    case 'TOO_LATE':
      return `See what happened: holdpoint show ${hold.id}. The agent can call again; that asks anew.`
    case 'CONFLICT':
    case 'WRONG_STATE':
    case 'NOT_DUE':
    case 'NOT_YET':
    case 'ALREADY_SAID':
    case 'NOT_THE_ATTEMPT':
    case 'NOT_THE_OWNER':
    case 'LEASE_LAPSED':
      return `The first decision stands. See it: holdpoint show ${hold.id}`
  }
}

function refused(problem: CommandProblem): DecidedHold {
  return { ok: false, answer: failed(problem) }
}
