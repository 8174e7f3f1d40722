/** The audit record that goes with a change of a hold, in the same transaction. */
import { recordDraft } from '../audit/record-draft.ts'
import type { RecordDraft, RecordKind } from '../audit/record.ts'
import { provenanceText } from '../call/provenance.ts'
import { approvedDigest } from '../hold/edit.ts'
import type { Hold, HoldState } from '../hold/hold.ts'

export function holdRecord(hold: Hold, kind: RecordKind, actor: string | null, detail: string | null): RecordDraft {
  return recordDraft({
    kind,
    tenant: hold.call.tenant,
    principal: hold.call.principal,
    client: hold.call.client.name,
    server: hold.call.server.name,
    tool: hold.call.tool,
    risk: hold.ruling.risk,
    rule: hold.ruling.rule,
    hold: hold.id,
    // Of the arguments that would run: a record of an approval says what was approved, edits included.
    digest: approvedDigest(hold),
    rationale: kind === 'hold-created' ? hold.call.rationale : null,
    actor,
    detail,
    provenance: provenanceText(hold.call.provenance),
  })
}

const KIND_OF_STATE: { readonly [state in HoldState]: RecordKind } = {
  pending: 'hold-created',
  approved: 'hold-approved',
  dispatching: 'hold-dispatched',
  succeeded: 'hold-succeeded',
  failed: 'hold-failed',
  unknown: 'hold-lost',
  resolved: 'hold-resolved',
  declined: 'hold-declined',
  cancelled: 'hold-cancelled',
  expired: 'hold-expired',
  invalidated: 'hold-invalidated',
}

/** Names a change by the state it led to. */
export function recordKindOf(before: Hold, after: Hold): RecordKind {
  if (before.state === after.state) {
    if (after.verdicts.length > before.verdicts.length) return 'verdict-recorded'
    if (after.deliveredAt !== before.deliveredAt) return 'hold-delivered'
    if (after.callerLeft && !before.callerLeft) return 'hold-caller-left'
    return after.state === 'dispatching' ? 'hold-dispatched' : 'hold-joined'
  }
  if (before.state === 'dispatching' && after.state === 'approved') return 'hold-released'
  return KIND_OF_STATE[after.state]
}
