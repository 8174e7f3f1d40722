/** Products: created with a way back, changed after a preview, deleted with what hangs on them shown. */
import { confirmedTool, notFound, notPossible } from '@holdpoint/mcp'
import type { Holdpoint } from '@holdpoint/mcp'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { euros, ordersOf } from './stock-room.ts'
import type { Product, StockRoom } from './stock-room.ts'

const code = z.string().regex(/^[A-Z]{3}-\d+$/, 'like CHR-1')
const name = z.string().min(1)
const price = z.number().nonnegative()

export function addProductTools(server: McpServer, stockRoom: StockRoom, holdpoint: Holdpoint): void {
  const { products, ledger } = stockRoom

  confirmedTool(
    server,
    'create_product',
    {
      description: 'Add a product to the range.',
      inputSchema: z.object({ code, name, price }),
      // Adding is of medium risk: a person may allow it for the session.
      risk: 'medium',
      preview: (product) =>
        products.has(product.code)
          ? notPossible(`There is a product ${product.code} already.`)
          : {
              title: `Add ${product.name}?`,
              details: { ...product, price: euros(product.price) },
              before: product.code,
            },
      apply: (product) => {
        products.set(product.code, { ...product, status: 'active', onHand: 0 })
        ledger.push(`created ${product.code}`)
        return `${product.name} is in the range as ${product.code}.`
      },
      undo: (created: string) => {
        products.delete(created)
        ledger.push(`took back ${created}`)
        return `${created} was taken out of the range again.`
      },
    },
    holdpoint,
  )

  confirmedTool(
    server,
    'modify_product',
    {
      description: 'Change the name, price or status of a product.',
      inputSchema: z.object({
        code,
        name: name.optional(),
        price: price.optional(),
        status: z.enum(['active', 'discontinued']).optional(),
      }),
      risk: 'medium',
      // A call changes nothing unless it says `preview: false`; the agent does that once the person said so.
      previewFirst: true,
      preview: ({ code: wanted, ...changes }) => {
        const product = products.get(wanted)
        if (product === undefined) return notFound(`Product ${wanted}`)
        return {
          title: `Change ${product.name}?`,
          details: { ...product, price: euros(product.price) },
          impact: Object.entries(changes).map(([label, value]) => ({
            label: `New ${label}`,
            value: typeof value === 'number' ? euros(value) : String(value),
          })),
          before: { ...product },
        }
      },
      apply: ({ code: wanted, ...changes }) => {
        const product = products.get(wanted)
        if (product === undefined) throw new Error(`There is no product ${wanted}.`)
        const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
        products.set(wanted, { ...product, ...given })
        ledger.push(`changed ${wanted}`)
        return `${product.name} is changed.`
      },
      undo: putBack,
    },
    holdpoint,
  )

  confirmedTool(
    server,
    'delete_product',
    {
      description: 'Delete a product that nobody has ordered.',
      inputSchema: z.object({ code }),
      risk: 'high',
      preview: ({ code: wanted }) => {
        const product = products.get(wanted)
        if (product === undefined) return notFound(`Product ${wanted}`)
        const orders = ordersOf(stockRoom, wanted)
        if (orders.length > 0) return notPossible(`${product.name} is in ${orders.length} open order.`)
        const { onHand } = product
        return {
          title: `Delete ${product.name}?`,
          details: { name: product.name, code: wanted, status: product.status },
          impact: [{ label: 'Written off', value: `${onHand} pieces, ${euros(onHand * product.price)}` }],
          before: { ...product },
        }
      },
      apply: ({ code: wanted }) => {
        products.delete(wanted)
        ledger.push(`deleted ${wanted}`)
        return `${wanted} is deleted.`
      },
      undo: putBack,
    },
    holdpoint,
  )

  /** As the preview saw it, right before it ran. */
  function putBack(product: Product): string {
    products.set(product.code, product)
    ledger.push(`put back ${product.code}`)
    return `${product.name} is as it was.`
  }
}
