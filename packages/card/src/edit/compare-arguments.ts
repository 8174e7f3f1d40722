/**
 * What a person changed so far, place by place. For their eyes while they type: what counts is the difference the
 * server finds. Both read the texts, so that a number that is only written differently shows too.
 */
import { isJsonObject } from '@holdpoint/core'
import type { ArgumentChange, JsonValue } from '@holdpoint/core'
import { alike, readSpelled, spell } from '../presentation/spelled-json.ts'
import { oneLine } from '../presentation/visible.ts'

type Value = JsonValue | undefined

export function compareArguments(requested: string, approved: string): readonly ArgumentChange[] {
  return compare(readSpelled(alike(requested)), readSpelled(alike(approved)), '')
}

function compare(one: Value, other: Value, path: string): readonly ArgumentChange[] {
  const requested = shown(one)
  const approved = shown(other)
  if (requested === approved) return []
  if (!isJsonObject(one) || !isJsonObject(other)) return [{ path: oneLine(path) || '(all)', requested, approved }]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
    const name = JSON.parse(key) as string
    return compare(one[key], other[key], path === '' ? name : `${path}.${name}`)
  })
}

function shown(tree: Value): string | null {
  return tree === undefined ? null : oneLine(spell(tree))
}
