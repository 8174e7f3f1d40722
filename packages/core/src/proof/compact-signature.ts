/**
 * A small statement of ours that others can check: a compact JWS (RFC 7515) over JSON, signed with Ed25519. The kind of statement
 * stands in its signed header, so that one kind never passes for another. Signing and checking are handed in; what cannot be read,
 * is of another kind or algorithm, or has a wrong signature says nothing.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'

/** Of ASCII text; signatures are base64url. */
export type SignText = (text: string) => string
export type CheckText = (text: string, signature: string) => boolean

export type StatementKind = 'holdpoint-receipt' | 'holdpoint-approved'

/** Ours are a few hundred characters long. */
const LONGEST = 16_384
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/

export function signStatement(kind: StatementKind, payload: JsonObject, sign: SignText): string {
  const signed = `${encodeJson({ alg: 'EdDSA', typ: kind })}.${encodeJson(payload)}`
  return `${signed}.${sign(signed)}`
}

/** The payload of a statement of this kind; `null`: it is none. */
export function readStatement(kind: StatementKind, token: string, check: CheckText): JsonObject | null {
  if (token.length > LONGEST) return null
  const [, header = '', payload = '', signature = ''] = COMPACT.exec(token) ?? []
  if (header === '') return null
  try {
    const said = decodeJson(header)
    // The algorithm is ours to know: what the token asks for is only compared with it.
    if (!isJsonObject(said) || said['alg'] !== 'EdDSA' || said['typ'] !== kind) return null
    if (!check(`${header}.${payload}`, signature)) return null
    const value = decodeJson(payload)
    return isJsonObject(value) ? value : null
  } catch {
    return null
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** JSON says every character in ASCII, so that a byte is a character in every language that reads it. */
function encodeJson(value: JsonObject): string {
  const text = JSON.stringify(value).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  let encoded = ''
  for (let index = 0; index < text.length; index += 3) {
    const bits = (text.charCodeAt(index) << 16) | (codeAt(text, index + 1) << 8) | codeAt(text, index + 2)
    const digits = Math.min(4, text.length - index + 1)
    for (let digit = 0; digit < digits; digit += 1) encoded += ALPHABET[(bits >> (18 - 6 * digit)) & 63]
  }
  return encoded
}

function decodeJson(encoded: string): JsonValue {
  let text = ''
  let bits = 0
  let known = 0
  for (const character of encoded) {
    const digit = ALPHABET.indexOf(character)
    if (digit < 0) throw new SyntaxError('no base64url')
    bits = ((bits << 6) | digit) & 0xffffff
    known += 6
    if (known < 8) continue
    known -= 8
    text += String.fromCharCode((bits >> known) & 0xff)
  }
  return JSON.parse(text) as JsonValue
}

function codeAt(text: string, index: number): number {
  return index < text.length ? text.charCodeAt(index) : 0
}
