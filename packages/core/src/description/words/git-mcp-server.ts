import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const GIT_MCP_SERVER_WORDS: PackWords = {
  pack: 'git-mcp-server',
  get tools(): PackWords['tools'] {
    return {
      git_add: titled(
        'Stage[ {paths|list}][{all|word true= everything}][{update|word true= all tracked changes}][ in {path|file}]',
        '暂存[ {path|file} 中的][ {paths|list}][{all|word true=全部}][{update|word true=所有已跟踪的修改}]',
        'changesThing',
      ),
      git_commit: titled(
        '{amend|word true=Replace the last commit,false=Commit,-=Commit}[ in {path|file}]: {message|headline}',
        '[在 {path|file} 中]{amend|word true=替换上一次提交,false=提交,-=提交}：{message|headline}',
        'createsThing',
      ),
      git_init: titled('Start a git repository[ in {path|path}]', '[在 {path|path} 中]新建 git 仓库', 'createsThing'),
      git_set_working_dir: titled('Work in {path|path} from now on', '从此在 {path|path} 中工作', null),
      git_branch: titled(
        '{mode|word list=List branches,show-current=Show the branch,create=Create branch,delete=Delete branch,rename=Rename branch,-=List branches}[ {branchName}][ to {newBranchName}][ from {startPoint}][{force|word true= by force}][ in {path|file}]',
        '[在 {path|file} 中]{force|word true=强制,false=,-=}{mode|word list=列出分支,show-current=显示当前分支,create=新建分支,delete=删除分支,rename=重命名分支,-=列出分支}[ {branchName}][ 为 {newBranchName}][（从 {startPoint}）]',
        'changesThing',
      ),
      git_checkout: titled(
        '{createBranch|word true=Create and switch to,false=Switch to,-=Switch to} {target}[ by {force|word true=force}][, only {paths|list}][ in {path|file}]',
        '[在 {path|file} 中]{force|word true=强制,false=,-=}{createBranch|word true=新建并切换到,false=切换到,-=切换到} {target}[（仅 {paths|list}）]',
        'losesChanges',
      ),
      git_cherry_pick: titled(
        'Apply {commits|count commit/commits}[ in {path|file}]: {commits|list}',
        '[在 {path|file} 中]应用 {commits|count 个提交}：{commits|list}',
        'changesThing',
      ),
      git_clean: titled(
        '{dryRun|word true=List,false=Delete,-=Delete} files that git does not track[ in {path|file}][, {directories|word true=folders too}][, {ignored|word true=ignored ones too}]',
        '{dryRun|word true=列出,false=删除,-=删除}[ {path|file} 中]未跟踪的文件[，{directories|word true=包括文件夹}][，{ignored|word true=包括已忽略的}]',
        'losesChanges',
      ),
      git_clone: titled(
        'Clone {url|site} into {path|path}[, branch {branch}]',
        '将 {url|site} 克隆到 {path|path}[（分支 {branch}）]',
        'opensAddress',
      ),
      git_fetch: titled(
        'Fetch[ from {remote}][ into {path|file}]',
        '[在 {path|file} 中]获取[ {remote} 的]更新',
        'changesThing',
      ),
      git_merge: titled(
        '{abort|word true=Stop merging,false=Merge,-=Merge} {branch}[{squash|word true= as one commit}][ in {path|file}]',
        '[在 {path|file} 中]{abort|word true=中止合并,false=合并,-=合并} {branch}[{squash|word true=（压缩为一个提交）}]',
        'changesThing',
      ),
      git_pull: titled(
        'Pull[ {branch}][ from {remote}][ into {path|file}][, {rebase|word true=rebasing}]',
        '[在 {path|file} 中]拉取[ {remote}][ {branch}][{rebase|word true=（变基）}]',
        'changesThing',
      ),
      git_push: titled(
        '{dryRun|word true=Rehearse: ,false=,-=}{force|word true=Force-push,false=Push,-=Push}[{delete|word true= the deletion of}][ {branch}][ as {remoteBranch}][ to {remote}][ from {path|file}][, {tags|word true=with all tags}][, {forceWithLease|word true=over what is there}]',
        '{dryRun|word true=演练：,false=,-=}[从 {path|file} ]{force|word true=强制推送,false=推送,-=推送}[{delete|word true=删除}][ {branch}][ 为 {remoteBranch}][ 到 {remote}][{tags|word true=（含全部标签）}][{forceWithLease|word true=（覆盖现有内容）}]',
        'pushesCode',
      ),
      git_rebase: titled(
        '{mode|word start=Rebase,continue=Go on rebasing,abort=Stop rebasing,skip=Skip a commit while rebasing,-=Rebase}[ {branch}][ onto {onto/upstream}][ in {path|file}]',
        '[在 {path|file} 中][将 {branch} ]{mode|word start=变基,continue=继续变基,abort=中止变基,skip=跳过一个提交并变基,-=变基}[到 {onto/upstream}]',
        'rewritesHistory',
      ),
      git_remote: titled(
        '{mode|word list=List remotes,add=Add remote,remove=Remove remote,rename=Rename remote,get-url=Show the address of remote,set-url=Change the address of remote,-=List remotes}[ {name}][ to {newName}][ in {path|file}][: {url|site}]',
        '[在 {path|file} 中]{mode|word list=列出远程仓库,add=添加远程仓库,remove=移除远程仓库,rename=重命名远程仓库,get-url=显示远程仓库的地址,set-url=更改远程仓库的地址,-=列出远程仓库}[ {name}][ 为 {newName}][：{url|site}]',
        'changesThing',
      ),
      git_reset: titled(
        'Reset[ {paths|list}][ in {path|file}][ to {target}][, {mode|word mixed=unstaging changes,hard=discarding all changes,merge=discarding staged changes,keep=keeping local changes}]',
        '[在 {path|file} 中]重置[ {paths|list} ][到 {target}][，{mode|word mixed=取消暂存,hard=丢弃全部修改,merge=丢弃已暂存的修改,keep=保留本地修改}]',
        'losesChanges',
      ),
      git_stash: titled(
        '{mode|word list=List stashed changes,push=Stash changes,pop=Take back stashed changes,apply=Apply stashed changes,drop=Throw away stashed changes,clear=Throw away all stashed changes,-=List stashed changes}[ {stashRef}][ in {path|file}][: {message}]',
        '[在 {path|file} 中]{mode|word list=列出储藏,push=储藏修改,pop=取回储藏,apply=应用储藏,drop=丢弃储藏,clear=丢弃全部储藏,-=列出储藏}[ {stashRef}][：{message}]',
        'losesChanges',
      ),
      git_tag: titled(
        '{mode|word list=List tags,create=Create tag,delete=Delete tag,verify=Check tag,-=List tags}[ {tagName}][ at {commit}][{force|word true= by force}][ in {path|file}][: {message|headline}]',
        '[在 {path|file} 中]{force|word true=强制,false=,-=}{mode|word list=列出标签,create=新建标签,delete=删除标签,verify=验证标签,-=列出标签}[ {tagName}][（位于 {commit}）][：{message|headline}]',
        'changesThing',
      ),
      git_worktree: titled(
        '{mode|word list=List worktrees,add=Add worktree,remove=Remove worktree,move=Move worktree,prune=Forget lost worktrees,-=List worktrees}[ {worktreePath|path}][ to {newPath|path}][ for {branch/commitish}][{force|word true= by force}]',
        '{force|word true=强制,false=,-=}{mode|word list=列出工作树,add=添加工作树,remove=移除工作树,move=移动工作树,prune=清理失效的工作树,-=列出工作树}[ {worktreePath|path}][ 到 {newPath|path}][（{branch/commitish}）]',
        'changesThing',
      ),
    }
  },
}
