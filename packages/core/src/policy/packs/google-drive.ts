/** Google Drive: Google's hosted server and the archived reference server. */
import type { RatingPack } from '../packs.ts'

export const GOOGLE_DRIVE_PACK: RatingPack = {
  name: 'google-drive',
  source:
    'drivemcp.googleapis.com as of 2026-10-17, @modelcontextprotocol/server-gdrive 2025.1.14, @isaacphi/mcp-gdrive 0.2.0',
  date: '2026-11-18',
  servers: [
    'https://drivemcp.googleapis.com',
    'npm:@modelcontextprotocol/server-gdrive',
    'program:mcp-server-gdrive',
    'image:mcp/gdrive',
    'npm:@isaacphi/mcp-gdrive',
  ],
  tools: {
    search: 'low',
    search_files: 'low',
    read_file_content: 'low',
    download_file_content: 'low',
    get_file_metadata: 'low',
    get_file_permissions: 'low',
    list_recent_files: 'low',
    gdrive_search: 'low',
    gdrive_read_file: 'low',
    gsheets_read: 'low',
    create_file: 'medium',
    copy_file: 'medium',
    gsheets_update_cell: 'medium',
    share_file: 'high',
  },
  knownDestructive: [],
}
