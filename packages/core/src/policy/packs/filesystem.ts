/**
 * The reference filesystem server. Overwriting stays medium: it is asked once for each project or folder and session.
 */
import type { RatingPack } from '../packs.ts'

export const FILESYSTEM_PACK: RatingPack = {
  name: 'filesystem',
  source: '@modelcontextprotocol/server-filesystem 2026.8.31',
  date: '2026-11-15',
  servers: ['npm:@modelcontextprotocol/server-filesystem', 'program:mcp-server-filesystem', 'image:mcp/filesystem'],
  tools: {
    read_file: 'low',
    read_text_file: 'low',
    read_media_file: 'low',
    read_multiple_files: 'low',
    list_directory: 'low',
    list_directory_with_sizes: 'low',
    directory_tree: 'low',
    search_files: 'low',
    get_file_info: 'low',
    list_allowed_directories: 'low',
    create_directory: { once: ['path'] },
    write_file: { once: ['path'] },
    edit_file: { once: ['path'] },
    move_file: { once: ['source', 'destination'] },
  },
  knownDestructive: ['write_file', 'edit_file', 'move_file'],
}
