/** Fills what a writer leaves unsaid with `null`: every field is present, so hashing is unambiguous. */
import type { RecordDraft } from './record.ts'

export function recordDraft(partial: Partial<RecordDraft> & Pick<RecordDraft, 'kind' | 'tenant'>): RecordDraft {
  return {
    kind: partial.kind,
    tenant: partial.tenant,
    principal: partial.principal ?? null,
    client: partial.client ?? null,
    server: partial.server ?? null,
    tool: partial.tool ?? null,
    method: partial.method ?? null,
    risk: partial.risk ?? null,
    rule: partial.rule ?? null,
    hold: partial.hold ?? null,
    digest: partial.digest ?? null,
    rationale: partial.rationale ?? null,
    actor: partial.actor ?? null,
    detail: partial.detail ?? null,
    provenance: partial.provenance ?? null,
  }
}
