import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, createFolder, query, readLedger, type Answer, type Connection } from './warehouse-process.ts'

const folder = createFolder()
const file = folder.path('sql.db')
let warehouse: Connection
beforeAll(async () => {
  warehouse = await connect(file)
})
afterAll(async () => {
  await warehouse.close()
  folder.remove()
})

const run = (sql: string): Promise<Answer> => warehouse.call('run_sql', { sql })
const countProducts = (): number | undefined =>
  query<{ count: number }>(file, 'SELECT count(*) AS count FROM products')[0]?.count

test('reads and writes really run', async () => {
  const read = await run("SELECT sku, price_cents FROM products WHERE name LIKE 'Floor%'; -- the arc\n /* ; */ ;")
  expect(JSON.parse(read.text)).toEqual({ rows: [{ sku: 'LGT-3003', price_cents: 15_900 }], truncated: false })
  const write = await run("UPDATE products SET price_cents = price_cents + 1 WHERE category = 'power'")
  expect(JSON.parse(write.text)).toEqual({ changes: 4 })
  expect(query(file, "SELECT price_cents FROM products WHERE sku = 'PWR-5004'")).toEqual([{ price_cents: 1291 }])
  const returning = await run("DELETE FROM products WHERE sku = 'DSK-2005' RETURNING name")
  expect(JSON.parse(returning.text).rows).toEqual([{ name: 'Folding desk, birch' }])
  expect(countProducts()).toBe(23)
  for (const sql of [
    'CREATE TABLE racks (x)',
    'CREATE INDEX racks_by_x ON racks (x)',
    'DROP TABLE racks',
    'DROP TABLE outbox',
  ]) {
    expect(await run(sql)).toMatchObject({ isError: false })
  }
})

test('rows are capped, large integers and bytes survive', async () => {
  const many = JSON.parse(
    (await run('WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n')).text,
  )
  expect(many.rows).toHaveLength(100)
  expect(many.truncated).toBe(true)
  const odd = await run("SELECT 9007199254740993 AS big, x'00ff' AS bytes, NULL AS empty, 0.5 AS half")
  expect(JSON.parse(odd.text).rows).toEqual([{ big: '9007199254740993', bytes: '00ff', empty: null, half: 0.5 }])
})

test.each([
  ['a second statement', 'SELECT 1; DELETE FROM products'],
  ['a second statement behind a comment', 'SELECT 1; /* */ DELETE FROM products'],
  ['a second statement behind a NUL', 'SELECT 1;\0 DELETE FROM products'],
  ['no statement', ' -- nothing '],
  ['a parameter', 'DELETE FROM products WHERE sku <> ?'],
  ['a syntax error', 'DELETE products'],
  ['the end of the transaction', 'COMMIT'],
  ['another file', "ATTACH 'elsewhere.db' AS elsewhere"],
  ['a setting', 'PRAGMA foreign_keys = OFF'],
  ['a hidden table', 'CREATE TEMP TABLE products (sku TEXT)'],
  ['a change of the ledger', 'DELETE FROM Ledger'],
  ['a removal of the ledger', 'DROP TABLE ledger'],
  ['a renamed ledger', 'ALTER TABLE ledger RENAME TO notes'],
  ['an index that would block the ledger', 'CREATE UNIQUE INDEX once ON ledger (id, tool)'],
  ['an exhausted ledger', "UPDATE sqlite_sequence SET seq = 9223372036854775807 WHERE name = 'ledger'"],
  ['a trigger on the ledger', 'CREATE TRIGGER t AFTER INSERT ON ledger BEGIN DELETE FROM ledger; END'],
  ['a broken rule', "UPDATE products SET on_hand = -1 WHERE sku = 'CHR-1001'"],
  ['a rollback of everything', "INSERT OR ROLLBACK INTO products SELECT * FROM products WHERE sku = 'CHR-1001'"],
])('%s is refused, changes nothing and is on record', async (_what, sql) => {
  const products = countProducts()
  const entries = readLedger(file).length
  const answer = await run(sql)
  expect(answer.isError, answer.text).toBe(true)
  expect(countProducts()).toBe(products)
  const ledger = readLedger(file)
  expect(ledger).toHaveLength(entries + 1)
  expect(ledger.at(-1)).toMatchObject({
    tool: 'run_sql',
    arguments: JSON.stringify({ sql }),
    ok: 0,
    error: answer.text,
  })
})
