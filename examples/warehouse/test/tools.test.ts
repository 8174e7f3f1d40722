import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientKinds, connect, createFolder, query, readLedger, type Connection } from './warehouse-process.ts'

const reads = [
  'get_product',
  'list_products',
  'search_products',
  'get_supplier',
  'list_suppliers',
  'get_purchase_order',
  'list_purchase_orders',
  'get_sales_order',
  'list_sales_orders',
  'get_stock_levels',
  'get_stock_adjustment',
  'list_outbox',
]
const writes = [
  'create_product',
  'create_supplier',
  'create_purchase_order',
  'create_sales_order',
  'modify_product',
  'modify_supplier',
  'modify_sales_order',
  'delete_product',
  'delete_supplier',
  'delete_purchase_order',
  'delete_sales_order',
  'fulfill_order',
  'receive_purchase_order',
  'correct_purchase_order',
  'update_stock_adjustment',
  'rebuild_cache',
  'run_sql',
  'send_email',
]

const folder = createFolder()
afterAll(folder.remove)

describe.each(clientKinds)('a client of %s', (kind) => {
  const file = folder.path(`${kind}.db`)
  let warehouse: Connection
  beforeAll(async () => {
    warehouse = await connect(file, kind)
  })
  afterAll(() => warehouse.close())

  test('sees every tool, reads marked as reads and writes not', async () => {
    const tools = await warehouse.listTools()
    expect(tools.map((tool) => tool.name).toSorted()).toEqual([...reads, ...writes].toSorted())
    const readOnly = tools.filter((tool) => tool.annotations?.['readOnlyHint'] === true)
    expect(readOnly.map((tool) => tool.name).toSorted()).toEqual(reads.toSorted())
    expect(tools.every((tool) => (tool.description ?? '').length > 20)).toBe(true)
    if (kind === 'SDK v2, 2026-07-28') expect(warehouse.protocolVersion()).toBe('2026-07-28')
  })

  test('reads, writes, is refused, and finds exactly that in the ledger', async () => {
    const before = await warehouse.call('get_product', { sku: 'CHR-1005' })
    expect(before.structured).toMatchObject({ name: 'Drafting stool, grey', on_hand: 7, stock_value_cents: 69_300 })
    expect(JSON.parse(before.text)).toEqual(before.structured)
    const deleted = await warehouse.call('delete_product', { sku: 'CHR-1005' })
    expect(deleted.structured).toEqual({
      deleted: 'CHR-1005',
      name: 'Drafting stool, grey',
      written_off_units: 7,
      written_off_cents: 69_300,
    })
    const again = await warehouse.call('delete_product', { sku: 'CHR-1005' })
    expect(again).toMatchObject({ isError: true, structured: undefined })
    expect(readLedger(file).map(({ tool, arguments: args, ok, error }) => [tool, args, ok, error])).toEqual([
      ['get_product', '{"sku":"CHR-1005"}', 1, null],
      ['delete_product', '{"sku":"CHR-1005"}', 1, null],
      ['delete_product', '{"sku":"CHR-1005"}', 0, again.text],
    ])
  })
})

