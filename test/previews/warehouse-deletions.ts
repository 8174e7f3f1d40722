/**
 * The delete tools of the warehouse and what people are to see of each: one table for every rail that asks about them.
 */
export interface Deletion {
  readonly tool: string
  readonly key: string
  readonly missing: string
  readonly forbidden: string
  readonly reason: RegExp
  readonly there: string
  readonly title: string
  readonly fields: { readonly [label: string]: string }
  readonly impact: { readonly [label: string]: string }
  /** Known to the read tool alone: the agent never hears it. */
  readonly secret: string
  readonly table: string
}

export const DELETIONS: readonly Deletion[] = [
  {
    tool: 'delete_product',
    key: 'sku',
    missing: 'CHR-9999',
    forbidden: 'CHR-1002',
    reason: /needed by open orders: SO-1013, PO-3006/,
    there: 'CHR-1005',
    title: 'Delete product CHR-1005 "Drafting stool, grey"?',
    fields: { name: '"Drafting stool, grey"', sku: '"CHR-1005"', status: '"discontinued"', on_hand: '7' },
    impact: {
      'Stock written off': 'EUR 693.00',
      Supplier: 'Harwood & Sons Ltd',
      'Open sales orders': '0',
      'Cannot be undone': 'all of it: the product, its history and its stock',
    },
    secret: 'Drafting',
    table: 'products',
  },
  {
    tool: 'delete_supplier',
    key: 'supplier_id',
    missing: 'SUP-99',
    forbidden: 'SUP-05',
    reason: /named by PWR-5001/,
    there: 'SUP-06',
    title: 'Delete supplier SUP-06 "Corvo Têxtil Lda"?',
    fields: { name: '"Corvo Têxtil Lda"', email: '"geral@corvo.example"', status: '"suspended"' },
    impact: {
      'Products it delivers': '0',
      'Open purchase orders': '0',
      'Cannot be undone': 'nothing: an undo brings it back as it is now',
    },
    secret: 'geral@corvo.example',
    table: 'suppliers',
  },
  {
    tool: 'delete_purchase_order',
    key: 'purchase_order_id',
    missing: 'PO-9999',
    forbidden: 'PO-3001',
    reason: /was received on 2026-08-25/,
    there: 'PO-3009',
    title: 'Delete purchase order PO-3009 (draft)?',
    fields: { supplier_id: '"SUP-03"', state: '"draft"', note: '"Wait for the new price list"' },
    impact: {
      Lines: '1',
      Worth: 'EUR 1360.00',
      'Cannot be undone': 'its number and its date: an undo makes a new order',
    },
    secret: 'new price list',
    table: 'purchase_orders',
  },
  {
    tool: 'delete_sales_order',
    key: 'sales_order_id',
    missing: 'SO-9999',
    forbidden: 'SO-1001',
    reason: /was fulfilled on 2026-09-02/,
    there: 'SO-1010',
    title: 'Delete sales order SO-1010 of Harbour Yoga?',
    fields: { customer: '"Harbour Yoga"', state: '"open"', note: '"Deliver before 9 am"' },
    impact: {
      Lines: '1',
      Worth: 'EUR 447.00',
      'Cannot be undone': 'its number and its date: an undo makes a new order',
    },
    secret: 'Harbour Yoga',
    table: 'sales_orders',
  },
]
