/**
 * What a Kubernetes manifest describes, by kind and name: "Deployment web, Service web". It reads no YAML: only manifests
 * written plainly, with each kind and name on a line of its own, are named; of all others it says how long they are, so that
 * a title never names something else than what is applied.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonValue } from '../json/json-value.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { lineCount, plainWords } from './title-values.ts'
import type { TitleLanguage } from './title-values.ts'

const LONGEST = 100_000
const MOST = 3
const LONGEST_NAME = 48

/** Its names, else how long it is; the name of a file stays as it is. */
export function manifestWords(text: string, language: TitleLanguage): string | null {
  const names = manifestNames(text, language)
  if (names !== null) return names
  if (!/[\n{]/.test(text)) return plainWords(text)
  const lines = lineCount(text)
  return language === 'zh' ? `${lines} 行的清单` : `a manifest of ${lines} ${lines === 1 ? 'line' : 'lines'}`
}

export function manifestNames(text: string, language: TitleLanguage): string | null {
  if (text.length > LONGEST) return null
  const documents = text.split(/^---.*$/m).filter((document) => /^[^\s#]/m.test(document.trimStart()))
  const names = documents.map(nameOf)
  if (names.length === 0 || names.includes(null)) return null
  const said = names.slice(0, MOST).join(language === 'zh' ? '、' : ', ')
  const left = names.length - MOST
  if (left <= 0) return said
  return language === 'zh' ? `${said} 等 ${names.length} 项` : `${said} and ${left} more`
}

function nameOf(document: string): string | null {
  if (/^\s*\{/.test(document)) return nameInJson(document)
  // Anchors, tags, flow style, quoted keys and merged keys may say something else than the plain lines do.
  if (/^(?:[&*!{}?"'[\]%@`|>]|<<)/m.test(document)) return null
  const kinds = [...document.matchAll(/^kind:[ \t]*([A-Za-z]+)[ \t]*$/gm)]
  const blocks = [...document.matchAll(/^metadata:[ \t]*\n((?:[ \t]+.*(?:\n|$))+)/gm)]
  if (count(document, /^kind[ \t]*:/gm) !== 1 || count(document, /^metadata[ \t]*:/gm) !== 1) return null
  const [kind] = kinds
  const [block] = blocks
  const lines = block?.[1] ?? ''
  const indent = /^[ \t]+/.exec(lines)?.[0] ?? ''
  const own = lines.split('\n').filter((line) => line.startsWith(indent) && !/^[ \t]/.test(line.slice(indent.length)))
  if (indent === '' || own.some((line) => /[&*!{}?]|<<|^[ \t]*["']/.test(line.split(':', 1)[0] ?? ''))) return null
  const named = own.filter((line) => /^[ \t]*name[ \t]*:/.test(line))
  const name = /^[ \t]*name:[ \t]*([a-z0-9][a-z0-9.-]*)[ \t]*$/.exec(named[0] ?? '')?.[1]
  if (kind?.[1] === undefined || named.length !== 1 || name === undefined) return null
  return clipVisible(showInOneLine(`${kind[1]} ${name}`), LONGEST_NAME)
}

/** JSON where each name stands once: of a name that stands twice, two readers may take different values. */
function nameInJson(document: string): string | null {
  if (count(document, /"kind"\s*:/g) !== 1 || count(document, /"metadata"\s*:/g) !== 1) return null
  if (count(document, /"name"\s*:/g) !== 1 || document.includes('\\')) return null
  const manifest = parsed(document)
  const metadata = isJsonObject(manifest) ? (manifest['metadata'] ?? null) : null
  const kind = isJsonObject(manifest) ? manifest['kind'] : null
  const name = isJsonObject(metadata) ? metadata['name'] : null
  if (typeof kind !== 'string' || typeof name !== 'string') return null
  return clipVisible(showInOneLine(`${kind} ${name}`), LONGEST_NAME)
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return null
  }
}

function count(text: string, pattern: RegExp): number {
  return [...text.matchAll(pattern)].length
}
