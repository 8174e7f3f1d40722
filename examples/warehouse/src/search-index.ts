// The product search index: one row per word and product. It is a cache: products change without it, and it shows the
// change only after a rebuild.

import type { Database } from './database.ts'

export interface Rebuilt {
  readonly products: number
  readonly terms: number
}

export function rebuildSearchIndex(database: Database): Rebuilt {
  const products = database.all<{ sku: string; name: string; category: string }>(
    'SELECT sku, name, category FROM products',
  )
  database.run('DELETE FROM search_index')
  for (const { sku, name, category } of products) {
    for (const term of toTerms(`${sku} ${name} ${category}`)) {
      database.run('INSERT INTO search_index VALUES (?, ?)', term, sku)
    }
  }
  database.run('INSERT OR REPLACE INTO search_index_state VALUES (1, ?)', database.now())
  const terms = database.one<{ terms: number }>('SELECT count(DISTINCT term) AS terms FROM search_index')
  return { products: products.length, terms: terms?.terms ?? 0 }
}

export function toTerms(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu))
}
