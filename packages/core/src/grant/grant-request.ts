/**
 * What a person asks for beside a verdict, the same on every surface: how long, for which arguments, how often, how
 * much. Read strictly: what is not understood is refused, since a limit that is overlooked is none.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { say } from '../sentence/say.ts'
import type { AmountLimit } from './grant.ts'
import type { GrantClause, PlainValue } from './grant-clause.ts'

export interface GrantRequest {
  /** The requester's session, milliseconds from now, or until a person revokes it. */
  readonly for: 'session' | 'always' | number
  /**
   * These exact arguments, any arguments of this tool, those in the scope that the policy names, or those that fit
   * every clause.
   */
  readonly arguments: 'same' | 'any' | 'scope' | readonly GrantClause[]
  /** At most so many calls. */
  readonly times?: number
  /** The numbers under a path, added up over all calls, stay within a total. */
  readonly amount?: AmountLimit
}

/** The host's word is the requester's own: it does not outlive the conversation by much. */
export const LONGEST_BY_HOST_MS: number = 30 * 60_000

/** As long as surfaces have words for. Anything between can be typed where there is a line for it. */
export const STANDING_LENGTHS: readonly GrantRequest['for'][] = ['session', LONGEST_BY_HOST_MS, 8 * 3_600_000, 'always']

export type GrantRequestReading =
  | { readonly ok: true; readonly request: GrantRequest }
  | { readonly ok: false; readonly message: string }

export function readGrantRequest(value: JsonValue): GrantRequestReading {
  if (!isJsonObject(value)) return refuse(say('grantNoObject'))
  const unknown = unknownKey(value, ['for', 'arguments', 'times', 'amount'])
  if (unknown !== null) return refuse(say('grantNameUnknown', { name: unknown }))
  const { for: lasting, arguments: which, times, amount } = value
  if (lasting !== 'session' && lasting !== 'always' && typeof lasting !== 'number') {
    return refuse(say('grantForWrong'))
  }
  if (times !== undefined && typeof times !== 'number') return refuse(say('grantTimesWrong'))
  const limit = amount === undefined ? null : readAmountLimit(amount)
  if (limit === 'wrong') return refuse(say('grantAmountWrong', { shape: '{path, total}' }))
  let covered: GrantRequest['arguments']
  if (which === 'same' || which === 'any' || which === 'scope') covered = which
  else if (Array.isArray(which)) {
    const clauses = (which as readonly JsonValue[]).map(readClause)
    const wrong = clauses.indexOf(null)
    if (wrong >= 0) return refuse(say('grantConditionWrong', { n: wrong + 1 }))
    covered = clauses.filter((clause) => clause !== null)
  } else return refuse(say('grantArgumentsWrong'))
  return {
    ok: true,
    request: {
      for: lasting,
      arguments: covered,
      ...(times === undefined ? {} : { times }),
      ...(limit === null ? {} : { amount: limit }),
    },
  }
}

function readAmountLimit(value: JsonValue): AmountLimit | 'wrong' {
  if (!isJsonObject(value) || unknownKey(value, ['path', 'total']) !== null) return 'wrong'
  const { path, total } = value
  return typeof path === 'string' && typeof total === 'number' ? { path, total } : 'wrong'
}

function readClause(value: JsonValue): GrantClause | null {
  if (!isJsonObject(value) || typeof value['path'] !== 'string') return null
  const { path, is } = value
  const only = (...keys: readonly string[]): boolean => unknownKey(value, ['path', 'is', ...keys]) === null
  const { value: same, values, folder, least, most, text } = value
  switch (is) {
    case 'equal':
      return only('value') && isPlain(same) ? { path, is, value: same } : null
    case 'one-of':
      return only('values') && isPlainList(values) ? { path, is, values } : null
    case 'under':
      return only('folder') && typeof folder === 'string' ? { path, is, folder } : null
    case 'at-most':
      return only('most') && typeof most === 'number' ? { path, is, most } : null
    case 'between':
      return only('least', 'most') && typeof least === 'number' && typeof most === 'number'
        ? { path, is, least, most }
        : null
    case 'starting-with':
      return only('text') && typeof text === 'string' ? { path, is, text } : null
    default:
      return null
  }
}

function isPlain(value: JsonValue | undefined): value is PlainValue {
  return value !== undefined && (value === null || typeof value !== 'object')
}

function isPlainList(value: JsonValue | undefined): value is readonly PlainValue[] {
  return Array.isArray(value) && (value as readonly JsonValue[]).every(isPlain)
}

function unknownKey(value: JsonObject, known: readonly string[]): string | null {
  return Object.keys(value).find((key) => !known.includes(key)) ?? null
}

function refuse(message: string): GrantRequestReading {
  return { ok: false, message: `${message}.` }
}
