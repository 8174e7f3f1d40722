/** MySQL: one tool for any SQL, rated by the SQL. */
import type { RatingPack } from '../packs.ts'

export const MYSQL_PACK: RatingPack = {
  name: 'mysql',
  source: '@benborla29/mcp-server-mysql 2.0.9',
  date: '2026-11-15',
  servers: ['npm:@benborla29/mcp-server-mysql', 'program:mcp-server-mysql'],
  tools: {
    mysql_query: { sql: 'sql', engine: 'mysql' },
  },
  knownDestructive: [],
}
