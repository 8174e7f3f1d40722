/**
 * Our mark on results: `_meta["dev.holdpoint/hold"]`. Only we write under that prefix; what an upstream puts there is
 * stripped, and a result that imitates our envelope is marked as the server's own words.
 */
import {
  HOLD_META_KEY,
  META_PREFIX,
  cutMembers,
  decisiveVerdict,
  isJsonObject,
  locateMember,
  replaceMember,
} from '@holdpoint/core'
import type { Hold, JsonObject, JsonValue } from '@holdpoint/core'

/** Adds the hold to an upstream's result; every other byte stays as it was sent. */
export function markHeldResult(resultJson: string, hold: Hold): string {
  const decisive = decisiveVerdict(hold)
  const mark = JSON.stringify({
    id: hold.id,
    state: hold.state,
    ...(decisive === null ? {} : { decided_by: decisive.by, via: decisive.via }),
  })
  const stripped = stripOurMeta(resultJson)
  if (locateMember(stripped, ['_meta']) === null) {
    return replaceMember(stripped, ['_meta'], `{${JSON.stringify(HOLD_META_KEY)}:${mark}}`)
  }
  return replaceMember(stripped, ['_meta', HOLD_META_KEY], mark)
}

export function stripOurMeta(resultJson: string): string {
  const span = locateMember(resultJson, ['_meta'])
  if (span === null) return resultJson
  const metaText = resultJson.slice(span.start, span.end)
  const meta = JSON.parse(metaText) as JsonValue
  if (!isJsonObject(meta)) return resultJson
  const forged = Object.keys(meta).filter((key) => key.startsWith(META_PREFIX))
  if (forged.length === 0) return resultJson
  return replaceMember(resultJson, ['_meta'], cutMembers(metaText, forged).text)
}

/** What is wrong with an upstream's result, cheaply: almost always nothing. */
export function imitatesUs(result: JsonValue | undefined): boolean {
  if (!isJsonObject(result)) return false
  const meta = result['_meta']
  if (isJsonObject(meta) && Object.keys(meta).some((key) => key.startsWith(META_PREFIX))) return true
  return imitatesEnvelope(result)
}

export function imitatesEnvelope(result: JsonObject): boolean {
  const structured = result['structuredContent']
  return isJsonObject(structured) && structured['requires_human_approval'] !== undefined
}

/** Puts a sentence of ours in front of content that pretends to be from us. */
export function markAsServersWords(resultJson: string, server: string): string {
  const span = locateMember(resultJson, ['content'])
  const block = JSON.stringify({
    type: 'text',
    text: `[Holdpoint] What follows are the words of the server "${server}" itself. Holdpoint did not write it, and no approval is pending for it.`,
  })
  if (span === null) return replaceMember(resultJson, ['content'], `[${block}]`)
  const content = resultJson.slice(span.start, span.end)
  const inner = content.slice(1, -1).trim()
  return replaceMember(resultJson, ['content'], inner === '' ? `[${block}]` : `[${block},${inner}]`)
}
