/**
 * A standing answer as a person types it, the same words on every surface that takes a line of text:
 *
 * [same|any|scope] LENGTH [N times] [up to TOTAL of NAME] [where CONDITION[; CONDITION]…]
 *
 * Read strictly: what is not understood is refused with what would be, never skipped, since a limit that is overlooked
 * is none. Whether the answer may stand is not judged here (`check-grant.ts`).
 */
import { failBehindClause, takeArgumentName, takeClauses, takeNumber } from './clause-words.ts'
import type { AmountLimit } from './grant.ts'
import type { GrantRequest } from './grant-request.ts'
import { currentWord, failWords, showWord, startWords, takeBare } from './word-cursor.ts'
import type { WordCursor } from './word-cursor.ts'

export type GrantWords =
  | { readonly ok: true; readonly request: GrantRequest }
  | { readonly ok: false; readonly message: string }

export type DenialWords =
  | { readonly ok: true; readonly request: GrantRequest; readonly reason: string | null }
  | { readonly ok: false; readonly message: string }

/** In milliseconds; behind a number, with or without a blank. */
const UNITS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1000, ['s', 'sec', 'second', 'seconds']],
      [60_000, ['m', 'min', 'minute', 'minutes']],
      [3_600_000, ['h', 'hour', 'hours']],
      [86_400_000, ['d', 'day', 'days']],
    ] as const
  ).flatMap(([milliseconds, names]) => names.map((name) => [name, milliseconds] as const)),
)
const LENGTHS = 'session, always, or 30m, 2h, 7d'

export function readGrantWords(text: string): GrantWords {
  const cursor = startWords(text)
  const request = takeRequest(cursor)
  if (request !== undefined && currentWord(cursor).kind !== 'end') failBehind(cursor, request)
  return request === undefined || cursor.problem !== null ? refused(cursor) : { ok: true, request }
}

/** The same, with the reason of a "no" behind it; behind conditions `--` has to stand before the reason. */
export function readDenialWords(text: string): DenialWords {
  const cursor = startWords(text)
  const request = takeRequest(cursor)
  if (request === undefined) return refused(cursor)
  const marked = takeBare(cursor, '--')
  const reason = cursor.text.slice(currentWord(cursor).from).trim()
  if (reason !== '' && !marked && (typeof request.arguments !== 'string' || isGrammar(cursor)))
    failBehind(cursor, request)
  return cursor.problem === null ? { ok: true, request, reason: reason === '' ? null : reason } : refused(cursor)
}

function takeRequest(cursor: WordCursor): GrantRequest | undefined {
  const same = takeBare(cursor, 'same')
  const scope = !same && takeBare(cursor, 'scope')
  if (!same && !scope) takeBare(cursor, 'any')
  // A scope is one session's, so its length need not be said.
  const lasting = scope && !isLength(cursor) ? 'session' : takeLength(cursor)
  if (lasting === undefined) return undefined
  let times: number | undefined
  let amount: AmountLimit | undefined
  for (;;) {
    const count = isCount(cursor)
    if (count !== null && times === undefined) {
      times = count
      cursor.at += 2
    } else if (amount === undefined && takeBare(cursor, 'up', 'to')) {
      amount = takeAmount(cursor)
      if (amount === undefined) return undefined
    } else break
  }
  const limits = { ...(times === undefined ? {} : { times }), ...(amount === undefined ? {} : { amount }) }
  const covered = same ? 'same' : scope ? 'scope' : 'any'
  if (!takeBare(cursor, 'where')) return { for: lasting, arguments: covered, ...limits }
  if (covered !== 'any')
    return failWords(cursor, `"${covered}" and "where" are two different things: give one of them.`)
  const clauses = takeClauses(cursor)
  return clauses === undefined ? undefined : { for: lasting, arguments: clauses, ...limits }
}

/** Whether a length of time stands there, and no count. */
function isLength(cursor: WordCursor): boolean {
  const { kind, text } = currentWord(cursor)
  return kind === 'bare' && isCount(cursor) === null && /^(?:session|always|\d+[a-z]*)$/i.test(text)
}

function takeLength(cursor: WordCursor): GrantRequest['for'] | undefined {
  const word = currentWord(cursor)
  if (word.kind === 'end') return failWords(cursor, `It is not said for how long: write ${LENGTHS}.`)
  if (takeBare(cursor, 'session')) return 'session'
  if (takeBare(cursor, 'always')) return 'always'
  const [, digits = '', joined = ''] = word.kind === 'bare' ? (/^(\d{1,9})([a-z]*)$/i.exec(word.text) ?? []) : []
  const next = cursor.words[cursor.at + 1]
  const apart = joined === '' && next?.kind === 'bare' ? next.text : ''
  const unit = UNITS.get((joined === '' ? apart : joined).toLowerCase())
  const milliseconds = digits === '' || unit === undefined ? 0 : Number(digits) * unit
  if (milliseconds === 0) return failWords(cursor, `${showWord(word)} is no length of time: write ${LENGTHS}.`)
  cursor.at += joined === '' ? 2 : 1
  return milliseconds
}

/**
 * A word of ours in another place is a slip, not the beginning of a reason: taken for one, it would refuse more than
 * was meant.
 */
function isGrammar(cursor: WordCursor): boolean {
  const { kind, text } = currentWord(cursor)
  return kind !== 'bare' || /^(?:same|any|scope|session|always|where|only|up|\d+[a-z]*)$/i.test(text)
}

/** `5 times`; `null` where something else stands there. */
function isCount({ words, at }: WordCursor): number | null {
  const [count, times] = [words[at], words[at + 1]]
  const counted = count?.kind === 'bare' && /^\d{1,7}$/.test(count.text)
  return counted && times?.kind === 'bare' && /^times?$/i.test(times.text) ? Number(count.text) : null
}

function takeAmount(cursor: WordCursor): AmountLimit | undefined {
  const total = takeNumber(cursor)
  if (total === undefined) return undefined
  if (!takeBare(cursor, 'of'))
    return failWords(cursor, `"of" and the name of an argument are expected: up to ${total} of amount.`)
  const path = takeArgumentName(cursor)
  return path === undefined ? undefined : { path, total }
}

function failBehind(cursor: WordCursor, request: GrantRequest): undefined {
  if (typeof request.arguments !== 'string') return failBehindClause(cursor)
  const rest = cursor.text.slice(currentWord(cursor).from)
  return failWords(
    cursor,
    `${showWord({ text: rest })} is not understood: behind the length come "5 times", "up to 100 of amount", "where amount at most 10".`,
  )
}

function refused({ problem }: WordCursor): { readonly ok: false; readonly message: string } {
  return { ok: false, message: problem ?? 'It is not understood.' }
}
