/**
 * Which process serves the page of this home. The file only says where to look: its reader checks that the process
 * lives, and takes over when it does not.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { ProcessIdentity } from '@holdpoint/core'

export interface Service {
  readonly process: ProcessIdentity
  readonly port: number
  readonly url: string
  /** It ended in order and left only where its page was, so that another process can serve it there. */
  readonly ended?: true
}

export function readService(file: string): Service | null {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Service>
    const { process, port, url, ended } = value
    if (process === undefined || typeof port !== 'number' || typeof url !== 'string') return null
    return { process, port, url, ...(ended === true ? { ended } : {}) }
  } catch {
    return null
  }
}

export function writeService(file: string, service: Service): void {
  const fresh = `${file}.${service.process.pid}`
  writeFileSync(fresh, JSON.stringify(service), { mode: 0o600 })
  renameSync(fresh, file)
}

/** Links that were given out lead to this port: a process that takes the page over serves it there. */
export function leaveService(file: string, instance: string): void {
  const service = readService(file)
  if (service?.process.instance === instance) writeService(file, { ...service, ended: true })
}

/** Only one's own entry: another process may have taken over meanwhile. */
export function removeService(file: string, instance: string): void {
  if (readService(file)?.process.instance === instance) rmSync(file, { force: true })
}
