/** A store with its spools in a directory of its own, and what tests look at in it. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { AuditPage, AuditRecord, RecordDraft, Store } from '@holdpoint/core'
import { runChild } from '../child-process.ts'
import { verifyChain, withDirectory } from '@holdpoint/testing/store'
import { sampleRecord } from '@holdpoint/testing'

export const passed = (detail: string): RecordDraft => sampleRecord({ detail })

export interface Place {
  readonly file: string
  readonly directory: string
  /** Where the head is kept. */
  readonly head: string
}

export async function withPlace(body: (place: Place) => Promise<void>): Promise<void> {
  await withDirectory(async (directory) => {
    const file = join(directory, 'holdpoint.db')
    await body({ file, directory: `${file}-spool`, head: join(directory, 'audit-head-of-holdpoint.db') })
  })
}

export function filesIn(directory: string): readonly string[] {
  return readdirSync(directory).toSorted()
}

/** The lines of the only spool. */
export function spoolIn({ directory }: Place): string {
  const [name, ...others] = filesIn(directory).filter((found) => found.endsWith('.spool'))
  if (name === undefined || others.length > 0) throw new Error(`Expected one spool: ${filesIn(directory).join()}`)
  return join(directory, name)
}

export async function details(store: Store): Promise<readonly (string | null)[]> {
  const verification = await verifyChain(store)
  if (!verification.ok) throw new Error(verification.reason)
  const found: AuditRecord[] = []
  let cursor: string | null = null
  do {
    const page: AuditPage = await store.audit.walk(cursor, 1000)
    found.push(...page.records)
    cursor = page.nextCursor
  } while (cursor !== null)
  return found.filter(({ kind }) => !OWN_KINDS.has(kind)).map(({ detail }) => detail)
}

/** What the store writes about itself. */
const OWN_KINDS: ReadonlySet<string> = new Set([
  'spool-recovered',
  'spool-lost',
  'clock-set-back',
  'restore-noticed',
  'head-begun',
])

/** The kinds of what the store wrote about itself, in order. */
export async function ownKinds(store: Store): Promise<readonly string[]> {
  const kinds = (await store.audit.walk(null, 1000)).records.map(({ kind }) => kind)
  return kinds.filter((kind) => OWN_KINDS.has(kind))
}

/** What is in the database now, whatever waits. */
export function committed(file: string): number {
  const database = new DatabaseSync(file, { timeout: 1000 })
  const { records } = database.prepare('select count(*) as records from audit_records').get() as { records: number }
  database.close()
  return records
}

export function marks(file: string): readonly { readonly id: string; readonly sequence: number }[] {
  const database = new DatabaseSync(file, { timeout: 1000 })
  const rows = database.prepare('select id, sequence from audit_spools').all()
  database.close()
  return rows as { id: string; sequence: number }[]
}

/** A process that appended and was killed before it could commit. */
export async function leaveSpool(file: string, name: string, count: number): Promise<void> {
  const child = runChild('append-and-wait.mjs', [file, name, String(count)])
  await child.line('appended')
  child.process.kill('SIGKILL')
  await child.ended
}

export const named = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}`)
