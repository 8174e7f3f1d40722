/**
 * Sends each head of the audit log elsewhere: to an append-only file, best on another mount, or a webhook. A file is
 * also read back, so that a home that was restored as a whole shows; a webhook says so itself, with 409.
 *
 * It refuses to hold anything up: one line is under way at a time, the newest waits, a slow or silent witness shows in
 * health.
 */
import { open } from 'node:fs/promises'
import { readHeads, thrownMessage } from '@holdpoint/core'
import type { SignedHead } from '@holdpoint/core'
import type { HeadWitness } from '@holdpoint/store'

export interface WitnessSetting {
  readonly target: { readonly file: string } | { readonly url: string }
  readonly headers: { readonly [name: string]: string }
}

/** Longer than this, a witness counts as silent. */
const TOLD_WITHIN_MS = 5000
/** A start does not wait longer for what a witness has to say, an end not for what it has still to hear. */
const READ_BACK_WITHIN_MS = 1000
const TOLD_AT_END_WITHIN_MS = 1000
/** More than a thousand heads. */
const READ_BACK_BYTES = 262_144

/** `log` hears of trouble once, and again when it is another. */
export function createHeadWitness({ target, headers }: WitnessSetting, log: (what: string) => void): HeadWitness {
  const name = 'file' in target ? target.file : new URL(target.url).origin
  let next: string | null = null
  let telling: Promise<void> | null = null
  let problem: string | null = null
  /** It stands while the process does: a head that it takes later does not say that the earlier ones were ours. */
  let conflict: string | null = null

  function trouble(what: string): void {
    if (what !== problem) log(what)
    problem = what
  }

  async function tellOne(line: string): Promise<void> {
    if ('file' in target) {
      const handle = await open(target.file, 'a', 0o600)
      try {
        await handle.write(`${line}\n`)
      } finally {
        await handle.close()
      }
      return
    }
    const response = await fetch(target.url, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
      body: `${line}\n`,
      redirect: 'error',
      signal: AbortSignal.timeout(TOLD_WITHIN_MS),
    })
    await response.body?.cancel()
    if (response.status === 409) {
      const what = `The witness ${name} knows a later head than this one: the home may have been restored.`
      if (conflict === null) log(what)
      conflict = what
      return
    }
    if (!response.ok) throw new Error(`it answered ${response.status}`)
  }

  async function tellAll(): Promise<void> {
    while (next !== null) {
      const line = next
      next = null
      try {
        await within(TOLD_WITHIN_MS, tellOne(line))
        problem = null
      } catch (error) {
        trouble(`The witness ${name} was not told of the newest head: ${thrownMessage(error)}`)
      }
    }
  }

  return {
    tell(line) {
      next = line
      telling ??= tellAll().finally(() => (telling = null))
    },
    tellsBack: 'file' in target,
    async heads() {
      if (!('file' in target)) return []
      try {
        return await within(READ_BACK_WITHIN_MS, readBack(target.file))
      } catch (error) {
        trouble(`The witness ${name} cannot be read: ${thrownMessage(error)}`)
        return []
      }
    },
    problems: () => [conflict, problem].filter((what) => what !== null),
    async close() {
      if (telling !== null) await within(TOLD_AT_END_WITHIN_MS, telling).catch(() => undefined)
    },
  }
}

async function readBack(file: string): Promise<readonly SignedHead[]> {
  let handle
  try {
    handle = await open(file, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, READ_BACK_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return readHeads(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await handle.close()
  }
}

/** A mount that hangs never answers; the caller stops waiting. */
async function within<Answer>(milliseconds: number, work: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('it does not answer')), milliseconds)
  })
  work.catch(() => undefined)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
