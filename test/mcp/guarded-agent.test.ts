/**
 * Calls that an agent runs in its own process, with real processes that are killed with kill -9: what a person approved runs once or not at all, and what cannot be known is said. The ledger that the
 * tool writes is the judge, for the engine in the agent's process and for a service alike.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { decide } from '@holdpoint/core'
import { localPrincipal } from '@holdpoint/store/account'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanUpLater } from '../harness/cleanup.ts'
import { collect, createPlace, eventually, exited, TOKENS } from '../harness/serve-harness.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { usingStore } from '../harness/using-store.ts'

const AGENT = path.join(import.meta.dirname, '../fixtures/guarded-agent.mjs')
const place = createPlace()
afterAll(async () => await place.close())

interface Answer {
  readonly kind: string
  readonly code?: string
  readonly text?: string
  readonly result?: unknown
}

interface World {
  /** What ran, in order. */
  ledger(): readonly string[]
  start(sku: string, about?: { readonly wait?: number; readonly slow?: number }): RunningAgent
  present(sku: string, wait?: number): Promise<Answer>
  /** Until a person is asked. */
  asked(sku: string): Promise<unknown>
  approve(sku: string): Promise<void>
  /** Until the lease of a claim has ended without an outcome. */
  unknown(sku: string): Promise<void>
  end(): Promise<void>
}

interface RunningAgent {
  readonly child: ChildProcess
  readonly answer: Promise<Answer>
}

function createAgents(environment: NodeJS.ProcessEnv, ledgerFile: string): Pick<World, 'ledger' | 'start' | 'present'> {
  const world = {
    ledger: () => (existsSync(ledgerFile) ? readFileSync(ledgerFile, 'utf8').trim().split('\n').filter(Boolean) : []),
    start(sku: string, { wait = 0, slow = 0 } = {}): RunningAgent {
      // Each test is a chat of its own.
      const call = { arguments: { sku }, call: { scope: `chat of ${sku}`, id: 'call-1' }, wait }
      const env = { ...environment, LEDGER: ledgerFile, SLOW: String(slow), CALL: JSON.stringify(call) }
      const child = spawn(process.execPath, [AGENT], { env })
      cleanUpLater(() => void child.kill('SIGKILL'))
      const [said, complained] = [collect(child, 'stdout'), collect(child, 'stderr')]
      const answer = exited(child).then((): Answer => {
        if (said() === '') throw new Error(`The agent said nothing. ${complained()}`)
        return JSON.parse(said()) as Answer
      })
      answer.catch(() => {})
      return { child, answer }
    },
    present: async (sku: string, wait = 0) => await world.start(sku, { wait }).answer,
  }
  return world
}

async function createEngineWorld(): Promise<World> {
  const home = createTemporaryHome()
  const holdOf = async (sku: string, state: 'pending' | 'dispatching'): Promise<string> =>
    await eventually(
      async () =>
        await usingStore(home, async (store) => {
          const found = await store.holds.inState(state, 50)
          return found.find(({ preview }) => preview.title.includes(sku))?.id
        }),
    )
  return {
    ...createAgents(home.environment, home.ledgerFile),
    asked: async (sku) => await holdOf(sku, 'pending'),
    async approve(sku) {
      const hold = await holdOf(sku, 'pending')
      // As the page in the agent's process brings it, once the account of this machine has signed in there.
      const verdict = {
        by: localPrincipal(),
        via: 'page',
        assurance: 'identified',
        answer: 'approve',
        reason: null,
      } as const
      await usingStore(home, async (store) => {
        expect((await decide(store, { hold, tenant: null, verdict })).kind).toBe('decided')
      })
    },
    async unknown(sku) {
      await usingStore(home, async (store) => {
        const id = await holdOf(sku, 'dispatching')
        const { attempt } = (await store.holds.get(id)) ?? expect.fail('no hold')
        const by = attempt?.by ?? expect.fail('no attempt')
        // Nobody waits the five minutes of a lease in a test: it ends as if they had passed.
        const lease = { name: `owner/${by.instance}`, holder: by.instance, fence: by.fence ?? 0, until: 0 }
        await store.leases.release(lease)
      })
    },
    end: async () => {},
  }
}

async function createServiceWorld(): Promise<World> {
  const service = await place.serve({ servers: {}, answer_within: '3s', undo_window: '0s' })
  const { stdout } = await place.run(['key'])
  const key = /[\w-]{43}/.exec(stdout)?.[0] ?? expect.fail(stdout)
  const remote = JSON.stringify({ url: service.url, token: TOKENS.agent, key })
  const holdOf = async (sku: string, state: string): Promise<string> =>
    (await eventually(async () => (await service.approvals(`?state=${state}&q=${sku}`))[0])).id
  const ledgerFile = place.file(`ledger-${createHash('sha256').update(String(performance.now())).digest('hex')}`)
  return {
    ...createAgents({ ...place.environment, REMOTE: remote }, ledgerFile),
    asked: async (sku) => await holdOf(sku, 'pending'),
    approve: async (sku) => void (await service.approve(await holdOf(sku, 'pending'))),
    unknown: async (sku) => void (await holdOf(sku, 'unknown')),
    end: async () => await service.stop(),
  }
}

describe.each([
  ['the engine in the agent, on SQLite', createEngineWorld],
  ['a service', createServiceWorld],
] as const)('[H2] [H6] asked of %s', (_name, createWorld) => {
  test('killed after the question: the next process collects what was approved meanwhile, once', async () => {
    const world = await createWorld()
    const first = world.start('K-1', { wait: 45 })
    await world.asked('K-1')
    first.child.kill('SIGKILL')
    await world.approve('K-1')
    const answers = await Promise.all([world.present('K-1', 20), world.present('K-1', 20), world.present('K-1', 20)])
    expect(answers.map(({ kind }) => kind).sort()).toEqual(['ran', 'ran-before', 'ran-before'])
    expect(world.ledger()).toEqual(['{"sku":"K-1"}'])
    await world.end()
  })

  test('killed while it ran: the outcome is unknown, is said so, and nothing runs again', async () => {
    const world = await createWorld()
    await world.present('K-2')
    await world.approve('K-2')
    const running = world.start('K-2', { wait: 20, slow: 60_000 })
    await expect.poll(() => world.ledger().length).toBe(1)
    running.child.kill('SIGKILL')
    await world.unknown('K-2')
    expect(await world.present('K-2')).toMatchObject({ kind: 'refused', code: 'OUTCOME_UNKNOWN' })
    expect(world.ledger()).toHaveLength(1)
    await world.end()
  })
})

test('the service has gone: what was approved does not run', async () => {
  const service = await place.serve({ servers: {}, undo_window: '0s' })
  const environment = {
    ...place.environment,
    REMOTE: JSON.stringify({ url: service.url, token: TOKENS.agent }),
  }
  const agents = createAgents(environment, place.file('ledger-away'))
  expect((await agents.present('K-3')).kind).toBe('waiting')
  const { id } = await eventually(async () => (await service.approvals('?state=pending&q=K-3'))[0])
  await service.approve(id)
  await service.stop('SIGKILL')
  const refused = await agents.present('K-3', 5)
  expect(refused).toMatchObject({ kind: 'refused', code: 'SERVICE_UNREACHABLE' })
  expect(refused.text).toMatch(/^Nothing ran: .*holdpoint serve/)
  expect(agents.ledger()).toEqual([])
})
