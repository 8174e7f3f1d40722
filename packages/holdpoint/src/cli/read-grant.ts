/** The options that ask for a standing answer: how long, for which arguments, how often, how much in all. */
import { readClauseWords, readGrantRequest, readStrict } from '@holdpoint/core'
import type { GrantRequest, JsonValue } from '@holdpoint/core'
import { readDuration } from './duration.ts'
import type { ReadArguments } from './read-command-arguments.ts'

export type GrantOptionReading =
  /** `null`: only this call. */
  | { readonly ok: true; readonly request: GrantRequest | null }
  | { readonly ok: false; readonly message: string; readonly next: string }

const EXAMPLE = `Write it like --where 'amount at most 100; path under /srv', or as JSON.`
/** Options that mean nothing without the one that says how long. */
const COMPANIONS = ['times', 'where', 'amount'] as const

export function readGrantOptions(read: ReadArguments, lasting: 'allow' | 'deny'): GrantOptionReading {
  const length = read.value(lasting)
  if (length === null) {
    const alone = COMPANIONS.find((name) => read.value(name) !== null)
    const stray = alone ?? (read.flag('same-arguments') ? 'same-arguments' : null)
    if (stray === null) return { ok: true, request: null }
    return wrong(`--${stray} belongs to --${lasting}.`, `Say how long: --${lasting} session, 30m or always.`)
  }
  const isScope = lasting === 'allow' && length === 'scope'
  const duration = isScope ? 'session' : readLasting(length)
  if (duration === null)
    return wrong(
      `--${lasting} ${length} is no duration.`,
      lasting === 'allow' ? 'Write scope, session, always, or 30m, 2h, 7d.' : 'Write session, always, or 30m, 2h, 7d.',
    )
  const covered = readCovered(read, isScope)
  if (!covered.ok) return covered
  const times = read.value('times')
  const amount = readAmount(read.value('amount'))
  if (amount !== null && !amount.ok) return amount
  const wanted = {
    for: duration,
    arguments: covered.value,
    ...(times === null ? {} : { times: /^\d{1,7}$/.test(times) ? Number(times) : times }),
    ...(amount === null ? {} : { amount: amount.value }),
  }
  const reading = readGrantRequest(wanted)
  return reading.ok ? reading : wrong(reading.message, 'See: holdpoint help deciding')
}

/** `session`, `always`, `30m`; `null` for anything else. */
function readLasting(text: string): GrantRequest['for'] | null {
  return text === 'session' || text === 'always' ? text : readDuration(text)
}

type Covered =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string; readonly next: string }

function readCovered(read: ReadArguments, isScope: boolean): Covered {
  const where = read.value('where')
  const same = read.flag('same-arguments')
  if (isScope) {
    if (where === null && !same) return { ok: true, value: 'scope' }
    return wrong(
      'A scope says which calls by itself.',
      'Leave out --where and --same-arguments, or write --allow session.',
    )
  }
  if (where === null) return { ok: true, value: same ? 'same' : 'any' }
  if (same) return wrong('--where and --same-arguments are two different things.', 'Give one of them.')
  return /^\s*[[{]/.test(where) ? readJson(where) : readWords(where)
}

function readJson(where: string): Covered {
  const reading = readStrict(where)
  return reading.ok ? { ok: true, value: reading.value } : wrong(`--where is not JSON: ${reading.message}.`, EXAMPLE)
}

function readWords(where: string): Covered {
  const reading = readClauseWords(where)
  return reading.ok
    ? { ok: true, value: reading.clauses.map((clause) => ({ ...clause })) }
    : wrong(`--where: ${reading.message}`, EXAMPLE)
}

/** `/amount=100`: at the last sign, because a name may have one too. */
function readAmount(text: string | null): Covered | null {
  if (text === null) return null
  const [, path = '', total = ''] = /^(\/.*)=(\d{1,15}(?:\.\d{1,6})?)$/.exec(text) ?? []
  if (path === '') {
    const example = 'Write it like --amount /amount=100 or --amount /items/*/price=99.50.'
    return wrong(`--amount ${text} names no argument and total.`, example)
  }
  return { ok: true, value: { path, total: Number(total) } }
}

function wrong(message: string, next: string): { readonly ok: false; readonly message: string; readonly next: string } {
  return { ok: false, message, next }
}
