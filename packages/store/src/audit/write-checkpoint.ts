/** Writes down, signed, how long every chain is now. The key lives beside the database, not in it. */
import type { Checkpoint } from '@holdpoint/core'
import { checkpointPayload } from '@holdpoint/core'
import type { Script } from '../query/script.ts'
import { allRows } from '../query/script.ts'
import type { AuditStatements, CheckpointRow } from './audit-statements.ts'

export interface CheckpointContext {
  readonly audit: AuditStatements
  readonly sign: (payload: string) => string
}

export function* writeCheckpoint(context: CheckpointContext, at: number): Script<Checkpoint> {
  const ends = yield* allRows(context.audit.ends({}))
  const chains = ends.map(({ chain, length, hash }) => ({ chain, length, hash }))
  const checkpoint = { at, chains, signature: context.sign(checkpointPayload({ at, chains })) }
  yield context.audit.insertCheckpoint({ ...checkpoint, chains: JSON.stringify(chains) })
  return checkpoint
}

/** A changed row is still read: its signature no longer fits, and `verify` names it. */
export function fromCheckpointRow(row: CheckpointRow): Checkpoint {
  let chains: unknown = null
  try {
    chains = JSON.parse(row.chains)
  } catch {
    chains = null
  }
  const list = Array.isArray(chains) ? (chains as Checkpoint['chains']) : []
  return { at: row.at, chains: list, signature: row.signature }
}
