/**
 * Makes packages/core/src/confusable/confusables-table.ts from Unicode's confusables.txt (UTS #39, Security
 * Mechanisms):
 *
 * node scripts/make-confusables.mjs path/to/confusables.txt
 *
 * The file is at https://www.unicode.org/Public/security/, and in the sources of ICU as
 * source/data/unidata/confusables.txt (Debian: `apt-get source icu`). Kept are letters and digits that stand for
 * themselves in NFKC: names are brought into that form before they are compared, so that fullwidth and mathematical
 * letters need no line of their own.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('usage: node scripts/make-confusables.mjs path/to/confusables.txt')
  process.exit(2)
}
const text = readFileSync(file, 'utf8')
const version = /^# Version: (\S+)/m.exec(text)?.[1]
const date = /^# Date: ([\d-]+)/m.exec(text)?.[1]
if (version === undefined || date === undefined) throw new Error('This is no confusables.txt: it names no version.')

const fromHex = (codes) => String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)))
const byTarget = new Map()
for (const line of text.split('\n')) {
  const [source, target] = line
    .split('#')[0]
    .split(';')
    .map((field) => field.trim())
  if (source === undefined || target === undefined) continue
  const character = fromHex(source)
  if (!/^[\p{L}\p{N}]$/u.test(character) || character.normalize('NFKC') !== character) continue
  const known = byTarget.get(target) ?? []
  byTarget.set(target, [...known, character.codePointAt(0)])
}

const lines = [...byTarget]
  .map(([target, sources]) => {
    const codes = target.split(' ').map((code) => Number.parseInt(code, 16).toString(36))
    return `${codes.join('+')} ${sources
      .toSorted((a, b) => a - b)
      .map((code) => code.toString(36))
      .join(' ')}`
  })
  .toSorted()
const rows = ['']
for (const word of lines.join(' ; ').split(' ')) {
  if (`${rows.at(-1)} ${word}`.length > 118) rows.push(word)
  else rows[rows.length - 1] = `${rows.at(-1)} ${word}`.trim()
}
const size = [...byTarget.values()].reduce((sum, sources) => sum + sources.length, 0)
writeFileSync(
  new URL('../packages/core/src/confusable/confusables-table.ts', import.meta.url),
  `/**
 * Made by scripts/make-confusables.mjs from confusables.txt of UTS #39, Unicode ${version} (${date}): ${size} letters and digits.
 * © Unicode, Inc., under the Unicode licence (https://www.unicode.org/license.txt). Do not edit.
 *
 * Entries end with \`;\`. Each is a target, its characters joined by \`+\`, and what looks like it; code points in base 36.
 */
export const CONFUSABLES_VERSION = '${version}'

export const CONFUSABLES_TABLE = \`
${rows.join('\n')}
\`
`,
)
console.error(`Unicode ${version}: ${size} characters, ${byTarget.size} targets.`)
