/** The warehouse itself, in memory: what is there, and nothing of MCP. */

export interface Product {
  readonly code: string
  readonly name: string
  readonly status: 'active' | 'discontinued'
  readonly price: number
  readonly onHand: number
}

export interface SalesOrder {
  readonly code: string
  readonly customer: string
  readonly product: string
  readonly quantity: number
  readonly state: 'open' | 'fulfilled'
}

export interface PurchaseOrder {
  readonly code: string
  readonly supplier: string
  readonly product: string
  readonly quantity: number
  readonly state: 'ordered' | 'received'
}

export interface Adjustment {
  readonly code: string
  readonly product: string
  readonly quantity: number
  readonly reason: string
}

export interface StockRoom {
  readonly products: Map<string, Product>
  readonly salesOrders: Map<string, SalesOrder>
  readonly purchaseOrders: Map<string, PurchaseOrder>
  readonly adjustments: Map<string, Adjustment>
  /** What is on hand, by product: read by reports, filled by and by, and wiped to fill it anew. */
  readonly cache: Map<string, number>
  /** Every change, in words. */
  readonly ledger: string[]
}

export function createStockRoom(): StockRoom {
  return {
    products: byCode([
      { code: 'CHR-1', name: 'Oak chair', status: 'active', price: 129, onHand: 14 },
      { code: 'TBL-1', name: 'Beech table', status: 'active', price: 480, onHand: 3 },
      { code: 'LMP-1', name: 'Reading lamp', status: 'discontinued', price: 35, onHand: 0 },
    ]),
    salesOrders: byCode([
      { code: 'SO-1', customer: 'Weber & Co', product: 'CHR-1', quantity: 4, state: 'open' },
      { code: 'SO-2', customer: 'Library North', product: 'TBL-1', quantity: 6, state: 'open' },
      { code: 'SO-3', customer: 'Ines Weber', product: 'CHR-1', quantity: 1, state: 'fulfilled' },
    ]),
    purchaseOrders: byCode([
      { code: 'PO-1', supplier: 'Holz AG', product: 'TBL-1', quantity: 20, state: 'ordered' },
      { code: 'PO-2', supplier: 'Holz AG', product: 'CHR-1', quantity: 10, state: 'received' },
    ]),
    adjustments: byCode([{ code: 'ADJ-1', product: 'CHR-1', quantity: -2, reason: 'Broken in transport' }]),
    cache: new Map([['CHR-1', 14]]),
    ledger: [],
  }
}

/** `by` may be negative. Refused where less than nothing would be left. */
export function moveStock({ products, cache }: StockRoom, code: string, by: number): Product {
  const product = products.get(code)
  if (product === undefined) throw new Error(`There is no product ${code} any more.`)
  const moved = { ...product, onHand: product.onHand + by }
  if (moved.onHand < 0) throw new Error(`Of ${product.name}, only ${product.onHand} are on hand.`)
  products.set(code, moved)
  cache.delete(code)
  return moved
}

export function ordersOf({ salesOrders }: StockRoom, product: string): readonly SalesOrder[] {
  return [...salesOrders.values()].filter((order) => order.product === product && order.state === 'open')
}

export function euros(amount: number): string {
  return `€ ${amount.toFixed(2)}`
}

function byCode<Thing extends { readonly code: string }>(things: readonly Thing[]): Map<string, Thing> {
  return new Map(things.map((thing) => [thing.code, thing]))
}
