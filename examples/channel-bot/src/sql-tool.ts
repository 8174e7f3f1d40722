/**
 * The tool of the agent: one statement of SQL on a real database. Real parsers read it first. What only reads passes; what writes,
 * and what they cannot read, is asked for, and runs exactly as it was shown.
 */
import type { ChannelGate, ChatSession } from '@holdpoint/channels/gate'
import { translate } from '@holdpoint/core'
import { loadSqlReader } from '@holdpoint/core/sql'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'

export type SqlTool = (at: ChatSession, sql: string, title: string) => Promise<string>

export function createSqlTool(gate: ChannelGate, database: DatabaseSyncInstance, language: string): SqlTool {
  const count = (what: string): number => Number(Object.values(database.prepare(`SELECT ${what}`).get() ?? {})[0])

  gate.operation('change_data', ({ sql }) => {
    const before = count('total_changes()')
    database.exec(typeof sql === 'string' ? sql : '')
    return `${count('total_changes()') - before} rows changed`
  })

  return async (at, sql, title) => {
    const reading = (await loadSqlReader()).read(sql, { engine: 'sqlite', functions: [] })
    if (reading.kind === 'read') return JSON.stringify(database.prepare(sql).all())
    const result = await gate.run(at, {
      operation: 'change_data',
      arguments: { sql },
      preview: {
        title,
        warnings: [translate(reading.why, 'reading', language)],
        impact: [{ label: 'orders', value: String(count('count(*) FROM orders')) }],
        irreversible: true,
      },
    })
    return result.text
  }
}
