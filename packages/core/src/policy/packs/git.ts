/** The reference git server. It works on local repositories and cannot push. */
import type { RatingPack } from '../packs.ts'

export const GIT_PACK: RatingPack = {
  name: 'git',
  source: 'mcp-server-git, modelcontextprotocol/servers of 2026-07-29',
  date: '2026-11-15',
  servers: ['python:mcp-server-git', 'program:mcp-server-git', 'image:mcp/git'],
  tools: {
    git_status: 'low',
    git_diff_unstaged: 'low',
    git_diff_staged: 'low',
    git_diff: 'low',
    git_log: 'low',
    git_show: 'low',
    git_branch: 'low',
    git_add: 'medium',
    git_commit: 'medium',
    git_create_branch: 'medium',
    git_checkout: 'medium',
    git_reset: 'high',
  },
  knownDestructive: ['git_reset'],
}
