/**
 * Puts our offers into what the server answers: capabilities, the ends of lists. Where there is nothing of ours to add, the
 * server's bytes stay as they are.
 */
import { isJsonObject, locateMember, replaceMember } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { Offer, OfferContext } from './offer.ts'

/** The answer to `initialize` or `server/discover`: a server without resources has some once we offer any. */
export function withOfferedCapabilities(
  message: JsonObject,
  text: string,
  offer: Offer,
  context: OfferContext,
): string {
  const { result } = message
  if (!isJsonObject(result) || offer.resources(context).length === 0) return text
  const capabilities = isJsonObject(result['capabilities']) ? result['capabilities'] : null
  if (capabilities === null || isJsonObject(capabilities['resources'])) return text
  return replaceMember(text, ['result', 'capabilities', 'resources'], '{}')
}

/** One page of a list of the server; ours stand at the end of the last one. */
export function withOfferedEntries(
  message: JsonObject,
  text: string,
  list: 'resources',
  offered: readonly JsonObject[],
): string {
  const { result } = message
  if (!isJsonObject(result) || !Array.isArray(result[list]) || offered.length === 0) return text
  if (typeof result['nextCursor'] === 'string') return text
  const own = new Set(offered.map((entry) => entry['uri']))
  const theirs = (result[list] as readonly JsonValue[]).filter(
    (entry) => !isJsonObject(entry) || !own.has(entry['uri']),
  )
  const span = locateMember(text, ['result', list])
  if (span === null) return text
  return replaceMember(text, ['result', list], JSON.stringify([...theirs, ...offered]))
}
