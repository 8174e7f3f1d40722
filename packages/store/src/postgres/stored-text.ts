/**
 * Texts as PostgreSQL can keep them. It has no place for U+0000, and half of a character would become another one on
 * the way; a name or a rationale may hold either, and a record must come back as it was hashed. Such characters are
 * written as an escape, which is itself escaped.
 */

/** The last private character: it stands in no text that people write. */
const ESCAPE = '\u{10fffd}'
const ESCAPED = new RegExp(`${ESCAPE}([0-9a-f]{4}|-)`, 'gu')
const UNSTORABLE = /[\0\ud800-\udfff\u{10fffd}]/gu
/** The same without a memory of where it stopped. */
const HAS_UNSTORABLE = /[\0\ud800-\udfff\u{10fffd}]/u

export function toStoredText(text: string): string {
  if (!HAS_UNSTORABLE.test(text)) return text
  return text.replaceAll(UNSTORABLE, (found) =>
    found === ESCAPE ? `${ESCAPE}-` : `${ESCAPE}${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** JSON whose texts the database takes out of it, and keeps as `toStoredText` has them. */
export function toStoredJson(value: unknown): string {
  const text = JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'string' ? toStoredText(member) : member,
  )
  // Written as an escape of JSON: the text of the JSON itself holds nothing that would be escaped once more.
  return text.replaceAll(ESCAPE, String.raw`\udbff\udffd`)
}

export function fromStoredText(text: string): string {
  if (!text.includes(ESCAPE)) return text
  return text.replaceAll(ESCAPED, (_, code: string) =>
    code === '-' ? ESCAPE : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
