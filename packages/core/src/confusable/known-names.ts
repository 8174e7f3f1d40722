/**
 * Names of hosts and addresses that are known here, and the question whether another name passes for one of them. A
 * host counts with its parent domain: where `api.example.com` is known, so is `example.com`.
 */
import { readLabel } from './punycode.ts'
import { skeletonOf } from './skeleton.ts'

export interface KnownNames {
  has(written: string): boolean
  /** The known name that another one looks like without being it; `null`: none. */
  looksLike(written: string): string | null
}

export const NOTHING_KNOWN: KnownNames = { has: () => false, looksLike: () => null }

const DOTS = /[。．｡]/g

/** In small letters, its own script, without a dot at the end. */
export function canonicalName(written: string): string {
  const at = written.lastIndexOf('@')
  const host = written
    .slice(at + 1)
    .replace(DOTS, '.')
    .split('.')
    .map((label) => readLabel(label) ?? label)
    .join('.')
    .replace(/\.$/, '')
  return (written.slice(0, at + 1) + host).normalize('NFKC').toLowerCase()
}

export function createKnownNames(written: Iterable<string>): KnownNames {
  const names = new Set<string>()
  for (const name of written) {
    const canonical = canonicalName(name)
    for (const part of partsOf(canonical)) names.add(part)
    // With an address its host is known too.
    for (const part of partsOf(canonical.slice(canonical.lastIndexOf('@') + 1))) names.add(part)
  }
  if (names.size === 0) return NOTHING_KNOWN
  let bySkeleton: Map<string, string> | null = null
  return {
    has: (name) => names.has(canonicalName(name)),
    looksLike(name) {
      const canonical = canonicalName(name)
      if (names.has(canonical)) return null
      bySkeleton ??= new Map([...names].map((known) => [skeletonOf(known), known]))
      // As it is written too: in small letters a capital I is no l any more.
      const shown = name.replace(DOTS, '.')
      for (const [part, spelled] of zip(partsOf(canonical), partsOf(shown))) {
        if (names.has(part)) return null
        for (const skeleton of [skeletonOf(part), skeletonOf(spelled)]) {
          const known = bySkeleton.get(skeleton)
          if (known !== undefined && known !== part) return known
        }
      }
      return null
    },
  }
}

/** What either knows. A name that one of them knows is no look-alike of another's. */
export function knownToEither(one: KnownNames, other: KnownNames): KnownNames {
  if (other === NOTHING_KNOWN) return one
  return {
    has: (name) => one.has(name) || other.has(name),
    looksLike: (name) => (one.has(name) || other.has(name) ? null : (one.looksLike(name) ?? other.looksLike(name))),
  }
}

/** The name itself, then without its first labels while two are left. An address has no parts. */
function partsOf(name: string): readonly string[] {
  if (name.includes('@') || /^[\d.]+$/.test(name)) return [name]
  const labels = name.split('.').filter((label) => label !== '')
  const parts: string[] = []
  for (let from = 0; from === 0 || from < labels.length - 1; from++) parts.push(labels.slice(from).join('.'))
  return parts
}

function zip(one: readonly string[], other: readonly string[]): readonly (readonly [string, string])[] {
  return one.map((part, index) => [part, other[index] ?? part] as const)
}
