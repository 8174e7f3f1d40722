/**
 * One interface for every way to put a question to the person at the host. A rail asks; it decides nothing: what a
 * person answered goes through `decide` like every other verdict, and what is no answer leaves the hold as it was.
 */
import type { Hold, Rail, Store } from '@holdpoint/core'
import type { AskedClient } from '../calls/caller.ts'
import { decisiveVerdict, showHiddenCharacters } from '@holdpoint/core'

export interface RailQuestion {
  readonly hold: Hold
  readonly caller: AskedClient
  /** Makes sure that the hold's page can be reached, and gives its address: never one that is signed in. */
  readonly approvalUrl: () => Promise<string>
  /** Resolves when there is nothing left to ask: decided elsewhere, the caller gone, time up. */
  readonly over: Promise<void>
  /** Resolves once the hold is decided, wherever that was. */
  readonly decided: Promise<void>
  /** Told which rail asks now. */
  readonly begun?: (rail: Rail) => void
}

export type Asked =
  /** A verdict of the person at the host is stored. */
  | { readonly kind: 'decided' }
  /** No person decided on this rail: the envelope tells the agent where it can be done. */
  | { readonly kind: 'undecided'; readonly why: string }
  /** No person can have seen the question: the next rail is tried. */
  | { readonly kind: 'not-reached'; readonly why: string }
  /** The call itself is answered with a question (stateless era): the client comes back with the answer. */
  | { readonly kind: 'reply'; readonly resultJson: string }

export interface HostRail {
  readonly name: Rail
  /** Why it cannot ask this question; `null`: it can. */
  unusable(question: Pick<RailQuestion, 'hold' | 'caller'>): string | null
  ask(question: RailQuestion): Promise<Asked>
}

/**
 * No person reads a question and answers it faster: a host that does answers by itself. No time at all is too fast too.
 */
export function isByItself(afterMs: number): boolean {
  return !(afterMs >= FASTEST_PERSON_MS)
}

const FASTEST_PERSON_MS = 250

const PAST = { approve: 'approved', decline: 'declined', cancel: 'cancelled' } as const

/**
 * What a host shows when its question is taken back: who decided, and where. Never fails: the question closes anyway.
 */
export async function whyClosed(store: Pick<Store, 'holds'>, id: string): Promise<string> {
  const hold = await store.holds.get(id).catch(() => null)
  const verdict = hold === null ? null : decisiveVerdict(hold)
  if (verdict !== null) return showHiddenCharacters(`${PAST[verdict.answer]} by ${verdict.by} via ${verdict.via}`).text
  return hold?.state === 'pending' ? 'it waits elsewhere now' : 'the question is closed'
}