describe('the tools', () => {
  const file = folder.path('tools.db')
  let warehouse: Connection
  beforeAll(async () => {
    warehouse = await connect(file)
  })
  afterAll(() => warehouse.close())

  const done = async (tool: string, args: Record<string, unknown> = {}): Promise<string> => {
    const answer = await warehouse.call(tool, args)
    expect(answer.isError, answer.text).toBe(false)
    return answer.text
  }
  const refused = async (tool: string, args: Record<string, unknown>): Promise<string> => {
    const answer = await warehouse.call(tool, args)
    expect(answer.isError, answer.text).toBe(true)
    return answer.text
  }
  const onHand = (sku: string): number | undefined =>
    query<{ on_hand: number }>(file, `SELECT on_hand FROM products WHERE sku = '${sku}'`)[0]?.on_hand

  test('products: create, find after a rebuild, modify, and refuse what open orders need', async () => {
    expect(JSON.parse(await done('list_products', { category: 'seating', limit: 2 }))).toMatchObject({ total: 5 })
    await done('create_product', { sku: 'LGT-3006', name: 'Lámpara “Sol”', category: 'lighting', price_cents: 4500 })
    expect(await refused('create_product', { sku: 'LGT-3006', name: 'x', category: 'desks', price_cents: 1 })).toMatch(
      /exists already/,
    )
    expect(JSON.parse(await done('search_products', { query: 'lámpara' })).products).toEqual([])
    expect(await done('rebuild_cache')).toMatch(/25 products/)
    expect(JSON.parse(await done('search_products', { query: 'LÁMP sol' })).products).toMatchObject([
      { sku: 'LGT-3006' },
    ])
    await done('modify_product', { sku: 'LGT-3001', supplier_id: null, price_cents: 7100 })
    expect(JSON.parse(await done('get_product', { sku: 'LGT-3001' }))).toMatchObject({
      supplier_id: null,
      price_cents: 7100,
      name: 'Desk lamp Nova',
    })
    expect(await refused('modify_product', { sku: 'LGT-3001' })).toMatch(/Nothing to change/)
    expect(await refused('get_product', { sku: 'ZZZ-0000' })).toMatch(/There is no product ZZZ-0000/)
    expect(await refused('delete_product', { sku: 'CHR-1002' })).toMatch(/open orders need it \(SO-1013, PO-3006\)/)
    expect(onHand('CHR-1002')).toBe(9)
  })

  test('[X11.E7] suppliers: one that was deleted comes back as it was, by what the recipe sends', async () => {
    const before = JSON.parse(await done('get_supplier', { supplier_id: 'SUP-06' })) as Record<string, unknown>
    expect(before['status']).toBe('suspended')
    const { name, email, country, lead_time_days, supplier_id, phone, status } = before
    await done('delete_supplier', { supplier_id: 'SUP-06' })
    await done('create_supplier', { name, email, country, lead_time_days, supplier_id, phone, status })
    expect(JSON.parse(await done('get_supplier', { supplier_id: 'SUP-06' }))).toEqual(before)
    const again = { name: 'Other', email: 'a@other.example', country: 'IT', supplier_id }
    expect(await refused('create_supplier', again)).toMatch(/SUP-06 exists already/)
  })

  test('suppliers: create, suspend, and refuse to delete one that is named', async () => {
    expect(JSON.parse(await done('list_suppliers')).suppliers).toHaveLength(6)
    expect(await done('create_supplier', { name: 'Nuvola', email: 'a@nuvola.example', country: 'IT' })).toMatch(
      /SUP-07/,
    )
    await done('modify_supplier', { supplier_id: 'SUP-07', status: 'suspended', phone: '1' })
    const lines = [{ sku: 'CHR-1001', quantity: 1, unit_cost_cents: 1 }]
    expect(await refused('create_purchase_order', { supplier_id: 'SUP-07', lines })).toMatch(/is suspended/)
    expect(await refused('delete_supplier', { supplier_id: 'SUP-05' })).toMatch(/PWR-5001.*PO-3007/)
    await done('delete_supplier', { supplier_id: 'SUP-06' })
    await done('delete_supplier', { supplier_id: 'SUP-07' })
    expect(await refused('get_supplier', { supplier_id: 'SUP-07' })).toMatch(/no supplier SUP-07/)
    expect(await done('create_supplier', { name: 'Nuvola', email: 'a@nuvola.example', country: 'IT' })).toMatch(
      /SUP-08/,
    )
  })

  test('[X11.E7] every delete says what cannot be undone, and the undo of a supplier sends all of it', () => {
    const recipes = readFileSync(new URL('../holdpoint.yaml', import.meta.url), 'utf8')
    const deletes = recipes.split(/^ {6}(?=\w)/m).filter((part) => part.startsWith('delete_'))
    expect(deletes).toHaveLength(4)
    for (const recipe of deletes) expect(recipe).toContain('Cannot be undone:')
    for (const field of ['supplier_id', 'phone', 'status']) expect(deletes[1]).toContain(`${field}: entity.${field}`)
  })

  test('purchase orders: received once, corrected with the stock, deleted only before', async () => {
    const lines = [{ sku: 'DSK-2003', quantity: 10, unit_cost_cents: 11_000 }]
    expect(await done('create_purchase_order', { supplier_id: 'SUP-02', lines, state: 'draft' })).toMatch(/PO-3011/)
    expect(await refused('receive_purchase_order', { purchase_order_id: 'PO-3011' })).toMatch(/is a draft/)
    await done('correct_purchase_order', { purchase_order_id: 'PO-3011', state: 'ordered', reason: 'sent by phone' })
    await done('receive_purchase_order', { purchase_order_id: 'PO-3011' })
    expect(onHand('DSK-2003')).toBe(35)
    expect(await refused('receive_purchase_order', { purchase_order_id: 'PO-3011' })).toMatch(/already received on 20/)
    expect(onHand('DSK-2003')).toBe(35)
    await done('receive_purchase_order', { purchase_order_id: 'PO-3008' })
    expect([onHand('DSK-2003'), onHand('DSK-2004')]).toEqual([50, 10])
    const correct = (quantity: number): Record<string, unknown> => ({
      purchase_order_id: 'PO-3011',
      lines: [{ sku: 'DSK-2003', quantity }],
      reason: 'two were missing',
    })
    await done('correct_purchase_order', correct(8))
    expect(onHand('DSK-2003')).toBe(48)
    expect(await refused('update_stock_adjustment', { adjustment_id: 'ADJ-0005', quantity: 0 })).toMatch(/PO-3011/)
    expect(await refused('delete_purchase_order', { purchase_order_id: 'PO-3011' })).toMatch(/goods were received/)
    await done('delete_purchase_order', { purchase_order_id: 'PO-3010' })
    expect(JSON.parse(await done('list_purchase_orders', { state: 'draft' })).purchase_orders).toMatchObject([
      { purchase_order_id: 'PO-3009', total_cents: 136_000 },
    ])
    const twice = [...lines, ...lines]
    expect(await refused('create_purchase_order', { supplier_id: 'SUP-02', lines: twice })).toMatch(/on two lines/)
    expect(JSON.parse(await done('get_purchase_order', { purchase_order_id: 'PO-3011' })).total_cents).toBe(88_000)
    expect(await refused('get_purchase_order', { purchase_order_id: 'PO-3012' })).toMatch(/no purchase order/)
  })

  test('sales orders: all goods leave together, once, or none do', async () => {
    expect(await refused('fulfill_order', { sales_order_id: 'SO-1012' })).toMatch(/DSK-2002 needs 10, has 3/)
    expect(onHand('PWR-5004')).toBe(18)
    await done('fulfill_order', { sales_order_id: 'SO-1011' })
    expect([onHand('CHR-1001'), onHand('DSK-2001')]).toEqual([30, 7])
    expect(await refused('fulfill_order', { sales_order_id: 'SO-1011' })).toMatch(/is fulfilled/)
    expect(onHand('CHR-1001')).toBe(30)
    expect(await refused('delete_sales_order', { sales_order_id: 'SO-1011' })).toMatch(/was fulfilled on/)
    const order = { customer: "O'Hara\n& “Co”", customer_email: 'o@hara.example', note: 'ring "twice"; 你好' }
    const created = await warehouse.call('create_sales_order', { ...order, lines: [{ sku: 'PWR-5001', quantity: 3 }] })
    expect(created.structured).toMatchObject({ ...order, sales_order_id: 'SO-1015', total_cents: 7470 })
    const lines = [{ sku: 'DSK-2005', quantity: 1 }]
    expect(await refused('modify_sales_order', { sales_order_id: 'SO-1015', lines })).toMatch(/is discontinued/)
    expect(JSON.parse(await done('get_sales_order', { sales_order_id: 'SO-1015' })).lines).toHaveLength(1)
    await done('modify_sales_order', { sales_order_id: 'SO-1015', note: null, state: 'cancelled' })
    expect(await refused('modify_sales_order', { sales_order_id: 'SO-1015', note: 'x' })).toMatch(/is cancelled/)
    await done('delete_sales_order', { sales_order_id: 'SO-1015' })
    expect(JSON.parse(await done('list_sales_orders', { state: 'open' })).sales_orders).toHaveLength(5)
  })

  test('stock and mail: an adjustment moves the stock by its difference, a mail lands in the outbox', async () => {
    await done('update_stock_adjustment', { adjustment_id: 'ADJ-0003', quantity: -10 })
    expect(onHand('PWR-5004')).toBe(20)
    expect(await refused('update_stock_adjustment', { adjustment_id: 'ADJ-0003', quantity: -99 })).toMatch(/leave -69/)
    const levels = JSON.parse(await done('get_stock_levels', { sku: 'PWR-5004' }))
    expect(levels.levels).toEqual([
      { sku: 'PWR-5004', name: 'USB-C cable, 2 m', on_hand: 20, committed: 20, on_order: 200, reorder_level: 60 },
    ])
    expect(levels.adjustments).toMatchObject([{ adjustment_id: 'ADJ-0003', quantity: -10 }])
    await done('send_email', { to: ['a@b.example', 'c@d.example'], subject: 'Hello', body: 'Line 1\nLine 2' })
    expect(JSON.parse(await done('list_outbox', { limit: 1 })).mails).toMatchObject([
      { mail_id: 4, to: ['a@b.example', 'c@d.example'], body: 'Line 1\nLine 2' },
    ])
  })

  test('an unknown or malformed argument is refused and runs nothing', async () => {
    const entries = readLedger(file).length
    expect(await refused('delete_product', { sku: 'LGT-3004', confirm: true })).toMatch(/confirm/)
    expect(await refused('delete_product', { sku: 'lgt-3004' })).toMatch(/like CHR-1001/)
    expect(await refused('send_email', { to: ['nobody'], subject: 's', body: 'b' })).toMatch(/email/i)
    expect(onHand('LGT-3004')).toBe(120)
    expect(readLedger(file)).toHaveLength(entries)
  })
})
