/**
 * Where guarded calls are asked in tests: the engine in this process with a store in memory or on SQLite, or a running service. People answer through the one
 * door, whatever the way.
 */
import { decide, seeOnly, sweepHolds } from '@holdpoint/core'
import type { Hold, JsonObject, Store } from '@holdpoint/core'
import { createGateway } from '@holdpoint/gateway'
import type { Gateway, GatewayPolicy } from '@holdpoint/gateway'
import { compilePolicy, DEFAULT_CONFIG, NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import { createMemoryStore, sha256 } from '@holdpoint/store/memory'
import { openTestStore } from '@holdpoint/testing/store'
import { startRequesting } from '../../../holdpoint/test/http/requesting-service.ts'
import type { HoldRequests } from '../../src/requests/hold-requests.ts'
import { createLocalRequests } from '../../src/requests/local-requests.ts'
import { createRemoteRequests } from '../../src/requests/remote-requests.ts'

export interface GuardWorld {
  readonly store: Store
  /** As a process that was started just now asks. */
  open(): HoldRequests
  /** The question that waits for a person. */
  question(): Promise<Hold>
  approve(edits?: JsonObject): Promise<void>
  decline(reason: string): Promise<void>
  /** Lets time pass for the store, and ends what is over then. */
  advance(milliseconds: number): Promise<void>
  close(): Promise<void>
}

const SELF = { instance: 'guard-test', host: '', pid: 1, startedAt: null } as const

/** `0`: nothing can be taken back, so that what was approved runs at once. */
function policyOf(undoWindowMs: number): GatewayPolicy {
  const config = { ...DEFAULT_CONFIG, undoWindowMs }
  const compiled = compilePolicy(config, {
    sha256,
    protectedPaths: NOTHING_PROTECTED,
    projects: NO_PROJECTS,
    conditions: null,
  })
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return { policy: compiled.policy, config }
}

export function createEngine(store: Store, now: () => number = Date.now, undoWindowMs = 0): Gateway {
  const policy = policyOf(undoWindowMs)
  return createGateway({
    policy: () => policy,
    store: async () => store,
    sha256,
    attention: {
      link: async ({ id }) => `http://page/approvals/${id}`,
      announce: () => {},
      summon: async () => ({ reachable: true }),
    },
    // Who signs in at this machine's page, as that page would say.
    deciders: { local: async () => true },
    see: seeOnly(SELF),
    now,
  })
}

function peopleOf(
  store: Store,
  gateway: Gateway,
  person: string,
): Pick<GuardWorld, 'question' | 'approve' | 'decline'> {
  async function question(): Promise<Hold> {
    for (let tries = 0; tries < 400; tries += 1) {
      const [first] = await store.holds.inState('pending', 1)
      const hold = first === undefined ? null : await store.holds.get(first.id)
      if (hold !== null) return hold
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('Nobody was asked.')
  }
  const by = { by: person, via: 'page', assurance: 'identified' } as const
  return {
    question,
    async approve(edits) {
      const hold = await question()
      const checked =
        edits === undefined ? null : await gateway.checkEdit({ hold, argumentsText: JSON.stringify(edits), by: person })
      if (checked?.ok === false) throw new Error(checked.message)
      const verdict = { ...by, answer: 'approve', reason: null } as const
      const edit = checked === null ? {} : { edit: checked.edit }
      const decision = await decide(store, { hold: hold.id, tenant: null, verdict, ...edit })
      if (decision.kind !== 'decided') throw new Error(JSON.stringify(decision))
    },
    async decline(reason) {
      const verdict = { ...by, answer: 'decline', reason } as const
      const decision = await decide(store, { hold: (await question()).id, tenant: null, verdict })
      if (decision.kind !== 'decided') throw new Error(JSON.stringify(decision))
    },
  }
}

async function createLocal(opened: {
  readonly store: Store
  readonly end: () => Promise<void>
  readonly pass: (milliseconds: number) => void
  readonly now: () => number
}): Promise<GuardWorld> {
  const { store, end, pass, now } = opened
  return {
    store,
    open: () =>
      createLocalRequests({
        gateway: createEngine(store, now),
        store,
        requester: { tenant: 'default', principal: 'shop-agent' },
        link: async (hold) => `http://page/approvals/${hold}`,
        log: () => {},
      }),
    ...peopleOf(store, createEngine(store, now), 'local:ines'),
    async advance(milliseconds) {
      pass(milliseconds)
      await sweepHolds(store, seeOnly(SELF))
    },
    close: end,
  }
}

async function createMemoryWorld(): Promise<GuardWorld> {
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const store = createMemoryStore({ now })
  return await createLocal({ store, end: async () => await store.close(), pass: (ms) => (ahead += ms), now })
}

async function createSqliteWorld(): Promise<GuardWorld> {
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const { store, end } = await openTestStore({ now })
  return await createLocal({ store, end, pass: (ms) => (ahead += ms), now })
}

async function createServiceWorld(): Promise<GuardWorld> {
  const service = await startRequesting()
  service.setPolicy({ undoWindowMs: 0 })
  const token = await service.token('agent', 'shop-bot')
  return {
    store: service.store,
    open: () => createRemoteRequests({ url: service.origin, token, key: service.publicKey, log: () => {} }),
    // The service has an approver with a token of that name.
    ...peopleOf(service.store, createEngine(service.store), 'ana'),
    async advance(milliseconds) {
      service.advance(milliseconds)
      await sweepHolds(service.store, seeOnly(SELF))
    },
    close: service.close,
  }
}

/** By where the question is kept. */
export const GUARD_WORLDS = [
  ['the engine, in memory', createMemoryWorld],
  ['the engine, on SQLite', createSqliteWorld],
  ['a running service', createServiceWorld],
] as const
