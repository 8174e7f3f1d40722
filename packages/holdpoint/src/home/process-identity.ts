/**
 * Who a process is, so that a dead one is not mistaken for a later one with the same pid: pid plus the operating system's
 * start time. Within a second of a crash, others can tell.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessIdentity } from '@holdpoint/core'

export function identifySelf(instance: string): ProcessIdentity {
  return { instance, host: hostname(), pid: process.pid, startedAt: startTimeOf(process.pid) }
}

/** Processes of other machines cannot be seen from here; they count as alive, and their lease tells. */
export function isProcessAlive(identity: ProcessIdentity): boolean {
  if (identity.host !== hostname()) return true
  try {
    process.kill(identity.pid, 0)
  } catch (error) {
    // EPERM: it exists and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return identity.startedAt === null || startTimeOf(identity.pid) === identity.startedAt
}

function startTimeOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // A zombie has ended; only its parent has not looked yet.
      if (fields[0] === 'Z' || fields[0] === 'X') return 'ended'
      return fields[19] ?? null
    }
    if (process.platform === 'darwin') {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || 'ended'
    }
  } catch {
    return 'ended'
  }
  return null
}
