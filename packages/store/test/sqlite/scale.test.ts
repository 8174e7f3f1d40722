/** With 100,000 holds a page stays quick and a new hold costs what the first did. */
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Hold, HoldQuery, Store } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { sha256 } from '../../src/sha256.ts'
import { createFullText } from '../../src/sqlite/full-text.ts'
import { toHoldRow } from '../../src/holds/hold-row.ts'
import { EVERYTHING, waitingHold, withDirectory } from '@holdpoint/testing/store'
import { openStore } from '../open-store.ts'
import { sampleRecord } from '@holdpoint/testing'

const HOLDS = 100_000
const STATES = ['succeeded', 'declined', 'succeeded', 'expired'] as const
const RISKS = ['high', 'medium', 'low'] as const

function numbered(index: number): Hold {
  const note = 'alpha beta customer order invoice warehouse stock supplier '.repeat(4)
  return waitingHold({
    id: `h${index}`,
    state: index % 20_000 === 7 ? 'unknown' : (STATES[index % 4] ?? 'declined'),
    createdAt: 1_700_000_000_000 + index,
    title: `Delete contact ${index}?`,
    ruling: { risk: RISKS[index % 3] ?? 'high', scope: `table ${index % 30}` },
    call: {
      tenant: index % 2 === 0 ? 'default' : 'acme',
      session: `session-${index % 500}`,
      tool: `delete_thing_${index % 50}`,
      server: { name: `server-${index % 7}`, identity: `identity-${index % 7}`, display: 's', transport: 'stdio' },
      argumentsText: JSON.stringify({ id: `order_${index}`, note }),
    },
  })
}

/** Filled without durability, in one transaction: 100,000 separate commits would test the disk. */
function fill(file: string): void {
  const database = new DatabaseSync(file)
  const search = createFullText(sha256)
  database.exec('pragma synchronous = off; pragma cache_size = -400000; begin')
  const columns = Object.keys(toHoldRow(numbered(0), 0))
  const adding = database.prepare(
    `insert into holds (position, ${columns.join(', ')}) values (?, ${columns.map(() => '?').join(', ')})`,
  )
  let indexing: ReturnType<typeof database.prepare> | null = null
  for (let index = 1; index <= HOLDS; index++) {
    const hold = numbered(index)
    adding.run(index, ...Object.values(toHoldRow(hold, index)))
    for (const query of search.index(index, hold, null)) {
      indexing ??= database.prepare(query.sql)
      indexing.run(...query.parameters)
    }
  }
  database.exec(`update store_state set changes = ${HOLDS}, at = ${1_700_000_000_000 + HOLDS}; commit`)
  database.close()
  settle(file)
}

/** Waits until the disk has it all: the first commits that are measured would else wait for this writing too. */
function settle(file: string): void {
  const descriptor = openSync(file, 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? Number.NaN
}

async function timed(body: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await body()
  return performance.now() - start
}

/** Milliseconds of processor time per run: what else the machine does during a test run is not in it. */
async function processorTime(body: () => Promise<unknown>): Promise<number> {
  const runs = 21
  await body()
  const before = process.cpuUsage()
  for (let run = 0; run < runs; run++) await body()
  const used = process.cpuUsage(before)
  return (used.user + used.system) / 1000 / runs
}

async function insert(store: Store, name: string): Promise<void> {
  const hold = { ...numbered(1), id: name, key: name, state: 'pending' as const }
  await store.holds.changeNewest(hold.key, () => ({
    do: 'write',
    hold,
    record: sampleRecord(),
    before: null,
    answer: null,
  }))
}

/** In turns, so that whatever else the disk has to do just then slows both stores alike. */
async function insertCosts(small: Store, large: Store): Promise<{ readonly first: number; readonly later: number }> {
  const first: number[] = []
  const later: number[] = []
  for (let run = 0; run < 150; run++) {
    first.push(await timed(async () => await insert(small, `insert-${run}`)))
    later.push(await timed(async () => await insert(large, `insert-${run}`)))
  }
  return { first: median(first), later: median(later) }
}

/** What it costs to look at every hold once, on this machine. */
function scanCost(file: string): number {
  const database = new DatabaseSync(file)
  const scan = database.prepare("select count(*) from holds where body like '%zebra%'")
  const before = process.cpuUsage()
  scan.get()
  const { user, system } = process.cpuUsage(before)
  database.close()
  return (user + system) / 1000
}

test('100,000 holds: pages within 50 ms, questions and inserts as on the first day', async () => {
  await withDirectory(async (directory) => {
    const small = await openStore(join(directory, 'small.db'))
    const file = join(directory, 'large.db')
    await (await openStore(file)).close()
    fill(file)
    const large = await openStore(file)
    const queries: Record<string, Partial<HoldQuery>> = {
      'no filter': {},
      'a tenant': { tenant: 'acme' },
      'a tenant that has none': { tenant: 'nobody' },
      'a rare state': { state: 'unknown' },
      'a common state, nothing else fits': { state: 'succeeded', tool: 'none', risk: 'high' },
      'server and risk': { server: 'server-3', risk: 'low' },
      'a common word': { text: 'delete' },
      'a rare word': { text: 'order_77123' },
      'an absent word': { text: 'zebra' },
      'one letter': { text: 'd' },
      'common words in a row': { text: 'delete_thing_1' },
      'common words, never in a row': { text: 'customer-stock' },
      'common words, a rare state': { text: 'delete customer', state: 'unknown' },
      'common words, nothing fits': { text: 'delete order', state: 'cancelled', tenant: 'acme' },
      'every filter': { text: 'invoice', state: 'declined', tenant: 'acme', tool: 'delete_thing_1', risk: 'high' },
    }
    const figures: string[] = []
    const most = Math.max(50, scanCost(file))
    for (const [name, query] of Object.entries(queries)) {
      const work = await processorTime(async () => await large.holds.list({ ...EVERYTHING, ...query }))
      figures.push(`${name} ${work.toFixed(1)}`)
      expect.soft(work, name).toBeLessThan(most)
    }
    const { first, later } = await insertCosts(small, large)
    const count = { tenant: 'default', principal: 'local:ana', client: 'desk', session: null, tool: null }
    const counting = await processorTime(
      async () => await large.holds.count({ ...count, serverIdentity: null, states: ['pending'], since: 0 }),
    )
    process.stdout.write(`\na page in ms: ${figures.join(' · ')}\n`)
    process.stdout.write(
      `insert p50 ${first.toFixed(2)} ms empty, ${later.toFixed(2)} ms full · count ${counting.toFixed(2)}\n`,
    )
    expect(later).toBeLessThan(first * 3 + 1)
    expect(counting).toBeLessThan(5)
    await small.close()
    await large.close()
  })
})
