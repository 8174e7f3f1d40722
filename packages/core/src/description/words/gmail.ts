import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const GMAIL_WORDS: PackWords = {
  pack: 'gmail',
  get tools(): PackWords['tools'] {
    return {
      send_email: titled('Send mail to {to|first}[: {subject}]', '发送邮件给 {to|first}[：{subject}]', 'sendsMessage'),
      draft_email: titled(
        'Draft mail to {to|first}[: {subject}]',
        '起草给 {to|first} 的邮件[：{subject}]',
        'keepsDraft',
      ),
      create_draft: titled(
        'Draft mail[ to {to|first}][: {subject}]',
        '起草[给 {to|first} 的]邮件[：{subject}]',
        'keepsDraft',
      ),
      send_message: titled(
        'Send mail to {to|first}[: {subject}]',
        '发送邮件给 {to|first}[：{subject}]',
        'sendsMessage',
      ),
      reply: titled('Reply to mail {messageId}[: {body}]', '回复邮件 {messageId}[：{body}]', 'sendsMessage'),
      forward: titled('Forward mail {messageId} to {to|first}', '将邮件 {messageId} 转发给 {to|first}', 'sendsMessage'),
      label_message: titled(
        'Label mail {messageId} with {labelIds|list}',
        '给邮件 {messageId} 添加标签 {labelIds|list}',
        'changesThing',
      ),
      unlabel_message: titled(
        'Take {labelIds|list} off mail {messageId}',
        '移除邮件 {messageId} 的标签 {labelIds|list}',
        'changesThing',
      ),
      label_thread: titled(
        'Label conversation {threadId} with {labelIds|list}',
        '给会话 {threadId} 添加标签 {labelIds|list}',
        'changesThing',
      ),
      unlabel_thread: titled(
        'Take {labelIds|list} off conversation {threadId}',
        '移除会话 {threadId} 的标签 {labelIds|list}',
        'changesThing',
      ),
      trash_thread: titled('Move conversation {threadId} to the trash', '将会话 {threadId} 移入回收站', 'deletesThing'),
      delete_draft: titled('Delete draft {draftId}', '删除草稿 {draftId}', 'deletesThing'),
      create_label: titled('Create label {name/displayName}', '新建标签 {name/displayName}', 'createsThing'),
      update_label: titled(
        'Change label {id/labelId}[: {name/displayName}]',
        '修改标签 {id/labelId}[：{name/displayName}]',
        'changesThing',
      ),
      get_or_create_label: titled('Find or create label {name}', '查找或新建标签 {name}', 'createsThing'),
      delete_label: titled('Delete label {id/labelId}', '删除标签 {id/labelId}', 'deletesThing'),
      modify_email: titled(
        'Relabel mail {messageId}[: add {addLabelIds|list}][, remove {removeLabelIds|list}]',
        '更改邮件 {messageId} 的标签[：添加 {addLabelIds|list}][，移除 {removeLabelIds|list}]',
        'changesThing',
      ),
      batch_modify_emails: titled(
        'Relabel {messageIds|count mail/mails}[: add {addLabelIds|list}][, remove {removeLabelIds|list}]',
        '更改 {messageIds|count 封邮件}的标签[：添加 {addLabelIds|list}][，移除 {removeLabelIds|list}]',
        'changesThing',
      ),
      delete_email: titled('Delete mail {messageId} for good', '永久删除邮件 {messageId}', 'deletesThing'),
      batch_delete_emails: titled(
        'Delete {messageIds|count mail/mails} for good',
        '永久删除 {messageIds|count 封邮件}',
        'deletesThing',
      ),
      create_filter: titled(
        'Filter mail[ from {criteria.from}][ to {criteria.to}][ about {criteria.subject/criteria.query}][, forward it to {action.forward}][, label it {action.addLabelIds|list}][, take off {action.removeLabelIds|list}]',
        '过滤邮件[：来自 {criteria.from}][，发给 {criteria.to}][，内容为 {criteria.subject/criteria.query}][，转发到 {action.forward}][，添加标签 {action.addLabelIds|list}][，移除标签 {action.removeLabelIds|list}]',
        'staysInForce',
      ),
      create_filter_from_template: titled(
        'Filter mail by template {template}[: {parameters.senderEmail/parameters.subjectText/parameters.searchText/parameters.listIdentifier}]',
        '按模板 {template} 过滤邮件[：{parameters.senderEmail/parameters.subjectText/parameters.searchText/parameters.listIdentifier}]',
        'staysInForce',
      ),
      delete_filter: titled('Delete mail filter {filterId}', '删除邮件过滤器 {filterId}', 'deletesThing'),
    }
  },
}
