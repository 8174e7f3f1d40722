/**
 * What whoever sits at the terminal of `serve` or `demo` may say about further calls. Offered is what the one door would
 * accept from the host's word for this very hold, found by asking it; what is typed is read here and judged there.
 */
import {
  choicesFor,
  exampleGrantWords,
  plainWords,
  readDenialWords,
  readGrantWords,
  whyNotStanding,
} from '@holdpoint/core'
import type { Grant, GrantRequest, Hold } from '@holdpoint/core'
import type { TerminalOffers } from '../../terminal/question-desk.ts'

export type Standing =
  | { readonly ok: true; readonly grant: GrantRequest | null; readonly reason: string | null }
  | { readonly ok: false; readonly message: string }

const NOTHING = { ok: true, grant: null, reason: null } as const
const OFFERED = ['session', '30m', 'same session', 'same 30m'] as const

export function offersOf(hold: Hold): TerminalOffers {
  return {
    scope: choicesFor(hold).find(({ name }) => name === 'scope')?.words ?? null,
    yes: plainWords(hold, 'approve'),
    no: plainWords(hold, 'decline'),
    allow: OFFERED.filter((words) => isAccepted(words, 'allow', hold)),
    deny: OFFERED.filter((words) => isAccepted(words, 'deny', hold)),
    limited: isUndoOffer(hold)
      ? { allow: null, deny: null }
      : { allow: exampleGrantWords(hold, ['allow'], 'host'), deny: exampleGrantWords(hold, ['deny'], 'host') },
  }
}

/** `words`: as typed behind the code, or behind `deny`. */
export function readStanding(words: string | null, answer: 'approve' | 'decline', hold: Hold): Standing {
  if (words === null) return NOTHING
  if (answer === 'approve' && /^once$/i.test(words)) return NOTHING
  if (isUndoOffer(hold)) return { ok: false, message: 'An offer to take a call back says nothing about other calls.' }
  if (answer === 'approve') {
    // A word behind the code that nobody understood may have been a limit.
    const reading = readGrantWords(words)
    return reading.ok ? { ...NOTHING, grant: reading.request } : reading
  }
  const reading = readDenialWords(words)
  return reading.ok ? { ...NOTHING, grant: reading.request, reason: reading.reason } : reading
}

/** Which words would have been understood and accepted. */
export function describeOffers({ scope, allow, deny, limited }: TerminalOffers, answer: 'approve' | 'decline'): string {
  const plain =
    answer === 'approve' ? [...(scope === null ? [] : ['scope']), ...allow] : deny.map((each) => `deny ${each}`)
  const example = answer === 'approve' ? limited.allow : limited.deny === null ? null : `deny ${limited.deny}`
  const place = answer === 'approve' ? 'behind the code' : 'here'
  const words = [...plain, ...(example === null ? [] : [`or with limits, such as ${example}`])]
  return words.length === 0 ? `Nothing more may be said ${place}.` : `Allowed ${place}: ${words.join(', ')}.`
}

function isAccepted(words: string, effect: Grant['effect'], hold: Hold): boolean {
  const reading = readGrantWords(words)
  if (!reading.ok || isUndoOffer(hold)) return false
  return whyNotStanding(reading.request, { hold, effect, assurance: 'host' }) === null
}

function isUndoOffer({ undoOf }: Hold): boolean {
  return undoOf !== undefined
}
