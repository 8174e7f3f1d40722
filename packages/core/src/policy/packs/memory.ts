/** The reference knowledge-graph memory server. */
import type { RatingPack } from '../packs.ts'

export const MEMORY_PACK: RatingPack = {
  name: 'memory',
  source: '@modelcontextprotocol/server-memory 2026.8.31',
  date: '2026-11-15',
  servers: ['npm:@modelcontextprotocol/server-memory', 'program:mcp-server-memory', 'image:mcp/memory'],
  tools: {
    read_graph: 'low',
    search_nodes: 'low',
    open_nodes: 'low',
    create_entities: 'medium',
    create_relations: 'medium',
    add_observations: 'medium',
    delete_entities: 'high',
    delete_observations: 'high',
    delete_relations: 'high',
  },
  knownDestructive: ['delete_entities', 'delete_observations', 'delete_relations'],
}
