/**
 * Finds, cuts and replaces members in JSON text that the strict reader has accepted. Nothing is re-serialised: every
 * byte that is not the member's own stays as it was sent, in order and spelling.
 */
import { endOfValue, listMembers, skipTextWhitespace, type TextMember } from './walk-text.ts'

export interface TextSpan {
  readonly start: number
  readonly end: number
}

export interface CutMember {
  readonly name: string
  readonly valueText: string
}

/** Where the value at an object path stands, or `null` where there is none. */
export function locateMember(text: string, path: readonly string[]): TextSpan | null {
  return find(text, path)
}

interface FoundSpan extends TextSpan {
  /** A name on the path stands there more than once. Only servers' messages can do that: a client's is refused then. */
  readonly twins: boolean
}

function find(text: string, path: readonly string[]): FoundSpan | null {
  let start = skipTextWhitespace(text, 0)
  let end = -1
  let twins = false
  for (const name of path) {
    if (text[start] !== '{') return null
    let found: TextMember | null = null
    for (const member of listMembers(text, start)) {
      if (member.key !== name) continue
      // Of several members of one name most readers take the last.
      if (found !== null) twins = true
      found = member
    }
    if (found === null) return null
    start = found.valueStart
    end = found.valueEnd
  }
  return { start, end: end < 0 ? endOfValue(text, start) : end, twins }
}

/** Removes the named members from an object's text; keys are compared by what they say, not by how they are spelled. */
export function cutMembers(
  objectText: string,
  names: readonly string[],
): { readonly text: string; readonly cut: readonly CutMember[] } {
  const start = skipTextWhitespace(objectText, 0)
  if (objectText[start] !== '{' || !mayMention(objectText, names)) return { text: objectText, cut: [] }
  const members = listMembers(objectText, start)
  const cut: CutMember[] = []
  let text = ''
  let copiedTo = 0
  let keptBefore = false
  for (const [index, member] of members.entries()) {
    if (!names.includes(member.key)) {
      keptBefore = true
      continue
    }
    cut.push({ name: member.key, valueText: objectText.slice(member.valueStart, member.valueEnd) })
    if (keptBefore) {
      text += objectText.slice(copiedTo, member.commaBefore)
      copiedTo = member.valueEnd
    } else {
      text += objectText.slice(copiedTo, member.keyStart)
      copiedTo = members[index + 1]?.keyStart ?? member.valueEnd
    }
  }
  return { text: text + objectText.slice(copiedTo), cut }
}

/** Puts a value text at an object path, appended as the last member where the name is absent. The parent must exist. */
export function replaceMember(text: string, path: readonly string[], newValueText: string): string {
  const found = find(text, path)
  if (found?.twins === true) return replaceMember(dropTwins(text, path), path, newValueText)
  if (found !== null) return text.slice(0, found.start) + newValueText + text.slice(found.end)
  const parent = find(text, path.slice(0, -1))
  if (parent?.twins === true) return replaceMember(dropTwins(text, path.slice(0, -1)), path, newValueText)
  const name = path.at(-1)
  if (parent === null || name === undefined || text[parent.start] !== '{') {
    throw new RangeError(`no object at ${JSON.stringify(path.slice(0, -1))} to put ${JSON.stringify(name)} into`)
  }
  const last = listMembers(text, parent.start).at(-1)
  const at = last === undefined ? parent.start + 1 : last.valueEnd
  const comma = last === undefined ? '' : ','
  return `${text.slice(0, at)}${comma}${JSON.stringify(name)}:${newValueText}${text.slice(at)}`
}

/**
 * Leaves, on each step of the path, the last member of its name alone: readers that take the first must not see
 * another.
 */
function dropTwins(text: string, path: readonly string[]): string {
  let result = text
  let start = skipTextWhitespace(result, 0)
  for (const name of path) {
    for (;;) {
      const members = listMembers(result, start)
      const first = members.findIndex((member) => member.key === name)
      const last = members.findLastIndex((member) => member.key === name)
      const twin = members[first]
      const next = members[first + 1]
      if (first === last || twin === undefined || next === undefined) break
      result = result.slice(0, twin.keyStart) + result.slice(next.keyStart)
    }
    start = listMembers(result, start).find((member) => member.key === name)?.valueStart ?? start
  }
  return result
}

/** A key that is spelled without escapes occurs literally, so most texts need no walk. */
function mayMention(text: string, names: readonly string[]): boolean {
  return text.includes('\\') || names.some((name) => text.includes(name))
}
