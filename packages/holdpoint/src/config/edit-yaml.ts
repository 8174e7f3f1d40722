/**
 * Changes single values in the text of a YAML file and leaves every other character as it is: comments, order, blanks and the
 * spelling of values belong to their author. (To write the parsed document out again would move comments to other keys.)
 *
 * It refuses what it cannot do so: the text that comes out is read again, and if it says anything but what was meant, there is
 * none.
 */
import { isDeepStrictEqual } from 'node:util'
import { hideReferences, showReferences } from './environment-references.ts'
import { isMap, isScalar, isSeq, parseDocument } from './yaml-parser.ts'

export type YamlValue = string | readonly YamlValue[] | { readonly [key: string]: YamlValue }

export type YamlPath = readonly (string | number)[]

type Plain = unknown

/** As far as an edit looks at it. */
interface Parsed {
  readonly text: string
  readonly root: unknown
  /** Written as JSON, or like it: what is added is quoted as there. */
  readonly isJson: boolean
}

/** `null`: it cannot be done by changing this one place. */
export function putInYaml(text: string, path: YamlPath, value: YamlValue): string | null {
  const meant = withValue(readYaml(text), path, value)
  return checked(putText(parse(text), path, value), meant)
}

/** Adds an item to the list at the path. `null`: it cannot be done by changing this one place. */
export function appendInYaml(text: string, path: YamlPath, value: YamlValue): string | null {
  const list = valueAt(readYaml(text), path)
  if (!Array.isArray(list)) return null
  const parsed = parse(text)
  const meant = withValue(readYaml(text), path, [...list, value])
  return checked(appendText(parsed, nodeAt(parsed.root, path), value), meant)
}

/** What the text says, with references to the environment as they are written. */
export function readYaml(text: string): unknown {
  return shown(parseDocument(hideReferences(text)).toJS())
}

function checked(text: string | null, meant: Plain): string | null {
  if (text === null) return null
  const { errors, warnings } = parseDocument(hideReferences(text))
  return errors.length + warnings.length === 0 && isDeepStrictEqual(readYaml(text), meant) ? text : null
}

function parse(text: string): Parsed {
  const root = parseDocument(hideReferences(text)).contents
  return { text, root, isJson: isMap(root) && root.flow === true }
}

function putText(parsed: Parsed, path: YamlPath, value: YamlValue): string | null {
  const { text } = parsed
  let node = parsed.root
  if (isEmpty(node)) return `${withLineEnd(text)}${blockPair(path, value, '', eolOf(text))}${eolOf(text)}`
  for (const [index, key] of path.entries()) {
    const rest = path.slice(index)
    if (isSeq(node) && typeof key === 'number') node = node.items[key]
    else if (isMap(node)) {
      const map = node
      const pair = map.items.find((each) => isScalar(each.key) && String(each.key.value) === key)
      if (pair === undefined) return insertPair(parsed, map, rest, value)
      // `channels:` with nothing behind it.
      if (isEmpty(pair.value)) return map.flow === true ? null : fillPair(text, pair.key, rest.slice(1), value)
      node = pair.value
    } else return null
  }
  const start = startOf(node)
  if (start === null) return null
  return splice(text, start, endOf(text, node), flowText(value, parsed.isJson))
}

function insertPair(parsed: Parsed, map: Collection, path: YamlPath, value: YamlValue): string | null {
  const { text, isJson } = parsed
  if (map.flow === true) return insertInFlow(text, map, flowPair(path, value, isJson))
  const [first] = map.items
  const start = startOf((first as { readonly key?: unknown } | undefined)?.key)
  if (start === null) return null
  const eol = eolOf(text)
  const at = lineEnd(text, endOf(text, map))
  const indent = ' '.repeat(columnOf(text, start))
  return splice(text, at, at, `${eol}${indent}${blockPair(path, value, indent, eol)}`)
}

function fillPair(text: string, key: unknown, path: YamlPath, value: YamlValue): string | null {
  const start = startOf(key)
  if (start === null) return null
  const eol = eolOf(text)
  const at = lineEnd(text, endOf(text, key))
  const indent = ' '.repeat(columnOf(text, start) + 2)
  const below = path.length === 0 ? blockLines(value, indent, eol) : `${indent}${blockPair(path, value, indent, eol)}`
  return splice(text, at, at, `${eol}${below}`)
}

function appendText({ text, isJson }: Parsed, list: unknown, value: YamlValue): string | null {
  const start = startOf(list)
  if (!isSeq(list) || start === null) return null
  if (list.flow === true) return insertInFlow(text, list, flowText(value, isJson))
  const eol = eolOf(text)
  const at = lineEnd(text, endOf(text, list))
  const indent = ' '.repeat(columnOf(text, start))
  return splice(text, at, at, `${eol}${blockItem(value, indent, eol)}`)
}

interface Collection {
  readonly flow?: boolean | undefined
  readonly items: readonly unknown[]
  readonly range?: readonly number[] | null | undefined
}

function insertInFlow(text: string, collection: Collection, added: string): string | null {
  const last = collection.items.at(-1)
  const start = startOf(collection)
  if (start === null) return null
  if (last === undefined) return splice(text, start + 1, start + 1, ` ${added} `)
  const at = endOf(text, last)
  return splice(text, at, at, `, ${added}`)
}

// How values are written.

