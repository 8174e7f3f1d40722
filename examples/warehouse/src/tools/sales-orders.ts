// Sales orders: what customers buy. An open one can change; fulfilling it takes its goods out of the stock, once.

import { z } from 'zod'
import { changesNothing, email, limit, name, note, quantity, salesOrderId, sku } from '../arguments.ts'
import type { Database } from '../database.ts'
import { data, defineStructuredTool, defineTool, refused, said, type Tool } from '../tool.ts'
import { fulfillOrder } from './sales-order-fulfilment.ts'
import { findSalesOrder, missingSalesOrder, salesOrderLines, toSalesOrderDetails } from './sales-order-rows.ts'

const lines = z.array(z.strictObject({ sku, quantity })).min(1).max(100)

const salesOrderDetails = z.object({
  sales_order_id: z.string(),
  customer: z.string(),
  customer_email: z.string(),
  state: z.enum(['open', 'fulfilled', 'cancelled']),
  created_at: z.string(),
  fulfilled_at: z.string().nullable(),
  note: z.string().nullable(),
  lines: z.array(z.object({ sku: z.string(), product_name: z.string(), quantity: z.int(), unit_price_cents: z.int() })),
  total_cents: z.int(),
})

const getSalesOrder = defineStructuredTool({
  name: 'get_sales_order',
  description: 'One sales order with its lines and total.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({ sales_order_id: salesOrderId }),
  outputSchema: salesOrderDetails,
  run: (database, args) => {
    const found = findSalesOrder(database, args.sales_order_id)
    if (found === undefined) return missingSalesOrder(args.sales_order_id)
    return data(toSalesOrderDetails(found, salesOrderLines(database, args.sales_order_id)))
  },
})

const listSalesOrders = defineTool({
  name: 'list_sales_orders',
  description: 'Sales orders with their totals, newest first, optionally of one state or with one product.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({
    state: z.enum(['open', 'fulfilled', 'cancelled']).optional(),
    sku: sku.optional(),
    limit: limit.optional(),
  }),
  run: (database, args) =>
    data({
      sales_orders: database.all<object>(
        `SELECT sales_orders.*, count(sku) AS lines, sum(quantity * unit_price_cents) AS total_cents
         FROM sales_orders JOIN sales_order_lines USING (sales_order_id)
         WHERE (?1 IS NULL OR state = ?1)
           AND (?2 IS NULL OR sales_order_id IN (SELECT sales_order_id FROM sales_order_lines WHERE sku = ?2))
         GROUP BY sales_order_id ORDER BY created_at DESC, sales_order_id DESC LIMIT ?3`,
        args.state ?? null,
        args.sku ?? null,
        args.limit ?? 50,
      ),
    }),
})

const createSalesOrder = defineStructuredTool({
  name: 'create_sales_order',
  description: 'Take a customer order at current prices. Stock is checked only when it is fulfilled.',
  annotations: { destructiveHint: false },
  inputSchema: z.strictObject({ customer: name, customer_email: email, lines, note: note.optional() }),
  outputSchema: salesOrderDetails,
  run: (database, args) => {
    const id = `SO-${1000 + database.next('sales_order')}`
    database.run(
      "INSERT INTO sales_orders VALUES (?, ?, ?, 'open', ?, NULL, ?)",
      id,
      args.customer,
      args.customer_email,
      database.now(),
      args.note ?? null,
    )
    const problem = addLines(database, id, args.lines)
    if (problem !== undefined) return refused(problem)
    const created = findSalesOrder(database, id)
    if (created === undefined) return missingSalesOrder(id)
    return data(toSalesOrderDetails(created, salesOrderLines(database, id)))
  },
})

const modifySalesOrder = defineTool({
  name: 'modify_sales_order',
  description: 'Change an open sales order. lines replaces all of its lines; state "cancelled" cancels it.',
  inputSchema: z.strictObject({
    sales_order_id: salesOrderId,
    customer_email: email.optional(),
    lines: lines.optional(),
    note: note.nullable().optional(),
    state: z.literal('cancelled').optional(),
  }),
  run: (database, { sales_order_id: id, ...changes }) => {
    const found = findSalesOrder(database, id)
    if (found === undefined) return missingSalesOrder(id)
    if (changesNothing(changes)) return refused('Nothing to change: give at least one field.')
    if (found.state !== 'open') return refused(`Sales order ${id} is ${found.state}; only an open one can change.`)
    database.run(
      'UPDATE sales_orders SET customer_email = ?, note = ?, state = ? WHERE sales_order_id = ?',
      changes.customer_email ?? found.customer_email,
      changes.note === undefined ? found.note : changes.note,
      changes.state ?? found.state,
      id,
    )
    if (changes.lines !== undefined) {
      database.run('DELETE FROM sales_order_lines WHERE sales_order_id = ?', id)
      const problem = addLines(database, id, changes.lines)
      if (problem !== undefined) return refused(problem)
    }
    const changed = findSalesOrder(database, id) ?? found
    return data(toSalesOrderDetails(changed, salesOrderLines(database, id)))
  },
})

function addLines(database: Database, id: string, wanted: z.output<typeof lines>): string | undefined {
  for (const line of wanted) {
    const product = database.one<{ name: string; status: string; price_cents: number }>(
      'SELECT name, status, price_cents FROM products WHERE sku = ?',
      line.sku,
    )
    if (product === undefined) return `There is no product ${line.sku}.`
    if (product.status !== 'active') return `Product ${line.sku} is ${product.status} and cannot be sold.`
    const added = database.run(
      'INSERT OR IGNORE INTO sales_order_lines VALUES (?, ?, ?, ?, ?)',
      id,
      line.sku,
      product.name,
      line.quantity,
      product.price_cents,
    )
    if (added === 0) return `Product ${line.sku} is on two lines; put it on one.`
  }
  return undefined
}

const deleteSalesOrder = defineTool({
  name: 'delete_sales_order',
  description: 'Delete an open or cancelled sales order for good. Fulfilled ones are kept for the books.',
  inputSchema: z.strictObject({ sales_order_id: salesOrderId }),
  run: (database, { sales_order_id: id }) => {
    const found = findSalesOrder(database, id)
    if (found === undefined) return missingSalesOrder(id)
    if (found.state === 'fulfilled') {
      return refused(`Sales order ${id} cannot be deleted: it was fulfilled on ${found.fulfilled_at}.`)
    }
    database.run('DELETE FROM sales_orders WHERE sales_order_id = ?', id)
    return said(`Deleted sales order ${id} of ${found.customer} (${found.state}).`)
  },
})

export const salesOrderTools: readonly Tool[] = [
  getSalesOrder,
  listSalesOrders,
  createSalesOrder,
  modifySalesOrder,
  fulfillOrder,
  deleteSalesOrder,
]
