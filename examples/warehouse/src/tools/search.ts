// Searching products, and rebuilding the index that the search reads.

import { z } from 'zod'
import { limit } from '../arguments.ts'
import { rebuildSearchIndex, toTerms } from '../search-index.ts'
import { data, defineStructuredTool, defineTool, refused, said, type Tool } from '../tool.ts'

const hit = z.object({ sku: z.string(), name: z.string(), status: z.string(), price_cents: z.int(), on_hand: z.int() })

const searchProducts = defineStructuredTool({
  name: 'search_products',
  description: 'Products whose SKU, name or category has words that start with every word of the query.',
  annotations: { readOnlyHint: true },
  inputSchema: z.strictObject({ query: z.string().max(200), limit: limit.optional() }),
  outputSchema: z.object({ indexed_at: z.string(), products: z.array(hit) }),
  run: (database, args) => {
    const terms = [...toTerms(args.query)]
    if (terms.length === 0) return refused('The query has no word to search for.')
    const matches = terms.map(() => 'sku IN (SELECT sku FROM search_index WHERE term >= ? AND term < ?)').join(' AND ')
    const products = database.all<z.output<typeof hit>>(
      `SELECT sku, name, status, price_cents, on_hand FROM products WHERE ${matches} ORDER BY sku LIMIT ?`,
      ...terms.flatMap((term) => [term, `${term}\u{10ffff}`]),
      args.limit ?? 20,
    )
    const state = database.one<{ built_at: string }>('SELECT built_at FROM search_index_state')
    return data({ indexed_at: state?.built_at ?? '', products })
  },
})

const rebuildCache = defineTool({
  name: 'rebuild_cache',
  description: 'Throw the product search index away and build it anew, so that new and renamed products are found.',
  annotations: { idempotentHint: true },
  inputSchema: z.strictObject({}),
  run: (database) => {
    const { products, terms } = rebuildSearchIndex(database)
    return said(`Rebuilt the search index: ${products} products, ${terms} words.`)
  },
})

export const searchTools: readonly Tool[] = [searchProducts, rebuildCache]
