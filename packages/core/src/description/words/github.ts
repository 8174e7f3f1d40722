import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'
import { githubRepositoryWords } from './github-repository.ts'

/** The names of a pull request and of an issue as its present server reads them; an earlier one gives no preview. */
const PULL_AT = {
  call: 'pull_request_read',
  with: { method: '"get"', owner: 'args.owner', repo: 'args.repo', pullNumber: 'args.pullNumber' },
} as const

const ISSUE_AT = {
  call: 'issue_read',
  with: { method: '"get"', owner: 'args.owner', repo: 'args.repo', issue_number: 'args.issue_number' },
} as const

const PULL = {
  preview: {
    ...PULL_AT,
    show: [
      'title',
      'state',
      'draft',
      'user.login',
      'head.ref',
      'head.sha',
      'base.ref',
      'changed_files',
      'additions',
      'deletions',
    ],
  },
} as const

const ISSUE = { preview: { ...ISSUE_AT, show: ['title', 'state', 'user.login', 'labels', 'assignees'] } } as const

/** The archived server reads an issue by another name. */
const EARLIER_ISSUE = {
  preview: {
    call: 'get_issue',
    with: { owner: 'args.owner', repo: 'args.repo', issue_number: 'args.issue_number' },
    show: ['title', 'state', 'user.login'],
  },
} as const

const PULL_BODY = {
  preview: { ...PULL_AT, show: ['title', 'state'], compare: { now: 'entity.body', by: { whole: 'body' } } },
  undo: {
    call: 'update_pull_request_body',
    with: { owner: 'args.owner', repo: 'args.repo', pullNumber: 'args.pullNumber', body: 'entity.body' },
  },
} as const

const PULL_TITLE = {
  preview: { ...PULL_AT, show: ['title', 'state'] },
  undo: {
    call: 'update_pull_request_title',
    with: { owner: 'args.owner', repo: 'args.repo', pullNumber: 'args.pullNumber', title: 'entity.title' },
  },
} as const

const ISSUE_BODY = {
  preview: { ...ISSUE_AT, show: ['title', 'state'], compare: { now: 'entity.body', by: { whole: 'body' } } },
  undo: {
    call: 'update_issue_body',
    with: { owner: 'args.owner', repo: 'args.repo', issue_number: 'args.issue_number', body: 'entity.body' },
  },
} as const

const ISSUE_TITLE = {
  preview: { ...ISSUE_AT, show: ['title', 'state'] },
  undo: {
    call: 'update_issue_title',
    with: { owner: 'args.owner', repo: 'args.repo', issue_number: 'args.issue_number', title: 'entity.title' },
  },
} as const

