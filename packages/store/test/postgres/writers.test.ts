/** What only a store of many writers has: a chain for each, a clock that is nobody's own, and connections that break. */
import type { AuditPage, AuditRecord, Store } from '@holdpoint/core'
import { createChainVerifier } from '@holdpoint/core'
import { sampleRecord, sha256 } from '@holdpoint/testing'
import { createTestDatabase } from '@holdpoint/testing/postgres'
import type { TestDatabase } from '@holdpoint/testing/postgres'
import { approve, auditQuery, isSignedCheckpoint, verifyChain, waitingHold } from '@holdpoint/testing/store'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PostgresStoreOptions } from '../../src/postgres/create-postgres-store.ts'
import { openPostgres } from './open-postgres.ts'

let database: TestDatabase
let schema = ''
let schemas = 0

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  await database.drop()
})

beforeEach(() => {
  schema = `writers_${++schemas}`
})

async function open(over: Partial<PostgresStoreOptions> = {}): Promise<Store> {
  return await openPostgres(database.url, { schema, ...over })
}

async function ask(store: Store, id: string, decideBy = Number.MAX_SAFE_INTEGER): Promise<void> {
  const hold = waitingHold({ id, decideBy })
  const record = sampleRecord({ kind: 'hold-created', hold: id })
  await store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
}

async function walk(store: Store): Promise<readonly AuditRecord[]> {
  const all: AuditRecord[] = []
  let cursor: string | null = null
  do {
    const page: AuditPage = await store.audit.walk(cursor, 7)
    all.push(...page.records)
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

/** Breaks every connection of the stores, one time after the other. */
function cutOverAndOver(): { readonly stop: () => Promise<void> } {
  const over = new AbortController()
  const cutting = (async () => {
    while (!over.signal.aborted) {
      await database.run(CUT)
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 150))
    }
  })()
  return {
    async stop() {
      over.abort()
      await cutting
    },
  }
}

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'holdpoint' and datname = current_database()`

test('each writer has a chain of its own, a later one continues it, and checkpoints list them all', async () => {
  const [one, two] = [await open(), await open()]
  for (let index = 0; index < 10; index++) await (index % 2 === 0 ? one : two).audit.append(sampleRecord())
  const ends = (await one.audit.checkpoint()).chains.map(({ chain, length }) => [chain, length])
  expect(ends).toEqual([
    ['writer-1', 5],
    ['writer-2', 5],
  ])
  await Promise.all([one.close(), two.close()])
  const later = await open()
  await later.audit.append(sampleRecord({ detail: 'goes on' }))
  expect((await walk(later)).map(({ chain, sequence }) => `${chain} ${sequence}`)).toContain('writer-1 6')
  expect(await verifyChain(later)).toMatchObject({ ok: true, records: 11 })
  await later.close()
})

test('[H12] verification names a dropped chain, a cut tail and a changed record', async () => {
  const [one, two] = [await open(), await open()]
  for (let index = 0; index < 10; index++) await (index % 2 === 0 ? one : two).audit.append(sampleRecord())
  await one.audit.checkpoint()
  const records = await walk(one)
  const checkpoints = await one.audit.checkpoints()
  const verify = (kept: readonly AuditRecord[]): ReturnType<ReturnType<typeof createChainVerifier>['finish']> => {
    const verifier = createChainVerifier(sha256, isSignedCheckpoint)
    verifier.feed(kept)
    return verifier.finish(checkpoints)
  }
  expect(verify(records)).toMatchObject({ ok: true })
  const dropped = records.filter(({ chain }) => chain !== 'writer-2')
  expect(verify(dropped)).toMatchObject({ ok: false, chain: 'writer-2', sequence: 1 })
  const cut = records.filter(({ chain, sequence }) => chain !== 'writer-1' || sequence < 4)
  expect(verify(cut)).toMatchObject({ ok: false, chain: 'writer-1', sequence: 4 })
  await database.run(`update ${schema}.audit_records set detail = 'other' where chain = 'writer-2' and sequence = 3`)
  expect(verify(await walk(one))).toMatchObject({ ok: false, chain: 'writer-2', sequence: 3 })
  await Promise.all([one.close(), two.close()])
})

test('twelve processes that start at once on an empty database migrate it once', async () => {
  const stores = await Promise.all(Array.from({ length: 12 }, () => open()))
  await Promise.all(stores.map((store) => store.audit.append(sampleRecord())))
  const [first] = stores
  if (first === undefined) return
  expect(await verifyChain(first)).toMatchObject({ ok: true, records: 12 })
  expect(new Set((await walk(first)).map(({ chain }) => chain)).size).toBe(12)
  await Promise.all(stores.map((store) => store.close()))
})

test('[H21] time and deadlines are those of the database', async () => {
  const store = await open()
  const now = await store.now()
  const [row] = (await database.run('select extract(epoch from clock_timestamp()) * 1000 as at')) as [{ at: string }]
  expect(Math.abs(Number(row.at) - now)).toBeLessThan(1000)
  await ask(store, 'h1')
  let rounds = 0
  // The step says that it has time until a moment that the database has passed when it writes.
  const answer = await store.holds.change<string>('h1', (hold, at) => {
    if (rounds++ > 0) return { do: 'keep', answer: 'too late' }
    const until = performance.now() + 30
    while (performance.now() < until);
    return { ...approve(hold), before: at + 20, answer: 'written' }
  })
  expect([answer, (await store.holds.get('h1'))?.state]).toEqual(['too late', 'pending'])
  await store.close()
})

test('[H18] names and reasons with characters that the database has no place for verify', async () => {
  const store = await open()
  const text = 'a\0b \ud800 \u{10fffd}'
  await store.audit.append(sampleRecord({ rationale: text, tool: text, actor: text }))
  await store.settings.put(`key ${text}`, text, null)
  expect(await store.settings.get(`key ${text}`)).toBe(text)
  expect((await store.audit.read(auditQuery({ tool: text }))).records).toMatchObject([{ rationale: text, actor: text }])
  expect(await verifyChain(store)).toMatchObject({ ok: true, records: 1 })
  await store.close()
})

test('[H13] connections that are cut in the middle of everything lose nothing and run nothing twice', async () => {
  const store = await open({ retryForMs: 20_000 })
  await ask(store, 'h1')
  const cutting = cutOverAndOver()
  let votes = 0
  let refused = 0
  for (let index = 0; index < 40; index++) {
    try {
      await store.holds.change('h1', (hold) => {
        const step = approve(hold)
        return { ...step, hold: { ...step.hold, state: 'pending' } }
      })
      votes++
    } catch (error) {
      expect(error).toMatchObject({ code: 'STORE_UNAVAILABLE' })
      refused++
    }
  }
  await cutting.stop()
  const { records } = await store.audit.read(auditQuery({ hold: 'h1' }))
  const hold = await store.holds.get('h1')
  // Every change that was acknowledged is there with its record, and what was refused did not happen.
  expect([hold?.revision, records.length]).toEqual([votes + 1, votes + 1])
  expect(votes + refused).toBe(40)
  expect(await verifyChain(store)).toMatchObject({ ok: true })
  await store.close()
})

test('a database that may forget what it acknowledged is refused', async () => {
  await expect(open({ mayForget: false })).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringContaining('may lose what it acknowledged') as unknown,
  })
})

test('an address where nothing answers is refused with words, and without the password', async () => {
  const refused = openPostgres('postgres://ana:secret@127.0.0.1:1/x', { retryForMs: 0 })
  await expect(refused).rejects.toMatchObject({ message: 'The store postgres://127.0.0.1:1/x cannot be reached.' })
})
