/**
 * A standing answer as somebody types it in one line: `session`, `30m`, `same session`, `same 30m 5 times`. The words mean
 * what they mean as options of `approve` and `reject`. What is not understood is refused, never skipped.
 */
import { readGrantRequest } from '@holdpoint/core'
import type { GrantRequest } from '@holdpoint/core'
import { readLasting } from './read-grant.ts'

export type GrantWords =
  /** `rest`: what was typed behind them. */
  | { readonly ok: true; readonly request: GrantRequest; readonly rest: string }
  | { readonly ok: false; readonly message: string }

export function readGrantWords(typed: string): GrantWords {
  const [, covered = 'any', length = '', behind = ''] = /^(?:(same|any)\s+)?(\S*)\s*(.*)$/isu.exec(typed.trim()) ?? []
  if (length === '') return { ok: false, message: 'It is not said for how long.' }
  const lasting = readLasting(length.toLowerCase())
  if (lasting === null) return { ok: false, message: `"${length}" is no length of time.` }
  const [counted = '', times] = /^(\d{1,7})\s+times?\b\s*/iu.exec(behind) ?? []
  const reading = readGrantRequest({
    for: lasting,
    arguments: covered.toLowerCase(),
    ...(times === undefined ? {} : { times: Number(times) }),
  })
  return reading.ok ? { ...reading, rest: behind.slice(counted.length) } : reading
}
