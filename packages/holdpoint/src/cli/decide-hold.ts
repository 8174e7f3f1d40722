/** What `approve` and `reject` share: who decides, what they see, the one door, and how its answer reads. */
import { approvedDigest, checkEligibility, decide, decisiveVerdict, describeGrant, toGrant } from '@holdpoint/core'
import type { CheckedEdit, Grant, GrantRequest, Hold, Refusal, Verdict } from '@holdpoint/core'
import { identifyActor } from './actor.ts'
import type { Actor } from './actor.ts'
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
  const { command, reference } = decision
  const identified = await identifyActor(context, { name: command, roles: ['approver', 'admin'], about: reference })
  if (!identified.ok) return refused(identified.problem)
  const { actor } = identified
  const store = await context.storage.open()
  const search = await findHold(store, reference, actor.tenant)
  if (!search.ok) return refused(search.problem)
  const { hold } = search
  const verdict: Omit<Verdict, 'at' | 'edits'> = {
    answer: command === 'approve' ? 'approve' : 'decline',
    by: actor.by,
    via: actor.via,
    assurance: actor.assurance,
    reason: decision.reason,
  }
  const edit = decision.edit === null ? null : await readEdit(context, hold, decision.edit, actor)
  if (edit?.ok === false) return refused(edit.problem)
  const wanted = edit === null ? hold : editedHold(hold, edit.edit, actor.by)
  // A hold that is decided, or that this actor may not decide, stays as it is: no use in making somebody type a code.
  const open = hold.state === 'pending' && checkEligibility(wanted, verdict) === null
  if (open) {
    const now = await store.now()
    const granted = decision.grant === null ? '' : describeWanted(decision.grant, wanted, verdict, now)
    const shown = describeQuestion(wanted, now, context.terminal)
    const problem = await confirmAtTerminal(context, actor, `${shown}${granted}`, command)
    if (problem !== null) return refused(problem)
  }
  const answer = await decide(store, {
    hold: hold.id,
    tenant: actor.tenant,
    verdict,
    shown: approvedDigest(wanted),
    ...(edit === null ? {} : { edit: edit.edit }),
    ...(decision.grant === null ? {} : { grant: { id: context.verdicts.newGrantId(), request: decision.grant } }),
  })
  switch (answer.kind) {
    case 'decided':
      return { ok: true, hold: answer.hold, receipt: false, now: await store.now(), grant: answer.grant }
    case 'receipt':
      return { ok: true, hold: answer.hold, receipt: true, now: await store.now(), grant: null }
    case 'not-found':
      return refused(notFound(reference).problem)
    case 'refused':
      return refused(toProblem(answer.refusal, answer.hold))
  }
}

type EditReading = { readonly ok: true; readonly edit: CheckedEdit } | { readonly ok: false; readonly problem: Problem }

async function readEdit(context: CommandContext, hold: Hold, given: string, actor: Actor): Promise<EditReading> {
  const inline = given.trimStart().startsWith('{')
  const argumentsText = inline ? given : await context.verdicts.readEdit(given)
  if (argumentsText === null) {
    const next = 'Give a file that exists, or the arguments themselves as JSON.'
    return { ok: false, problem: refusal('NOT_FOUND', `The file ${given} cannot be read.`, next) }
  }
  const checked = await context.verdicts.checkEdit({ hold, argumentsText, by: actor.by })
  if (checked.ok) return checked
  const next = `Begin with what was asked for: holdpoint show ${hold.id} --json`
  return { ok: false, problem: refusal('EDIT_REFUSED', checked.message, next) }
}

/** The hold as it would be: what is shown is what is approved. */
function editedHold(hold: Hold, { argumentsText, digest, ruling, preview }: CheckedEdit, by: string): Hold {
  return { ...hold, ruling, preview, edit: { argumentsText, digest, by, at: hold.createdAt } }
}

/** What a standing answer would cover, before it is given; one that may not be is refused by the one door, with the reason. */
function describeWanted(
  request: GrantRequest,
  hold: Hold,
  { answer, by, via, assurance }: Omit<Verdict, 'at' | 'edits'>,
  at: number,
): string {
  const effect = answer === 'approve' ? 'allow' : 'deny'
  const made = toGrant(request, { id: '', effect, hold, by, via, assurance, at })
  return made.ok ? `From now on: ${describeGrant(made.grant)}\n\n` : `Cannot be granted: ${made.message}\n\n`
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
    case 'EDIT_DENIED':
    case 'NOT_GRANTABLE':
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
    case 'EDIT_DENIED':
    case 'NOT_GRANTABLE':
      return `Nothing was decided. Decide without it: holdpoint show ${hold.id}`
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
