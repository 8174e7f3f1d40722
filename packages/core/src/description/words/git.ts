import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const GIT_WORDS: PackWords = {
  pack: 'git',
  get tools(): PackWords['tools'] {
    return {
      git_add: titled(
        'Stage {files|list} in {repo_path|file}',
        '暂存 {repo_path|file} 中的 {files|list}',
        'changesThing',
      ),
      git_commit: titled(
        'Commit in {repo_path|file}: {message|headline}',
        '在 {repo_path|file} 中提交：{message|headline}',
        'createsThing',
      ),
      git_create_branch: titled(
        'Create branch {branch_name} in {repo_path|file}[ from {base_branch}]',
        '在 {repo_path|file} 中[从 {base_branch} ]新建分支 {branch_name}',
        'createsThing',
      ),
      git_checkout: titled(
        'Switch {repo_path|file} to {branch_name}',
        '将 {repo_path|file} 切换到 {branch_name}',
        'changesThing',
      ),
      git_reset: titled('Unstage everything in {repo_path|file}', '取消 {repo_path|file} 中的全部暂存', 'changesThing'),
    }
  },
}
