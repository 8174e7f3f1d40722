// Stock levels, and the correction of a recorded stock adjustment.

import { z } from 'zod'
import { adjustmentId, changesNothing, sku } from '../arguments.ts'
import { data, defineStructuredTool, defineTool, refused, said, type Tool } from '../tool.ts'

const level = z.object({
  sku: z.string(),
  name: z.string(),
  on_hand: z.int(),
  committed: z.int(),
  on_order: z.int(),
  reorder_level: z.int(),
})

const adjustment = z.object({
  adjustment_id: z.string(),
  sku: z.string(),
  quantity: z.int(),
  reason: z.string(),
  purchase_order_id: z.string().nullable(),
  created_at: z.string(),
})

const getStockLevels = defineStructuredTool({
  name: 'get_stock_levels',
  description:
    'Units on hand, committed to open sales orders and on order, for one product or all, ' +
    'with the recorded adjustments. below_reorder keeps those at or under their reorder level.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({ sku: sku.optional(), below_reorder: z.boolean().optional() }),
  outputSchema: z.object({ levels: z.array(level), adjustments: z.array(adjustment) }),
  run: (database, args) => {
    const levels = database.all<z.output<typeof level>>(
      `SELECT sku, name, on_hand,
         (SELECT coalesce(sum(quantity), 0) FROM sales_order_lines AS line JOIN sales_orders USING (sales_order_id)
          WHERE line.sku = products.sku AND state = 'open') AS committed,
         (SELECT coalesce(sum(quantity), 0) FROM purchase_order_lines AS line
          JOIN purchase_orders USING (purchase_order_id)
          WHERE line.sku = products.sku AND state = 'ordered') AS on_order,
         reorder_level
       FROM products
       WHERE (?1 IS NULL OR sku = ?1) AND (?2 = 0 OR (status = 'active' AND on_hand <= reorder_level)) ORDER BY sku`,
      args.sku ?? null,
      args.below_reorder === true ? 1 : 0,
    )
    if (args.sku !== undefined && args.below_reorder !== true && levels.length === 0) {
      return refused(`There is no product ${args.sku}.`)
    }
    const adjustments = database.all<z.output<typeof adjustment>>(
      'SELECT * FROM stock_adjustments WHERE ?1 IS NULL OR sku = ?1 ORDER BY adjustment_id DESC LIMIT 20',
      args.sku ?? null,
    )
    return data({ levels, adjustments })
  },
})

const getStockAdjustment = defineTool({
  name: 'get_stock_adjustment',
  description: 'One recorded stock adjustment: what moved, by how much and why.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({ adjustment_id: adjustmentId }),
  run: (database, { adjustment_id: id }) => {
    const found = database.one<z.output<typeof adjustment>>(
      'SELECT * FROM stock_adjustments WHERE adjustment_id = ?',
      id,
    )
    return found === undefined ? refused(`There is no stock adjustment ${id}. See get_stock_levels.`) : data(found)
  },
})

const updateStockAdjustment = defineTool({
  name: 'update_stock_adjustment',
  description: 'Change the quantity or reason of a recorded stock adjustment; the stock moves by the difference.',
  inputSchema: z.strictObject({
    adjustment_id: adjustmentId,
    quantity: z.int().min(-100_000).max(100_000).optional(),
    reason: z.string().min(3).max(500).optional(),
  }),
  run: (database, { adjustment_id: id, ...changes }) => {
    const found = database.one<z.output<typeof adjustment>>(
      'SELECT * FROM stock_adjustments WHERE adjustment_id = ?',
      id,
    )
    if (found === undefined) return refused(`There is no stock adjustment ${id}. See get_stock_levels.`)
    if (changesNothing(changes)) return refused('Nothing to change: give a quantity or a reason.')
    if (found.purchase_order_id !== null) {
      return refused(`Adjustment ${id} belongs to ${found.purchase_order_id}; use correct_purchase_order.`)
    }
    const stock = database.one<{ on_hand: number }>('SELECT on_hand FROM products WHERE sku = ?', found.sku)
    if (stock === undefined) return refused(`Product ${found.sku} no longer exists.`)
    const quantity = changes.quantity ?? found.quantity
    const onHand = stock.on_hand + quantity - found.quantity
    if (onHand < 0) return refused(`Product ${found.sku} has ${stock.on_hand} on hand; this would leave ${onHand}.`)
    database.run('UPDATE products SET on_hand = ? WHERE sku = ?', onHand, found.sku)
    database.run(
      'UPDATE stock_adjustments SET quantity = ?, reason = ? WHERE adjustment_id = ?',
      quantity,
      changes.reason ?? found.reason,
      id,
    )
    return said(`Updated adjustment ${id}: ${found.sku} now has ${onHand} on hand.`)
  },
})

export const stockTools: readonly Tool[] = [getStockLevels, getStockAdjustment, updateStockAdjustment]
