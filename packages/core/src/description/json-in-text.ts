/**
 * What a text says that is JSON, as some servers want their arguments: `fields: "{\"summary\": …}"`. It is read only where the
 * text says nothing beside it: no name twice, no number that is spelled otherwise, no escape that could hide a character;
 * blanks between the parts say nothing. What is to be kept or sent as a text, such as the content of a file, stays one.
 */
import type { PreviewNode } from '../preview/preview.ts'

const LONGEST = 20_000
/** Of these the text itself is what is wanted. */
const TEXT_NAME =
  /(?:^|_)(?:content|text|body|message|comment|description|title|subject|prompt|note|reason|input|stdin|value|html|markdown|template|caption|summary|str|string|query|insight|observation)s?$/i
const BLANKS = /("(?:[^"\\]|\\.)*")|\s+/g

/** `null`: it is none, or says more than its parts do. */
export function jsonInText(label: string, text: string): PreviewNode | null {
  if (text.length > LONGEST || !/^\s*[[{]/.test(text) || /\\[^"\\nt]/.test(text)) return null
  const [name = ''] = /[^.]*$/.exec(label.replace(/ \d+$/, '')) ?? []
  if (TEXT_NAME.test(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'))) return null
  const value = parse(text)
  if (value === undefined || JSON.stringify(value) !== text.replaceAll(BLANKS, '$1')) return null
  return nodeOf(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `null`: a name in it has lines, and could begin one that looks like ours. */
export function nodeOf(value: unknown): PreviewNode | null {
  if (typeof value === 'string') return { kind: 'text', text: value, hidden: false }
  if (typeof value !== 'object' || value === null) return { kind: 'literal', text: String(value) }
  if (Array.isArray(value)) {
    const items = value.map(nodeOf)
    return items.every((item) => item !== null) ? { kind: 'array', items } : null
  }
  const entries = Object.entries(value).map(([key, member]) => {
    const node = /[\n\t]/.test(key) ? null : nodeOf(member)
    return node === null ? null : { key, value: node }
  })
  return entries.every((entry) => entry !== null) ? { kind: 'object', entries } : null
}
