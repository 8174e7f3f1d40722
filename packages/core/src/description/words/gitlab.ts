import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'
import { gitlabPipelineWords } from './gitlab-pipelines.ts'
import { gitlabProjectWords } from './gitlab-project.ts'

const BRANCH = {
  preview: {
    call: 'get_branch',
    with: { project_id: 'args.project_id', branch_name: 'args.branch_name' },
    show: ['name', 'protected', 'merged', 'commit.id', 'commit.title'],
  },
} as const

const ISSUE = {
  preview: {
    call: 'get_issue',
    with: { project_id: 'args.project_id', issue_iid: 'args.issue_iid' },
    show: ['title', 'state', 'author.username', 'labels'],
  },
} as const

const MERGE_REQUEST = {
  preview: {
    call: 'get_merge_request',
    with: { project_id: 'args.project_id', merge_request_iid: 'args.merge_request_iid' },
    show: ['title', 'state', 'draft', 'author.username', 'source_branch', 'target_branch', 'sha', 'has_conflicts'],
  },
} as const

const NOTE = {
  preview: {
    call: 'get_merge_request_note',
    with: { project_id: 'args.project_id', merge_request_iid: 'args.merge_request_iid', note_id: 'args.note_id' },
    show: ['body', 'author.username', 'created_at'],
  },
} as const

const NOTE_BODY = {
  preview: { ...NOTE.preview, show: ['author.username'], compare: { now: 'entity.body', by: { whole: 'body' } } },
  undo: {
    call: 'update_merge_request_note',
    with: {
      project_id: 'args.project_id',
      merge_request_iid: 'args.merge_request_iid',
      note_id: 'args.note_id',
      body: 'entity.body',
    },
  },
} as const

const FILE = {
  titleWhenThere: {
    en: 'Overwrite {file_path|path} on {branch} of {project_id} ({@before} → {@after|lines})',
    zh: '覆盖 {project_id} 的 {branch} 上的 {file_path|path}（{@before} → {@after|lines}）',
  },
  titleWhenNew: {
    en: 'Add {file_path|path} to {branch} of {project_id}[ ({content|lines})]',
    zh: '向 {project_id} 的 {branch} 添加 {file_path|path}[（{content|lines}）]',
  },
  preview: {
    call: 'get_file_contents',
    with: { project_id: 'args.project_id', file_path: 'args.file_path', ref: 'args.branch' },
    show: ['last_commit_id'],
    compare: { now: 'entity.content', by: { whole: 'content' } },
    mayBeNew: true,
  },
} as const

