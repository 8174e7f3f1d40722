/** The reference fetch server: it reads web pages by GET and sends nothing else. */
import type { RatingPack } from '../packs.ts'

export const FETCH_PACK: RatingPack = {
  name: 'fetch',
  source: 'mcp-server-fetch, modelcontextprotocol/servers of 2026-07-29',
  date: '2026-11-15',
  servers: ['python:mcp-server-fetch', 'program:mcp-server-fetch', 'image:mcp/fetch'],
  tools: {
    fetch: 'low',
  },
  knownDestructive: [],
}
