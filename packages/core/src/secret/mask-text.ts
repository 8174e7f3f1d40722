/**
 * Masks the secrets in a text that is drawn: `⟦ghp_…9fA2 (40 characters)⟧`. Everything outside a mask stays as it is, and
 * a mask stands for token characters only, so who sees one sees what runs. It expects text whose hidden characters are
 * visible: there every `⟦` begins a mark of ours, and no text can forge a mask. It never touches what is stored or sent.
 */
import { otherLanguage } from '../sentence/language.ts'
import { findSecrets } from './find-secrets.ts'
import type { SecretSpan } from './secret-span.ts'

/** How many characters at each end stay, where as many again are hidden. */
const SHOWN_AT_ENDS = 4
const SHORTEST_WITH_ENDS = 4 * SHOWN_AT_ENDS
const MOST_ROUNDS = 4
const ANY_MASK = /⟦[A-Za-z0-9+/=_.-]{0,4}…[A-Za-z0-9+/=_.-]{0,4} \(\d+ (?:characters?|个字符)(?:, #\d+)?\)⟧/u

/**
 * Of one thing that is shown: the language of its reader, and the secrets that were masked in it so far. Different secrets
 * that would look the same are numbered, so that a change from one to the other is seen.
 */
export interface Masker {
  readonly locale: string
  readonly seen: Map<string, Map<string, number>>
}

export function createMasker(locale: string = 'en'): Masker {
  return { locale, seen: new Map() }
}

/** `isNamed`: the name that the text stands under says that it is a secret. */
export function maskText(text: string, masker: string | Masker = 'en', isNamed: boolean = false): string {
  let masked = text
  // What stood before a name may have become a mask, and have been what kept the name from being one.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const spans = findSecrets(masked, isNamed && round === 0)
    if (spans.length === 0) break
    masked = withMasks(masked, spans, masker)
  }
  return masked
}

/** For text as it was sent: a literal `⟦` is marked first. */
export function maskSentText(text: string, isNamed: boolean = false): string {
  return maskText(text.replaceAll('⟦', '⟦U+27E6⟧'), 'en', isNamed)
}

/** `spans` as `findSecrets` gives them. */
export function withMasks(text: string, spans: readonly SecretSpan[], masker: string | Masker): string {
  if (spans.length === 0) return text
  let drawn = ''
  let copiedTo = 0
  for (const span of spans) {
    drawn += text.slice(copiedTo, span.start) + maskOf(text, span, masker)
    copiedTo = span.end
  }
  return drawn + text.slice(copiedTo)
}

/** Whether a text has what reads as a mask of ours: whoever sends it back has taken it for the secret. */
export function hasMask(text: string): boolean {
  return ANY_MASK.test(text)
}

export function maskOf(text: string, { start, end, isRest }: SecretSpan, masker: string | Masker): string {
  const { locale, seen } = typeof masker === 'string' ? createMasker(masker) : masker
  const secret = text.slice(start, end).replaceAll(/⟦U\+000[AD]⟧|\s/g, '')
  const hasEnds = isRest !== true && secret.length >= SHORTEST_WITH_ENDS
  const first = hasEnds ? secret.slice(0, SHOWN_AT_ENDS) : ''
  // Where the text was cut, its end is none.
  const last = hasEnds && text.charAt(end) !== '…' ? secret.slice(-SHOWN_AT_ENDS) : ''
  const words = otherLanguage(locale) === null ? (secret.length === 1 ? 'character' : 'characters') : '个字符'
  const kept = `${first}…${last} (${secret.length} ${words}`
  const alike = seen.get(kept) ?? new Map<string, number>()
  seen.set(kept, alike)
  const number = alike.get(secret) ?? alike.size + 1
  alike.set(secret, number)
  return number === 1 ? `⟦${kept})⟧` : `⟦${kept}, #${number})⟧`
}
