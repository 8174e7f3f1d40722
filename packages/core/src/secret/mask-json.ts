/** Masks the secrets in JSON as it was sent, for lists and for readers who may not decide. It never makes what is sent. */
import type { JsonValue } from '../json/json-value.ts'
import { maskSentText } from './mask-text.ts'
import { isSecretName, namesASecret } from './secret-names.ts'

export function maskJson(value: JsonValue, isNamed: boolean = false): JsonValue {
  if (typeof value === 'string') return maskSentText(value, isNamed)
  if (typeof value === 'number') {
    const masked = maskSentText(String(value), isNamed && Math.abs(value) >= 1e5)
    return masked === String(value) ? value : masked
  }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item: JsonValue) => maskJson(item, isNamed))
  const members = Object.entries(value as { readonly [name: string]: JsonValue })
  const pair = namesASecret(members.map(([key, member]) => ({ key, text: typeof member === 'string' ? member : null })))
  // Not by assignment, which `__proto__` would take for the prototype.
  return Object.fromEntries(
    members.map(([key, member]) => [
      maskSentText(key),
      maskJson(member, isSecretName(key) || (pair && key === 'value')),
    ]),
  )
}
