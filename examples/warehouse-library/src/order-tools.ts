/** Orders: goods leave and arrive, and what was recorded wrongly is corrected. */
import { confirmedTool, notFound, notPossible } from '@holdpoint/mcp'
import type { Holdpoint, PreviewAnswer } from '@holdpoint/mcp'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { euros, moveStock } from './stock-room.ts'
import type { PurchaseOrder, SalesOrder, StockRoom } from './stock-room.ts'

const order = z.string()
const quantity = z.int().min(1)

export function addOrderTools(server: McpServer, stockRoom: StockRoom, holdpoint: Holdpoint): void {
  const { products, salesOrders, purchaseOrders, ledger } = stockRoom

  confirmedTool(
    server,
    'fulfill_order',
    {
      description: 'Ship a sales order: its goods leave the warehouse.',
      inputSchema: z.object({ order }),
      risk: 'high',
      // A parcel does not come back.
      irreversible: true,
      preview: ({ order: wanted }) => shipment(salesOrders.get(wanted), wanted),
      apply: ({ order: wanted }) => {
        const found = need(salesOrders, wanted)
        const { name, onHand } = moveStock(stockRoom, found.product, -found.quantity)
        salesOrders.set(wanted, { ...found, state: 'fulfilled' })
        ledger.push(`shipped ${wanted}`)
        return `${wanted} is on its way; ${onHand} of ${name} are left.`
      },
    },
    holdpoint,
  )

  confirmedTool(
    server,
    'receive_purchase_order',
    {
      description: 'Record that the goods of a purchase order arrived.',
      inputSchema: z.object({ order }),
      risk: 'medium',
      preview: ({ order: wanted }) => {
        const found = purchaseOrders.get(wanted)
        if (found === undefined) return notFound(`Purchase order ${wanted}`)
        if (found.state === 'received') return notPossible(`${wanted} was received before.`)
        return { title: `Receive ${wanted} of ${found.supplier}?`, details: { ...found }, before: { ...found } }
      },
      apply: ({ order: wanted }) => {
        const found = need(purchaseOrders, wanted)
        const { name, onHand } = moveStock(stockRoom, found.product, found.quantity)
        purchaseOrders.set(wanted, { ...found, state: 'received' })
        ledger.push(`received ${wanted}`)
        return `${wanted} is in the warehouse; ${onHand} of ${name} are on hand.`
      },
      undo: (received: PurchaseOrder) => {
        moveStock(stockRoom, received.product, -received.quantity)
        purchaseOrders.set(received.code, received)
        ledger.push(`sent back ${received.code}`)
        return `${received.code} is expected again.`
      },
    },
    holdpoint,
  )

  confirmedTool(
    server,
    'correct_sales_order',
    {
      description: 'Correct the quantity of an open sales order.',
      inputSchema: z.object({ order, quantity }),
      risk: 'high',
      preview: ({ order: wanted, quantity: correct }) => {
        const found = salesOrders.get(wanted)
        if (found === undefined) return notFound(`Sales order ${wanted}`)
        if (found.state !== 'open') return notPossible(`${wanted} is ${found.state}.`)
        const each = products.get(found.product)?.price ?? 0
        const impact = [
          { label: 'Quantity', value: `${found.quantity} → ${correct}` },
          { label: 'Amount', value: `${euros(found.quantity * each)} → ${euros(correct * each)}` },
        ]
        return { title: `Correct ${wanted} of ${found.customer}?`, details: { ...found }, impact, before: { ...found } }
      },
      apply: ({ order: wanted, quantity: correct }) => {
        salesOrders.set(wanted, { ...need(salesOrders, wanted), quantity: correct })
        ledger.push(`corrected ${wanted}`)
        return `${wanted} is over ${correct} now.`
      },
      undo: (wrong: SalesOrder) => {
        salesOrders.set(wrong.code, wrong)
        ledger.push(`put back ${wrong.code}`)
        return `${wrong.code} is over ${wrong.quantity} again.`
      },
    },
    holdpoint,
  )

  function shipment(found: SalesOrder | undefined, wanted: string): PreviewAnswer {
    if (found === undefined) return notFound(`Sales order ${wanted}`)
    if (found.state === 'fulfilled') return notPossible(`${wanted} was shipped before.`)
    const product = products.get(found.product)
    if (product === undefined) return notPossible(`${found.product} is not in the range any more.`)
    if (product.onHand < found.quantity)
      return notPossible(`${wanted} needs ${found.quantity} of ${product.name}, and ${product.onHand} are on hand.`)
    return {
      title: `Ship ${wanted} to ${found.customer}?`,
      details: { product: product.name, quantity: found.quantity, state: found.state },
      impact: [
        { label: 'Invoiced', value: euros(found.quantity * product.price) },
        { label: 'Left on hand', value: String(product.onHand - found.quantity) },
      ],
    }
  }
}

function need<Thing>(things: ReadonlyMap<string, Thing>, code: string): Thing {
  const found = things.get(code)
  if (found === undefined) throw new Error(`There is no ${code} any more.`)
  return found
}
