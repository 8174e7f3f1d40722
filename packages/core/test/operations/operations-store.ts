/** A real SQLite store in a directory of its own, with a clock that tests can set, and requests to open holds with. */
import { randomUUID } from 'node:crypto'
import type { AuditRecord, RecordKind } from '../../src/audit/record.ts'
import type { ChainVerification } from '../../src/audit/verify.ts'
import type { Call } from '../../src/call/call.ts'
import type { GrantRequest } from '../../src/grant/grant-request.ts'
import type { Hold, ProcessIdentity } from '../../src/hold/hold.ts'
import { decide } from '../../src/operations/decide.ts'
import type { Decision } from '../../src/operations/decide.ts'
import { openHold } from '../../src/operations/open-hold.ts'
import type { OpenedHold, OpenHoldRequest } from '../../src/operations/open-hold.ts'
import type { People } from '../../src/people/people.ts'
import type { Ruling } from '../../src/policy/ruling.ts'
import type { Store } from '../../src/store/store.ts'
import type { Verdict } from '../../src/hold/verdict.ts'
import { EVERYBODY, OWNER, sampleCall, sampleRuling, sha256 } from '@holdpoint/testing'
import { openTestStore as openStore, verifyChain } from '@holdpoint/testing/store'

export const START = 1_700_000_000_000
export const DECIDE_WITHIN = 3_600_000
export const EXECUTE_WITHIN = 600_000

export interface TestStore {
  readonly store: Store
  readonly clock: { now: number }
  open(over?: OpenOver): Promise<OpenedHold>
  /** Opens a hold and answers it; fails where no new question was asked. */
  ask(over?: OpenOver): Promise<Hold>
  say(
    hold: Hold,
    answer: Verdict['answer'],
    over?: Partial<Verdict> & {
      readonly tenant?: string | null
      readonly people?: People
      readonly grant?: GrantRequest
    },
  ): Promise<Decision>
  get(hold: Hold): Promise<Hold>
  records(hold: Hold): Promise<readonly AuditRecord[]>
  kinds(hold: Hold): Promise<readonly RecordKind[]>
  verifyAudit(): Promise<ChainVerification>
  end(): Promise<void>
}

export interface OpenOver extends Partial<Omit<OpenHoldRequest, 'call' | 'ruling'>> {
  readonly call?: Partial<Call>
  readonly ruling?: Partial<Ruling>
}

export function processNamed(instance: string): ProcessIdentity {
  return { ...OWNER, instance }
}

export async function openTestStore(): Promise<TestStore> {
  const clock = { now: START }
  const { store, end } = await openStore({ now: () => clock.now })

  async function open({ call, ruling, ...over }: OpenOver = {}): Promise<OpenedHold> {
    return await openHold(store, {
      id: randomUUID(),
      call: sampleCall(call),
      ruling: sampleRuling({ decideWithinMs: DECIDE_WITHIN, executeWithinMs: EXECUTE_WITHIN, ...ruling }),
      definition: null,
      policyHash: 'policy-1',
      owner: OWNER,
      warnings: [],
      see: () => 'running',
      room: { ofPrincipal: Infinity, ofTenant: Infinity },
      sha256,
      ...over,
    })
  }

  async function get(hold: Hold): Promise<Hold> {
    const found = await store.holds.get(hold.id)
    if (found === null) throw new Error('The hold is gone.')
    return found
  }

  async function records(hold: Hold): Promise<readonly AuditRecord[]> {
    const query = { tenant: null, since: null, server: null, tool: null, hold: hold.id, limit: 500, cursor: null }
    return (await store.audit.read(query)).records
  }

  return {
    store,
    clock,
    open,
    get,
    records,
    async ask(over) {
      const opened = await open(over)
      if (opened.kind !== 'asked') throw new Error(`No new question: ${opened.kind}`)
      return opened.hold
    },
    async say(hold, answer, { tenant = null, people = EVERYBODY, grant: request, ...over } = {}) {
      const verdict = { answer, by: 'ben', via: 'page', assurance: 'identified', reason: null, ...over } as const
      const grant = request === undefined ? {} : { grant: { id: `grant-of-${hold.id}`, request } }
      return await decide(store, { hold: hold.id, tenant, verdict, people, ...grant })
    },
    async kinds(hold) {
      return (await records(hold)).map((record) => record.kind)
    },
    async verifyAudit() {
      await store.audit.checkpoint()
      return await verifyChain(store)
    },
    end,
  }
}
