/** Connections that break at the commit of a change, where nobody can know whether it happened. */
import type { Hold, Store } from '@holdpoint/core'
import { sampleRecord } from '@holdpoint/testing'
import { createTestDatabase } from '@holdpoint/testing/postgres'
import type { TestDatabase } from '@holdpoint/testing/postgres'
import { approve, auditQuery, verifyChain, waitingHold } from '@holdpoint/testing/store'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCuttingProxy } from './cutting-proxy.ts'
import type { CuttingProxy } from './cutting-proxy.ts'
import { openPostgres } from './open-postgres.ts'

let database: TestDatabase
let proxy: CuttingProxy
let store: Store
let schemas = 0

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await createCuttingProxy(database.url)
})

afterAll(async () => {
  await proxy.close()
  await database.drop()
})

beforeEach(async () => {
  store = await openPostgres(proxy.url, { schema: `lost_${++schemas}`, retryForMs: 20_000 })
  const hold = waitingHold({ id: 'h1' })
  const record = sampleRecord({ kind: 'hold-created', hold: 'h1' })
  await store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
})

afterEach(async () => {
  await store.close()
})

async function kinds(): Promise<readonly string[]> {
  return (await store.audit.read(auditQuery({ hold: 'h1' }))).records.map(({ kind }) => kind)
}

test.each([
  ['that the database has heard is found, and not done again', true, 1],
  ['that the database has not heard is done again', false, 2],
] as const)('[H13] a commit %s', async (_, heard, runs) => {
  const cuts = proxy.cuts()
  proxy.cutAt('commit', heard)
  let ran = 0
  await store.holds.change('h1', (hold) => {
    ran++
    return approve(hold)
  })
  expect([ran, proxy.cuts() - cuts]).toEqual([runs, 1])
  expect(await store.holds.get('h1')).toMatchObject({ state: 'approved', revision: 2 })
  expect(await kinds()).toEqual(['hold-created', 'hold-approved'])
  expect(await verifyChain(store)).toMatchObject({ ok: true, records: 2 })
})

test.each([true, false])(
  '[H13] records are in the log once, whether their commit was heard (%s) or not',
  async (heard) => {
    proxy.cutAt('commit', heard)
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        // What is retained is written as soon as the database is back.
        await store.audit.append(sampleRecord({ detail: String(index) })).catch((error: unknown) => {
          expect(error).toMatchObject({ retained: true })
        })
      }),
    )
    await store.settings.put('after', 'that', null)
    const details = (await store.audit.walk(null, 100)).records.map(({ detail }) => detail)
    expect(details.filter((detail) => detail !== null)).toEqual(Array.from({ length: 20 }, (_, index) => String(index)))
    expect(await verifyChain(store)).toMatchObject({ ok: true, records: 21 })
  },
)

test('[H13] a claim whose commit was lost is refused to whoever claims next', async () => {
  proxy.cutAt('commit', true)
  const claim = async (attempt: string): Promise<string | null> =>
    await store.holds.change('h1', (hold) => {
      const found = hold as Hold
      if (found.state !== 'pending') return { do: 'keep', answer: null }
      return { ...approve(found), answer: attempt }
    })
  expect(await claim('first')).toBe('first')
  expect(await claim('second')).toBeNull()
})
