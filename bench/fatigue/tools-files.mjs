/** The tools of @modelcontextprotocol/server-filesystem 2026.8.31. Descriptions are left out, schemas cut down to names and types. */
export const FILES_TOOLS = [
  {
    name: 'read_file',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, tail: { type: 'number' }, head: { type: 'number' } },
      required: ['path'],
    },
  },
  {
    name: 'read_text_file',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, tail: { type: 'number' }, head: { type: 'number' } },
      required: ['path'],
    },
  },
  {
    name: 'read_media_file',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  {
    name: 'read_multiple_files',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: { type: 'object', properties: { paths: { type: 'array' } }, required: ['paths'] },
  },
  {
    name: 'write_file',
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, content: { type: 'string' } },
      required: ['path', 'content'],
    },
  },
  {
    name: 'edit_file',
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, edits: { type: 'array' }, dryRun: { type: 'boolean' } },
      required: ['path', 'edits'],
    },
  },
  {
    name: 'create_directory',
    annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  {
    name: 'list_directory',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  {
    name: 'list_directory_with_sizes',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, sortBy: { type: 'string' } },
      required: ['path'],
    },
  },
  {
    name: 'directory_tree',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, excludePatterns: { type: 'array' } },
      required: ['path'],
    },
  },
  {
    name: 'move_file',
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { source: { type: 'string' }, destination: { type: 'string' } },
      required: ['source', 'destination'],
    },
  },
  {
    name: 'search_files',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, pattern: { type: 'string' }, excludePatterns: { type: 'array' } },
      required: ['path', 'pattern'],
    },
  },
  {
    name: 'get_file_info',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  },
  {
    name: 'list_allowed_directories',
    annotations: { readOnlyHint: true, openWorldHint: false },
    inputSchema: { type: 'object', properties: {} },
  },
]
