/**
 * Recipients, hosts and files that are not what they look like make a call high and are marked in the question: names
 * that mix scripts, names in another script that read as Latin, and names that pass for one that is known here (from
 * the configuration, a standing permission or a call that was approved). What a host's name in ASCII (`xn--…`) stands
 * for is always said.
 *
 * It refuses to guess what is not a name: prose may mix whatever it likes.
 */
import type { Call } from '../../call/call.ts'
import type { KnownNames } from '../../confusable/known-names.ts'
import {
  describeDifference,
  describeLetters,
  isOddLabel,
  isOddSegment,
  readsAsLatin,
} from '../../confusable/mixed-scripts.ts'
import { canonicalName } from '../../confusable/known-names.ts'
import { mayHoldNames, namesInText } from '../../confusable/names-in-text.ts'
import { readLabel } from '../../confusable/punycode.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import type { JsonValue } from '../../json/json-value.ts'
import { say } from '../../sentence/say.ts'
import { firstInStrings } from './argument-strings.ts'
import { lookAtArguments } from './plain-arguments.ts'
import type { Rating } from './rating.ts'

export interface ConfusableFindings {
  readonly rating: Rating | null
  /** For the question, one sentence each, whatever else rates the call. */
  readonly warnings: readonly string[]
}

export const CONFUSABLE_NAME = 'confusable name'

const NOTHING: ConfusableFindings = { rating: null, warnings: [] }
const MOST_NAMES = 5000
const MOST_WARNINGS = 5
const LONGEST_SHOWN = 120

interface CallNames {
  readonly hosts: ReadonlySet<string>
  readonly addresses: ReadonlySet<string>
  readonly segments: ReadonlySet<string>
  readonly tooMany: boolean
}

/** Whether anything in the call can be compared with names that are known. */
export function namesAnybody(call: Call): boolean {
  const { hosts, addresses } = namesOf(call)
  return hosts.size > 0 || addresses.size > 0
}

/** The hosts and addresses of a value, to be known from now on. */
export function namesToKnow(value: JsonValue): readonly string[] {
  const { hosts, addresses } = collect(value)
  return [...new Set([...hosts, ...addresses])]
}

export function findConfusables(call: Call, known: KnownNames): ConfusableFindings {
  const { hosts, addresses, segments, tooMany } = namesOf(call)
  if (hosts.size + addresses.size + segments.size === 0) return NOTHING
  const raising: string[] = tooMany ? [say('tooManyNames')] : []
  const telling: string[] = []
  const reported = new Set<string>()
  for (const host of hosts) {
    const odd = oddHost(host) ?? lookAlike(host, known)
    if (odd !== null) {
      raising.push(odd)
      reported.add(host)
    }
    const stands = /xn--/i.test(host) ? canonicalName(host) : host
    if (stands !== host && odd === null) telling.push(say('standsFor', { name: shown(host), other: shown(stands) }))
  }
  for (const address of addresses) {
    const at = address.lastIndexOf('@')
    const account = address.slice(0, at)
    if (reported.has(address.slice(at + 1)) && !isOddLabel(account)) continue
    const odd = isOddLabel(account) ? mixed(address, account) : lookAlike(address, known)
    if (odd !== null) raising.push(odd)
  }
  for (const segment of segments) if (isOddSegment(segment)) raising.push(mixed(segment, segment))
  const [why] = raising
  return {
    rating: why === undefined ? null : { risk: 'high', rule: CONFUSABLE_NAME, why },
    warnings: [...new Set([...raising, ...telling])].slice(0, MOST_WARNINGS),
  }
}

