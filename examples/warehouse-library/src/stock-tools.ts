/** Stock: what is recorded of it is changed, and what is only derived from that is made anew. */
import { confirmedTool, notFound } from '@holdpoint/mcp'
import type { Holdpoint } from '@holdpoint/mcp'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { moveStock } from './stock-room.ts'
import type { Adjustment, StockRoom } from './stock-room.ts'

export function addStockTools(server: McpServer, stockRoom: StockRoom, holdpoint: Holdpoint): void {
  const { products, adjustments, cache, ledger } = stockRoom

  // Nobody is asked about a read: it is registered as ever.
  server.registerTool(
    'get_stock',
    {
      description: 'All products and what is on hand.',
      inputSchema: z.object({}),
      outputSchema: z.object({ products: z.array(z.looseObject({ code: z.string() })) }),
      annotations: { readOnlyHint: true },
    },
    () => {
      const listed = [...products.values()]
      return { content: [{ type: 'text', text: JSON.stringify(listed) }], structuredContent: { products: listed } }
    },
  )

  confirmedTool(
    server,
    'update_stock_adjustment',
    {
      description: 'Change the quantity of a recorded adjustment; the stock moves by the difference.',
      inputSchema: z.object({ adjustment: z.string(), quantity: z.int(), reason: z.string().optional() }),
      risk: 'high',
      preview: ({ adjustment, quantity }) => {
        const found = adjustments.get(adjustment)
        if (found === undefined) return notFound(`Adjustment ${adjustment}`)
        const onHand = products.get(found.product)?.onHand ?? 0
        return {
          title: `Change ${adjustment} from ${found.quantity} to ${quantity}?`,
          details: { ...found },
          impact: [{ label: 'On hand', value: `${onHand} → ${onHand + quantity - found.quantity}` }],
          before: { ...found },
        }
      },
      apply: ({ adjustment, quantity, reason }) => {
        const found = adjustments.get(adjustment)
        if (found === undefined) throw new Error(`There is no ${adjustment} any more.`)
        const { onHand } = record({ ...found, quantity, reason: reason ?? found.reason }, found.quantity)
        return `${adjustment} is changed; ${onHand} of ${found.product} are on hand.`
      },
      undo: (before: Adjustment) => {
        const now = adjustments.get(before.code)?.quantity ?? before.quantity
        const { onHand } = record(before, now)
        return `${before.code} is as it was; ${onHand} of ${before.product} are on hand.`
      },
    },
    holdpoint,
  )

  confirmedTool(
    server,
    'rebuild_cache',
    {
      description: 'Wipe the figures that reports read, and count them anew.',
      risk: 'medium',
      preview: () => ({
        title: 'Wipe the cache and build it anew?',
        impact: [{ label: 'Wiped', value: `${cache.size} figures; reports wait until they are back` }],
      }),
      apply: () => {
        cache.clear()
        for (const { code, onHand } of products.values()) cache.set(code, onHand)
        ledger.push('rebuilt the cache')
        return { rebuilt: cache.size }
      },
    },
    holdpoint,
  )

  function record(adjustment: Adjustment, was: number): { readonly onHand: number } {
    const moved = moveStock(stockRoom, adjustment.product, adjustment.quantity - was)
    adjustments.set(adjustment.code, adjustment)
    ledger.push(`adjusted ${adjustment.code}`)
    return moved
  }
}
