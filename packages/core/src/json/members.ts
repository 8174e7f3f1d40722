/**
 * Finds, cuts and replaces members in JSON text that the strict reader has accepted. Nothing is re-serialised: every byte
 * that is not the member's own stays as it was sent, in order and spelling.
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
  let start = skipTextWhitespace(text, 0)
  let end = -1
  for (const name of path) {
    const member = findMember(text, start, name)
    if (member === null) return null
    start = member.valueStart
    end = member.valueEnd
  }
  return { start, end: end < 0 ? endOfValue(text, start) : end }
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
  const found = locateMember(text, path)
  if (found !== null) return text.slice(0, found.start) + newValueText + text.slice(found.end)
  const parent = locateMember(text, path.slice(0, -1))
  const name = path.at(-1)
  if (parent === null || name === undefined || text[parent.start] !== '{') {
    throw new RangeError(`no object at ${JSON.stringify(path.slice(0, -1))} to put ${JSON.stringify(name)} into`)
  }
  const last = listMembers(text, parent.start).at(-1)
  const at = last === undefined ? parent.start + 1 : last.valueEnd
  const comma = last === undefined ? '' : ','
  return `${text.slice(0, at)}${comma}${JSON.stringify(name)}:${newValueText}${text.slice(at)}`
}

function findMember(text: string, objectStart: number, name: string): TextMember | null {
  if (text[objectStart] !== '{') return null
  return listMembers(text, objectStart).find((member) => member.key === name) ?? null
}

/** A key that is spelled without escapes occurs literally, so most texts need no walk. */
function mayMention(text: string, names: readonly string[]): boolean {
  return text.includes('\\') || names.some((name) => text.includes(name))
}