function blockPair(path: YamlPath, value: YamlValue, indent: string, eol: string): string {
  const [key = '', ...rest] = path
  const below = nested(rest, value)
  const name = scalarText(String(key), false)
  if (isShort(below)) return `${name}: ${typeof below === 'string' ? scalarText(below, false) : flowText(below, false)}`
  return `${name}:${eol}${blockLines(below, `${indent}  `, eol)}`
}

function blockLines(value: YamlValue, indent: string, eol: string): string {
  if (typeof value === 'string') return `${indent}${scalarText(value, false)}`
  if (isList(value)) return value.map((item) => blockItem(item, indent, eol)).join(eol)
  return Object.entries(value)
    .map(([key, item]) => `${indent}${blockPair([key], item, indent, eol)}`)
    .join(eol)
}

function blockItem(value: YamlValue, indent: string, eol: string): string {
  return `${indent}- ${blockLines(value, `${indent}  `, eol).trimStart()}`
}

/** What stands well on one line: a text, texts, or one key with either. */
function isShort(value: YamlValue): boolean {
  if (typeof value === 'string') return true
  if (isList(value)) return value.every((item) => typeof item === 'string')
  const items = Object.values(value)
  return items.length === 1 && items.every((item) => typeof item === 'string' || (isList(item) && isShort(item)))
}

function flowPair(path: YamlPath, value: YamlValue, isJson: boolean): string {
  const [key = '', ...rest] = path
  return `${scalarText(String(key), true, isJson)}: ${flowText(nested(rest, value), isJson)}`
}

function flowText(value: YamlValue, isJson: boolean): string {
  if (typeof value === 'string') return scalarText(value, true, isJson)
  if (isList(value)) return `[${value.map((item) => flowText(item, isJson)).join(', ')}]`
  return `{ ${Object.entries(value)
    .map(([key, item]) => flowPair([key], item, isJson))
    .join(', ')} }`
}

/** Plain where YAML reads it as this text and nothing else, wherever it stands. */
const PLAIN = /^(?!(?:true|false|null|yes|no|on|off|y|n|nan|inf)$)[a-z_$/][\w$/.@+=-]*(?::[\w$/.@+=-]+)*$/i
const REFERENCE = /^\$\{[A-Za-z_][A-Za-z0-9_.]*\}$/

/** JSON's quoting is YAML's too. In braces a reference is quoted: other programs take its braces for theirs. */
function scalarText(text: string, inFlow: boolean, isJson = false): string {
  if (!isJson && (PLAIN.test(text) || (!inFlow && REFERENCE.test(text)))) return text
  return JSON.stringify(text)
}

function nested(path: YamlPath, value: YamlValue): YamlValue {
  return path.reduceRight<YamlValue>((below, key) => (typeof key === 'number' ? [below] : { [key]: below }), value)
}

// Where things stand.

function nodeAt(root: unknown, path: YamlPath): unknown {
  let node = root
  for (const key of path) {
    if (isSeq(node) && typeof key === 'number') node = node.items[key]
    else if (isMap(node)) node = node.items.find((each) => isScalar(each.key) && String(each.key.value) === key)?.value
    else return null
  }
  return node
}

function isEmpty(node: unknown): boolean {
  return node === null || node === undefined || (isScalar(node) && node.value === null && node.source !== '~')
}

function startOf(node: unknown): number | null {
  return (node as { readonly range?: readonly number[] | null } | null | undefined)?.range?.[0] ?? null
}

/** Behind the last character of what it says, before blanks and comments. */
function endOf(text: string, node: unknown): number {
  if ((isMap(node) || isSeq(node)) && node.flow !== true && node.items.length > 0) {
    const last: unknown = node.items.at(-1)
    if (!isMap(node)) return endOf(text, last)
    const { key, value } = last as { readonly key: unknown; readonly value: unknown }
    return endOf(text, isEmpty(value) ? key : value)
  }
  const pair = node as { readonly key?: unknown; readonly value?: unknown; readonly range?: readonly number[] | null }
  if (pair.range === undefined || pair.range === null) return endOf(text, isEmpty(pair.value) ? pair.key : pair.value)
  let end = pair.range[1] ?? text.length
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1
  return end
}

function columnOf(text: string, at: number): number {
  return at - (text.lastIndexOf('\n', at - 1) + 1)
}

/** Where the line ends that a place stands in, its comment included. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  if (end < 0) return text.length
  return text.charAt(end - 1) === '\r' ? end - 1 : end
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function withLineEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}${eolOf(text)}`
}

function splice(text: string, start: number, end: number, added: string): string {
  return `${text.slice(0, start)}${added}${text.slice(end)}`
}

// What the file is meant to say afterwards.

function valueAt(value: Plain, path: YamlPath): Plain {
  return path.reduce<Plain>((at, key) => (at as { readonly [key: string]: Plain } | null | undefined)?.[key], value)
}

function withValue(value: Plain, path: YamlPath, set: YamlValue): Plain {
  const [key, ...rest] = path
  if (key === undefined) return set
  const below = withValue(valueAt(value, [key]), rest, set)
  if (Array.isArray(value)) return value.map((item: unknown, index) => (index === key ? below : item))
  return { ...(value as object | null | undefined), [key]: below }
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return showReferences(value)
  if (Array.isArray(value)) return value.map(shown)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [showReferences(key), shown(item)]))
}

function isList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value)
}
