/**
 * The texts that a reader may make of one: as it stands, with its escapes undone (percent, JSON, C, HTML, base64), and
 * with its words joined as a shell joins them. By text alone. What it cannot work out (`$(…)`, an unknown variable)
 * becomes `*`, which fits more rather than less.
 */
const MOST_ROUNDS = 4
const LONGEST_ENCODED = 4096
/** Escapes that make letters of a path out of others; `\/` and `\.` are undone too. */
const ESCAPE =
  /%[uU]([0-9a-fA-F]{4})|\\u\{([0-9a-fA-F]{1,6})\}|\\u([0-9a-fA-F]{4})|\\U([0-9a-fA-F]{8})|\\[xX]([0-9a-fA-F]{2})|&#[xX]([0-9a-fA-F]{1,6});?|\\([0-3][0-7]{2})|&#([0-9]{1,7});?|\\([\\/"'.~$:_-])/g
const NAMED_ENTITY = /&(sol|bsol|period|tilde|colon|quot|apos|dollar|lowbar|percnt|amp);/gi
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['sol', '/'],
  ['bsol', '\\'],
  ['period', '.'],
  ['tilde', '~'],
  ['colon', ':'],
  ['quot', '"'],
  ['apos', "'"],
  ['dollar', '$'],
  ['lowbar', '_'],
  ['percnt', '%'],
  ['amp', '&'],
])
const MAY_BE_ESCAPED = /[%\\]|&[#a-z]/i
const BEYOND_ASCII = /[^\0-\x7f]/
const SLASHES = /[\u2044\u2215\u29f8]/g
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu

/** Distinct, a handful at most, the text itself first. */
export function readingsOf(text: string): readonly string[] {
  const plain = BEYOND_ASCII.test(text) ? text.normalize('NFKC').replace(SLASHES, '/').replace(IGNORED, '') : text
  const readings = new Set([text, plain])
  const decoded = MAY_BE_ESCAPED.test(plain) ? undoEscapes(plain) : plain
  readings.add(decoded)
  // Readers of addresses drop these, and so join what stands on both sides.
  if (/[\t\r\n]/.test(decoded) && /:|%/.test(text)) readings.add(decoded.replace(/[\t\r\n]/g, ''))
  if (/["'`^\\]|\$[({]|[@?*+!]\(|\{\w+\.\./.test(plain)) {
    // Before and after: quotes may be written as escapes, and an escaped text may stand in quotes.
    readings.add(asShellReads(plain))
    readings.add(asShellReads(decoded))
    // Shells of Windows escape with these, and separate with backslashes.
    if (/[`^"]/.test(plain)) readings.add(plain.replace(/["'`^]/g, ''))
  }
  return [...readings]
}

/** Percent-encoding and escapes undone, also when they were applied more than once. */
export function undoEscapes(text: string): string {
  let decoded = text
  for (let round = 0; round < MOST_ROUNDS && MAY_BE_ESCAPED.test(decoded); round++) {
    const before = decoded
    decoded = undoPercent(decoded)
      .replace(ESCAPE, (whole, ...groups: (string | undefined)[]) => unescaped(whole, groups.slice(0, 9)))
      .replace(NAMED_ENTITY, (whole, name: string) => ENTITIES.get(name.toLowerCase()) ?? whole)
    if (decoded === before) break
  }
  return decoded
}

function undoPercent(text: string): string {
  if (!text.includes('%')) return text
  // Byte by byte where the whole is no valid UTF-8: one stray `%` must not hide the rest.
  return text
    .replace(/%c0%a([ef])/gi, (_whole, last: string) => (last.toLowerCase() === 'f' ? '/' : '.'))
    .replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run)
      } catch {
        return run.replace(/%([0-7][0-9a-f])/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      }
    })
}

function unescaped(whole: string, groups: readonly (string | undefined)[]): string {
  const itself = groups[8]
  if (itself !== undefined) return itself
  const at = groups.findIndex((group) => group !== undefined)
  const code = Number.parseInt(groups[at] ?? '', at === 6 ? 8 : at === 7 ? 10 : 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

/** Quotes and escapes gone, so that `"ho"ld\point` is one word again. */
function asShellReads(text: string): string {
  return text
    .replace(/\$\((?:[^()]|\([^()]*\))*\)|`[^`\s]+`/g, '*')
    .replace(/[@?*+]\(([^()]*)\)/g, (_whole, choices: string) => `{${choices.replaceAll('|', ',')},}`)
    .replace(/!\([^()]*\)/g, '?*')
    .replace(/\{\w\.\.\w\}/g, '?')
    .replace(/\{[^{},\s]{1,8}\.\.[^{},\s]{1,8}\}/g, '?*')
    .replace(/\$(?=["'])|["'`^]|\\\r?\n|\\(?=\S)/g, '')
}

/** What a word says in base64 or in hexadecimal digits, where that is text; else `null`. */
export function decodedWord(word: string): string | null {
  if (word.length < 12 || word.length > LONGEST_ENCODED) return null
  const encoding = /^(?:[0-9a-f]{2})+$/i.test(word) ? 'hex' : /^[\w+/-]+={0,2}$/.test(word) ? 'base64' : null
  if (encoding === null) return null
  // UTF-16, as PowerShell takes its commands, is the same with a zero after each letter.
  const decoded = Buffer.from(word, encoding).toString('latin1').replaceAll('\0', '')
  return /^[\t\n\r\x20-\x7e]{6,}$/.test(decoded) ? decoded : null
}
