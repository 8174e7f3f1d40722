/**
 * Desktop Commander: files, processes and commands of the whole machine. Commands and what is typed into a process are asked
 * each time, as are its own settings, which say what it may touch. A file may also be read from an address.
 */
import type { RatingPack } from '../packs.ts'

export const DESKTOP_COMMANDER_PACK: RatingPack = {
  name: 'desktop-commander',
  source: '@wonderwhy-er/desktop-commander 0.2.52',
  date: '2026-11-18',
  servers: ['npm:@wonderwhy-er/desktop-commander', 'program:desktop-commander', 'image:mcp/desktop-commander'],
  tools: {
    get_config: 'low',
    get_file_info: 'low',
    get_more_search_results: 'low',
    get_prompts: 'low',
    get_recent_tool_calls: 'low',
    get_usage_stats: 'low',
    list_directory: 'low',
    list_processes: 'low',
    list_searches: 'low',
    list_sessions: 'low',
    read_multiple_files: 'low',
    read_process_output: 'low',
    start_search: 'low',
    stop_search: 'low',
    create_directory: { once: ['path'] },
    write_file: { once: ['path'] },
    write_pdf: { once: ['path', 'outputPath'] },
    edit_block: { once: ['file_path'] },
    move_file: { once: ['source', 'destination'] },
    execute_command: 'high',
    start_process: 'high',
    interact_with_process: 'high',
    force_terminate: 'high',
    kill_process: 'high',
    set_config_value: 'high',
    give_feedback_to_desktop_commander: 'medium',
  },
  knownDestructive: ['write_file', 'write_pdf', 'edit_block', 'move_file'],
}
