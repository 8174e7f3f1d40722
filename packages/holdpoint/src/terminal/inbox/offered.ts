/** What may be done with a call besides a plain yes or no, or why not. Keys that would be refused are not offered. */
import { isEditable, toGrant, whyNotGrantable } from '@holdpoint/core'
import type { Assurance, GrantRequest, Hold } from '@holdpoint/core'

/** A choice, by the key that makes it. */
export interface Choice<Value> {
  readonly key: string
  readonly words: string
  readonly value: Value
}

const LENGTHS: readonly Choice<GrantRequest['for']>[] = [
  { key: '1', words: 'this session', value: 'session' },
  { key: '2', words: '30 minutes', value: 30 * 60_000 },
  { key: '3', words: '8 hours', value: 8 * 3_600_000 },
  { key: '4', words: 'until revoked', value: 'always' },
]
const COVERED: readonly Choice<'same' | 'any'>[] = [
  { key: '1', words: 'only with these arguments', value: 'same' },
  { key: '2', words: 'any arguments of this tool', value: 'any' },
]

/** `null`: other arguments may be put in place of these. */
export function whyNotEdited(hold: Hold): string | null {
  if (isEditable(hold)) return null
  if (hold.undoOf !== undefined) return 'An offer to take a call back is decided as it is.'
  return 'Its arguments cannot be changed: the tool does not say which ones it takes.'
}

/** `null`: a yes may stand for further calls. */
export function whyNotAllowed(hold: Hold): string | null {
  const why = whyNotGrantable(hold.ruling)
  return why === null ? null : `Cannot be granted: ${why}`
}

/** Whether a yes allows more than this one call. */
export function opensMore({ preview }: Hold): boolean {
  return typeof preview.alsoAllows === 'string'
}

/** How long a yes by a word of this assurance may stand. */
export function offeredLengths(hold: Hold, assurance: Assurance): readonly Choice<GrantRequest['for']>[] {
  return LENGTHS.filter(({ value }) => offeredArguments(hold, assurance, value).length > 0)
}

/** For which arguments it may stand that long. */
export function offeredArguments(
  hold: Hold,
  assurance: Assurance,
  lasting: GrantRequest['for'],
): readonly Choice<'same' | 'any'>[] {
  // Who gives it and when makes no difference to whether it may be given.
  const making = { id: '', effect: 'allow', hold, by: '', via: 'terminal', assurance, at: hold.createdAt } as const
  return COVERED.filter(({ value }) => toGrant({ for: lasting, arguments: value }, making).ok)
}
