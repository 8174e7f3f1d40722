/** Stands for a language model: from what was said so far to the next step, always the same. */
export type Step =
  | { readonly kind: 'sql'; readonly sql: string; readonly title: string }
  | { readonly kind: 'answer'; readonly text: string }

export interface Said {
  readonly from: 'user' | 'tool'
  readonly text: string
}

/** What people ask this bot, in either language, and the statement that the model makes of it. */
const SCRIPT: readonly (readonly [asks: RegExp, sql: string, title: string])[] = [
  [/多少|how many/i, 'SELECT count(*) AS orders FROM orders', ''],
  [/^删除/, 'DELETE FROM orders WHERE status = 1', '删除 orders 表里 status=1 的记录'],
  [/^delete/i, 'DELETE FROM orders WHERE status = 1', 'Delete the orders with status 1'],
  // Not every model writes SQL that a parser reads.
  [/^tidy/i, 'DELETE the old ORDERS please', 'Tidy the orders up'],
]

export function nextStep(said: readonly Said[]): Step {
  const last = said.at(-1)
  if (last === undefined || last.from === 'tool') return { kind: 'answer', text: `→ ${last?.text ?? ''}` }
  const [, sql, title] = SCRIPT.find(([asks]) => asks.test(last.text)) ?? [null, null, '']
  return sql === null ? { kind: 'answer', text: '?' } : { kind: 'sql', sql, title }
}
