// Correcting a purchase order. On a received one the stock moves by the difference and an adjustment says why; a
// correction that would leave less than nothing on the shelf is refused.

import { z } from 'zod'
import { cents, count, purchaseOrderId, sku } from '../arguments.ts'
import type { Database } from '../database.ts'
import { defineTool, refused, said, type Tool } from '../tool.ts'
import {
  findPurchaseOrder,
  missingPurchaseOrder,
  purchaseOrderLines,
  type PurchaseOrder,
} from './purchase-order-rows.ts'

const correctedLine = z.strictObject({ sku, quantity: count.optional(), unit_cost_cents: cents.optional() })

export const correctPurchaseOrder: Tool = defineTool({
  name: 'correct_purchase_order',
  description:
    'Correct quantities or costs on a purchase order, or move it between draft and ordered. ' +
    'On a received one the stock follows the corrected quantity.',
  inputSchema: z.strictObject({
    purchase_order_id: purchaseOrderId,
    lines: z.array(correctedLine).max(100).optional(),
    state: z.enum(['draft', 'ordered']).optional(),
    reason: z.string().min(3).max(500),
  }),
  run: (database, { purchase_order_id: id, lines = [], state, reason }) => {
    const found = findPurchaseOrder(database, id)
    if (found === undefined) return missingPurchaseOrder(id)
    if (lines.length === 0 && state === undefined) return refused('Nothing to correct: give lines or a state.')
    if (state !== undefined && found.state === 'received') {
      return refused(`Purchase order ${id} was received; it cannot go back to ${state}.`)
    }
    for (const line of lines) {
      const problem = correctLine(database, found, line, reason)
      if (problem !== undefined) return refused(problem)
    }
    if (state !== undefined) {
      database.run('UPDATE purchase_orders SET state = ? WHERE purchase_order_id = ?', state, id)
    }
    return said(`Corrected purchase order ${id}: ${reason}`)
  },
})

function correctLine(
  database: Database,
  order: PurchaseOrder,
  line: z.output<typeof correctedLine>,
  reason: string,
): string | undefined {
  const id = order.purchase_order_id
  const current = purchaseOrderLines(database, id).find((candidate) => candidate.sku === line.sku)
  if (current === undefined) return `Purchase order ${id} has no line for ${line.sku}.`
  const quantity = line.quantity ?? current.quantity
  database.run(
    'UPDATE purchase_order_lines SET quantity = ?, unit_cost_cents = ? WHERE purchase_order_id = ? AND sku = ?',
    quantity,
    line.unit_cost_cents ?? current.unit_cost_cents,
    id,
    line.sku,
  )
  const difference = quantity - current.quantity
  return order.state === 'received' && difference !== 0
    ? moveStock(database, id, line.sku, difference, reason)
    : undefined
}

function moveStock(
  database: Database,
  id: string,
  code: string,
  difference: number,
  reason: string,
): string | undefined {
  const stock = database.one<{ on_hand: number }>('SELECT on_hand FROM products WHERE sku = ?', code)
  if (stock === undefined) return `Product ${code} no longer exists, so its stock cannot be corrected.`
  if (stock.on_hand + difference < 0) {
    return `Product ${code} has only ${stock.on_hand} on hand; the correction would take ${-difference} away.`
  }
  database.run('UPDATE products SET on_hand = on_hand + ? WHERE sku = ?', difference, code)
  database.run(
    'INSERT INTO stock_adjustments VALUES (?, ?, ?, ?, ?, ?)',
    `ADJ-${String(database.next('stock_adjustment')).padStart(4, '0')}`,
    code,
    difference,
    reason,
    id,
    database.now(),
  )
  return undefined
}
