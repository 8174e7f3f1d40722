/**
 * The files of the protected places by what the file system knows them by, so that a hard link elsewhere is recognised:
 * it is the same file under another name. Asked only about files with more than one name, and read again when a folder
 * changed.
 */
import { readdirSync, statSync } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import type { ProtectedPlace } from './place-finder.ts'

const DEEPEST = 2
const MOST_ENTRIES = 5000
const UNSETTLED_NS = 100_000_000n

interface Known {
  readonly byFile: ReadonlyMap<string, string>
  /** Each place and each folder in it, with the time of its last change; `null`: it was not there. */
  readonly seen: ReadonlyMap<string, bigint | null>
  /** Something changed so shortly before that a change since may bear the same time. */
  readonly unsettled: boolean
}

/** Says in which protected place a file also stands, or `null`. */
export function createOwnFiles(places: readonly ProtectedPlace[]): (path: string) => string | null {
  let known: Known | null = null
  return (path) => {
    const found = statusOf(path)
    if (found === null || !found.isFile() || found.nlink < 2n) return null
    if (known === null || hasChanged(known)) known = look(places)
    const place = known.byFile.get(keyOf(found)) ?? null
    if (known.unsettled) known = null
    return place
  }
}

function look(places: readonly ProtectedPlace[]): Known {
  const byFile = new Map<string, string>()
  const seen = new Map<string, bigint | null>()
  let left = MOST_ENTRIES
  const visit = (path: string, words: string, depth: number): void => {
    const status = statusOf(path)
    seen.set(path, status === null || !status.isDirectory() ? (status?.ino ?? null) : status.mtimeNs)
    if (status === null) return
    if (status.isFile()) byFile.set(keyOf(status), words)
    if (!status.isDirectory() || depth > DEEPEST) return
    for (const entry of entriesOf(path)) {
      if (--left < 0) return
      const inside = `${path}/${entry.name}`
      if (entry.isDirectory()) visit(inside, words, depth + 1)
      else {
        const file = statusOf(inside)
        if (file?.isFile() === true) byFile.set(keyOf(file), words)
      }
    }
  }
  for (const { written, words } of places) visit(written, words, 0)
  const now = BigInt(Date.now()) * 1_000_000n
  const unsettled = [...seen.values()].some((time) => time !== null && time < now && now - time < UNSETTLED_NS)
  return { byFile, seen, unsettled }
}

function hasChanged({ seen }: Known): boolean {
  for (const [path, was] of seen) {
    const status = statusOf(path)
    const is = status === null ? null : status.isDirectory() ? status.mtimeNs : status.ino
    if (is !== was) return true
  }
  return false
}

function entriesOf(folder: string): readonly { readonly name: string; isDirectory(): boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function keyOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`
}

function statusOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch {
    return null
  }
}
