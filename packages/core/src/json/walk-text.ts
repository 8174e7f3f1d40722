/**
 * Walks JSON text that the strict reader has already accepted: where a value ends, what a key says. It checks no
 * grammar; on text that was never accepted it throws instead of guessing.
 */
const QUOTE = 0x22
const BACKSLASH = 0x5c

export function skipTextWhitespace(text: string, from: number): number {
  let at = from
  let code = text.charCodeAt(at)
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at)
  return at
}

/** `from` is the opening quote; answers the position after the closing one. */
export function endOfString(text: string, from: number): number {
  // The engine finds the next quote many times faster than a loop does; it ends the string unless it is escaped.
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = at
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes--
    if ((at - escapes) % 2 === 0) return at + 1
  }
  throw new RangeError('the text was not accepted by the strict reader: a string does not end')
}

/** `from` is the first character of a value; answers the position after its last one. */
export function endOfValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return endOfString(text, from)
  if (first === '{' || first === '[') return endOfContainer(text, from)
  return endOfLiteral(text, from)
}

/** The position after a number, `true`, `false` or `null`. */
export function endOfLiteral(text: string, from: number): number {
  let at = from
  while (at < text.length && !' \n\r\t,]}'.includes(text.charAt(at))) at++
  if (at === from) throw new RangeError('the text was not accepted by the strict reader: a value is missing')
  return at
}

/** What the string between `start` (its opening quote) and `end` says. */
export function decodeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1)
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner
}

/** One member of an object's text. The positions are those of the text that was walked. */
export interface TextMember {
  readonly key: string
  readonly keyStart: number
  readonly valueStart: number
  readonly valueEnd: number
  /** The comma before this member, or -1 for the first. */
  readonly commaBefore: number
}

/** The members of the object whose opening brace stands at `from`, in the order they were sent. */
export function listMembers(text: string, from: number): readonly TextMember[] {
  const members: TextMember[] = []
  let commaBefore = -1
  let at = skipTextWhitespace(text, from + 1)
  while (text[at] !== '}') {
    const keyStart = at
    const keyEnd = endOfString(text, keyStart)
    const colon = skipTextWhitespace(text, keyEnd)
    const valueStart = skipTextWhitespace(text, colon + 1)
    const valueEnd = endOfValue(text, valueStart)
    members.push({ key: decodeString(text, keyStart, keyEnd), keyStart, valueStart, valueEnd, commaBefore })
    at = skipTextWhitespace(text, valueEnd)
    if (text[at] === ',') {
      commaBefore = at
      at = skipTextWhitespace(text, at + 1)
    }
  }
  return members
}

function endOfContainer(text: string, from: number): number {
  let open = 0
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at) - 1
        break
      case 0x5b:
      case 0x7b:
        open++
        break
      case 0x5d:
      case 0x7d:
        open--
        if (open === 0) return at + 1
        break
      default:
    }
  }
  throw new RangeError('the text was not accepted by the strict reader: an array or object does not end')
}
