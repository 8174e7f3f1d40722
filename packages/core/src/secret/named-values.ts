/**
 * Secrets that are known by what stands before them: `API_KEY=…`, `"password": "…"`, `--token …`, `Authorization: Bearer
 * …`, `https://user:…@host`. Every search begins at a fixed word and looks at a bounded stretch around it.
 *
 * A value ends with its quote, or without one with the first blank or shell character, so that nothing that acts is
 * taken for a part of it. A quoted value with blanks is a sentence or a command, and no secret.
 */
import { isSecretName } from './secret-names.ts'
import type { SecretSpan } from './secret-span.ts'
import { tokenRuns } from './secret-span.ts'

const ASSIGNED =
  /(?:key|token|secret|password|passwd|passphrase|passcode|pwd|pass|pw|pat|signature|credential|authorization|cookie|cvv|cvc|string|code)s?(\\{0,4}["'])?([ \t]{0,3}(?:={1,3}>?|:=?)[ \t]{0,3}|[ \t]{1,2})(\\{0,4}["'])?/giu
const NAME_BEFORE = /[A-Za-z0-9_.-]{0,80}$/
const LONGEST_VALUE = 4096
const MOST_JUDGED = 256
const SEVERAL = /^(?:tokens|secrets|passwords|credentials?|cookies)$/i
const SCHEME = /^(?:Bearer|Basic|Token|Digest|ApiKey|Bot)[ \t]{1,3}/i
/** What ends a value that has no quotes. */
const PLAIN_END = /[\s"'`;|&<>(){}[\]$,…⟦⟧]/
const BEARER = /(?<![A-Za-z0-9])(?:Bearer|Basic)[ \t]{1,3}([A-Za-z0-9+/=_.-]{12,})/gi
const IN_ADDRESS = /:\/\/[^\s/:@"'`⟦⟧]{0,100}:([^\s/@"'`⟦⟧]{1,256})@/g
/** What a type, a template or a question says in place of a value: `Bearer TOKEN` is to be filled in. */
const NO_VALUE =
  /^(?:string|str|text|number|int|integer|float|boolean|bool|true|false|null|nil|none|undefined|unknown|any|object|required|optional|yes|no|on|off|is|was|for|and|or|the|a|an|of|to|in|token|secret|password|key)$/i

export function namedSecrets(text: string): readonly SecretSpan[] {
  return [...assigned(text), ...bearers(text), ...inAddresses(text)]
}

function assigned(text: string): readonly SecretSpan[] {
  const spans: SecretSpan[] = []
  const judged = new Map<string, boolean>()
  let readTo = 0
  for (const match of text.matchAll(ASSIGNED)) {
    // What stands within a value is a part of it.
    if (match.index < readTo) continue
    const [whole, closing, separator = '', quote] = match
    const isFlag = separator.trim() === ''
    // The next option is no value of this one.
    if (isFlag && (closing !== undefined || text.charAt(match.index + whole.length) === '-')) continue
    const word = whole.slice(0, whole.length - (closing ?? '').length - separator.length - (quote ?? '').length)
    const before = NAME_BEFORE.exec(text.slice(Math.max(0, match.index - 80), match.index))?.[0] ?? ''
    // Between a name and its value may be a blank only where the name is an option of a command.
    if (isFlag && !before.startsWith('--')) continue
    // A run such as `path/to/key` or `a.b=c` is more than the name.
    const name = (before + word).replace(/^.*[=/]/, '').replace(/^-+/, '')
    // `token:ops` names a token of ours, as rules and people are told it.
    if (quote === undefined && separator === ':' && /^token$/i.test(name)) continue
    // In prose, several of them are a topic.
    if (quote === undefined && SEVERAL.test(name)) continue
    const isSecret = judged.get(name) ?? isSecretName(name)
    if (judged.size < MOST_JUDGED) judged.set(name, isSecret)
    if (!isSecret) continue
    const found = valueAt(text, match.index + whole.length, quote ?? null)
    // "Unexpected token: PLUS" is a sentence.
    const isInSentence =
      quote === undefined &&
      /[A-Za-z] $/.test(text.slice(Math.max(0, match.index - before.length - 2), match.index - before.length))
    if (isInSentence && found.every(({ start, end }) => /^[A-Za-z.]+$/.test(text.slice(start, end)))) continue
    spans.push(...found)
    readTo = found.at(-1)?.end ?? readTo
  }
  return spans
}

function valueAt(text: string, at: number, quote: string | null): readonly SecretSpan[] {
  const stretch = text.slice(at, at + LONGEST_VALUE)
  const scheme = SCHEME.exec(stretch)?.[0].length ?? 0
  const rest = stretch.slice(scheme)
  const length = quote === null ? endOf(rest, PLAIN_END) : quotedLength(rest, quote)
  if (length === null || length === 0) return []
  const next = rest.charAt(length)
  // A call such as `token = read()` names no value.
  if (quote === null && /[([{$]/.test(next)) return []
  return secretRuns(text, at + scheme, at + scheme + length)
}

/** Up to the quote that ends it, or to where it was cut; `null`: it is no secret. */
function quotedLength(rest: string, quote: string): number | null {
  const end = rest.indexOf(quote)
  const cut = rest.indexOf('…')
  const length = end < 0 ? (cut < 0 ? rest.length : cut) : cut < 0 ? end : Math.min(cut, end)
  return /[\s⟦⟧]/.test(rest.slice(0, length)) ? null : length
}

function endOf(text: string, end: RegExp): number {
  const found = text.search(end)
  return found < 0 ? text.length : found
}

/** The value of a member whose name says that it is a secret. */
export function secretValue(text: string): readonly SecretSpan[] {
  // A row has it in quotes where a blank at its end could be overlooked.
  const start = /^[\s"']*/.exec(text)?.[0].length ?? 0
  const end =
    start +
    text
      .slice(start)
      .trimEnd()
      .replace(/[\s"']{1,8}$/, '').length
  const from = start + (SCHEME.exec(text.slice(start, start + 16))?.[0].length ?? 0)
  // Private keys and the like have lines; they are known by their shape.
  if (from >= end || /[\s⟦⟧]/.test(text.slice(from, end))) return []
  return secretRuns(text, from, end)
}

function secretRuns(text: string, start: number, end: number): readonly SecretSpan[] {
  if (NO_VALUE.test(text.slice(start, end))) return []
  return tokenRuns(text, start, end).map((span, index) => (index === 0 ? span : { ...span, isRest: true }))
}

function bearers(text: string): readonly SecretSpan[] {
  return Array.from(text.matchAll(BEARER)).flatMap(({ 0: found, 1: run = '', index }) => {
    // "Bearer authentication" is prose.
    if (!/[0-9]/.test(run) && !(/[A-Z]/.test(run) && /[a-z]/.test(run.slice(1)) && /=$|[A-Z]/.test(run.slice(1))))
      return []
    const end = index + found.length
    return [{ start: end - run.length, end }]
  })
}

function inAddresses(text: string): readonly SecretSpan[] {
  if (!text.includes('://')) return []
  return Array.from(text.matchAll(IN_ADDRESS)).flatMap(({ 0: found, 1: password = '', index }) => {
    const end = index + found.length - 1
    return tokenRuns(text, end - password.length, end).map((span, place) =>
      place === 0 ? span : { ...span, isRest: true as const },
    )
  })
}
