/** The core's ruling of calls with what a Node process has for it: the parsers, and another thread for long SQL. */
import { createRuleCall } from '@holdpoint/core/policy'
import type { CallRulesOptions, RuleCall } from '@holdpoint/core/policy'
import { createSqlThread } from './sql-thread.ts'

const READ_WITHIN_MS = 3000
const WAIT_MS = 10_000

/** The parsers are loaded on this thread, and a second set on another one once that is needed. */
export function openRuleCall({ known, now }: Pick<CallRulesOptions, 'known' | 'now'>): RuleCall {
  return createRuleCall({
    now,
    known,
    loadSql: async () => {
      const { loadSqlReader } = await import('@holdpoint/core/sql')
      return await loadSqlReader()
    },
    readLongSql: createSqlThread({
      worker: new URL('./sql-worker.js', import.meta.url),
      withinMs: READ_WITHIN_MS,
      waitMs: WAIT_MS,
    }),
  })
}
