/** What a server asks back about a call that was held, as its client may have it: nothing in it passes for ours. */
import { isJsonObject } from '@holdpoint/core'
import type { JsonValue } from '@holdpoint/core'
import { imitatesEnvelope, markAsServersWords, stripOurMeta } from './hold-meta.ts'
import { markServersInput } from '../calls/server-question.ts'

export function heldInput(resultText: string, server: string, oursIsOpen: () => boolean): string {
  const result = JSON.parse(resultText) as JsonValue
  const stripped = stripOurMeta(resultText)
  const imitates = isJsonObject(result) && imitatesEnvelope(result)
  return markServersInput(imitates ? markAsServersWords(stripped, server) : stripped, server, oursIsOpen)
}
