/** One demo per home: a second one would take the shelves from under the first. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ProcessIdentity } from '@holdpoint/core'
import { identifySelf, isProcessAlive } from '../home/process-identity.ts'

export type DemoClaim = { readonly ok: true; release(): void } | { readonly ok: false; readonly pid: number }

export function claimDemo(file: string): DemoClaim {
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(identifySelf('demo')), { flag: 'wx', mode: 0o600 })
      return { ok: true, release: () => rmSync(file, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(file)
    if (holder !== null && isProcessAlive(holder)) return { ok: false, pid: holder.pid }
    rmSync(file, { force: true })
  }
}

function readHolder(file: string): ProcessIdentity | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity
  } catch {
    return null
  }
}
