/**
 * Everything of a decision before a person is asked to confirm it: the verdict, the checked edit, what a standing
 * answer would cover, and the hold as it would then be, which is what has to be shown. It changes nothing.
 */
import { checkEligibility, describeGrant, toGrant, peopleBehind } from '@holdpoint/core'
import type { CheckedEdit, GrantRequest, Hold, Refusal, Verdict } from '@holdpoint/core'
import type { Actor } from '../actor.ts'
import type { CommandContext } from '../command-context.ts'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'

export interface DecisionWish {
  readonly answer: 'approve' | 'decline'
  readonly hold: Hold
  readonly reason: string | null
  /** All arguments as JSON; `null`: as requested. */
  readonly edit: string | null
  /** A standing answer beside this one. */
  readonly grant: GrantRequest | null
}

export interface PreparedDecision {
  readonly actor: Actor
  /** As it would be decided: what is shown is what is approved. */
  readonly hold: Hold
  readonly verdict: Omit<Verdict, 'at' | 'edits'>
  readonly edit: CheckedEdit | null
  readonly grant: GrantRequest | null
  /** What a standing answer would cover, before it is given. */
  readonly standing: { readonly ok: boolean; readonly text: string } | null
  /** Why this actor cannot decide it; `null`: they can, if it is still pending. */
  readonly ineligible: Refusal | null
}

export type Preparation =
  | { readonly ok: true; readonly prepared: PreparedDecision }
  | { readonly ok: false; readonly problem: CommandProblem }

export async function prepareDecision(
  context: CommandContext,
  actor: Actor,
  wish: DecisionWish,
  now: number,
): Promise<Preparation> {
  const { answer, reason, grant } = wish
  const edit = wish.edit === null ? null : await checkEdit(context, wish.hold, wish.edit, actor)
  if (edit?.ok === false) return edit
  const hold = edit === null ? wish.hold : editedHold(wish.hold, edit.edit, actor.by)
  const verdict = { answer, by: actor.by, via: actor.via, assurance: actor.assurance, reason }
  return {
    ok: true,
    prepared: {
      actor,
      hold,
      verdict,
      edit: edit?.edit ?? null,
      grant,
      standing: grant === null ? null : describeStanding(grant, hold, verdict, now),
      ineligible: checkEligibility(hold, {
        ...verdict,
        ...peopleBehind(await context.verdicts.people(), hold.call, actor.by),
      }),
    },
  }
}

type EditOutcome =
  | { readonly ok: true; readonly edit: CheckedEdit }
  | { readonly ok: false; readonly problem: CommandProblem }

async function checkEdit(
  context: CommandContext,
  hold: Hold,
  argumentsText: string,
  actor: Actor,
): Promise<EditOutcome> {
  const checked = await context.verdicts.checkEdit({ hold, argumentsText, by: actor.by })
  if (checked.ok) return checked
  const next = `Begin with what was asked for: holdpoint show ${hold.id} --json`
  return { ok: false, problem: refusal(checked.code, checked.message, next) }
}

function editedHold(hold: Hold, { argumentsText, digest, ruling, preview }: CheckedEdit, by: string): Hold {
  return { ...hold, ruling, preview, edit: { argumentsText, digest, by, at: hold.createdAt } }
}

/** `decide` refuses one that is not allowed, too. */
function describeStanding(
  request: GrantRequest,
  hold: Hold,
  { answer, by, via, assurance }: Omit<Verdict, 'at' | 'edits'>,
  at: number,
): PreparedDecision['standing'] {
  const effect = answer === 'approve' ? 'allow' : 'deny'
  const made = toGrant(request, { id: '', effect, hold, by, via, assurance, at })
  return made.ok
    ? { ok: true, text: `From now on: ${describeGrant(made.grant)}` }
    : { ok: false, text: `Cannot be granted: ${made.message}` }
}
