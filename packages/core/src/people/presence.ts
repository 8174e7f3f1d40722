/**
 * Whether a person can be reached, as far as the processes of this home know: at an open inbox, or at the terminal of a
 * service. Entries lapse by themselves. An inbox shows every hold, and where else it can be decided. A terminal shows
 * only what can be decided there, so a hold does not wait for a terminal whose answer would not count for it.
 */
import { checkEligibility } from '../hold/eligibility.ts'
import type { Hold } from '../hold/hold.ts'
import type { ListedHold } from '../hold/listed-hold.ts'
import type { Verdict } from '../hold/verdict.ts'
import type { Store } from '../store/store.ts'

/** Who answers at a terminal. */
export type TerminalDecider = Pick<Verdict, 'by' | 'via' | 'assurance'>

export interface Watchers {
  readonly reachable: boolean
  /** Why the people at terminals cannot decide it. */
  readonly skipped: readonly string[]
}

const PREFIX = 'presence/'
export const PRESENCE_LASTS_MS = 20_000

export async function findWatchers(store: Store, hold: Hold): Promise<Watchers> {
  const now = await store.now()
  const present = (await store.settings.under(PREFIX))
    .map(({ value }) => readPresence(value))
    .filter(({ until }) => until > now)
  const refusals = present.map(({ voice }) => (voice === null ? null : cannotDecide(hold, voice)))
  return {
    reachable: refusals.includes(null),
    skipped: [...new Set(refusals.filter((refusal) => refusal !== null))],
  }
}

/** Who looks now, whatever they may decide. */
export async function countWatchers(store: Store): Promise<{ readonly inboxes: number; readonly terminals: number }> {
  const now = await store.now()
  const present = (await store.settings.under(PREFIX))
    .map(({ value }) => readPresence(value))
    .filter(({ until }) => until > now)
  const terminals = present.filter(({ voice }) => voice !== null).length
  return { inboxes: present.length - terminals, terminals }
}

/** An inbox, on a page or in a terminal of its own. */
export async function announcePresence(store: Store, instance: string, present: boolean): Promise<void> {
  const until = present ? String((await store.now()) + PRESENCE_LASTS_MS) : null
  await store.settings.put(`${PREFIX}${instance}`, until, null)
}

/** The terminal of a service and who answers there; `null`: the person has left it. */
export async function announceTerminal(store: Store, place: string, voice: TerminalDecider | null): Promise<void> {
  const until = (await store.now()) + PRESENCE_LASTS_MS
  await store.settings.put(`${PREFIX}${place}`, voice === null ? null : `${until} ${JSON.stringify(voice)}`, null)
}

/** Why a voice could not approve a hold; `null`: it could. */
export function cannotDecide(hold: ListedHold, voice: TerminalDecider): string | null {
  return checkEligibility(hold, { answer: 'approve', ...voice })?.message ?? null
}

/** An entry that cannot be read counts as lapsed. */
function readPresence(value: string): { readonly until: number; readonly voice: TerminalDecider | null } {
  const space = value.indexOf(' ')
  if (space < 0) return { until: Number(value), voice: null }
  try {
    return { until: Number(value.slice(0, space)), voice: JSON.parse(value.slice(space + 1)) as TerminalDecider }
  } catch {
    return { until: Number.NaN, voice: null }
  }
}
