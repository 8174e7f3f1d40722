/**
 * Where the head is kept: lines in a file outside the database, appended, the newest last. An append is one small write
 * that survives the process, needs no lock and cannot set the head back, however many processes write; the file is
 * renamed when it has grown. It is not forced to the disk: after a power cut the database is ahead of it, which is
 * fine.
 *
 * It refuses to take a line for a head that is not signed with the key.
 */
import { closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Head, SignedHead } from '@holdpoint/core'
import { headPayload, isLaterHead, readHeads, toHeadLine } from '@holdpoint/core'

/** Some three hundred lines. */
const RENAME_BEYOND_BYTES = 65_536
const END_BYTES = 8192

export interface HeadFile {
  readonly append: (head: Head) => SignedHead
  /**
   * The newest head of each log and generation that fits the key, among the last lines; all of them where that is
   * asked.
   */
  readonly read: (which: 'recent' | 'all') => HeadsFound
  readonly close: () => void
}

export interface HeadsFound {
  readonly heads: readonly SignedHead[]
  /** The last line: what was written down most recently. */
  readonly last: SignedHead | null
  /** Lines that look like heads and fit no key, while none does. */
  readonly forged: boolean
}

export function createHeadFile(file: string, sign: (payload: string) => string): HeadFile {
  const before = `${file}.1`
  let descriptor: number | null = null

  function reopen(): number {
    close()
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    descriptor = openSync(file, 'a', 0o600)
    return descriptor
  }

  /** Another process may have removed or renamed the file since. */
  function current(): number {
    if (descriptor === null) return reopen()
    const found = statSync(file, { throwIfNoEntry: false })
    const own = fstatSync(descriptor)
    if (found?.ino !== own.ino || found.dev !== own.dev) return reopen()
    if (own.size <= RENAME_BEYOND_BYTES) return descriptor
    renameSync(file, before)
    return reopen()
  }

  function close(): void {
    if (descriptor !== null) closeSync(descriptor)
    descriptor = null
  }

  function findHeads(lines: readonly SignedHead[]): HeadsFound {
    const newest = new Map<string, SignedHead>()
    let last: SignedHead | null = null
    for (const head of lines.toReversed()) {
      const name = `${head.store}.${head.generation}`
      const known = newest.get(name)
      if (known !== undefined && !isLaterHead(head, known)) continue
      if (sign(headPayload(head)) !== head.signature) continue
      newest.set(name, head)
      last ??= head
    }
    return { heads: [...newest.values()], last, forged: lines.length > 0 && newest.size === 0 }
  }

  return {
    append(head) {
      const signed = { ...head, signature: sign(headPayload(head)) }
      writeSync(current(), `${toHeadLine(signed)}\n`)
      return signed
    },
    read(which) {
      // The newest stand at the end; a start looks further only where none of them is ours.
      const recent = which === 'all' ? null : findHeads(readHeads(endOf(file)))
      if (recent !== null && recent.heads.length > 0) return recent
      return findHeads([...readHeads(contentOf(before)), ...readHeads(contentOf(file))])
    },
    close,
  }
}

function contentOf(file: string): string {
  return readFrom(file, () => 0)
}

/** Some thirty lines; the first may be cut in half and is then ignored. */
function endOf(file: string): string {
  return readFrom(file, (size) => Math.max(0, size - END_BYTES))
}

function readFrom(file: string, start: (size: number) => number): string {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
  try {
    const { size } = fstatSync(descriptor)
    const content = Buffer.alloc(size - start(size))
    const length = readSync(descriptor, content, 0, content.length, start(size))
    return content.toString('utf8', 0, length)
  } finally {
    closeSync(descriptor)
  }
}
