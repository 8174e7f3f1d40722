/**
 * The skeleton of a name by UTS #39: two names with the same one look alike. Made for hosts and addresses, whose case
 * means nothing to machines and much to eyes: a capital I passes for an l, a zero for an o. Accents are left out, since
 * a dot more or less is what a forger counts on.
 */
import { CONFUSABLES_TABLE } from './confusables-table.ts'

/** The small palochka: the table has its capital, which looks the same, as an l, and itself as an i. */
const ALSO: readonly (readonly [string, string])[] = [['\u04cf', 'l']]

let prototypes: ReadonlyMap<string, string> | null = null

export function skeletonOf(name: string): string {
  prototypes ??= readTable()
  let skeleton = ''
  for (const character of withoutAccents(name.normalize('NFKC'))) {
    const mapped = prototypes.get(character) ?? character
    skeleton += mapped === character ? mapped : withoutAccents(mapped)
  }
  return skeleton.toLowerCase().replaceAll('m', 'rn')
}

function withoutAccents(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
}

function readTable(): ReadonlyMap<string, string> {
  const read = new Map<string, string>()
  const toText = (word: string): string =>
    String.fromCodePoint(...word.split('+').map((code) => Number.parseInt(code, 36)))
  for (const entry of CONFUSABLES_TABLE.trim().split(/\s*;\s*/)) {
    const [target, ...sources] = entry.split(/\s+/)
    if (target !== undefined && target !== '') for (const source of sources) read.set(toText(source), toText(target))
  }
  for (const [source, target] of ALSO) read.set(source, target)
  return read
}
