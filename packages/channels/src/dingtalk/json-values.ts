/** Reads what DingTalk sends, whose fields may be missing or of another type than documented: no value of it is trusted to be there. */
export type UnknownObject = { readonly [key: string]: unknown }

/** An empty object in the place of anything else. */
export function asObject(value: unknown): UnknownObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as UnknownObject) : {}
}

/** `null` in the place of anything but a text with characters in it. */
export function textValue(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** DingTalk sends some objects as the JSON text of them. */
export function parseObject(value: unknown): UnknownObject {
  if (typeof value !== 'string') return asObject(value)
  try {
    return asObject(JSON.parse(value))
  } catch {
    return {}
  }
}
