/** Lays out JSON text for editing, and packs it again. Only white space between tokens changes: spelling and order stay. */
const INDENT = '  '

/** `text` is valid JSON. */
export function indentJsonText(text: string): string {
  let out = ''
  let depth = 0
  let at = 0
  const newLine = (): string => `\n${INDENT.repeat(depth)}`
  while (at < text.length) {
    const character = text.charAt(at)
    if (character === '"') {
      const end = endOfText(text, at)
      out += text.slice(at, end)
      at = end
      continue
    }
    at++
    if (/\s/.test(character)) continue
    if (character === '{' || character === '[') {
      const rest = /^\s*[}\]]/.exec(text.slice(at, at + 1000))
      if (rest !== null) {
        out += character + rest[0].trim()
        at += rest[0].length
        continue
      }
      depth++
      out += character + newLine()
    } else if (character === '}' || character === ']') {
      depth--
      out += newLine() + character
    } else if (character === ',') out += `,${newLine()}`
    else out += character === ':' ? ': ' : character
  }
  return `${out}\n`
}

/** Without the white space between tokens: what is sent is as compact as what an agent sends. */
export function packJsonText(text: string): string {
  let out = ''
  let at = 0
  while (at < text.length) {
    const end = text[at] === '"' ? endOfText(text, at) : at + 1
    const piece = text.slice(at, end)
    if (!/^\s$/.test(piece)) out += piece
    at = end
  }
  return out
}

function endOfText(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(text.length, at + 1)
}
