/** Reads `Apply: call <tool>(<name>=<JSON>, …)` as an agent would, without looking at how it was written. */
import { expect } from 'vitest'
import type { JsonValue } from '../../src/index.ts'

export interface ReadCall {
  readonly tool: string
  readonly arguments: { [name: string]: JsonValue }
  readonly preview: JsonValue | undefined
}

/** Plain names up to a delimiter, everything else JSON. */
export function readApply(message: string, previewName = 'preview'): ReadCall {
  const head = 'Apply: call '
  expect(message.startsWith(head)).toBe(true)
  let at = head.length
  const readName = (delimiter: string): string => {
    if (message[at] === '"') return readJson() as string
    const end = message.indexOf(delimiter, at)
    const name = message.slice(at, end)
    at = end
    return name
  }
  const readJson = (): JsonValue => {
    // The shortest piece that is JSON and is followed by what may follow a value.
    for (let end = at + 1; end <= message.length; end++) {
      if (!(message.startsWith(', ', end) || message.startsWith(')', end) || '=('.includes(message[end] ?? ' ')))
        continue
      try {
        const value = JSON.parse(message.slice(at, end)) as JsonValue
        at = end
        return value
      } catch {
        continue
      }
    }
    throw new Error(`no value at ${at} of ${message}`)
  }
  const tool = readName('(')
  expect(message[at++]).toBe('(')
  const read = new Map<string, JsonValue>()
  for (;;) {
    const name = readName('=')
    expect(message[at++]).toBe('=')
    expect(read.has(name)).toBe(false)
    read.set(name, readJson())
    if (message[at] === ')') break
    expect(message.slice(at, at + 2)).toBe(', ')
    at += 2
  }
  expect(at).toBe(message.length - 1)
  const preview = read.get(previewName)
  read.delete(previewName)
  return { tool, arguments: Object.fromEntries(read), preview }
}
