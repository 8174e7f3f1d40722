// Reading one sales order and its lines, and the shape in which tools answer it.

import type { Database } from '../database.ts'
import { refused } from '../tool.ts'

export interface SalesOrder {
  readonly sales_order_id: string
  readonly customer: string
  readonly customer_email: string
  readonly state: 'open' | 'fulfilled' | 'cancelled'
  readonly created_at: string
  readonly fulfilled_at: string | null
  readonly note: string | null
}

export interface SalesOrderLine {
  readonly sku: string
  readonly product_name: string
  readonly quantity: number
  readonly unit_price_cents: number
}

export interface SalesOrderDetails extends SalesOrder {
  readonly lines: SalesOrderLine[]
  readonly total_cents: number
}

export function findSalesOrder(database: Database, id: string): SalesOrder | undefined {
  return database.one<SalesOrder>('SELECT * FROM sales_orders WHERE sales_order_id = ?', id)
}

export function salesOrderLines(database: Database, id: string): SalesOrderLine[] {
  return database.all<SalesOrderLine>(
    `SELECT sku, product_name, quantity, unit_price_cents FROM sales_order_lines
     WHERE sales_order_id = ? ORDER BY sku`,
    id,
  )
}

export function toSalesOrderDetails(order: SalesOrder, lines: SalesOrderLine[]): SalesOrderDetails {
  const total = lines.reduce((sum, line) => sum + line.quantity * line.unit_price_cents, 0)
  return { ...order, lines, total_cents: total }
}

export function missingSalesOrder(id: string): ReturnType<typeof refused> {
  return refused(`There is no sales order ${id}. Use list_sales_orders to see them.`)
}
