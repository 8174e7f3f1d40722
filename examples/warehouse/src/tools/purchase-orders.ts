// Purchase orders: what the warehouse buys. Goods enter the stock once, when an ordered one is received.

import { z } from 'zod'
import { cents, limit, note, purchaseOrderId, quantity, sku, supplierId } from '../arguments.ts'
import type { Database } from '../database.ts'
import { euros } from '../euros.ts'
import { data, defineTool, refused, said, type Tool } from '../tool.ts'
import { correctPurchaseOrder } from './purchase-order-correction.ts'
import { findPurchaseOrder, missingPurchaseOrder, purchaseOrderLines } from './purchase-order-rows.ts'

const getPurchaseOrder = defineTool({
  name: 'get_purchase_order',
  description: 'One purchase order with its lines and total.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({ purchase_order_id: purchaseOrderId }),
  run: (database, args) => {
    const found = findPurchaseOrder(database, args.purchase_order_id)
    if (found === undefined) return missingPurchaseOrder(args.purchase_order_id)
    const lines = purchaseOrderLines(database, args.purchase_order_id)
    const total = lines.reduce((sum, line) => sum + line.quantity * line.unit_cost_cents, 0)
    return data({ ...found, lines, total_cents: total })
  },
})

const listPurchaseOrders = defineTool({
  name: 'list_purchase_orders',
  description: 'Purchase orders with their totals, newest first, optionally of one state or supplier.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({
    state: z.enum(['draft', 'ordered', 'received']).optional(),
    supplier_id: supplierId.optional(),
    limit: limit.optional(),
  }),
  run: (database, args) =>
    data({
      purchase_orders: database.all<object>(
        `SELECT purchase_orders.*, count(sku) AS lines, coalesce(sum(quantity * unit_cost_cents), 0) AS total_cents
         FROM purchase_orders LEFT JOIN purchase_order_lines USING (purchase_order_id)
         WHERE (?1 IS NULL OR state = ?1) AND (?2 IS NULL OR supplier_id = ?2)
         GROUP BY purchase_order_id ORDER BY created_at DESC, purchase_order_id DESC LIMIT ?3`,
        args.state ?? null,
        args.supplier_id ?? null,
        args.limit ?? 50,
      ),
    }),
})

const createPurchaseOrder = defineTool({
  name: 'create_purchase_order',
  description: 'Order goods from a supplier. state "draft" keeps it unsent; the default is "ordered".',
  annotations: { destructiveHint: false },
  inputSchema: z.strictObject({
    supplier_id: supplierId,
    lines: z
      .array(z.strictObject({ sku, quantity, unit_cost_cents: cents }))
      .min(1)
      .max(100),
    state: z.enum(['draft', 'ordered']).optional(),
    note: note.optional(),
  }),
  run: (database, args) => {
    const supplier = database.one<{ name: string; status: string }>(
      'SELECT name, status FROM suppliers WHERE supplier_id = ?',
      args.supplier_id,
    )
    if (supplier === undefined) return refused(`There is no supplier ${args.supplier_id}.`)
    if (supplier.status !== 'active') return refused(`Supplier ${args.supplier_id} is ${supplier.status}.`)
    const state = args.state ?? 'ordered'
    const id = `PO-${3000 + database.next('purchase_order')}`
    database.run(
      'INSERT INTO purchase_orders VALUES (?, ?, ?, ?, NULL, ?)',
      id,
      args.supplier_id,
      state,
      database.now(),
      args.note ?? null,
    )
    for (const line of args.lines) {
      const problem = addLine(database, id, line)
      if (problem !== undefined) return refused(problem)
    }
    const total = args.lines.reduce((sum, line) => sum + line.quantity * line.unit_cost_cents, 0)
    return said(`Created purchase order ${id} (${state}) with ${supplier.name} over ${euros(total)}.`)
  },
})

interface NewLine {
  readonly sku: string
  readonly quantity: number
  readonly unit_cost_cents: number
}

function addLine(database: Database, id: string, line: NewLine): string | undefined {
  const product = database.one<{ name: string; status: string }>(
    'SELECT name, status FROM products WHERE sku = ?',
    line.sku,
  )
  if (product === undefined) return `There is no product ${line.sku}.`
  if (product.status !== 'active') return `Product ${line.sku} is ${product.status}.`
  const added = database.run(
    'INSERT OR IGNORE INTO purchase_order_lines VALUES (?, ?, ?, ?, ?)',
    id,
    line.sku,
    product.name,
    line.quantity,
    line.unit_cost_cents,
  )
  return added === 1 ? undefined : `Product ${line.sku} is on two lines; put it on one.`
}

const receivePurchaseOrder = defineTool({
  name: 'receive_purchase_order',
  description: 'Book the goods of an ordered purchase order into the stock. It can be received only once.',
  inputSchema: z.strictObject({ purchase_order_id: purchaseOrderId }),
  run: (database, { purchase_order_id: id }) => {
    const found = findPurchaseOrder(database, id)
    if (found === undefined) return missingPurchaseOrder(id)
    if (found.state === 'received') {
      return refused(`Purchase order ${id} was already received on ${found.received_at ?? 'an unknown date'}.`)
    }
    if (found.state === 'draft') return refused(`Purchase order ${id} is a draft; it was never sent to the supplier.`)
    const lines = purchaseOrderLines(database, id)
    for (const line of lines) {
      if (database.run('UPDATE products SET on_hand = on_hand + ? WHERE sku = ?', line.quantity, line.sku) === 0) {
        return refused(`Purchase order ${id} cannot be received: product ${line.sku} no longer exists.`)
      }
    }
    database.run(
      "UPDATE purchase_orders SET state = 'received', received_at = ? WHERE purchase_order_id = ?",
      database.now(),
      id,
    )
    const arrivals = lines.map((line) => `${line.quantity} × ${line.sku}`).join(', ')
    return said(`Received purchase order ${id}: ${arrivals} are in stock.`)
  },
})

const deletePurchaseOrder = defineTool({
  name: 'delete_purchase_order',
  description: 'Delete a draft or ordered purchase order for good. Received ones are kept: the stock rests on them.',
  inputSchema: z.strictObject({ purchase_order_id: purchaseOrderId }),
  run: (database, { purchase_order_id: id }) => {
    const found = findPurchaseOrder(database, id)
    if (found === undefined) return missingPurchaseOrder(id)
    if (found.state === 'received') {
      return refused(`Purchase order ${id} cannot be deleted: its goods were received. Use correct_purchase_order.`)
    }
    database.run('DELETE FROM purchase_orders WHERE purchase_order_id = ?', id)
    return said(`Deleted purchase order ${id} (${found.state}).`)
  },
})

export const purchaseOrderTools: readonly Tool[] = [
  getPurchaseOrder,
  listPurchaseOrders,
  createPurchaseOrder,
  receivePurchaseOrder,
  correctPurchaseOrder,
  deletePurchaseOrder,
]
