/** Holds as rows and back. The body is the truth; the columns repeat what is searched. */
import { LARGEST_LISTED_BYTES, cutHold } from '@holdpoint/core'
import type { CutHold, Hold, ListedHold } from '@holdpoint/core'
import type { Selectable } from 'kysely'
import type { HoldsTable } from '../schema/tables.ts'

export type HoldRow = Omit<Selectable<HoldsTable>, 'position'>

/** `body` is the hold as JSON, for callers that have made it already. */
export function toHoldRow(hold: Hold, changeSequence: number, body: string = JSON.stringify(hold)): HoldRow {
  return {
    id: hold.id,
    revision: hold.revision,
    state: hold.state,
    key: hold.key,
    tenant: hold.call.tenant,
    principal: hold.call.principal,
    client: hold.call.client.name,
    session: hold.call.session,
    server: hold.call.server.name,
    server_identity: hold.call.server.identity,
    tool: hold.call.tool,
    risk: hold.ruling.risk,
    scope: hold.ruling.scope,
    definition_hash: hold.definitionHash,
    created_at: hold.createdAt,
    decide_by: hold.decideBy,
    execute_by: hold.executeBy,
    decided_at: hold.decidedAt,
    ended_at: hold.endedAt,
    change_sequence: changeSequence,
    body,
  }
}

/**
 * Holds that earlier versions stored lack newer members: those versions knew no edits and ran every approved call at
 * once.
 */
const UNKNOWN_BEFORE: Pick<Hold, 'edit' | 'inputSchemaText' | 'runAfter'> = {
  edit: null,
  inputSchemaText: null,
  runAfter: null,
}

const RULED_BEFORE: Pick<Hold['ruling'], 'undoWindowMs'> = { undoWindowMs: 0 }

export function fromHoldBody(row: { readonly body: string }): Hold {
  return withDefaults(JSON.parse(row.body) as Hold)
}

/** What lists carry of it, as text, where that is not all of it. */
export function toHoldHead(hold: Hold, body: string): string | null {
  return Buffer.byteLength(body) <= LARGEST_LISTED_BYTES ? null : JSON.stringify(cutHold(hold))
}

export function fromHoldHead(head: string): CutHold {
  return withDefaults(JSON.parse(head) as CutHold)
}

function withDefaults<Stored extends ListedHold>(hold: Stored): Stored {
  const verdicts = hold.verdicts.map((verdict) => ({ ...verdict, edits: verdict.edits ?? null }))
  return { ...UNKNOWN_BEFORE, ...hold, ruling: { ...RULED_BEFORE, ...hold.ruling }, verdicts }
}
