/** The audit record that goes with a change of a hold, in the same transaction. */
import { recordDraft } from '../audit/record-draft.ts'
import type { RecordDraft, RecordKind } from '../audit/record.ts'
import { approvedDigest } from '../hold/edit.ts'
import type { Hold } from '../hold/hold.ts'

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
  })
}
