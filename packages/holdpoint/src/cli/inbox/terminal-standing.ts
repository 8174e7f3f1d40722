/**
 * What the person at the terminal of `serve` or `demo` may say about further calls. Only what `decide` would accept
 * from the host for this very hold is offered, found by asking its rule. What is typed is read here and judged there.
 */
import {
  answersFor,
  exampleGrantWords,
  plainAnswer,
  readDenialWords,
  readGrantWords,
  whyNoneStands,
} from '@holdpoint/core'
import type { GrantRequest, Hold, StandingOffer } from '@holdpoint/core'
import type { TerminalOffers } from '../../terminal/terminal-questions.ts'

export type TypedStanding =
  | { readonly ok: true; readonly grant: GrantRequest | null; readonly reason: string | null }
  | { readonly ok: false; readonly message: string }

const NOTHING = { ok: true, grant: null, reason: null } as const
const OFFERED = ['session', '30m', 'same session', 'same 30m'] as const

export function offersOf(hold: Hold): TerminalOffers {
  const { choices, allow, deny } = answersFor(hold, { assurance: 'host' })
  return {
    scope: choices.find(({ name }) => name === 'scope')?.words ?? null,
    yes: plainAnswer(hold, 'approve'),
    no: plainAnswer(hold, 'decline'),
    allow: wordsOf(allow),
    deny: wordsOf(deny),
    limited: {
      allow: allow.why === null ? exampleGrantWords(hold, ['allow'], 'host') : null,
      deny: deny.why === null ? exampleGrantWords(hold, ['deny'], 'host') : null,
    },
  }
}

/** `words`: as typed behind the code, or behind `deny`. */
export function readStanding(words: string | null, answer: 'approve' | 'decline', hold: Hold): TypedStanding {
  if (words === null) return NOTHING
  if (answer === 'approve' && /^once$/i.test(words)) return NOTHING
  const why = hold.undoOf === undefined ? null : whyNoneStands(hold, answer === 'approve' ? 'allow' : 'deny')
  if (why !== null) return { ok: false, message: why }
  if (answer === 'approve') {
    // A word behind the code that is not understood may have been meant as a limit.
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

function wordsOf({ arguments: covered, lengths }: StandingOffer): readonly string[] {
  return OFFERED.filter((words) => {
    const reading = readGrantWords(words)
    if (!reading.ok || typeof reading.request.arguments !== 'string' || reading.request.arguments === 'scope')
      return false
    return covered.includes(reading.request.arguments) && lengths.includes(reading.request.for)
  })
}
