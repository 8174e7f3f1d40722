import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

const ISSUE = {
  preview: {
    call: 'jira_get_issue',
    with: { issue_key: 'args.issue_key' },
    show: ['key', 'summary', 'status.name', 'assignee.display_name'],
  },
} as const

const PAGE = {
  preview: {
    call: 'confluence_get_page',
    with: { page_id: 'args.page_id' },
    show: ['metadata.title', 'metadata.space.key', 'metadata.version'],
  },
} as const

const REMOTE_ISSUE = {
  preview: {
    call: 'getJiraIssue',
    with: { cloudId: 'args.cloudId', issueIdOrKey: 'args.issueIdOrKey' },
    show: ['key', 'fields.summary', 'fields.status.name', 'fields.assignee.displayName'],
  },
} as const

const REMOTE_PAGE = {
  preview: {
    call: 'getConfluencePage',
    with: { cloudId: 'args.cloudId', pageId: 'args.pageId' },
    show: ['title', 'status', 'spaceId'],
  },
} as const

export const ATLASSIAN_WORDS: PackWords = {
  pack: 'atlassian',
  get tools(): PackWords['tools'] {
    return {
      createJiraIssue: titled(
        'Create {issueTypeName} in {projectKey}: {summary}',
        '在 {projectKey} 中新建 {issueTypeName}：{summary}',
        'createsThing',
      ),
      editJiraIssue: titled(
        'Change {issueIdOrKey}[: {fields.summary}]',
        '修改 {issueIdOrKey}[：{fields.summary}]',
        'changesThing',
        REMOTE_ISSUE,
      ),
      transitionJiraIssue: titled(
        'Move {issueIdOrKey} on (transition {transition.id})',
        '推进 {issueIdOrKey}（转换 {transition.id}）',
        'changesThing',
        REMOTE_ISSUE,
      ),
      addCommentToJiraIssue: titled(
        'Comment on {issueIdOrKey}: {commentBody}',
        '评论 {issueIdOrKey}：{commentBody}',
        'writesPublicly',
        REMOTE_ISSUE,
      ),
      addWorklogToJiraIssue: titled(
        'Log {timeSpent} on {issueIdOrKey}',
        '为 {issueIdOrKey} 登记工时 {timeSpent}',
        'createsThing',
      ),
      createConfluencePage: titled(
        'Create page[ in space {spaceId}]: {title}',
        '[在空间 {spaceId} 中]新建页面：{title}',
        'writesPublicly',
      ),
      updateConfluencePage: titled(
        'Change page {pageId}[: {title}]',
        '修改页面 {pageId}[：{title}]',
        'changesThing',
        REMOTE_PAGE,
      ),
      createConfluenceFooterComment: titled(
        'Comment on page {pageId}: {body}',
        '评论页面 {pageId}：{body}',
        'writesPublicly',
      ),
      createConfluenceInlineComment: titled(
        'Comment inside page {pageId}: {body}',
        '在页面 {pageId} 正文中评论：{body}',
        'writesPublicly',
      ),
      jira_add_watcher: titled(
        'Let {user_identifier} watch {issue_key}',
        '让 {user_identifier} 关注 {issue_key}',
        'changesThing',
      ),
      jira_remove_watcher: titled(
        'Stop {username/account_id} watching {issue_key}',
        '取消 {username/account_id} 对 {issue_key} 的关注',
        'changesThing',
      ),
      jira_create_issue: titled(
        'Create {issue_type} in {project_key}: {summary}',
        '在 {project_key} 中新建 {issue_type}：{summary}',
        'createsThing',
      ),
      jira_batch_create_issues: titled(
        '{validate_only|word true=Check,false=Create,-=Create} several Jira issues',
        '{validate_only|word true=检查,false=新建,-=新建}多个 Jira 事务',
        'createsThing',
      ),
      jira_update_issue: titled(
        'Change {issue_key}[, move it to {transition}][, comment: {comment}]',
        '修改 {issue_key}[，转到 {transition}][，评论：{comment}]',
        'changesThing',
        ISSUE,
      ),
      jira_assign_issue: titled(
        '{assignee|word -=Unassign,*=Assign} {issue_key}[ to {assignee}]',
        '{assignee|word -=取消分配,*=分配} {issue_key}[ 给 {assignee}]',
        'changesThing',
        ISSUE,
      ),
      jira_move_issue: titled(
        'Move {issue_key} to project {target_project_key}',
        '将 {issue_key} 移到项目 {target_project_key}',
        'changesThing',
        ISSUE,
      ),
      jira_add_comment: titled('Comment on {issue_key}: {body}', '评论 {issue_key}：{body}', 'writesPublicly', ISSUE),
      jira_edit_comment: titled(
        'Change comment {comment_id} on {issue_key}: {body}',
        '修改 {issue_key} 的评论 {comment_id}：{body}',
        'changesThing',
      ),
      jira_add_worklog: titled(
        'Log {time_spent} on {issue_key}[: {comment}]',
        '为 {issue_key} 登记工时 {time_spent}[：{comment}]',
        'createsThing',
      ),
      jira_link_to_epic: titled(
        'Put {issue_key} into epic {epic_key}',
        '将 {issue_key} 归入史诗 {epic_key}',
        'changesThing',
      ),
      jira_create_issue_link: titled(
        'Link {inward_issue_key} with {outward_issue_key} ({link_type})',
        '将 {inward_issue_key} 与 {outward_issue_key} 关联（{link_type}）',
        'createsThing',
      ),
      jira_create_remote_issue_link: titled(
        'Link {issue_key} to {url|site}: {title}',
        '将 {issue_key} 链接到 {url|site}：{title}',
        'createsThing',
      ),
      jira_transition_issue: titled(
        'Move {issue_key} on (transition {transition_id})[: {comment}]',
        '推进 {issue_key}（转换 {transition_id}）[：{comment}]',
        'changesThing',
        ISSUE,
      ),
      jira_create_sprint: titled(
        'Create sprint {name} ({start_date} – {end_date})',
        '新建冲刺 {name}（{start_date} – {end_date}）',
        'createsThing',
      ),
      jira_update_sprint: titled(
        'Change sprint {sprint_id}[: {name}][, {state}]',
        '修改冲刺 {sprint_id}[：{name}][，{state}]',
        'changesThing',
      ),
      jira_add_issues_to_sprint: titled(
        'Put {issue_keys} into sprint {sprint_id}',
        '将 {issue_keys} 放入冲刺 {sprint_id}',
        'changesThing',
      ),
      jira_move_issues_to_backlog: titled(
        'Move {issue_keys} to the backlog',
        '将 {issue_keys} 移回待办列表',
        'changesThing',
      ),
      jira_create_version: titled(
        'Create version {name} of {project_key}[, released on {release_date}]',
        '新建 {project_key} 的版本 {name}[，发布于 {release_date}]',
        'createsThing',
      ),
      jira_batch_create_versions: titled(
        'Create several versions of {project_key}',
        '新建 {project_key} 的多个版本',
        'createsThing',
      ),
      jira_update_version: titled(
        'Change version {version_id}[: {name}][{released|word true=, release it}][{archived|word true=, archive it}]',
        '修改版本 {version_id}[：{name}][{released|word true=，发布}][{archived|word true=，归档}]',
        'changesThing',
      ),
      jira_update_proforma_form_answers: titled(
        'Answer {answers|count question/questions} of a form on {issue_key}',
        '填写 {issue_key} 表单的 {answers|count 个问题}',
        'changesThing',
      ),
      jira_delete_issue: titled(
        'Delete {issue_key} with its subtasks and comments',
        '删除 {issue_key} 及其子任务和评论',
        'deletesThing',
        ISSUE,
      ),
      jira_remove_issue_link: titled(
        'Remove link {link_id} between two issues',
        '移除事务之间的链接 {link_id}',
        'deletesThing',
      ),
      jira_create_customer_request: titled(
        'Send a customer request to service desk {service_desk_id}[ for {raise_on_behalf_of}]',
        '向服务台 {service_desk_id} 提交客户请求[（代表 {raise_on_behalf_of}）]',
        'sendsMessage',
      ),
      confluence_add_label: titled(
        'Label page {page_id} with {name}',
        '给页面 {page_id} 添加标签 {name}',
        'changesThing',
      ),
      confluence_create_page: titled(
        'Create page in {space_key}: {title}',
        '在 {space_key} 中新建页面：{title}',
        'writesPublicly',
      ),
      confluence_update_page: titled('Change page "{title}"', '修改页面“{title}”', 'changesThing', PAGE),
      confluence_update_page_section: titled(
        'Replace section {heading_text} of page {page_id}',
        '替换页面 {page_id} 的章节 {heading_text}',
        'changesThing',
        PAGE,
      ),
      confluence_move_page: titled(
        'Move page {page_id}[ below {target_parent_id}][ to space {target_space_key}]',
        '移动页面 {page_id}[，到 {target_parent_id} 之下][，到空间 {target_space_key}]',
        'changesThing',
        PAGE,
      ),
      confluence_add_comment: titled(
        'Comment on page {page_id}: {body}',
        '评论页面 {page_id}：{body}',
        'writesPublicly',
        PAGE,
      ),
      confluence_reply_to_comment: titled(
        'Reply to comment {comment_id}: {body}',
        '回复评论 {comment_id}：{body}',
        'writesPublicly',
      ),
      confluence_add_inline_comment: titled(
        'Comment on "{text_selection}" in page {page_id}: {body}',
        '评论页面 {page_id} 中的“{text_selection}”：{body}',
        'writesPublicly',
      ),
      confluence_upload_attachment: titled(
        'Attach {filename/file_path|path} to page {content_id}',
        '将 {filename/file_path|path} 附到页面 {content_id}',
        'givesFiles',
      ),
      confluence_upload_attachments: titled(
        'Attach files to page {content_id}: {file_paths}',
        '将文件附到页面 {content_id}：{file_paths}',
        'givesFiles',
      ),
      confluence_create_page_from_template: titled(
        'Create page in {space_key} from template {template_id}: {title}',
        '在 {space_key} 中用模板 {template_id} 新建页面：{title}',
        'writesPublicly',
      ),
      confluence_copy_page: titled(
        'Copy page {source_page_id} to {destination_space_key} as {new_title}',
        '将页面 {source_page_id} 复制到 {destination_space_key}，名为 {new_title}',
        'createsThing',
      ),
      confluence_delete_page: titled('Delete page {page_id}', '删除页面 {page_id}', 'deletesThing', PAGE),
      confluence_delete_attachment: titled(
        'Delete attachment {attachment_id}',
        '删除附件 {attachment_id}',
        'deletesThing',
      ),
      confluence_set_page_restrictions: titled(
        'Restrict page {page_id}[: readers {read_users|list}][, reading groups {read_groups|list}][, editors {edit_users|list}][, editing groups {edit_groups|list}]',
        '限制页面 {page_id}[：可读 {read_users|list}][，可读组 {read_groups|list}][，可编辑 {edit_users|list}][，可编辑组 {edit_groups|list}]',
        'changesAccess',
      ),
    }
  },
}
