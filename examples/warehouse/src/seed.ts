// Fills a new warehouse with its sample data: always the same, so that examples and tests can name its records.

import type { Database, SqlValue } from './database.ts'
import { rebuildSearchIndex } from './search-index.ts'
import { products, suppliers } from './seed-catalogue.ts'
import { mails, purchaseOrders, salesOrders, stockAdjustments, type Lines } from './seed-orders.ts'

export function seed(database: Database): void {
  insert(database, 'suppliers', suppliers)
  insert(database, 'products', products)
  for (const [index, [supplier, state, created, received, note, ...lines]] of purchaseOrders.entries()) {
    const id = `PO-${3001 + index}`
    insert(database, 'purchase_orders', [[id, supplier, state, morning(created), morning(received), note]])
    insert(database, 'purchase_order_lines', toLineRows(id, lines))
  }
  for (const [index, [customer, mail, state, created, fulfilled, note, ...lines]] of salesOrders.entries()) {
    const id = `SO-${1001 + index}`
    insert(database, 'sales_orders', [[id, customer, mail, state, morning(created), morning(fulfilled), note]])
    insert(database, 'sales_order_lines', toLineRows(id, lines))
  }
  insert(database, 'stock_adjustments', stockAdjustments)
  insert(database, 'outbox', mails)
  insert(database, 'counters', [
    ['supplier', suppliers.length],
    ['purchase_order', purchaseOrders.length],
    ['sales_order', salesOrders.length],
    ['stock_adjustment', stockAdjustments.length],
  ])
  rebuildSearchIndex(database)
}

function insert(database: Database, table: string, rows: readonly (readonly SqlValue[])[]): void {
  for (const row of rows) database.run(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`, ...row)
}

function morning(day: string | null): string | null {
  return day === null ? null : `${day}T09:00:00.000Z`
}

const productNames: ReadonlyMap<string, string> = new Map(products.map(([sku, name]) => [sku, name]))

function toLineRows(id: string, lines: Lines): SqlValue[][] {
  return lines.map(([sku, quantity, cents]) => [id, sku, productNames.get(sku) ?? sku, quantity, cents])
}
