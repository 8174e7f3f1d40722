/** Gives a tool of the server our view. A tool that has one of its own, or that no model calls, stays as it is. */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import { CARD_URI } from './card-names.ts'

/** The place of the address before it moved into `ui`; hosts of that time read only this one. */
const EARLIER_KEY = 'ui/resourceUri'
/** Where servers written for one host name their view. */
const ONE_HOSTS_KEY = 'openai/outputTemplate'

export function withCard(tool: JsonObject): JsonObject {
  const meta = isJsonObject(tool['_meta']) ? tool['_meta'] : {}
  const ui = isJsonObject(meta['ui']) ? meta['ui'] : {}
  if ([meta[EARLIER_KEY], meta[ONE_HOSTS_KEY], ui['resourceUri']].some((view) => view !== undefined)) return tool
  if (Array.isArray(ui['visibility']) && !ui['visibility'].includes('model')) return tool
  return { ...tool, _meta: { ...meta, ui: { ...ui, resourceUri: CARD_URI }, [EARLIER_KEY]: CARD_URI } }
}
