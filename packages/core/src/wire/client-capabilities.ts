/** What a client declares about the ways it can ask its person, read from either era's declaration. */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'

export interface ClientCapabilities {
  /** Forms; an empty `elicitation` means forms only. */
  readonly elicitationForm: boolean
  readonly elicitationUrl: boolean
  /** It draws MCP Apps views. */
  readonly apps: boolean
}

export const NO_CAPABILITIES: ClientCapabilities = { elicitationForm: false, elicitationUrl: false, apps: false }

export const APPS_EXTENSION = 'io.modelcontextprotocol/ui'
export const APPS_MIME_TYPE = 'text/html;profile=mcp-app'

export function readClientCapabilities(declared: JsonValue | undefined): ClientCapabilities {
  if (!isJsonObject(declared)) return NO_CAPABILITIES
  const { elicitation } = declared
  const form = isJsonObject(elicitation) && (isJsonObject(elicitation['form']) || !isJsonObject(elicitation['url']))
  return {
    elicitationForm: form,
    elicitationUrl: isJsonObject(elicitation) && isJsonObject(elicitation['url']),
    apps: drawsApps(declared),
  }
}

function drawsApps(declared: JsonObject): boolean {
  // Hosts of the session era also declared it as an experiment, before there were extensions.
  const places = [declared['extensions'], declared['experimental']]
  return places.some((place) => {
    const extension = isJsonObject(place) ? place[APPS_EXTENSION] : undefined
    if (!isJsonObject(extension)) return false
    const types = extension['mimeTypes']
    return Array.isArray(types) && (types as readonly JsonValue[]).includes(APPS_MIME_TYPE)
  })
}
