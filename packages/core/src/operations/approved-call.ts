/**
 * What was approved, by the log's word: a hold stands in a row that whoever writes the file can change, its approval in a
 * record that is chained. A call runs only where the two agree. It refuses to mend what does not.
 */
import type { AuditRecord } from '../audit/record.ts'
import { digestArguments } from '../call/digest-arguments.ts'
import { approvedArguments, approvedDigest } from '../hold/edit.ts'
import type { Hold } from '../hold/hold.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { Sha256 } from '../json/sha256.ts'
import { say } from '../sentence/say.ts'
import type { AuditPage, Store } from '../store/store.ts'

/** The record of the approval that stands; `null`: the log knows of none. */
export async function findApproval(store: Store, id: string): Promise<AuditRecord | null> {
  let found: AuditRecord | null = null
  let cursor: string | null = null
  do {
    const query = { tenant: null, since: null, server: null, tool: null, hold: id, limit: 100, cursor }
    const page: AuditPage = await store.audit.read(query)
    found = page.records.findLast(({ kind }) => kind === 'hold-approved') ?? found
    cursor = page.nextCursor
  } while (cursor !== null)
  return found
}

/** `null`: the stored bytes are what the approval was for. */
export function whyNotAsApproved(hold: Hold, approval: AuditRecord | null, sha256: Sha256): string | null {
  if (approval === null) return say('approvalNotOnRecord')
  const { tenant, principal, server, tool } = hold.call
  const same =
    approval.digest === approvedDigest(hold) &&
    approval.digest === digestOf(approvedArguments(hold), sha256) &&
    approval.tenant === tenant &&
    approval.principal === principal &&
    approval.server === server.name &&
    approval.tool === tool
  return same ? null : say('notWhatWasApproved')
}

function digestOf(argumentsText: string, sha256: Sha256): string | null {
  try {
    return digestArguments(JSON.parse(argumentsText) as JsonObject, sha256)
  } catch {
    return null
  }
}
