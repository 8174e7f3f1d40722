/** The audit record that goes with a grant, in the same transaction. */
import { recordDraft } from '../audit/record-draft.ts'
import type { RecordDraft } from '../audit/record.ts'
import type { Call } from '../call/call.ts'
import type { Grant } from '../grant/grant.ts'
import { describeNamedGrant } from '../grant/grant-view.ts'
import type { Ruling } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'

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
    detail: describeNamedGrant(grant),
  })
}

/** Says that a call is about to be sent because a person permitted it beforehand. */
export function grantUseRecord(used: Grant, call: Call, ruling: Ruling): RecordDraft {
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
    detail: useWords(used),
  })
}

function useWords({ id, limits, used }: Grant): string {
  const use = { id, n: used.count }
  const { count: times, amount: limit } = limits
  if (limit === null) return times === null ? say('grantUse', use) : say('grantUseOf', { ...use, times })
  const sum = { ...use, amount: used.amount, total: limit.total }
  return times === null ? say('grantUseAndTotal', sum) : say('grantUseOfAndTotal', { ...sum, times })
}
