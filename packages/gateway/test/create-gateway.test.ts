/**
 * Attacks on the engine where a program embeds it. Whatever its parts do wrong, the ledger of the server decides: no
 * held call runs without an approval on record, none runs twice, and every agent gets an answer.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { readClientMessage } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'
import { loadConditions } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/store/memory'
import { sampleRule } from '@holdpoint/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createGateway } from '../src/index.ts'
import {
  failingStore,
  holdsOf,
  memoryStore,
  personWho,
  playServer,
  recordsOf,
  resultOf,
  sayOf,
  startEngine,
  statesOf,
  waitingAtMost,
} from './embedded-engine.ts'
import type { PlayedServer } from './embedded-engine.ts'

let store: Store
let played: PlayedServer
const unhandled: unknown[] = []
const note = (error: unknown): void => void unhandled.push(error)

beforeEach(() => {
  store = memoryStore()
  played = playServer()
  unhandled.length = 0
  process.on('unhandledRejection', note)
})

afterEach(async () => {
  await sleep(5)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

async function within<Answer>(ms: number, work: Promise<Answer>): Promise<Answer | 'no answer'> {
  return await Promise.race([work, sleep(ms, 'no answer' as const)])
}

describe('[X12.1] an embedded engine', () => {
  test('runs an approved call once, a refused one never, and passes a read', async () => {
    const yes = startEngine(played, { store: async () => store, attention: personWho('approve', () => store) })
    expect(await yes.call('get_item', { id: 'r' })).toMatchObject({ content: [{ text: 'done' }] })
    expect(await yes.call('delete_item', { id: 'a' })).toMatchObject({ content: [{ text: 'done' }] })
    const no = startEngine(played, { store: async () => store, attention: personWho('decline', () => store) })
    expect(await no.call('delete_item', { id: 'b' })).toMatchObject({ isError: true })
    expect(played.ran).toEqual(['{"id":"r"}', '{"id":"a"}'])
  })

  test('two engines on one store: an identical call is one hold, asked once and run once', async () => {
    const other = playServer()
    const first = startEngine(played, { store: async () => store, attention: personWho(null, () => store) })
    const second = startEngine(other, { store: async () => store, attention: personWho(null, () => store) })
    const answers = [first.call('delete_item', { id: 'a' }), second.call('delete_item', { id: 'a' })]
    await expect.poll(async () => (await statesOf(store)).length).toBe(1)
    await sleep(50)
    const [hold] = await holdsOf(store)
    if (hold === undefined) throw new Error('There is no hold.')
    const said = await Promise.all([sayOf(store, hold, 'approve'), sayOf(store, hold, 'approve')])
    expect(said).toContain('decided')
    expect(await within(10_000, Promise.all(answers))).toMatchObject([{ content: [{ text: 'done' }] }, {}])
    expect([...played.ran, ...other.ran]).toEqual(['{"id":"a"}'])
    expect(await statesOf(store)).toEqual(['succeeded'])
  })

  test('an engine that ends while a call is held gives the agent the envelope, and runs nothing afterwards', async () => {
    const { gateway, call } = startEngine(played, {
      store: async () => store,
      attention: personWho(null, () => store),
    })
    const calling = call('delete_item', { id: 'a' })
    await expect.poll(() => statesOf(store)).toEqual(['pending'])
    await gateway.drain(1000)
    expect(await within(1000, calling)).toMatchObject({ structuredContent: { requires_human_approval: true } })
    const [hold] = await holdsOf(store)
    if (hold !== undefined) await sayOf(store, hold, 'approve')
    await sleep(100)
    expect(played.ran).toEqual([])
    expect(await statesOf(store)).toEqual(['approved'])
  })

  test('a store that is closed while a call is held: the agent is answered, and nothing ran', async () => {
    const { gateway, call } = startEngine(played, {
      store: async () => store,
      attention: personWho(null, () => store),
    })
    const calling = call('delete_item', { id: 'a' })
    await expect.poll(() => statesOf(store)).toEqual(['pending'])
    await store.close()
    await gateway.drain(200)
    expect(await within(5000, calling)).toMatchObject({ isError: true })
    expect(played.ran).toEqual([])
  })

  test("rules by the program's clock: a rule about the time of the call decides by it, whatever time it is here", async () => {
    const rule = sampleRule({ name: 'after hours', when: 'now > timestamp("2093-01-01T00:00:00Z")', answer: 'deny' })
    const clock = { time: Date.parse('2092-12-31T23:59:59Z') }
    const { call } = startEngine(played, {
      store: async () => store,
      attention: personWho(null, () => store),
      policy: waitingAtMost(0, [rule], await loadConditions()),
      now: () => clock.time,
    })
    expect(await call('get_item', { id: 'before' })).toMatchObject({ content: [{ text: 'done' }] })
    clock.time += 2000
    expect(await call('get_item', { id: 'after' })).toMatchObject({ isError: true })
    expect(played.ran).toEqual(['{"id":"before"}'])
  })

  test('refuses a second client on a connection that is not shared: their ids would be ambiguous', async () => {
    const { server } = startEngine(played, { store: async () => store, attention: personWho(null, () => store) })
    const origin = { tenant: 'default', principal: 'other', session: 'two', relaysAPerson: false }
    const downstream = { answer: () => {}, send: () => {} }
    expect(() => server.open({ origin, downstream })).toThrow('shared: true')
  })

  test('survives a client that throws at its answer: what was approved ran once, and the hold knows', async () => {
    const logs: string[] = []
    const gateway = createGateway({
      sha256,
      store: async () => store,
      attention: personWho('approve', () => store),
      log: (message) => logs.push(message),
    })
    const link = gateway.connect(played.upstream, { tenant: 'default' }).open({
      origin: { tenant: 'default', principal: 'local:ines', session: 'one', relaysAPerson: true },
      downstream: {
        answer: () => {
          throw new Error('its socket is gone')
        },
        send: () => {},
      },
    })
    const call = (id: number, name: string): void => {
      const params = { name, arguments: { id: 'a' } }
      link.receive(readClientMessage(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })), null)
    }
    call(1, 'no_such_tool')
    call(2, 'delete_item')
    await expect.poll(() => statesOf(store)).toEqual(['succeeded'])
    await expect.poll(() => logs.filter((line) => line.includes('its socket is gone')).length).toBe(2)
    expect(played.ran).toEqual(['{"id":"a"}'])
  })

  describe('whose server', () => {
    test('answers twice gives the agent the first answer; the call ran once', async () => {
      played.answering = (id, events) => {
        events.message(resultOf(id, 'first'), null, null)
        events.message(resultOf(id, 'second'), null, null)
      }
      const { call } = startEngine(played, { store: async () => store, attention: personWho('approve', () => store) })
      expect(await call('delete_item', { id: 'a' })).toMatchObject({ content: [{ text: 'first' }] })
      expect(await call('get_item', { id: 'r' })).toMatchObject({ content: [{ text: 'first' }] })
      expect(await statesOf(store)).toEqual(['succeeded'])
      expect(played.ran).toEqual(['{"id":"a"}', '{"id":"r"}'])
    })

    test('throws when it is sent a held call: the outcome is unknown, and the call is never sent again', async () => {
      played.answering = () => {
        throw new Error('broken')
      }
      const { call } = startEngine(played, { store: async () => store, attention: personWho('approve', () => store) })
      expect(await within(5000, call('delete_item', { id: 'a' }))).toMatchObject({
        structuredContent: { error: { code: 'OUTCOME_UNKNOWN' } },
      })
      expect(await statesOf(store)).toEqual(['unknown'])
      expect(played.ran).toHaveLength(1)
    })

    test('throws when it is sent a read: the agent is told', async () => {
      played.answering = () => {
        throw new Error('broken')
      }
      const { call } = startEngine(played, { store: async () => store, attention: personWho(null, () => store) })
      const answer = await within(5000, call('get_item', { id: 'r' }))
      expect(JSON.stringify(answer)).toContain('broken')
    })

    test('is closed by a failing send, and again by itself: one outcome', async () => {
      played.answering = (id, events) => {
        events.requestFailed(id, { certainty: 'perhaps-sent', message: 'reset' })
        events.closed('gone')
        events.message(resultOf(id), null, null)
      }
      const { call } = startEngine(played, { store: async () => store, attention: personWho('approve', () => store) })
      expect(await within(5000, call('delete_item', { id: 'a' }))).toMatchObject({
        structuredContent: { error: { code: 'OUTCOME_UNKNOWN' } },
      })
      expect(played.ran).toHaveLength(1)
    })

    test('never answers: ending the engine makes the outcome unknown, and says so', async () => {
      played.answering = () => {}
      const { gateway, call } = startEngine(played, {
        store: async () => store,
        attention: personWho('approve', () => store),
      })
      const calling = call('delete_item', { id: 'a' })
      await expect.poll(() => played.ran.length).toBe(1)
      await gateway.drain(50)
      expect(await within(1000, calling)).toMatchObject({ structuredContent: { error: { code: 'OUTCOME_UNKNOWN' } } })
      expect(await statesOf(store)).toEqual(['unknown'])
    })

    test('changes the tool between the question and the run: the approval is void', async () => {
      const { call } = startEngine(played, {
        store: async () => store,
        attention: {
          link: async () => 'app://x',
          announce: () => {},
          async summon(hold) {
            played.tools = [{ name: 'delete_item', inputSchema: { type: 'object' }, description: 'Deletes all.' }]
            setImmediate(() => void sayOf(store, hold, 'approve'))
            return { reachable: true }
          },
        },
      })
      expect(await within(5000, call('delete_item', { id: 'a' }))).toMatchObject({
        structuredContent: { error: { code: 'INVALIDATED' } },
      })
      expect(played.ran).toEqual([])
    })
  })

  test.each(['get_item', 'delete_item'])(
    'whose policy throws: the call of %s is answered, and nothing runs',
    async (tool) => {
      const policy = (): never => {
        throw new Error('it cannot be read')
      }
      const { call } = startEngine(played, {
        store: async () => store,
        attention: personWho('approve', () => store),
        policy,
      })
      expect(await within(5000, call(tool, { id: 'a' }))).toMatchObject({
        error: { message: expect.stringContaining('could not be judged') },
      })
      expect(played.ran).toEqual([])
    },
  )

  describe('whose way to a person', () => {
    test.each(['throws', 'rejects'] as const)('%s: the agent gets the envelope, and the hold waits', async (how) => {
      const { call } = startEngine(played, {
        store: async () => store,
        attention: {
          link: async () => 'app://x',
          announce: () => {},
          summon() {
            if (how === 'throws') throw new Error('no way')
            return Promise.reject(new Error('no way'))
          },
        },
      })
      expect(await within(10_000, call('delete_item', { id: 'a' }))).toMatchObject({
        structuredContent: { requires_human_approval: true },
      })
      expect(await statesOf(store)).toEqual(['pending'])
      expect(played.ran).toEqual([])
    })

    test('answers for another hold, late and twice: only the approved call runs, once', async () => {
      const { call } = startEngine(played, { store: async () => store, attention: personWho(null, () => store) })
      const one = call('delete_item', { id: 'a' })
      await expect.poll(() => statesOf(store)).toHaveLength(1)
      const [first] = await holdsOf(store)
      const two = call('delete_item', { id: 'b' })
      await expect.poll(() => statesOf(store)).toHaveLength(2)
      const second = (await holdsOf(store)).find(({ id }) => id !== first?.id)
      if (first === undefined || second === undefined) throw new Error('There are no two holds.')
      // What was shown of the first does not approve the second.
      expect(await sayOf(store, { ...first, id: second.id }, 'approve')).not.toBe('decided')
      expect(await sayOf(store, first, 'approve')).toBe('decided')
      expect(await one).toMatchObject({ content: [{ text: 'done' }] })
      await sayOf(store, first, 'approve')
      await sayOf(store, first, 'decline')
      await sleep(50)
      expect(played.ran).toEqual(['{"id":"a"}'])
      await sayOf(store, second, 'decline')
      expect(await two).toMatchObject({ isError: true })
      expect(played.ran).toEqual(['{"id":"a"}'])
    })
  })
})

describe('[X12.1] [H15] a store that fails in the middle of a held call', () => {
  const MOST = 80
  const cases = [true, false].flatMap((staysDown) => [true, false].map((after) => ({ staysDown, after })))

  test.each(cases)('at any operation (stays down: $staysDown, after writing: $after)', async (how) => {
    for (let at = 1; at <= MOST; at++) {
      const inner = memoryStore()
      const server = playServer()
      const failing = failingStore(inner, { at, ...how })
      const { gateway, call } = startEngine(server, {
        store: async () => failing.store,
        attention: personWho('approve', () => inner),
        policy: waitingAtMost(1500),
      })
      await call('get_item', { id: 'r' })
      server.ran.length = 0
      failing.arm()
      const answer = await within(15_000, call('delete_item', { id: 'a' }))
      expect([at, answer]).not.toEqual([at, 'no answer'])
      await within(3000, gateway.drain(500))
      const approvals = (await recordsOf(inner)).filter(({ kind }) => kind === 'hold-approved')
      expect([at, server.ran.length <= approvals.length, server.ran.length <= 1]).toEqual([at, true, true])
      const [hold] = await holdsOf(inner)
      if (hold?.state === 'succeeded') expect([at, server.ran.length]).toEqual([at, 1])
      if (failing.count() < at) return
    }
    throw new Error(`More than ${MOST} operations.`)
  })
})
