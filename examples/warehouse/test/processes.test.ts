import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { command, connect, createFolder, query, readLedger } from './warehouse-process.ts'

const folder = createFolder()
afterAll(folder.remove)

test('four processes start on one new file: it is filled once, and every call counts once', async () => {
  const file = folder.path('shared.db')
  const warehouses = await Promise.all([1, 2, 3, 4].map(() => connect(file)))
  const answers = await Promise.all(
    warehouses.flatMap((warehouse) => [
      ...Array.from({ length: 10 }, () =>
        warehouse.call('send_email', { to: ['a@b.example'], subject: 's', body: 'b' }),
      ),
      warehouse.call('fulfill_order', { sales_order_id: 'SO-1009' }),
    ]),
  )
  await Promise.all(warehouses.map((warehouse) => warehouse.close()))
  expect(answers.filter((answer) => answer.isError)).toHaveLength(3)
  expect(query(file, "SELECT on_hand FROM products WHERE sku = 'LGT-3003'")).toEqual([{ on_hand: 12 }])
  expect(query(file, 'SELECT count(*) AS count FROM products')).toEqual([{ count: 24 }])
  expect(query(file, 'SELECT count(*) AS count FROM outbox')).toEqual([{ count: 43 }])
  const ledger = readLedger(file)
  expect(ledger.filter((entry) => entry.tool === 'send_email' && entry.ok === 1)).toHaveLength(40)
  const fulfilments = ledger.filter((entry) => entry.tool === 'fulfill_order')
  expect(fulfilments.filter((entry) => entry.ok === 1)).toHaveLength(1)
  expect(fulfilments).toHaveLength(4)
})

test('after kill -9 the ledger and the effects agree, and every acknowledged call is there', async () => {
  const file = folder.path('killed.db')
  const warehouse = await connect(file)
  const pid = warehouse.pid()
  if (pid === null) throw new Error('the warehouse has no process id')
  let acknowledged = 0
  const mail = { to: ['a@b.example'], subject: 's', body: 'b' }
  const sendUntilKilled = async (): Promise<void> => {
    for (;;) {
      await warehouse.call('send_email', mail)
      acknowledged += 1
      if (acknowledged === 40) process.kill(pid, 'SIGKILL')
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: 20 }, sendUntilKilled))
  expect(ends.every((end) => end.status === 'rejected')).toBe(true)
  await warehouse.close()
  const reopened = await connect(file)
  const check = await reopened.call('list_suppliers')
  await reopened.close()
  expect(check.isError).toBe(false)
  const recorded = readLedger(file).filter((entry) => entry.tool === 'send_email').length
  expect(query(file, 'SELECT count(*) - 3 AS sent FROM outbox')).toEqual([{ sent: recorded }])
  expect(recorded).toBeGreaterThanOrEqual(acknowledged)
  expect(acknowledged).toBeGreaterThanOrEqual(40)
})

test('a call that cannot be recorded does not happen', async () => {
  const file = folder.path('unrecorded.db')
  const warehouse = await connect(file)
  const outside = new DatabaseSync(file, { timeout: 5000 })
  outside.exec("CREATE TRIGGER full BEFORE INSERT ON ledger BEGIN SELECT raise(ABORT, 'the ledger is full'); END")
  const mail = { to: ['a@b.example'], subject: 's', body: 'b' }
  expect(await warehouse.call('send_email', mail)).toMatchObject({ isError: true, text: 'the ledger is full' })
  expect(query(file, 'SELECT count(*) AS count FROM outbox')).toEqual([{ count: 3 }])
  outside.exec('DROP TRIGGER full')
  outside.close()
  expect(await warehouse.call('send_email', mail)).toMatchObject({ isError: false })
  await warehouse.close()
  expect(readLedger(file)).toHaveLength(1)
})

describe('the command', () => {
  const start = (...args: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [command, ...args], { encoding: 'utf8', input: '' })

  test.each([[[]], [['--database', '']], [['--databse', 'x']]])(
    'misused as %j: usage on stderr, exit code 2',
    (args) => {
      const { status, stdout, stderr } = start(...args)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/^holdpoint-warehouse: .*\n\nUsage: holdpoint-warehouse --database FILE/)
    },
  )

  test('a file that is no warehouse is refused and left alone', () => {
    const text = folder.path('notes.txt')
    writeFileSync(text, 'not a database, just some notes that a person wants to keep')
    const foreign = folder.path('foreign.db')
    const database = new DatabaseSync(foreign)
    database.exec('CREATE TABLE mine (x)')
    database.close()
    for (const file of [text, foreign, folder.path('missing/folder/x.db')]) {
      const { status, stdout, stderr } = start('--database', file)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain(file)
      expect(stderr).not.toContain('    at ')
    }
    expect(query(foreign, 'SELECT name FROM sqlite_schema')).toEqual([{ name: 'mine' }])
  })

  test('ends with code 0 when its input ends, leaving one file', () => {
    const { status, stdout, stderr } = start('--database', folder.path('idle.db'))
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(query(folder.path('idle.db'), 'SELECT count(*) AS count FROM ledger')).toEqual([{ count: 0 }])
  })
})
