import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

const ISSUE = {
  preview: { call: 'get_issue', with: { id: 'args.id' }, show: ['identifier', 'title', 'status', 'assignee'] },
} as const

export const LINEAR_WORDS: PackWords = {
  pack: 'linear',
  get tools(): PackWords['tools'] {
    return {
      linear_create_issue: titled('Create issue: {title}', '新建任务：{title}', 'createsThing'),
      linear_update_issue: titled(
        'Change issue {id}[: {title}][, status {status}]',
        '修改任务 {id}[：{title}][，状态 {status}]',
        'changesThing',
      ),
      linear_add_comment: titled('Comment on {issueId}: {body}', '评论 {issueId}：{body}', 'writesPublicly'),
      create_issue: titled('Create issue[ in {team}]: {title}', '[在 {team} 中]新建任务：{title}', 'createsThing'),
      update_issue: titled(
        'Change issue {id}[: {title}][, status {state}]',
        '修改任务 {id}[：{title}][，状态 {state}]',
        'changesThing',
        ISSUE,
      ),
      save_issue: titled(
        '{id|word -=Create issue,*=Change issue}[ {id}][: {title}][, status {state}]',
        '{id|word -=新建任务,*=修改任务}[ {id}][：{title}][，状态 {state}]',
        'writesPublicly',
      ),
      create_comment: titled('Comment on {issueId}: {body}', '评论 {issueId}：{body}', 'writesPublicly'),
      save_comment: titled(
        '{id|word -=Comment,*=Change a comment}[ on {issueId}]: {body}',
        '{id|word -=评论,*=修改评论}[ {issueId}]：{body}',
        'writesPublicly',
      ),
      create_project: titled('Create project {name}', '新建项目 {name}', 'createsThing'),
      update_project: titled(
        'Change project {id}[: {name}][, status {state}]',
        '修改项目 {id}[：{name}][，状态 {state}]',
        'changesThing',
      ),
      save_project: titled(
        '{id|word -=Create project,*=Change project}[ {id}][: {name}][, status {state}]',
        '{id|word -=新建项目,*=修改项目}[ {id}][：{name}][，状态 {state}]',
        'writesPublicly',
      ),
      create_document: titled('Create document {title}', '新建文档 {title}', 'createsThing'),
      update_document: titled('Change document {id}[: {title}]', '修改文档 {id}[：{title}]', 'changesThing'),
      save_document: titled(
        '{id|word -=Create document,*=Change document}[ {id}][: {title}]',
        '{id|word -=新建文档,*=修改文档}[ {id}][：{title}]',
        'writesPublicly',
      ),
      create_issue_label: titled('Create label {name}', '新建标签 {name}', 'createsThing'),
      create_milestone: titled(
        'Create milestone {name}[ in {project}]',
        '[在 {project} 中]新建里程碑 {name}',
        'createsThing',
      ),
      update_milestone: titled('Change milestone {id}[: {name}]', '修改里程碑 {id}[：{name}]', 'changesThing'),
      save_milestone: titled(
        '{id|word -=Create milestone,*=Change milestone}[ {id}][: {name}][ in {project}]',
        '{id|word -=新建里程碑,*=修改里程碑}[ {id}][：{name}][（项目 {project}）]',
        'writesPublicly',
      ),
      delete_comment: titled('Delete comment {id}', '删除评论 {id}', 'deletesThing'),
      save_status_update: titled(
        '{id|word -=Post,*=Change} a status update[ of {project/initiative}][ ({health})]',
        '{id|word -=发布,*=修改}[ {project/initiative} 的]状态更新[（{health}）]',
        'writesPublicly',
      ),
    }
  },
}
