/**
 * Reads one entry of a `tools/list` result and pins it by hash. What a server says is data: nothing in it is obeyed.
 */
import { canonicalize } from '../json/canonical.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { Sha256 } from '../json/sha256.ts'
import type { ToolAnnotations, ToolDefinition } from './call.ts'

const LONGEST_ICON = 16_384
const WHOLE_PICTURE = /^data:image\/[\w.+-]{1,40};base64,[\w+/=]+$/
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/** `null` for an entry without a usable name: such a tool cannot be called either. */
export function readToolDefinition(entry: JsonValue, sha256: Sha256): ToolDefinition | null {
  if (!isJsonObject(entry)) return null
  const name = entry['name']
  if (typeof name !== 'string' || name === '') return null
  const inputSchema = isJsonObject(entry['inputSchema']) ? entry['inputSchema'] : {}
  const outputSchema = isJsonObject(entry['outputSchema']) ? entry['outputSchema'] : null
  const rawAnnotations = isJsonObject(entry['annotations']) ? entry['annotations'] : {}
  const title = text(entry['title'])
  const description = text(entry['description'])
  return {
    name,
    title: title ?? text(rawAnnotations['title']),
    description,
    inputSchema,
    outputSchema,
    annotations: readAnnotations(rawAnnotations),
    ...readIcon(entry['icons']),
    hash: sha256(canonicalize([name, inputSchema, outputSchema, rawAnnotations])),
    textHash: sha256(canonicalize([title, description])),
  }
}

function readAnnotations(raw: JsonObject): ToolAnnotations {
  const annotations: { -readonly [key in keyof ToolAnnotations]: ToolAnnotations[key] } = {}
  const title = text(raw['title'])
  if (title !== null) annotations.title = title
  for (const hint of HINTS) {
    const value = raw[hint]
    if (typeof value === 'boolean') annotations[hint] = value
  }
  return annotations
}

/** Only a picture inside the message: fetching one would tell its host that a person looks at a question. */
function readIcon(icons: JsonValue | undefined): Pick<ToolDefinition, 'icon'> {
  for (const icon of Array.isArray(icons) ? icons : []) {
    const source = isJsonObject(icon) ? text(icon['src']) : null
    if (source !== null && source.length <= LONGEST_ICON && WHOLE_PICTURE.test(source)) return { icon: source }
  }
  return {}
}

function text(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