export const GITHUB_WORDS: PackWords = {
  pack: 'github',
  get tools(): PackWords['tools'] {
    return {
      ...githubRepositoryWords(),
      add_comment_to_pending_review: titled(
        'Comment on {path|file} in pull request #{pullNumber} of {owner}/{repo}: {body}',
        '评论 {owner}/{repo} 的拉取请求 #{pullNumber} 中的 {path|file}：{body}',
        'keepsDraft',
      ),
      add_issue_comment: titled(
        '{reaction|word -=Comment on,*=React to} #{issue_number} of {owner}/{repo}[: {body}][: {reaction}]',
        '{reaction|word -=评论,*=回应} {owner}/{repo} 的议题 #{issue_number}[：{body}][：{reaction}]',
        'writesPublicly',
        ISSUE,
      ),
      add_issue_comment_reaction: titled(
        'React with {content} to comment {comment_id} in {owner}/{repo}',
        '用 {content} 回应 {owner}/{repo} 的评论 {comment_id}',
        'writesPublicly',
      ),
      add_issue_reaction: titled(
        'React with {content} to #{issue_number} of {owner}/{repo}',
        '用 {content} 回应 {owner}/{repo} 的议题 #{issue_number}',
        'writesPublicly',
      ),
      add_pull_request_review_comment: titled(
        'Comment on {path|file}[, line {line},] in pull request #{pullNumber} of {owner}/{repo}: {body}',
        '评论 {owner}/{repo} 的拉取请求 #{pullNumber} 的 {path|file}[ 第 {line} 行]：{body}',
        'writesPublicly',
      ),
      add_pull_request_review_comment_reaction: titled(
        'React with {content} to review comment {comment_id} in {owner}/{repo}',
        '用 {content} 回应 {owner}/{repo} 的评审评论 {comment_id}',
        'writesPublicly',
      ),
      add_reply_to_pull_request_comment: titled(
        'Reply to comment {commentId} in {owner}/{repo}[: {body}][: {reaction}]',
        '回复 {owner}/{repo} 的评论 {commentId}[：{body}][：{reaction}]',
        'writesPublicly',
      ),
      add_sub_issue: titled(
        'Add sub-issue {sub_issue_id} to #{issue_number} of {owner}/{repo}',
        '为 {owner}/{repo} 的议题 #{issue_number} 添加子议题 {sub_issue_id}',
        'changesThing',
      ),
      create_issue: titled(
        'Open issue in {owner}/{repo}: {title}',
        '在 {owner}/{repo} 中新建议题：{title}',
        'writesPublicly',
      ),
      reprioritize_sub_issue: titled(
        'Reorder sub-issue {sub_issue_id} of #{issue_number} of {owner}/{repo}',
        '调整 {owner}/{repo} 的议题 #{issue_number} 的子议题 {sub_issue_id} 的顺序',
        'changesThing',
      ),
      request_copilot_review: titled(
        'Ask Copilot to review pull request #{pullNumber} of {owner}/{repo}',
        '请 Copilot 评审 {owner}/{repo} 的拉取请求 #{pullNumber}',
        'startsAgent',
        PULL,
      ),
      request_pull_request_reviewers: titled(
        'Ask {reviewers|list} to review pull request #{pullNumber} of {owner}/{repo}',
        '请 {reviewers|list} 评审 {owner}/{repo} 的拉取请求 #{pullNumber}',
        'sendsMessage',
        PULL,
      ),
      resolve_review_thread: titled(
        'Resolve review thread {threadID}',
        '将评审讨论 {threadID} 标为已解决',
        'changesThing',
      ),
      unresolve_review_thread: titled('Reopen review thread {threadID}', '重新打开评审讨论 {threadID}', 'changesThing'),
      set_issue_fields: titled(
        'Set {fields|count field/fields} of #{issue_number} of {owner}/{repo}',
        '设置 {owner}/{repo} 的议题 #{issue_number} 的 {fields|count 个字段}',
        'changesThing',
        ISSUE,
      ),
      update_issue: titled(
        'Change #{issue_number} of {owner}/{repo}[: {state|word open=reopen it,closed=close it}][: {title}]',
        '修改 {owner}/{repo} 的议题 #{issue_number}[：{state|word open=重新打开,closed=关闭}][：{title}]',
        'changesThing',
        EARLIER_ISSUE,
      ),
      update_issue_assignees: titled(
        'Assign #{issue_number} of {owner}/{repo} to {assignees|list}',
        '将 {owner}/{repo} 的议题 #{issue_number} 分配给 {assignees|list}',
        'changesThing',
        ISSUE,
      ),
      update_issue_body: titled(
        'Replace the text of #{issue_number} of {owner}/{repo}',
        '替换 {owner}/{repo} 的议题 #{issue_number} 的正文',
        'changesThing',
        ISSUE_BODY,
      ),
      update_issue_labels: titled(
        'Label #{issue_number} of {owner}/{repo} with {labels|list}',
        '将 {owner}/{repo} 的议题 #{issue_number} 的标签设为 {labels|list}',
        'changesThing',
        ISSUE,
      ),
      update_issue_milestone: titled(
        'Put #{issue_number} of {owner}/{repo} into milestone {milestone}',
        '将 {owner}/{repo} 的议题 #{issue_number} 放入里程碑 {milestone}',
        'changesThing',
        ISSUE,
      ),
      update_issue_state: titled(
        '{state|word open=Reopen,closed=Close} #{issue_number} of {owner}/{repo}[ as {state_reason|word completed=completed,not_planned=not planned,duplicate=a duplicate}][ of #{duplicate_of}]',
        '{state|word open=重新打开,closed=关闭} {owner}/{repo} 的议题 #{issue_number}[（{state_reason|word completed=已完成,not_planned=不再计划,duplicate=重复}][，同 #{duplicate_of}]）',
        'changesThing',
        ISSUE,
      ),
      update_issue_title: titled(
        'Rename #{issue_number} of {owner}/{repo} to "{title}"',
        '将 {owner}/{repo} 的议题 #{issue_number} 改名为“{title}”',
        'changesThing',
        ISSUE_TITLE,
      ),
      update_issue_type: titled(
        'Make #{issue_number} of {owner}/{repo} a {issue_type}',
        '将 {owner}/{repo} 的议题 #{issue_number} 的类型设为 {issue_type}',
        'changesThing',
        ISSUE,
      ),
      update_pull_request: titled(
        'Change pull request #{pullNumber} of {owner}/{repo}[: {state|word open=reopen it,closed=close it}][: {title}][, base {base}]',
        '修改 {owner}/{repo} 的拉取请求 #{pullNumber}[：{state|word open=重新打开,closed=关闭}][：{title}][，目标 {base}]',
        'changesThing',
        { preview: { ...PULL.preview, compare: { now: 'entity.body', by: { whole: 'body' } } } },
      ),
      update_pull_request_body: titled(
        'Replace the text of pull request #{pullNumber} of {owner}/{repo}',
        '替换 {owner}/{repo} 的拉取请求 #{pullNumber} 的正文',
        'changesThing',
        PULL_BODY,
      ),
      update_pull_request_branch: titled(
        'Merge the base into pull request #{pullNumber/pull_number} of {owner}/{repo}',
        '将目标分支合入 {owner}/{repo} 的拉取请求 #{pullNumber/pull_number}',
        'pushesCode',
        PULL,
      ),
      update_pull_request_draft_state: titled(
        'Make pull request #{pullNumber} of {owner}/{repo} {draft|word true=a draft,false=ready for review}',
        '将 {owner}/{repo} 的拉取请求 #{pullNumber} 设为{draft|word true=草稿,false=可评审}',
        'changesThing',
        PULL,
      ),
      update_pull_request_state: titled(
        '{state|word open=Reopen,closed=Close} pull request #{pullNumber} of {owner}/{repo}',
        '{state|word open=重新打开,closed=关闭} {owner}/{repo} 的拉取请求 #{pullNumber}',
        'changesThing',
        PULL,
      ),
      update_pull_request_title: titled(
        'Rename pull request #{pullNumber} of {owner}/{repo} to "{title}"',
        '将 {owner}/{repo} 的拉取请求 #{pullNumber} 改名为“{title}”',
        'changesThing',
        PULL_TITLE,
      ),
      assign_copilot_to_issue: titled(
        'Let Copilot work on #{issue_number} of {owner}/{repo}[, from {base_ref}]',
        '让 Copilot 处理 {owner}/{repo} 的议题 #{issue_number}[，基于 {base_ref}]',
        'startsAgent',
        ISSUE,
      ),
      assign_copilot_to_issue_with_intent: titled(
        'Let Copilot work on #{issue_number} of {owner}/{repo}[, from {base_ref}]',
        '让 Copilot 处理 {owner}/{repo} 的议题 #{issue_number}[，基于 {base_ref}]',
        'startsAgent',
        ISSUE,
      ),
      create_pull_request_review: titled(
        '{event|word APPROVE=Approve,REQUEST_CHANGES=Request changes to,COMMENT=Comment on,-=Begin a review of} pull request #{pullNumber/pull_number} of {owner}/{repo}[: {body}]',
        '{event|word APPROVE=批准,REQUEST_CHANGES=要求修改,COMMENT=评论,-=开始评审}：{owner}/{repo} 的拉取请求 #{pullNumber/pull_number}[：{body}]',
        'countsAsApproval',
        PULL,
      ),
      delete_pending_pull_request_review: titled(
        'Discard the pending review of pull request #{pullNumber} of {owner}/{repo}',
        '放弃对 {owner}/{repo} 的拉取请求 #{pullNumber} 的待提交评审',
        'deletesThing',
      ),
      merge_pull_request: titled(
        '{merge_method|word squash=Squash and merge,rebase=Rebase and merge,merge=Merge,-=Merge} pull request #{pullNumber/pull_number} into {owner}/{repo}',
        '{merge_method|word squash=压缩合并,rebase=变基合并,merge=合并,-=合并} {owner}/{repo} 的拉取请求 #{pullNumber/pull_number}',
        'mergesCode',
        PULL,
      ),
      remove_sub_issue: titled(
        'Remove sub-issue {sub_issue_id} from #{issue_number} of {owner}/{repo}',
        '从 {owner}/{repo} 的议题 #{issue_number} 移除子议题 {sub_issue_id}',
        'changesThing',
      ),
      submit_pending_pull_request_review: titled(
        '{event|word APPROVE=Approve,REQUEST_CHANGES=Request changes to,COMMENT=Comment on} pull request #{pullNumber} of {owner}/{repo}[: {body}]',
        '{event|word APPROVE=批准,REQUEST_CHANGES=要求修改,COMMENT=评论} {owner}/{repo} 的拉取请求 #{pullNumber}[：{body}]',
        'countsAsApproval',
        PULL,
      ),
      create_pull_request: titled(
        'Open {draft|word true=draft ,false=,-=}pull request in {owner}/{repo}: {title} ({head} → {base})',
        '在 {owner}/{repo} 中发起{draft|word true=草稿,false=,-=}拉取请求：{title}（{head} → {base}）',
        'writesPublicly',
      ),
      issue_write: titled(
        '{method|word create=Open issue,update=Change issue}[ #{issue_number}] in {owner}/{repo}[: {state|word open=reopen it,closed=close it}][: {title}]',
        '{method|word create=新建,update=修改} {owner}/{repo} 的议题[ #{issue_number}][：{state|word open=重新打开,closed=关闭}][：{title}]',
        'writesPublicly',
      ),
      sub_issue_write: titled(
        '{method|word add=Add,remove=Remove,reprioritize=Reorder} sub-issue {sub_issue_id} of #{issue_number} of {owner}/{repo}',
        '{method|word add=添加,remove=移除,reprioritize=重新排序} {owner}/{repo} 的议题 #{issue_number} 的子议题 {sub_issue_id}',
        'changesThing',
      ),
      issue_dependency_write: titled(
        '{method|word add=Say,remove=No longer say} that #{issue_number} of {owner}/{repo} is {type|word blocked_by=blocked by,blocking=blocking} #{related_issue_number}',
        '{method|word add=添加,remove=移除}依赖：{owner}/{repo} 的议题 #{issue_number} {type|word blocked_by=被阻塞于,blocking=阻塞} #{related_issue_number}',
        'changesThing',
      ),
      pull_request_review_write: titled(
        '{method|word create=Review,submit_pending=Submit the review of,delete_pending=Discard the review of,resolve_thread=Resolve a thread of,unresolve_thread=Reopen a thread of} pull request #{pullNumber} of {owner}/{repo}[: {event|word APPROVE=approve,REQUEST_CHANGES=request changes,COMMENT=comment}][: {body}]',
        '{method|word create=评审,submit_pending=提交评审,delete_pending=放弃评审,resolve_thread=解决讨论,unresolve_thread=重新打开讨论}：{owner}/{repo} 的拉取请求 #{pullNumber}[：{event|word APPROVE=批准,REQUEST_CHANGES=要求修改,COMMENT=评论}][：{body}]',
        'countsAsApproval',
        PULL,
      ),
    }
  },
}
