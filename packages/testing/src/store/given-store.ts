/** What every part of the contract works on: a fresh store for each test, its clock, and the few steps tests repeat. */
import type { Hold, HoldQuery, Step, Store } from '@holdpoint/core'
import { afterEach, beforeEach } from 'vitest'
import type { SampleHold } from '../samples/hold.ts'
import { sampleHold } from '../samples/hold.ts'
import { sampleRecord } from '../samples/record.ts'
import { verifyChain } from './verify-chain.ts'

export interface StoreMaker {
  /** Opens a store; where stores span processes, another one on the same data. */
  readonly open: (clock: () => number) => Promise<Store>
  readonly destroy: () => Promise<void>
}

export interface StoreAbilities {
  /** Several stores share the same data, and it is there after all of them were closed. */
  readonly spansProcesses: boolean
}

export interface NamedHold extends SampleHold {
  readonly id: string
}

/** A hold with a key of its own that waits as long as it takes. */
export function waitingHold(sample: NamedHold): Hold {
  return sampleHold({
    key: `key of ${sample.id}`,
    title: 'Delete contact c_17?',
    createdAt: 0,
    decideBy: Number.MAX_SAFE_INTEGER,
    ...sample,
    call: { rationale: null, ...sample.call },
  })
}

export interface GivenStore {
  maker: StoreMaker
  store: Store
  clock: number
  readonly abilities: StoreAbilities
  /**
   * Another store on the same data; the same one, which its user must not close, where stores do not span processes.
   */
  another(): Promise<Store>
  /** Makes a hold at database time. */
  insert(sample: NamedHold): Promise<Hold>
  /** The ids of one page. */
  ids(query: Partial<HoldQuery>): Promise<readonly string[]>
  /** The number of records of a sound audit log; throws for one that is not. */
  verify(): Promise<number>
}

const START = 1_800_000_000_000

export const EVERYTHING: HoldQuery = {
  tenant: null,
  state: null,
  server: null,
  tool: null,
  risk: null,
  text: null,
  limit: 50,
  cursor: null,
}

export function giveStore(abilities: StoreAbilities, makeStore: () => Promise<StoreMaker>): GivenStore {
  const given: GivenStore = {
    maker: undefined as never,
    store: undefined as never,
    clock: START,
    abilities,
    async another() {
      if (abilities.spansProcesses) return await given.maker.open(() => given.clock)
      return { ...given.store, close: async () => undefined }
    },
    async insert(sample) {
      const hold = waitingHold(sample)
      const record = sampleRecord({ kind: 'hold-created', hold: hold.id })
      return await given.store.holds.changeNewest(hold.key, (_newest, now) => {
        const dated = { ...hold, createdAt: sample.createdAt ?? now }
        return { do: 'write', hold: dated, record, before: null, answer: dated }
      })
    },
    async ids(query) {
      return (await given.store.holds.list({ ...EVERYTHING, ...query })).holds.map((hold) => hold.id)
    },
    async verify() {
      const verification = await verifyChain(given.store)
      if (!verification.ok) throw new Error(verification.reason)
      return verification.records
    },
  }
  beforeEach(async () => {
    given.clock = START
    given.maker = await makeStore()
    given.store = await given.maker.open(() => given.clock)
  })
  afterEach(async () => {
    await given.store.close()
    await given.maker.destroy()
  })
  return given
}

export function approve(hold: Hold | null): Omit<Extract<Step<null>, { do: 'write' }>, 'room'> {
  if (hold === null) throw new Error('There is nothing to approve.')
  return {
    do: 'write',
    hold: { ...hold, state: 'approved', revision: hold.revision + 1 },
    record: sampleRecord({ kind: 'hold-approved', hold: hold.id }),
    before: null,
    answer: null,
  }
}

export function auditQuery(over: object): Parameters<Store['audit']['read']>[0] {
  return { tenant: null, since: null, server: null, tool: null, hold: null, limit: 100, cursor: null, ...over }
}
