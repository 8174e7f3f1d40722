/**
 * What a person changed so far, place by place. For their eyes while they type: what counts is the difference the server
 * finds between the texts themselves.
 */
import { isJsonObject } from '@holdpoint/core'
import type { ArgumentChange, JsonValue } from '@holdpoint/core'
import { oneLine } from '../presentation/visible.ts'

type Value = JsonValue | undefined

export function compareArguments(one: Value, other: Value, path: string): readonly ArgumentChange[] {
  const requested = spell(one)
  const approved = spell(other)
  if (requested === approved) return []
  if (!isJsonObject(one) || !isJsonObject(other)) return [{ path: oneLine(path) || '(all)', requested, approved }]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
    compareArguments(own(one, name), own(other, name), path === '' ? name : `${path}.${name}`),
  )
}

function own(value: { readonly [name: string]: JsonValue }, name: string): Value {
  return Object.hasOwn(value, name) ? value[name] : undefined
}

function spell(value: Value): string | null {
  return value === undefined ? null : oneLine(JSON.stringify(value))
}
