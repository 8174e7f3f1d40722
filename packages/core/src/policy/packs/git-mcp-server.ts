/**
 * The git server of cyanheads, which pushes, rebases and cleans. What can be changed back is asked once; what throws work away,
 * rewrites commits or reaches others is asked each time. A tool with modes is rated by the one that is named; one that is not
 * listed is high, and so is none: which applies then is the server's affair.
 */
import type { RatingPack } from '../packs.ts'

export const GIT_MCP_SERVER_PACK: RatingPack = {
  name: 'git-mcp-server',
  source: '@cyanheads/git-mcp-server 2.15.3',
  date: '2026-11-19',
  servers: ['npm:@cyanheads/git-mcp-server', 'program:git-mcp-server'],
  tools: {
    git_blame: 'low',
    git_changelog_analyze: 'low',
    git_clear_working_dir: 'low',
    git_diff: 'low',
    git_log: 'low',
    git_reflog: 'low',
    git_show: 'low',
    git_status: 'low',
    git_wrapup_instructions: 'low',
    git_add: 'medium',
    git_commit: 'medium',
    git_init: 'medium',
    git_set_working_dir: 'medium',
    git_branch: {
      word: 'mode',
      risks: { list: 'low', 'show-current': 'low', create: 'medium', rename: 'medium' },
    },
    git_remote: {
      word: 'mode',
      risks: { list: 'low', 'get-url': 'low', add: 'medium', rename: 'medium', remove: 'medium' },
    },
    git_stash: {
      word: 'mode',
      risks: { list: 'low', push: 'medium', pop: 'medium', apply: 'medium' },
    },
    git_tag: { word: 'mode', risks: { list: 'low', verify: 'low', create: 'medium' } },
    git_worktree: {
      word: 'mode',
      risks: { list: 'low', add: 'medium', move: 'medium' },
    },
    git_reset: {
      word: 'mode',
      risks: { soft: 'medium', mixed: 'medium' },
    },
    git_fetch: 'medium',
    git_checkout: 'high',
    git_cherry_pick: 'high',
    git_clean: 'high',
    git_clone: 'high',
    git_merge: 'high',
    git_pull: 'high',
    git_push: 'high',
    git_rebase: 'high',
  },
  knownDestructive: ['git_branch', 'git_clear_working_dir', 'git_remote', 'git_stash', 'git_tag', 'git_worktree'],
}
