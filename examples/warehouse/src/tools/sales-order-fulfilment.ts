// Fulfilling a sales order: all of its goods leave the stock together, or none do.

import { z } from 'zod'
import { salesOrderId } from '../arguments.ts'
import { data, defineStructuredTool, refused, type Tool } from '../tool.ts'
import { findSalesOrder, missingSalesOrder, salesOrderLines } from './sales-order-rows.ts'

export const fulfillOrder: Tool = defineStructuredTool({
  name: 'fulfill_order',
  description: 'Ship an open sales order: its goods leave the stock. Refused when one of them is short.',
  inputSchema: z.strictObject({ sales_order_id: salesOrderId }),
  outputSchema: z.object({
    fulfilled: z.string(),
    fulfilled_at: z.string(),
    shipped: z.array(z.object({ sku: z.string(), quantity: z.int() })),
  }),
  run: (database, { sales_order_id: id }) => {
    const found = findSalesOrder(database, id)
    if (found === undefined) return missingSalesOrder(id)
    if (found.state !== 'open')
      return refused(`Sales order ${id} is ${found.state}; only an open one can be fulfilled.`)
    const lines = salesOrderLines(database, id)
    const shortages: string[] = []
    for (const line of lines) {
      const stock = database.one<{ on_hand: number }>('SELECT on_hand FROM products WHERE sku = ?', line.sku)
      const onHand = stock?.on_hand ?? 0
      if (onHand < line.quantity) shortages.push(`${line.sku} needs ${line.quantity}, has ${onHand}`)
    }
    if (shortages.length > 0) {
      return refused(`Sales order ${id} cannot be fulfilled: not enough stock (${shortages.join('; ')}).`)
    }
    for (const line of lines) {
      database.run('UPDATE products SET on_hand = on_hand - ? WHERE sku = ?', line.quantity, line.sku)
    }
    const now = database.now()
    database.run("UPDATE sales_orders SET state = 'fulfilled', fulfilled_at = ? WHERE sales_order_id = ?", now, id)
    const shipped = lines.map(({ sku, quantity }) => ({ sku, quantity }))
    return data({ fulfilled: id, fulfilled_at: now, shipped })
  },
})
