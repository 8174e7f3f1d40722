/** Complete holds, rulings and verdicts; each test says only what it is about. */
import type {
  HeldCall,
  Hold,
  HoldState,
  People,
  ProcessIdentity,
  Ruling,
  Verdict,
  VerdictAnswer,
} from '@holdpoint/core'

export const OWNER: ProcessIdentity = { instance: 'instance-1', host: 'here', pid: 1, startedAt: '100' }
export const OTHER_PROCESS: ProcessIdentity = { instance: 'instance-2', host: 'here', pid: 2, startedAt: '200' }

export const CREATED_AT = 1_000
export const DECIDE_BY = 5_000
export const EXECUTE_WITHIN = 2_000
export const DECLINE_STICKS = 600_000

export interface SampleHold extends Partial<Omit<Hold, 'call' | 'ruling'>> {
  readonly call?: Partial<HeldCall>
  readonly ruling?: Partial<Ruling>
  /** Of its preview. */
  readonly title?: string
}

/** What the samples are about: somebody at their desk has a contact deleted. */
export const HELD_CALL: HeldCall = {
  tenant: 'default',
  principal: 'local:ana',
  client: { name: 'desk', version: '1.0' },
  session: 'session-1',
  server: { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: 'stdio' },
  tool: 'delete_contact',
  argumentsText: '{"id":"c_17"}',
  digest: 'digest-1',
  rationale: 'The user asked for it.',
}

export function sampleRuling(over: Partial<Ruling> = {}): Ruling {
  return {
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
    decideWithinMs: DECIDE_BY - CREATED_AT,
    executeWithinMs: EXECUTE_WITHIN,
    undoWindowMs: 0,
    declineSticksMs: DECLINE_STICKS,
    ...over,
  }
}

export function sampleHold({ call, ruling, title, ...over }: SampleHold = {}): Hold {
  const held: HeldCall = {
    ...HELD_CALL,
    ...call,
  }
  const rules = sampleRuling(ruling)
  return {
    id: 'hold-1',
    revision: 1,
    state: 'pending',
    key: 'key-1',
    call: held,
    ruling: rules,
    preview: {
      title: title ?? 'delete_contact on crm (id: "c_17")',
      tool: held.tool,
      toolTitle: null,
      server: held.server,
      risk: rules.risk,
      why: rules.why,
      rule: rules.rule,
      askedBy: { principal: held.principal, client: held.client.name },
      arguments: { kind: 'object', entries: [{ key: 'id', value: { kind: 'text', text: 'c_17', hidden: false } }] },
      rationale: held.rationale,
      irreversible: false,
      warnings: [],
    },
    definitionHash: 'definition-1',
    inputSchemaText: null,
    definitionTextHash: 'text-1',
    policyHash: 'policy-1',
    createdAt: CREATED_AT,
    decideBy: DECIDE_BY,
    runAfter: null,
    executeBy: null,
    verdicts: [],
    edit: null,
    laterRationales: [],
    owner: OWNER,
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

export function sampleVerdict(answer: VerdictAnswer, over: Partial<Verdict> = {}): Verdict {
  return {
    answer,
    by: 'ben',
    via: 'page',
    assurance: 'identified',
    at: CREATED_AT + 1,
    reason: null,
    edits: null,
    // Each identity is a person of its own, unless a test says otherwise.
    ...(over.assurance === 'host' ? {} : { person: over.by ?? 'ben' }),
    ...over,
  }
}

/** Each identity is a person of its own. */
export const EVERYBODY: People = { personBehind: (by) => by, mayDecide: () => true }

/** A hold as it would stand in that state, reached the ordinary way. */
export function holdIn(state: HoldState, over: SampleHold = {}): Hold {
  const at = CREATED_AT + 10
  const approved: SampleHold = {
    verdicts: [sampleVerdict('approve')],
    decidedAt: at,
    executeBy: at + EXECUTE_WITHIN,
  }
  const sent: SampleHold = {
    ...approved,
    attempt: { id: 'attempt-1', by: OWNER, startedAt: at, round: 1, awaitingInput: null },
  }
  const byState: { readonly [each in HoldState]: SampleHold } = {
    pending: {},
    approved,
    dispatching: sent,
    succeeded: {
      ...sent,
      endedAt: at,
      outcome: { kind: 'result', isError: false, resultText: '{"content":[]}', truncated: false },
    },
    failed: { ...sent, endedAt: at, outcome: { kind: 'error', errorText: '{"code":-1,"message":"no"}' } },
    unknown: { ...sent, outcome: { kind: 'lost', reason: 'no answer' } },
    resolved: {
      ...sent,
      endedAt: at,
      note: 'looked it up',
      outcome: { kind: 'resolved', executed: true, by: 'ben', note: 'looked it up' },
    },
    declined: { verdicts: [sampleVerdict('decline')], decidedAt: at, endedAt: at },
    cancelled: { verdicts: [sampleVerdict('cancel')], decidedAt: at, endedAt: at },
    expired: { decidedAt: at, endedAt: at, note: 'Nobody decided in time.' },
    invalidated: { decidedAt: at, endedAt: at, note: 'the tool definition changed since it was shown' },
  }
  return sampleHold({ state, revision: 3, ...byState[state], ...over })
}

export const ALL_STATES: readonly HoldState[] = [
  'pending',
  'approved',
  'dispatching',
  'succeeded',
  'failed',
  'unknown',
  'resolved',
  'declined',
  'cancelled',
  'expired',
  'invalidated',
]
