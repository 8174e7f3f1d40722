/** The archived reference SQLite server. `write_query` is rated by its SQL as well: whatever writes is high. */
import type { RatingPack } from '../packs.ts'

export const SQLITE_PACK: RatingPack = {
  name: 'sqlite',
  source: 'mcp-server-sqlite, modelcontextprotocol/servers of 2025-05-29',
  date: '2026-11-15',
  servers: ['python:mcp-server-sqlite', 'program:mcp-server-sqlite', 'image:mcp/sqlite'],
  tools: {
    list_tables: 'low',
    describe_table: 'low',
    append_insight: 'medium',
    read_query: { sql: 'query', engine: 'sqlite' },
    write_query: { sql: 'query', engine: 'sqlite' },
    create_table: { sql: 'query', engine: 'sqlite' },
  },
  knownDestructive: [],
}
