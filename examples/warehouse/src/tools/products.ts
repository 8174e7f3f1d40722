// Products: what the warehouse sells. A product that an open order needs cannot be deleted.

import { z } from 'zod'
import { cents, changesNothing, count, limit, name, sku, supplierId } from '../arguments.ts'
import type { Database } from '../database.ts'
import { euros } from '../euros.ts'
import { data, defineStructuredTool, defineTool, refused, said, type Tool } from '../tool.ts'

const category = z.enum(['seating', 'desks', 'lighting', 'storage', 'power'])
const status = z.enum(['active', 'discontinued'])

const product = z.object({
  sku: z.string(),
  name: z.string(),
  category: z.string(),
  status: z.string(),
  price_cents: z.int(),
  on_hand: z.int(),
  reorder_level: z.int(),
  supplier_id: z.string().nullable(),
})

type Product = z.output<typeof product>

const productDetails = product.extend({
  supplier_name: z.string().nullable(),
  stock_value_cents: z.int(),
  open_sales_orders: z.array(z.string()),
  open_purchase_orders: z.array(z.string()),
})

function findProduct(database: Database, code: string): Product | undefined {
  return database.one<Product>('SELECT * FROM products WHERE sku = ?', code)
}

function missing(code: string): ReturnType<typeof refused> {
  return refused(`There is no product ${code}. Use search_products to find its SKU.`)
}

function openSalesOrders(database: Database, code: string): string[] {
  return database
    .all<{ id: string }>(
      `SELECT sales_order_id AS id FROM sales_orders JOIN sales_order_lines USING (sales_order_id)
       WHERE sku = ? AND state = 'open' ORDER BY id`,
      code,
    )
    .map(({ id }) => id)
}

function openPurchaseOrders(database: Database, code: string): string[] {
  return database
    .all<{ id: string }>(
      `SELECT purchase_order_id AS id FROM purchase_orders JOIN purchase_order_lines USING (purchase_order_id)
       WHERE sku = ? AND state <> 'received' ORDER BY id`,
      code,
    )
    .map(({ id }) => id)
}

function supplierExists(database: Database, id: string): boolean {
  return database.one('SELECT 1 FROM suppliers WHERE supplier_id = ?', id) !== undefined
}

const getProduct = defineStructuredTool({
  name: 'get_product',
  description: 'One product with its stock, its supplier and the open orders that need it.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({ sku }),
  outputSchema: productDetails,
  run: (database, args) => {
    const found = findProduct(database, args.sku)
    if (found === undefined) return missing(args.sku)
    const supplier = database.one<{ name: string }>(
      'SELECT name FROM suppliers WHERE supplier_id = ?',
      found.supplier_id,
    )
    return data({
      ...found,
      supplier_name: supplier?.name ?? null,
      stock_value_cents: found.on_hand * found.price_cents,
      open_sales_orders: openSalesOrders(database, args.sku),
      open_purchase_orders: openPurchaseOrders(database, args.sku),
    })
  },
})

const listProducts = defineStructuredTool({
  name: 'list_products',
  description:
    'Products ordered by SKU, optionally of one category or status. 50 at a time unless limit says otherwise.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({
    category: category.optional(),
    status: status.optional(),
    limit: limit.optional(),
    offset: count.optional(),
  }),
  outputSchema: z.object({ total: z.int(), products: z.array(product) }),
  run: (database, args) => {
    const where = 'WHERE (?1 IS NULL OR category = ?1) AND (?2 IS NULL OR status = ?2)'
    const filter = [args.category ?? null, args.status ?? null] as const
    const total = database.one<{ total: number }>(`SELECT count(*) AS total FROM products ${where}`, ...filter)
    const products = database.all<Product>(
      `SELECT * FROM products ${where} ORDER BY sku LIMIT ?3 OFFSET ?4`,
      ...filter,
      args.limit ?? 50,
      args.offset ?? 0,
    )
    return data({ total: total?.total ?? 0, products })
  },
})

const createProduct = defineTool({
  name: 'create_product',
  description: 'Add a product. Its stock starts at zero; goods arrive through purchase orders.',
  annotations: { destructiveHint: false },
  inputSchema: z.strictObject({
    sku,
    name,
    category,
    price_cents: cents,
    reorder_level: count.optional(),
    supplier_id: supplierId.optional(),
  }),
  run: (database, args) => {
    if (findProduct(database, args.sku) !== undefined) return refused(`Product ${args.sku} exists already.`)
    if (args.supplier_id !== undefined && !supplierExists(database, args.supplier_id)) {
      return refused(`There is no supplier ${args.supplier_id}.`)
    }
    database.run(
      "INSERT INTO products VALUES (?, ?, ?, 'active', ?, 0, ?, ?)",
      args.sku,
      args.name,
      args.category,
      args.price_cents,
      args.reorder_level ?? 0,
      args.supplier_id ?? null,
    )
    return said(`Created product ${args.sku} "${args.name}" at ${euros(args.price_cents)}.`)
  },
})

const modifyProduct = defineTool({
  name: 'modify_product',
  description: 'Change the given fields of a product. supplier_id null removes its supplier.',
  inputSchema: z.strictObject({
    sku,
    name: name.optional(),
    status: status.optional(),
    price_cents: cents.optional(),
    reorder_level: count.optional(),
    supplier_id: supplierId.nullable().optional(),
  }),
  run: (database, { sku: code, ...changes }) => {
    const found = findProduct(database, code)
    if (found === undefined) return missing(code)
    if (changesNothing(changes)) return refused('Nothing to change: give at least one field.')
    if (typeof changes.supplier_id === 'string' && !supplierExists(database, changes.supplier_id)) {
      return refused(`There is no supplier ${changes.supplier_id}.`)
    }
    database.run(
      'UPDATE products SET name = ?, status = ?, price_cents = ?, reorder_level = ?, supplier_id = ? WHERE sku = ?',
      changes.name ?? found.name,
      changes.status ?? found.status,
      changes.price_cents ?? found.price_cents,
      changes.reorder_level ?? found.reorder_level,
      changes.supplier_id === undefined ? found.supplier_id : changes.supplier_id,
      code,
    )
    return data({ ...findProduct(database, code) })
  },
})

const deleteProduct = defineStructuredTool({
  name: 'delete_product',
  description: 'Delete a product for good and write off its stock. Refused while an open order needs it.',
  inputSchema: z.strictObject({ sku }),
  outputSchema: z.object({
    deleted: z.string(),
    name: z.string(),
    written_off_units: z.int(),
    written_off_cents: z.int(),
  }),
  run: (database, args) => {
    const found = findProduct(database, args.sku)
    if (found === undefined) return missing(args.sku)
    const needing = [...openSalesOrders(database, args.sku), ...openPurchaseOrders(database, args.sku)]
    if (needing.length > 0) {
      return refused(`Product ${args.sku} cannot be deleted: open orders need it (${needing.join(', ')}).`)
    }
    database.run('DELETE FROM products WHERE sku = ?', args.sku)
    return data({
      deleted: found.sku,
      name: found.name,
      written_off_units: found.on_hand,
      written_off_cents: found.on_hand * found.price_cents,
    })
  },
})

export const productTools: readonly Tool[] = [getProduct, listProducts, createProduct, modifyProduct, deleteProduct]
