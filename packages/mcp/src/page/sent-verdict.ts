/** What a browser sends as a person's answer, read strictly: a word that is not understood is refused, never left out. */
import type { JsonObject, VerdictAnswer } from '@holdpoint/core'

export interface SentVerdict {
  readonly answer: VerdictAnswer
  readonly reason: string | null
  /** The arguments to run instead, as JSON text. */
  readonly edits: string | null
  /** Of the arguments that were on screen. */
  readonly digest: string | null
}

/** What `<tool-card>` tells. A permission cannot be given here. */
const MEMBERS: readonly string[] = ['hold', 'answer', 'reason', 'edits', 'digest', 'grant']

/** `null`: it is no answer to this hold. */
export function readVerdict(hold: string, sent: JsonObject): SentVerdict | null {
  const { answer, hold: named = hold, reason = null, edits = null, digest = null, grant = null } = sent
  if (answer !== 'approve' && answer !== 'decline' && answer !== 'cancel') return null
  if (Object.keys(sent).some((name) => !MEMBERS.includes(name)) || named !== hold || grant !== null) return null
  if (!isTextOrNull(reason) || !isTextOrNull(edits) || !isTextOrNull(digest)) return null
  const why = reason?.trim() ?? ''
  return { answer, reason: why === '' ? null : why, edits, digest }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string'
}
