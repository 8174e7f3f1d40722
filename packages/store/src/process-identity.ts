/**
 * Who a process is, so that a dead one is not mistaken for a later one with the same pid: pid plus the operating
 * system's start time, in one place. Only in the same place can others tell within a second of a crash: the same boot
 * and the same pid namespace. It refuses to go by the name of the machine where the system says more: containers are
 * made anew under another name, and several have the same. What cannot be seen from here is said to be unseen, and
 * leases decide.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessIdentity, Sighting } from '@holdpoint/core'

export function identifySelf(instance: string): ProcessIdentity {
  const { pid } = process
  return { instance, host: hostname(), pid, startedAt: startTimeOf(pid), place: currentPlace() }
}

export function seeProcess({ host, place, pid, startedAt }: ProcessIdentity): Sighting {
  // Versions before knew the machine by its name alone.
  const here = place === undefined ? host === hostname() : place !== null && place === currentPlace()
  if (!here) return 'unseen'
  let ofSomebodyElse = false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return 'ended'
    ofSomebodyElse = true
  }
  if (startedAt === null) return 'running'
  const found = startTimeOf(pid)
  // Where accounts may not look at each other's processes, one that exists shows nothing else.
  if (found === 'ended' && ofSomebodyElse) return 'unseen'
  return found === startedAt ? 'running' : 'ended'
}

let place: string | null | undefined

/**
 * The number of a namespace is given again once no process is left in it: then the process with that pid has ended too.
 */
function currentPlace(): string | null {
  place ??= process.platform === 'linux' ? linuxPlace() : hostname()
  return place
}

function linuxPlace(): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
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
