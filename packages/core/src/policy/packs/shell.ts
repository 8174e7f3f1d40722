/**
 * Servers that run commands: whatever is run is asked each time. What is allowed there is their own configuration, which
 * is not known here.
 */
import type { RatingPack } from '../packs.ts'

export const SHELL_PACK: RatingPack = {
  name: 'shell',
  source: 'mcp-server-commands 0.5.0, mcp-shell-server of 2026-08-08',
  date: '2026-11-18',
  servers: [
    'npm:mcp-server-commands',
    'program:mcp-server-commands',
    'python:mcp-shell-server',
    'program:mcp-shell-server',
  ],
  tools: {
    run_command: 'high',
    run_script: 'high',
    shell_execute: 'high',
  },
  knownDestructive: [],
}
