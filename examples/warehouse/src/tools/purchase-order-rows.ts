// Reading one purchase order and its lines.

import type { Database } from '../database.ts'
import { refused } from '../tool.ts'

export interface PurchaseOrder {
  readonly purchase_order_id: string
  readonly supplier_id: string
  readonly state: 'draft' | 'ordered' | 'received'
  readonly created_at: string
  readonly received_at: string | null
  readonly note: string | null
}

export interface PurchaseOrderLine {
  readonly sku: string
  readonly product_name: string
  readonly quantity: number
  readonly unit_cost_cents: number
}

export function findPurchaseOrder(database: Database, id: string): PurchaseOrder | undefined {
  return database.one<PurchaseOrder>('SELECT * FROM purchase_orders WHERE purchase_order_id = ?', id)
}

export function purchaseOrderLines(database: Database, id: string): PurchaseOrderLine[] {
  return database.all<PurchaseOrderLine>(
    `SELECT sku, product_name, quantity, unit_cost_cents FROM purchase_order_lines
     WHERE purchase_order_id = ? ORDER BY sku`,
    id,
  )
}

export function missingPurchaseOrder(id: string): ReturnType<typeof refused> {
  return refused(`There is no purchase order ${id}. Use list_purchase_orders to see them.`)
}
