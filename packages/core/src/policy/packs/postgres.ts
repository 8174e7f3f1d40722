/** PostgreSQL: the archived reference server and Postgres MCP. What runs SQL is rated by the SQL. */
import type { RatingPack } from '../packs.ts'

export const POSTGRES_PACK: RatingPack = {
  name: 'postgres',
  source: '@modelcontextprotocol/server-postgres 0.6.2, postgres-mcp 0.3.0 of 2026-01-22',
  date: '2026-11-15',
  servers: [
    'npm:@modelcontextprotocol/server-postgres',
    'program:mcp-server-postgres',
    'image:mcp/postgres',
    'python:postgres-mcp',
    'program:postgres-mcp',
    'image:crystaldba/postgres-mcp',
  ],
  tools: {
    list_schemas: 'low',
    list_objects: 'low',
    get_object_details: 'low',
    analyze_workload_indexes: 'low',
    analyze_db_health: 'low',
    get_top_queries: 'low',
    query: { sql: 'sql', engine: 'postgres' },
    execute_sql: { sql: 'sql', engine: 'postgres' },
    explain_query: { sql: 'sql', engine: 'postgres' },
    analyze_query_indexes: { sql: 'queries', engine: 'postgres' },
  },
  knownDestructive: [],
}
