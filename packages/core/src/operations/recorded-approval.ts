/**
 * What was approved, as the log says: a person with access to the file can change the row of a hold, but its approval
 * is in a record that is chained. A call runs only where the two agree; a difference is never repaired.
 */
import type { AuditRecord, RecordKind } from '../audit/record.ts'
import { digestArguments } from '../call/digest-arguments.ts'
import { approvedArguments, approvedDigest } from '../hold/edit.ts'
import type { Hold } from '../hold/hold.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { Sha256 } from '../json/sha256.ts'
import { say } from '../sentence/say.ts'
import type { AuditPage, Store } from '../store/store.ts'

export interface RecordedApproval {
  readonly record: AuditRecord
  /** What was asked, by the log. `null`: it does not say. */
  readonly asked: AuditRecord | null
  /** The log says that it ran, lapsed or was taken back since. */
  readonly spent: boolean
}

/** What the log says of the approval of a hold; `null`: it knows of none. */
export async function findApproval(store: Store, id: string): Promise<RecordedApproval | null> {
  let approved: AuditRecord | null = null
  let asked: AuditRecord | null = null
  let spentBy: RecordKind | null = null
  let cursor: string | null = null
  do {
    const query = { tenant: null, since: null, server: null, tool: null, hold: id, limit: 100, cursor }
    const page: AuditPage = await store.audit.read(query)
    for (const record of page.records) {
      if (record.kind === 'hold-created') asked ??= record
      else if (record.kind === 'hold-approved') [approved, spentBy] = [record, null]
      else if (SPENDING.has(record.kind)) spentBy = record.kind
      // Provably nothing was sent, so it stands again; what has ended does not.
      else if (record.kind === 'hold-released' && spentBy === 'hold-dispatched') spentBy = null
    }
    cursor = page.nextCursor
  } while (cursor !== null)
  return approved === null ? null : { record: approved, asked, spent: spentBy !== null }
}

const SPENDING: ReadonlySet<RecordKind> = new Set<RecordKind>([
  'hold-dispatched',
  'hold-succeeded',
  'hold-failed',
  'hold-lost',
  'hold-resolved',
  'hold-declined',
  'hold-cancelled',
  'hold-expired',
  'hold-invalidated',
])

/** `null`: the stored bytes are what the approval was for. The caller that begins a run checks whether it was spent. */
export function whyNotAsApproved(hold: Hold, approval: RecordedApproval | null, sha256: Sha256): string | null {
  if (approval === null) return say('approvalNotOnRecord')
  const { tenant, principal, server, tool } = hold.call
  const { record, asked } = approval
  const isOfCall = (said: AuditRecord): boolean =>
    said.tenant === tenant && said.principal === principal && said.server === server.name && said.tool === tool
  const same =
    record.digest === approvedDigest(hold) &&
    record.digest === digestOf(approvedArguments(hold), sha256) &&
    isOfCall(record) &&
    // A question that was changed before a person answered it is not what the agent asked.
    (asked === null || (asked.digest === hold.call.digest && isOfCall(asked)))
  return same ? null : say('notWhatWasApproved')
}

/** `null`: the approval stands and is for the stored bytes. A row that was set back to `approved` finds it spent. */
export function whyNotToBegin(hold: Hold, approval: RecordedApproval | null, sha256: Sha256): string | null {
  return whyNotAsApproved(hold, approval, sha256) ?? (approval?.spent === true ? say('approvalSpent') : null)
}

function digestOf(argumentsText: string, sha256: Sha256): string | null {
  try {
    return digestArguments(JSON.parse(argumentsText) as JsonObject, sha256)
  } catch {
    return null
  }
}
