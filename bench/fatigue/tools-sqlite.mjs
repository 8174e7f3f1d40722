/** The tools of mcp-server-sqlite. Descriptions are left out, schemas cut down to names and types. */
export const SQLITE_TOOLS = [
  { name: 'read_query', annotations: {}, inputSchema: { type: 'object', properties: { query: { type: 'string' } } } },
  { name: 'write_query', annotations: {}, inputSchema: { type: 'object', properties: { query: { type: 'string' } } } },
  { name: 'create_table', annotations: {}, inputSchema: { type: 'object', properties: { query: { type: 'string' } } } },
  { name: 'list_tables', annotations: {}, inputSchema: { type: 'object', properties: {} } },
  {
    name: 'describe_table',
    annotations: {},
    inputSchema: { type: 'object', properties: { table_name: { type: 'string' } } },
  },
  {
    name: 'append_insight',
    annotations: {},
    inputSchema: { type: 'object', properties: { insight: { type: 'string' } } },
  },
]
