// Suppliers: who the warehouse buys from. A supplier that products or open purchase orders name cannot be deleted.

import { z } from 'zod'
import { changesNothing, count, email, name, supplierId } from '../arguments.ts'
import type { Database } from '../database.ts'
import { data, defineTool, refused, said, type Tool } from '../tool.ts'

const status = z.enum(['active', 'suspended'])
const phone = z.string().max(40)
const country = z.string().regex(/^[A-Z]{2}$/, 'a two-letter country code')

interface Supplier {
  readonly supplier_id: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly country: string
  readonly lead_time_days: number
  readonly status: string
}

function findSupplier(database: Database, id: string): Supplier | undefined {
  return database.one<Supplier>('SELECT * FROM suppliers WHERE supplier_id = ?', id)
}

function nameTaken(database: Database, wanted: string, butNot: string | null): boolean {
  return database.one('SELECT 1 FROM suppliers WHERE name = ? AND supplier_id IS NOT ?', wanted, butNot) !== undefined
}

function suppliedProducts(database: Database, id: string): string[] {
  return database
    .all<{ sku: string }>('SELECT sku FROM products WHERE supplier_id = ? ORDER BY sku', id)
    .map(({ sku }) => sku)
}

function openPurchaseOrders(database: Database, id: string): string[] {
  return database
    .all<{ id: string }>(
      `SELECT purchase_order_id AS id FROM purchase_orders
       WHERE supplier_id = ? AND state <> 'received' ORDER BY id`,
      id,
    )
    .map((row) => row.id)
}

function missing(id: string): ReturnType<typeof refused> {
  return refused(`There is no supplier ${id}. Use list_suppliers to see them.`)
}

const getSupplier = defineTool({
  name: 'get_supplier',
  description: 'One supplier with the products it delivers and the purchase orders still open with it.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({ supplier_id: supplierId }),
  run: (database, args) => {
    const found = findSupplier(database, args.supplier_id)
    if (found === undefined) return missing(args.supplier_id)
    return data({
      ...found,
      products: suppliedProducts(database, args.supplier_id),
      open_purchase_orders: openPurchaseOrders(database, args.supplier_id),
    })
  },
})

const listSuppliers = defineTool({
  name: 'list_suppliers',
  description: 'All suppliers, optionally of one status.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({ status: status.optional() }),
  run: (database, args) =>
    data({
      suppliers: database.all<Supplier>(
        'SELECT * FROM suppliers WHERE ?1 IS NULL OR status = ?1 ORDER BY supplier_id',
        args.status ?? null,
      ),
    }),
})

const createSupplier = defineTool({
  name: 'create_supplier',
  description:
    'Add a supplier; it is active at once unless a status is given. With an id that is free, it gets that one: so a deleted supplier comes back as it was.',
  inputSchema: z.strictObject({
    name,
    email,
    country,
    phone: phone.nullable().optional(),
    lead_time_days: count.optional(),
    supplier_id: supplierId.optional(),
    status: status.optional(),
  }),
  run: (database, args) => {
    if (nameTaken(database, args.name, null)) return refused(`A supplier named "${args.name}" exists already.`)
    const wanted = args.supplier_id
    if (wanted !== undefined && findSupplier(database, wanted) !== undefined) {
      return refused(`Supplier ${wanted} exists already.`)
    }
    const id = wanted ?? `SUP-${String(database.next('supplier')).padStart(2, '0')}`
    database.run(
      'INSERT INTO suppliers VALUES (?, ?, ?, ?, ?, ?, ?)',
      id,
      args.name,
      args.email,
      args.phone ?? null,
      args.country,
      args.lead_time_days ?? 14,
      args.status ?? 'active',
    )
    return said(`Created supplier ${id} "${args.name}".`)
  },
})

const modifySupplier = defineTool({
  name: 'modify_supplier',
  description: 'Change the given fields of a supplier. A suspended supplier takes no new purchase orders.',
  inputSchema: z.strictObject({
    supplier_id: supplierId,
    name: name.optional(),
    email: email.optional(),
    phone: phone.nullable().optional(),
    country: country.optional(),
    lead_time_days: count.optional(),
    status: status.optional(),
  }),
  run: (database, { supplier_id: id, ...changes }) => {
    const found = findSupplier(database, id)
    if (found === undefined) return missing(id)
    if (changesNothing(changes)) return refused('Nothing to change: give at least one field.')
    if (changes.name !== undefined && nameTaken(database, changes.name, id)) {
      return refused(`Another supplier is named "${changes.name}" already.`)
    }
    database.run(
      `UPDATE suppliers SET name = ?, email = ?, phone = ?, country = ?, lead_time_days = ?, status = ?
       WHERE supplier_id = ?`,
      changes.name ?? found.name,
      changes.email ?? found.email,
      changes.phone === undefined ? found.phone : changes.phone,
      changes.country ?? found.country,
      changes.lead_time_days ?? found.lead_time_days,
      changes.status ?? found.status,
      id,
    )
    return data({ ...findSupplier(database, id) })
  },
})

const deleteSupplier = defineTool({
  name: 'delete_supplier',
  description: 'Delete a supplier for good. Refused while products or open purchase orders name it.',
  annotations: { destructiveHint: true },
  inputSchema: z.strictObject({ supplier_id: supplierId }),
  run: (database, args) => {
    const found = findSupplier(database, args.supplier_id)
    if (found === undefined) return missing(args.supplier_id)
    const naming = [...suppliedProducts(database, args.supplier_id), ...openPurchaseOrders(database, args.supplier_id)]
    if (naming.length > 0) {
      return refused(`Supplier ${args.supplier_id} cannot be deleted: it is named by ${naming.join(', ')}.`)
    }
    database.run('DELETE FROM suppliers WHERE supplier_id = ?', args.supplier_id)
    return said(`Deleted supplier ${args.supplier_id} "${found.name}".`)
  },
})

export const supplierTools: readonly Tool[] = [
  getSupplier,
  listSuppliers,
  createSupplier,
  modifySupplier,
  deleteSupplier,
]
