/** What a tool's own function is told of the call that it runs for. */
import type { Holdpoint } from './create-holdpoint.ts'
import type { Release } from './server/confirmed-entry.ts'

export interface ApplyContext {
  /** `null`: a standing permission of a person covers the call. */
  readonly hold: string | null
  /** Who approved it; `null` where it was not held here. */
  readonly approvedBy: string | null
  /** A person changed the arguments before they approved them. */
  readonly edited: boolean
  readonly signal: AbortSignal | null
  /** What the SDK hands to a tool; `null` where there is none. */
  readonly sdk: unknown
}

export async function approvalOf(
  holdpoint: Holdpoint,
  { hold, by, decided }: Release,
): Promise<Pick<ApplyContext, 'hold' | 'approvedBy' | 'edited'>> {
  if (decided !== undefined) return { hold, approvedBy: decided.by, edited: decided.edited }
  if (hold === null || by !== 'engine') return { hold, approvedBy: null, edited: false }
  const found = await (await holdpoint.engine()).store.holds.get(hold)
  const approval = found?.verdicts.findLast(({ answer }) => answer === 'approve') ?? null
  return { hold, approvedBy: approval?.by ?? null, edited: found !== null && found.edit !== null }
}