function oddHost(host: string): string | null {
  const labels = host.split(/[.。．｡]/)
  const read = labels.map(readLabel)
  if (read.includes(null)) return say('standsForNothing', { name: shown(host) })
  const odd = read.find((label) => label !== null && isOddLabel(label))
  if (odd !== undefined && odd !== null) return mixed(inBothSpellings(host), odd)
  // Under an end in its own script, a name in that script is at home.
  if (/[^\0-\x7f]/.test(read.at(-1) ?? '')) return null
  for (const label of read.slice(0, -1)) {
    const reads = label === null ? null : readsAsLatin(label)
    if (reads !== null)
      return say('readsAsLatin', { name: shown(inBothSpellings(host)), reads, letters: describeLetters(label ?? '') })
  }
  return null
}

function lookAlike(name: string, known: KnownNames): string | null {
  const like = known.looksLike(name)
  if (like === null) return null
  const canonical = canonicalName(name)
  // Where only its capitals make it look so, they are what differs.
  const differing = canonical.length === like.length || /[^\0-\x7f]/.test(canonical) ? name : canonical
  return say('looksLikeKnown', {
    name: shown(inBothSpellings(name)),
    known: shown(like),
    letters: describeDifference(endOf(/xn--/i.test(name) ? canonical : differing, like), like),
  })
}

/** Only so much of a name as the known one has: `login.examp1e.com` beside `example.com`. */
function endOf(name: string, like: string): string {
  if (name.includes('@')) return name
  const labels = like.split('.').length
  return name.split('.').slice(-labels).join('.')
}

function mixed(name: string, part: string): string {
  return say('mixesScripts', { name: shown(name), letters: describeLetters(part) })
}

function inBothSpellings(host: string): string {
  const stands = canonicalName(host)
  return /xn--/i.test(host) && stands !== host ? `${host} (${stands})` : host
}

function shown(name: string): string {
  const characters = Array.from(name)
  return characters.length <= LONGEST_SHOWN ? name : `${characters.slice(0, LONGEST_SHOWN).join('')}…`
}

/** Each call is looked up twice: whether it names a host or an address, and then what is odd about it. */
const latest = new WeakMap<JsonValue & object, CallNames>()

function namesOf(call: Call): CallNames {
  if (lookAtArguments(call.arguments).plain) return NO_CALL_NAMES
  const known = latest.get(call.arguments)
  if (known !== undefined) return known
  const names = collect(call.arguments)
  // Most calls without such names are short and cheap to read again.
  if (names !== NO_CALL_NAMES || isLong(call.arguments)) latest.set(call.arguments, names)
  return names
}

function isLong(value: JsonValue): boolean {
  let left = LONGEST_READ_TWICE
  return firstInStrings(value, (text) => ((left -= text.length) < 0 ? true : null)) !== null
}

const NO_CALL_NAMES: CallNames = { hosts: new Set(), addresses: new Set(), segments: new Set(), tooMany: false }
const LONGEST_READ_TWICE = 2048

function collect(value: JsonValue): CallNames {
  return namesAnything(value) ? collectAll(value) : NO_CALL_NAMES
}

function namesAnything(value: JsonValue): boolean {
  return firstInStrings(value, (text) => (mayHoldNames(text) ? true : null)) !== null
}

function collectAll(value: JsonValue): CallNames {
  const hosts = new Set<string>()
  const addresses = new Set<string>()
  const segments = new Set<string>()
  let tooMany = false
  const visit = (item: JsonValue, key: string | null): void => {
    if (tooMany) return
    if (typeof item === 'string') {
      const found = namesInText(item, key)
      for (const host of found.hosts) hosts.add(host)
      for (const address of found.addresses) addresses.add(address)
      for (const segment of found.segments) segments.add(segment)
      tooMany = hosts.size + addresses.size + segments.size > MOST_NAMES
      return
    }
    if (typeof item !== 'object' || item === null) return
    if (isJsonObject(item)) {
      for (const name in item) {
        visit(name, null)
        visit(item[name] ?? null, name)
      }
    } else for (const one of item) visit(one, key)
  }
  visit(value, null)
  return { hosts, addresses, segments, tooMany }
}
