/** The audit record that goes with a grant, in the same transaction. */
import { recordDraft } from '../audit/record-draft.ts'
import type { RecordDraft } from '../audit/record.ts'
import type { Call } from '../call/call.ts'
import type { Grant } from '../grant/grant.ts'
import { describeGrant } from '../grant/grant-view.ts'
import type { Ruling } from '../policy/ruling.ts'

export function grantRecord(kind: 'grant-made' | 'grant-revoked', grant: Grant, actor: string): RecordDraft {
  return recordDraft({
    kind,
    tenant: grant.tenant,
    principal: grant.principal,
    server: grant.serverName,
    tool: grant.tool,
    risk: grant.risk,
    hold: grant.fromHold,
    actor,
    detail: `grant ${grant.id}: ${describeGrant(grant)}`,
  })
}

/** Says that a call is about to be sent because somebody permitted it beforehand. */
export function grantUseRecord(used: Grant, call: Call, ruling: Ruling): RecordDraft {
  const of = used.limits.count === null ? '' : ` of ${used.limits.count}`
  const amount = used.limits.amount === null ? '' : `, ${used.used.amount} of ${used.limits.amount.total}`
  return recordDraft({
    kind: 'grant-used',
    tenant: call.tenant,
    principal: call.principal,
    client: call.client.name,
    server: call.server.name,
    tool: call.tool,
    method: 'tools/call',
    risk: ruling.risk,
    rule: ruling.rule,
    digest: call.digest,
    rationale: call.rationale,
    actor: used.createdBy,
    detail: `grant ${used.id}: use ${used.used.count}${of}${amount}`,
  })
}
