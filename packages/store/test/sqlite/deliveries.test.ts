/** Deliveries on SQLite: what an index must find, and a file of an older version. */
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { SqliteAdapter, SqliteQueryCompiler } from 'kysely'
import { drawShortCode } from '@holdpoint/core'
import { plannedDelivery, sampleRecord } from '@holdpoint/testing'
import { verifyChain, waitingHold, withDirectory } from '@holdpoint/testing/store'
import { expect, test } from 'vitest'
import { createDeliveryStatements } from '../../src/sql/delivery-statements.ts'
import { createQueryBuilder } from '../../src/sql/query-builder.ts'
import { SQLITE_DIALECT } from '../../src/sql/sql-dialect.ts'
import type { SqlQuery } from '../../src/sql/sql-query.ts'
import { runChild } from '../child-process.ts'
import { openStore } from '../open-store.ts'

const statements = createDeliveryStatements(
  createQueryBuilder(new SqliteQueryCompiler(), new SqliteAdapter()),
  SQLITE_DIALECT,
)
const PLACE = { channel: 'feishu', place_kind: 'group', place_id: 'oc_ops' }
const DUE = { channels: ['feishu', 'slack'], now: 1, limit: 10 }

test('[X13.4] no statement on deliveries walks the table', async () => {
  await withDirectory(async (directory) => {
    const file = join(directory, 'holdpoint.db')
    await (await openStore(file)).close()
    const database = new DatabaseSync(file)
    // Each by the index that leads to no more rows than it answers, or than are due, sent or open.
    const expected: readonly (readonly [object, string])[] = [
      [statements.lockById({ id: 'a' }), 'sqlite_autoindex_deliveries_1'],
      [statements.byHold({ ...PLACE, hold: 'a' }), 'deliveries_by_hold'],
      [statements.byButton({ button: 'a' }), 'sqlite_autoindex_deliveries_2'],
      [statements.byCode({ ...PLACE, code: '7F3K' }), 'deliveries_by_code'],
      [statements.openIn(PLACE), 'deliveries_open'],
      [statements.openCodes(PLACE), 'deliveries_open'],
      [statements.recentCodes({ ...PLACE, limit: 5 }), 'deliveries_in_place'],
      [statements.ofHolds({ holds: ['a', 'b'] }), 'deliveries_by_hold'],
      [statements.due(DUE), 'deliveries_due'],
      [statements.outdated(DUE), 'deliveries_sent'],
      [statements.nextDue({ channels: DUE.channels }), 'deliveries_due'],
      [statements.forgetEvents({ before: 1 }), 'channel_events_by_age'],
    ]
    for (const [query, index] of expected) {
      const { sql, parameters } = query as SqlQuery
      const rows = database.prepare(`explain query plan ${sql}`).all(...(parameters as string[]))
      const plan = (rows as readonly { readonly detail: string }[]).map(({ detail }) => detail).join('; ')
      expect(plan, sql).toContain(` INDEX ${index}`)
      expect(plan, sql).not.toMatch(/SCAN (?:deliveries|holds|channel_events)(?!.* USING)/)
    }
    database.close()
  })
})

test('[X13.4] a file of an older version gets the tables, and keeps what it has', async () => {
  await withDirectory(async (directory) => {
    const file = join(directory, 'holdpoint.db')
    const store = await openStore(file)
    const hold = waitingHold({ id: 'h1' })
    const record = sampleRecord({ kind: 'hold-created', hold: 'h1' })
    await store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
    await store.close()
    const database = new DatabaseSync(file)
    database.exec(
      'drop table deliveries; drop table channel_events; alter table audit_records drop column provenance; pragma user_version = 9',
    )
    database.close()
    const reopened = await openStore(file)
    await reopened.deliveries.plan([plannedDelivery({ hold: 'h1' })], () => '7F3K')
    expect(await reopened.deliveries.openIn('feishu', { kind: 'group', id: 'oc_ops' })).toHaveLength(1)
    await reopened.close()
  })
})

test('[X13.4] kill -9 of one of two that send: everything is sent, twice at most, and only what the dead one had in hand', async () => {
  await withDirectory(async (directory) => {
    const file = join(directory, 'holdpoint.db')
    const store = await openStore(file)
    const wanted = Array.from({ length: 150 }, (_, index) =>
      plannedDelivery({ id: `d${index}`, hold: `h${index}`, channel: 'slack' }),
    )
    await store.deliveries.plan(wanted, (taken) => drawShortCode((limit) => Math.floor(Math.random() * limit), taken))
    const children = ['one', 'two'].map((by) => runChild('deliver.mjs', [file, by, '4000']))
    const [killed, other] = children
    if (killed === undefined || other === undefined) throw new Error('There are two.')
    await expect.poll(() => killed.lines.length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(10)
    killed.process.kill('SIGKILL')
    await killed.ended
    expect(await other.ended, other.errors()).toBe(0)
    const sent = [...killed.lines, ...other.lines]
    expect(new Set(sent).size).toBe(150)
    // It takes three at a time.
    expect(sent.length - 150).toBeLessThanOrEqual(3)
    const stored = await store.deliveries.ofHolds(wanted.map(({ hold }) => hold))
    expect(stored.every(({ state, ref, job }) => state === 'sent' && ref !== null && job === null)).toBe(true)
    expect(stored.filter(({ copies }) => copies > 1).length).toBeLessThanOrEqual(3)
    const twice = sent.filter((line, index) => sent.indexOf(line) !== index).map((line) => line.slice('sent '.length))
    for (const id of twice) expect(stored.find((delivery) => delivery.id === id)?.copies, id).toBe(2)
    expect(await verifyChain(store)).toMatchObject({ ok: true, records: 150 })
    await store.close()
  })
})
