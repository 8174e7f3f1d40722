/** GitHub beside issues and pull requests: files, workflows, projects, discussions and what one is told of. */
import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const githubRepositoryWords = (): PackWords['tools'] => ({
  create_branch: titled(
    'Create branch {branch} in {owner}/{repo}[ from {from_branch}]',
    '在 {owner}/{repo} 中[从 {from_branch} ]新建分支 {branch}',
    'createsThing',
  ),
  create_or_update_file: titled(
    'Commit {path|path} to {branch} of {owner}/{repo}[ ({content|lines})]',
    '将 {path|path} 提交到 {owner}/{repo} 的 {branch}[（{content|lines}）]',
    'pushesCode',
  ),
  create_repository: titled(
    'Create {private|word true=private,false=public,-=a} repository[ {organization}/]{name}',
    '新建{private|word true=私有,false=公开,-=}仓库[ {organization}/]{name}',
    'createsThing',
  ),
  dismiss_notification: titled(
    'Mark notification {threadID} as {state}',
    '将通知 {threadID} 标为{state|word read=已读,done=完成}',
    'changesThing',
  ),
  fork_repository: titled(
    'Fork {owner}/{repo}[ into {organization}]',
    '派生 {owner}/{repo}[ 到 {organization}]',
    'createsThing',
  ),
  mark_all_notifications_read: titled(
    'Mark all notifications as read[ in {owner}/{repo}]',
    '将[ {owner}/{repo} 的]全部通知标为已读',
    'changesThing',
  ),
  star_repository: titled('Star {owner}/{repo}', '为 {owner}/{repo} 加星', 'writesPublicly'),
  unstar_repository: titled('Unstar {owner}/{repo}', '取消 {owner}/{repo} 的星标', 'changesThing'),
  actions_run_trigger: titled(
    '{method|word run_workflow=Run workflow,rerun_workflow_run=Run again all of run,rerun_failed_jobs=Run again the failed jobs of run,cancel_workflow_run=Cancel run,delete_workflow_run_logs=Delete the logs of run} {workflow_id/run_id} of {owner}/{repo}[ on {ref}]',
    '{method|word run_workflow=运行工作流,rerun_workflow_run=重新运行,rerun_failed_jobs=重新运行失败的任务,cancel_workflow_run=取消运行,delete_workflow_run_logs=删除日志}：{owner}/{repo} 的 {workflow_id/run_id}[（{ref}）]',
    'changesRuns',
  ),
  cancel_workflow_run: titled(
    'Cancel workflow run {run_id} of {owner}/{repo}',
    '取消 {owner}/{repo} 的工作流运行 {run_id}',
    'endsSomething',
  ),
  create_gist: titled(
    'Create a {public|word true=public,false=secret,-=secret} gist: {filename|file}',
    '新建{public|word true=公开,false=私密,-=私密} Gist：{filename|file}',
    'writesPublicly',
  ),
  create_pull_request_with_copilot: titled(
    'Let Copilot open a pull request in {owner}/{repo}: {title}',
    '让 Copilot 在 {owner}/{repo} 中发起拉取请求：{title}',
    'startsAgent',
  ),
  delete_file: titled(
    'Delete {path|path} from {branch} of {owner}/{repo}',
    '从 {owner}/{repo} 的 {branch} 删除 {path|path}',
    'deletesThing',
  ),
  delete_repository: titled(
    'Delete repository {owner}/{repo} with everything in it',
    '删除仓库 {owner}/{repo} 及其全部内容',
    'deletesThing',
  ),
  delete_workflow_run_logs: titled(
    'Delete the logs of workflow run {run_id} of {owner}/{repo}',
    '删除 {owner}/{repo} 的工作流运行 {run_id} 的日志',
    'deletesThing',
  ),
  push_files: titled(
    'Push {files|count file/files} to {branch} of {owner}/{repo}: {files|list}',
    '向 {owner}/{repo} 的 {branch} 推送 {files|count 个文件}：{files|list}',
    'pushesCode',
  ),
  rerun_failed_jobs: titled(
    'Run the failed jobs of workflow run {run_id} of {owner}/{repo} again',
    '重新运行 {owner}/{repo} 的工作流运行 {run_id} 中失败的任务',
    'startsRun',
  ),
  rerun_workflow_run: titled(
    'Run workflow run {run_id} of {owner}/{repo} again',
    '重新运行 {owner}/{repo} 的工作流运行 {run_id}',
    'startsRun',
  ),
  run_workflow: titled(
    'Run workflow {workflow_id} of {owner}/{repo}[ on {ref}]',
    '[在 {ref} 上]运行 {owner}/{repo} 的工作流 {workflow_id}',
    'startsRun',
  ),
  update_gist: titled(
    'Change {filename|file} of gist {gist_id}',
    '修改 Gist {gist_id} 中的 {filename|file}',
    'writesPublicly',
  ),
  discussion_comment_write: titled(
    '{method|word add=Comment on,reply=Reply in,update=Change a comment in,delete=Delete a comment in,mark_answer=Mark an answer in,unmark_answer=Unmark an answer in} discussion[ #{discussionNumber}][ of {owner}/{repo}][: {body}]',
    '{method|word add=评论,reply=回复,update=修改评论,delete=删除评论,mark_answer=标为答案,unmark_answer=取消答案}：[ {owner}/{repo} 的]讨论[ #{discussionNumber}][：{body}]',
    'writesPublicly',
  ),
  label_write: titled(
    '{method|word create=Create,update=Change,delete=Delete} label {name} in {owner}/{repo}[, now {new_name}]',
    '{method|word create=新建,update=修改,delete=删除} {owner}/{repo} 的标签 {name}[，改为 {new_name}]',
    'changesThing',
  ),
  projects_write: titled(
    '{method|word add_project_item=Add an item to,update_project_item=Change item,update_project_items=Change items of,delete_project_item=Delete item,create_project_status_update=Post a status update of,create_project_view=Add a view to,update_project_view=Change a view of,delete_project_view=Delete a view of,create_project=Create,create_iteration_field=Add an iteration field to}[ {item_id} of] project[ #{project_number}] of {owner}[: {title/name/status}]',
    '{method|word add_project_item=添加条目,update_project_item=修改条目,update_project_items=修改多个条目,delete_project_item=删除条目,create_project_status_update=发布状态更新,create_project_view=新建视图,update_project_view=修改视图,delete_project_view=删除视图,create_project=新建项目,create_iteration_field=新建迭代字段}[ {item_id}]：{owner} 的项目[ #{project_number}][：{title/name/status}]',
    'changesThing',
  ),
  manage_notification_subscription: titled(
    '{action|word ignore=Ignore,watch=Watch,delete=Unsubscribe from} notifications of thread {notificationID}',
    '{action|word ignore=忽略,watch=关注,delete=退订}通知会话 {notificationID}',
    'changesThing',
  ),
  manage_repository_notification_subscription: titled(
    '{action|word ignore=Ignore,watch=Watch,delete=Unsubscribe from} {owner}/{repo}',
    '{action|word ignore=忽略,watch=关注,delete=退订} {owner}/{repo}',
    'changesThing',
  ),
})
