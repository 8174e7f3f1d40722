/** A complete hold for tests; each test says only what it is about. */
import type { HeldCall, Hold, RecordDraft, Ruling } from '@holdpoint/core'
import { recordDraft } from '@holdpoint/core'

export interface SampleHold extends Partial<Omit<Hold, 'call' | 'ruling'>> {
  readonly id: string
  readonly call?: Partial<HeldCall>
  readonly ruling?: Partial<Ruling>
  readonly title?: string
}

export function sampleHold({ call, ruling, title, ...over }: SampleHold): Hold {
  const held: HeldCall = {
    tenant: 'default',
    principal: 'local:ana',
    client: { name: 'desk', version: '1.0' },
    session: 'session-1',
    server: { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: 'stdio' },
    tool: 'delete_contact',
    argumentsText: '{"id":"c_17"}',
    digest: 'digest',
    rationale: null,
    ...call,
  }
  const rules: Ruling = {
    risk: 'high',
    answer: 'ask',
    rule: 'verb delete',
    why: 'It deletes.',
    rails: null,
    approvers: null,
    quorum: 1,
    assurance: 'host',
    irreversible: false,
    grantable: true,
    scope: null,
    gateOff: false,
    decideWithinMs: 1,
    executeWithinMs: 1,
    undoWindowMs: 0,
    declineSticksMs: 1,
    ...ruling,
  }
  return {
    revision: 1,
    state: 'pending',
    key: `key of ${over.id}`,
    call: held,
    ruling: rules,
    preview: {
      title: title ?? 'Delete contact c_17?',
      tool: held.tool,
      toolTitle: null,
      server: held.server,
      risk: rules.risk,
      why: rules.why,
      rule: rules.rule,
      askedBy: { principal: held.principal, client: held.client.name },
      arguments: { kind: 'object', entries: [] },
      rationale: null,
      irreversible: false,
      warnings: [],
    },
    definitionHash: 'definition-1',
    inputSchemaText: null,
    definitionTextHash: 'text-1',
    policyHash: 'policy-1',
    createdAt: 0,
    decideBy: Number.MAX_SAFE_INTEGER,
    runAfter: null,
    executeBy: null,
    verdicts: [],
    edit: null,
    laterRationales: [],
    owner: { instance: 'instance-1', host: 'here', pid: 1, startedAt: null },
    attempt: null,
    outcome: null,
    callerLeft: false,
    deliveredAt: null,
    decidedAt: null,
    endedAt: null,
    note: null,
    ...over,
  }
}

export function sampleRecord(over: Partial<RecordDraft> = {}): RecordDraft {
  return recordDraft({ kind: 'call-passed', tenant: 'default', ...over })
}
