/** The tools of postgres-mcp 0.3.0, unrestricted. Descriptions are left out, schemas cut down to names and types. */
export const POSTGRES_TOOLS = [
  {
    name: 'list_schemas',
    annotations: { title: 'List Schemas', readOnlyHint: true },
    inputSchema: { type: 'object', properties: {} },
  },
  {
    name: 'list_objects',
    annotations: { title: 'List Objects', readOnlyHint: true },
    inputSchema: { type: 'object', properties: { schema_name: { type: 'string' }, object_type: { type: 'string' } } },
  },
  {
    name: 'get_object_details',
    annotations: { title: 'Get Object Details', readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: { schema_name: { type: 'string' }, object_name: { type: 'string' }, object_type: { type: 'string' } },
    },
  },
  {
    name: 'explain_query',
    annotations: { title: 'Explain Query', readOnlyHint: true },
    inputSchema: {
      type: 'object',
      properties: { sql: { type: 'string' }, analyze: { type: 'boolean' }, hypothetical_indexes: { type: 'array' } },
    },
  },
  {
    name: 'analyze_workload_indexes',
    annotations: { title: 'Analyze Workload Indexes', readOnlyHint: true },
    inputSchema: { type: 'object', properties: { max_index_size_mb: { type: 'integer' } } },
  },
  {
    name: 'analyze_query_indexes',
    annotations: { title: 'Analyze Query Indexes', readOnlyHint: true },
    inputSchema: { type: 'object', properties: { queries: { type: 'array' }, max_index_size_mb: { type: 'integer' } } },
  },
  {
    name: 'analyze_db_health',
    annotations: { title: 'Analyze Database Health', readOnlyHint: true },
    inputSchema: { type: 'object', properties: { health_type: { type: 'string' } } },
  },
  {
    name: 'get_top_queries',
    annotations: { title: 'Get Top Queries', readOnlyHint: true },
    inputSchema: { type: 'object', properties: { sort_by: { type: 'string' }, limit: { type: 'integer' } } },
  },
  {
    name: 'execute_sql',
    annotations: { title: 'Execute SQL', destructiveHint: true },
    inputSchema: { type: 'object', properties: { sql: { type: 'string' } } },
  },
]