export const GITLAB_WORDS: PackWords = {
  pack: 'gitlab',
  get tools(): PackWords['tools'] {
    return {
      ...gitlabProjectWords(),
      ...gitlabPipelineWords(),
      create_branch: titled(
        'Create branch {branch} in {project_id}[ from {ref}]',
        '在 {project_id} 中[从 {ref} ]新建分支 {branch}',
        'createsThing',
        {
          undo: { call: 'delete_branch', with: { project_id: 'args.project_id', branch_name: 'args.branch' } },
        },
      ),
      delete_branch: titled(
        'Delete branch {branch_name} of {project_id}',
        '删除 {project_id} 的分支 {branch_name}',
        'deletesThing',
        BRANCH,
      ),
      protect_branch: titled(
        'Protect branch {branch_name} of {project_id}[{allow_force_push|word true=, force pushes allowed}]',
        '保护 {project_id} 的分支 {branch_name}[{allow_force_push|word true=（允许强制推送）}]',
        'changesAccess',
      ),
      unprotect_branch: titled(
        'Stop protecting branch {branch_name} of {project_id}',
        '取消保护 {project_id} 的分支 {branch_name}',
        'changesAccess',
        BRANCH,
      ),
      update_default_branch: titled(
        'Make {default_branch} the default branch of {project_id}',
        '将 {project_id} 的默认分支设为 {default_branch}',
        'changesAccess',
      ),
      create_or_update_file: titled(
        'Commit {file_path|path} to {branch} of {project_id}[ ({content|lines})]',
        '将 {file_path|path} 提交到 {project_id} 的 {branch}[（{content|lines}）]',
        'pushesCode',
        FILE,
      ),
      push_files: titled(
        'Push {files|count file/files} to {branch} of {project_id}: {files|list}',
        '向 {project_id} 的 {branch} 推送 {files|count 个文件}：{files|list}',
        'pushesCode',
      ),
      create_commit_status: titled(
        'Mark commit {sha} of {project_id} as {state}[ by {name/context}]',
        '将 {project_id} 的提交 {sha} 标为 {state}[（{name/context}）]',
        'changesThing',
      ),
      create_repository: titled(
        'Create {visibility|word private=private,internal=internal,public=public,-=a} project {name}',
        '新建{visibility|word private=私有,internal=内部,public=公开,-=}项目 {name}',
        'createsThing',
      ),
      fork_repository: titled(
        'Fork {project_id}[ into {namespace}]',
        '派生 {project_id}[ 到 {namespace}]',
        'createsThing',
      ),
      create_group: titled(
        'Create {visibility|word private=private,internal=internal,public=public,-=a} group {name}',
        '新建{visibility|word private=私有,internal=内部,public=公开,-=}群组 {name}',
        'createsThing',
      ),
      update_project: titled(
        'Change the settings of {project_id}[: {visibility|word private=make it private,internal=make it internal,public=make it public}][: rename to {name}]',
        '修改 {project_id} 的设置[：{visibility|word private=设为私有,internal=设为内部,public=设为公开}][：改名为 {name}]',
        'changesAccess',
      ),
      create_issue: titled(
        'Open {issue_type|word incident=incident,task=task,test_case=test case,issue=issue,-=issue} in {project_id}: {title}',
        '在 {project_id} 中新建{issue_type|word incident=事件,task=任务,test_case=测试用例,issue=议题,-=议题}：{title}',
        'writesPublicly',
      ),
      update_issue: titled(
        'Change issue #{issue_iid} of {project_id}[: {state_event|word close=close it,reopen=reopen it}][: {title}]',
        '修改 {project_id} 的议题 #{issue_iid}[：{state_event|word close=关闭,reopen=重新打开}][：{title}]',
        'changesThing',
        ISSUE,
      ),
      update_issue_description_patch: titled(
        'Edit the text of issue #{issue_iid} of {project_id}[{dry_run|word true= as a dry run}]',
        '编辑 {project_id} 的议题 #{issue_iid} 的正文[{dry_run|word true=（试运行）}]',
        'changesThing',
        ISSUE,
      ),
      delete_issue: titled(
        'Delete issue #{issue_iid} of {project_id}',
        '删除 {project_id} 的议题 #{issue_iid}',
        'deletesThing',
        ISSUE,
      ),
      create_issue_note: titled(
        'Comment on issue #{issue_iid} of {project_id}: {body}',
        '评论 {project_id} 的议题 #{issue_iid}：{body}',
        'writesPublicly',
      ),
      update_issue_note: titled(
        'Change comment {note_id} on issue #{issue_iid} of {project_id}[: {body}]',
        '修改 {project_id} 的议题 #{issue_iid} 的评论 {note_id}[：{body}]',
        'changesThing',
      ),
      create_note: titled(
        'Comment on {noteable_type|word issue=issue #,merge_request=merge request !}{noteable_iid} of {project_id}: {body}',
        '评论 {project_id} 的{noteable_type|word issue=议题 #,merge_request=合并请求 !}{noteable_iid}：{body}',
        'writesPublicly',
      ),
      create_issue_link: titled(
        'Link issue #{issue_iid} of {project_id} with #{target_issue_iid} of {target_project_id}',
        '将 {project_id} 的议题 #{issue_iid} 与 {target_project_id} 的 #{target_issue_iid} 关联',
        'createsThing',
      ),
      delete_issue_link: titled(
        'Remove link {issue_link_id} of issue #{issue_iid} of {project_id}',
        '移除 {project_id} 的议题 #{issue_iid} 的链接 {issue_link_id}',
        'deletesThing',
      ),
      create_issue_emoji_reaction: titled(
        'React with :{name}: to issue #{issue_iid} of {project_id}',
        '用 :{name}: 回应 {project_id} 的议题 #{issue_iid}',
        'writesPublicly',
      ),
      delete_issue_emoji_reaction: titled(
        'Take back reaction {award_id} to issue #{issue_iid} of {project_id}',
        '撤回对 {project_id} 的议题 #{issue_iid} 的回应 {award_id}',
        'changesThing',
      ),
      create_issue_note_emoji_reaction: titled(
        'React with :{name}: to comment {note_id} on issue #{issue_iid} of {project_id}',
        '用 :{name}: 回应 {project_id} 的议题 #{issue_iid} 的评论 {note_id}',
        'writesPublicly',
      ),
      delete_issue_note_emoji_reaction: titled(
        'Take back reaction {award_id} to comment {note_id} on issue #{issue_iid} of {project_id}',
        '撤回对 {project_id} 的议题 #{issue_iid} 的评论 {note_id} 的回应 {award_id}',
        'changesThing',
      ),
      create_merge_request: titled(
        'Open {draft|word true=draft ,false=,-=}merge request in {project_id}: {title} ({source_branch} → {target_branch})',
        '在 {project_id} 中发起{draft|word true=草稿,false=,-=}合并请求：{title}（{source_branch} → {target_branch}）',
        'writesPublicly',
      ),
      update_merge_request: titled(
        'Change merge request !{merge_request_iid/source_branch} of {project_id}[: {state_event|word close=close it,reopen=reopen it}][: {title}]',
        '修改 {project_id} 的合并请求 !{merge_request_iid/source_branch}[：{state_event|word close=关闭,reopen=重新打开}][：{title}]',
        'changesThing',
        MERGE_REQUEST,
      ),
      merge_merge_request: titled(
        '{auto_merge|word true=Merge once it may:,false=Merge,-=Merge} merge request !{merge_request_iid} in {project_id}[{squash|word true= as one commit}]',
        '{auto_merge|word true=待可合并时合并,false=合并,-=合并} {project_id} 的合并请求 !{merge_request_iid}[{squash|word true=（压缩为一个提交）}]',
        'mergesCode',
        MERGE_REQUEST,
      ),
      approve_merge_request: titled(
        'Approve merge request !{merge_request_iid} of {project_id}',
        '批准 {project_id} 的合并请求 !{merge_request_iid}',
        'countsAsApproval',
        MERGE_REQUEST,
      ),
      unapprove_merge_request: titled(
        'Withdraw the approval of merge request !{merge_request_iid} of {project_id}',
        '撤回对 {project_id} 的合并请求 !{merge_request_iid} 的批准',
        'countsAsApproval',
        MERGE_REQUEST,
      ),
      create_merge_request_note: titled(
        'Comment on merge request !{merge_request_iid} of {project_id}: {body}',
        '评论 {project_id} 的合并请求 !{merge_request_iid}：{body}',
        'writesPublicly',
      ),
      update_merge_request_note: titled(
        'Change comment {note_id} on merge request !{merge_request_iid} of {project_id}: {body}',
        '修改 {project_id} 的合并请求 !{merge_request_iid} 的评论 {note_id}：{body}',
        'changesThing',
        NOTE_BODY,
      ),
      delete_merge_request_note: titled(
        'Delete comment {note_id} on merge request !{merge_request_iid} of {project_id}',
        '删除 {project_id} 的合并请求 !{merge_request_iid} 的评论 {note_id}',
        'deletesThing',
        NOTE,
      ),
      create_merge_request_thread: titled(
        'Begin a discussion on merge request !{merge_request_iid} of {project_id}[ at {position.new_path/position.old_path}]: {body}',
        '在 {project_id} 的合并请求 !{merge_request_iid}[ 的 {position.new_path/position.old_path}]发起讨论：{body}',
        'writesPublicly',
      ),
      resolve_merge_request_thread: titled(
        '{resolved|word true=Resolve,false=Reopen} a discussion on merge request !{merge_request_iid} of {project_id}',
        '{resolved|word true=解决,false=重新打开} {project_id} 的合并请求 !{merge_request_iid} 的讨论',
        'changesThing',
      ),
      create_merge_request_discussion_note: titled(
        'Reply in a discussion on merge request !{merge_request_iid} of {project_id}: {body}',
        '在 {project_id} 的合并请求 !{merge_request_iid} 的讨论中回复：{body}',
        'writesPublicly',
      ),
      update_merge_request_discussion_note: titled(
        'Change a reply on merge request !{merge_request_iid} of {project_id}[: {body}]',
        '修改 {project_id} 的合并请求 !{merge_request_iid} 的回复[：{body}]',
        'changesThing',
      ),
      delete_merge_request_discussion_note: titled(
        'Delete reply {note_id} on merge request !{merge_request_iid} of {project_id}',
        '删除 {project_id} 的合并请求 !{merge_request_iid} 的回复 {note_id}',
        'deletesThing',
      ),
      create_merge_request_emoji_reaction: titled(
        'React with :{name}: to merge request !{merge_request_iid} of {project_id}',
        '用 :{name}: 回应 {project_id} 的合并请求 !{merge_request_iid}',
        'writesPublicly',
      ),
      delete_merge_request_emoji_reaction: titled(
        'Take back reaction {award_id} to merge request !{merge_request_iid} of {project_id}',
        '撤回对 {project_id} 的合并请求 !{merge_request_iid} 的回应 {award_id}',
        'changesThing',
      ),
      create_merge_request_note_emoji_reaction: titled(
        'React with :{name}: to comment {note_id} on merge request !{merge_request_iid} of {project_id}',
        '用 :{name}: 回应 {project_id} 的合并请求 !{merge_request_iid} 的评论 {note_id}',
        'writesPublicly',
      ),
      delete_merge_request_note_emoji_reaction: titled(
        'Take back reaction {award_id} to comment {note_id} on merge request !{merge_request_iid} of {project_id}',
        '撤回对 {project_id} 的合并请求 !{merge_request_iid} 的评论 {note_id} 的回应 {award_id}',
        'changesThing',
      ),
      create_draft_note: titled(
        'Draft a comment on merge request !{merge_request_iid} of {project_id}: {body}',
        '为 {project_id} 的合并请求 !{merge_request_iid} 起草评论：{body}',
        'keepsDraft',
      ),
      update_draft_note: titled(
        'Change draft comment {draft_note_id} on merge request !{merge_request_iid} of {project_id}[: {body}]',
        '修改 {project_id} 的合并请求 !{merge_request_iid} 的评论草稿 {draft_note_id}[：{body}]',
        'keepsDraft',
      ),
      delete_draft_note: titled(
        'Delete draft comment {draft_note_id} on merge request !{merge_request_iid} of {project_id}',
        '删除 {project_id} 的合并请求 !{merge_request_iid} 的评论草稿 {draft_note_id}',
        'deletesThing',
      ),
      publish_draft_note: titled(
        'Publish draft comment {draft_note_id} on merge request !{merge_request_iid} of {project_id}',
        '发布 {project_id} 的合并请求 !{merge_request_iid} 的评论草稿 {draft_note_id}',
        'writesPublicly',
      ),
      bulk_publish_draft_notes: titled(
        'Publish all my draft comments on merge request !{merge_request_iid} of {project_id}',
        '发布 {project_id} 的合并请求 !{merge_request_iid} 上我的全部评论草稿',
        'writesPublicly',
      ),
    }
  },
}
