/** The reference filesystem server. Overwriting stays medium: it is asked once for each folder and session. */
import type { RatingPack } from '../packs.ts'

export const FILESYSTEM_PACK: RatingPack = {
  name: 'filesystem',
  source: '@modelcontextprotocol/server-filesystem 2026.8.31',
  date: '2026-11-15',
  recognise: /(?:@modelcontextprotocol[/\\]server-filesystem|\bmcp-server-filesystem)(?![\w-])/,
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
    create_directory: 'medium',
    write_file: 'medium',
    edit_file: 'medium',
    move_file: 'medium',
  },
  knownDestructive: ['write_file', 'edit_file', 'move_file'],
}
