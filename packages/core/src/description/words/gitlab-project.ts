/** GitLab beside code, issues and merge requests: what a project plans, publishes and keeps. */
import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

const LABEL = {
  preview: {
    call: 'get_label',
    with: { project_id: 'args.project_id', label_id: 'args.label_id' },
    show: ['name', 'description', 'open_issues_count'],
  },
} as const

const WIKI = {
  preview: {
    call: 'get_wiki_page',
    with: { project_id: 'args.project_id', slug: 'args.slug' },
    show: ['title', 'content'],
  },
} as const

const GROUP_WIKI = {
  preview: {
    call: 'get_group_wiki_page',
    with: { group_id: 'args.group_id', slug: 'args.slug' },
    show: ['title', 'content'],
  },
} as const

const WIKI_TEXT = {
  preview: { ...WIKI.preview, show: ['title'], compare: { now: 'entity.content', by: { whole: 'content' } } },
} as const

const GROUP_WIKI_TEXT = {
  preview: { ...GROUP_WIKI.preview, show: ['title'], compare: { now: 'entity.content', by: { whole: 'content' } } },
} as const

const MILESTONE = {
  preview: {
    call: 'get_milestone',
    with: { project_id: 'args.project_id', milestone_id: 'args.milestone_id' },
    show: ['title', 'state', 'due_date'],
  },
} as const

const GROUP_MILESTONE = {
  preview: {
    call: 'get_group_milestone',
    with: { group_id: 'args.group_id', milestone_id: 'args.milestone_id' },
    show: ['title', 'state', 'due_date'],
  },
} as const

const RELEASE = {
  preview: {
    call: 'get_release',
    with: { project_id: 'args.project_id', tag_name: 'args.tag_name' },
    show: ['name', 'tag_name', 'description'],
  },
} as const

const TAG = {
  preview: {
    call: 'get_tag',
    with: { project_id: 'args.project_id', tag_name: 'args.tag_name' },
    show: ['name', 'message', 'target'],
  },
} as const

const WORK_ITEM = {
  preview: {
    call: 'get_work_item',
    with: { project_id: 'args.project_id', iid: 'args.iid' },
    show: ['title', 'state'],
  },
} as const

const VULNERABILITY = {
  preview: {
    call: 'get_vulnerability',
    with: { vulnerability_id: 'args.vulnerability_id' },
    show: ['title', 'severity', 'state'],
  },
} as const

export const gitlabProjectWords = (): PackWords['tools'] => ({
  mark_todo_done: titled('Mark to-do {id} as done', '将待办 {id} 标为完成', 'changesThing'),
  mark_all_todos_done: titled('Mark all to-dos as done', '将全部待办标为完成', 'changesThing'),
  create_label: titled('Create label {name} in {project_id}', '在 {project_id} 中新建标签 {name}', 'createsThing'),
  update_label: titled(
    'Change label {label_id} of {project_id}[ to {new_name}]',
    '修改 {project_id} 的标签 {label_id}[，改为 {new_name}]',
    'changesThing',
    LABEL,
  ),
  delete_label: titled(
    'Delete label {label_id} of {project_id}',
    '删除 {project_id} 的标签 {label_id}',
    'deletesThing',
    LABEL,
  ),
  create_wiki_page: titled(
    'Create wiki page {title} in {project_id}',
    '在 {project_id} 中新建 Wiki 页面 {title}',
    'writesPublicly',
  ),
  update_wiki_page: titled(
    'Change wiki page {slug} of {project_id}[: {title}]',
    '修改 {project_id} 的 Wiki 页面 {slug}[：{title}]',
    'changesThing',
    WIKI_TEXT,
  ),
  delete_wiki_page: titled(
    'Delete wiki page {slug} of {project_id}',
    '删除 {project_id} 的 Wiki 页面 {slug}',
    'deletesThing',
    WIKI,
  ),
  create_group_wiki_page: titled(
    'Create wiki page {title} in group {group_id}',
    '在群组 {group_id} 中新建 Wiki 页面 {title}',
    'writesPublicly',
  ),
  update_group_wiki_page: titled(
    'Change wiki page {slug} of group {group_id}[: {title}]',
    '修改群组 {group_id} 的 Wiki 页面 {slug}[：{title}]',
    'changesThing',
    GROUP_WIKI_TEXT,
  ),
  delete_group_wiki_page: titled(
    'Delete wiki page {slug} of group {group_id}',
    '删除群组 {group_id} 的 Wiki 页面 {slug}',
    'deletesThing',
    GROUP_WIKI,
  ),
  create_milestone: titled(
    'Create milestone {title} in {project_id}',
    '在 {project_id} 中新建里程碑 {title}',
    'createsThing',
  ),
  edit_milestone: titled(
    '{state_event|word close=Close,activate=Reopen,-=Change} milestone {milestone_id} of {project_id}[: {title}]',
    '{state_event|word close=关闭,activate=重新打开,-=修改} {project_id} 的里程碑 {milestone_id}[：{title}]',
    'changesThing',
    MILESTONE,
  ),
  delete_milestone: titled(
    'Delete milestone {milestone_id} of {project_id}',
    '删除 {project_id} 的里程碑 {milestone_id}',
    'deletesThing',
    MILESTONE,
  ),
  promote_milestone: titled(
    'Promote milestone {milestone_id} of {project_id} to its group',
    '将 {project_id} 的里程碑 {milestone_id} 提升到群组',
    'changesThing',
    MILESTONE,
  ),
  create_group_milestone: titled(
    'Create milestone {title} in group {group_id}',
    '在群组 {group_id} 中新建里程碑 {title}',
    'createsThing',
  ),
  edit_group_milestone: titled(
    '{state_event|word close=Close,activate=Reopen,-=Change} milestone {milestone_id} of group {group_id}[: {title}]',
    '{state_event|word close=关闭,activate=重新打开,-=修改}群组 {group_id} 的里程碑 {milestone_id}[：{title}]',
    'changesThing',
    GROUP_MILESTONE,
  ),
  delete_group_milestone: titled(
    'Delete milestone {milestone_id} of group {group_id}',
    '删除群组 {group_id} 的里程碑 {milestone_id}',
    'deletesThing',
    GROUP_MILESTONE,
  ),
  upload_markdown: titled(
    'Upload {file_path|path} to {project_id}',
    '将 {file_path|path} 上传到 {project_id}',
    'givesFiles',
  ),
  create_release: titled(
    'Publish release {tag_name} of {project_id}[: {name}]',
    '发布 {project_id} 的版本 {tag_name}[：{name}]',
    'writesPublicly',
  ),
  update_release: titled(
    'Change release {tag_name} of {project_id}[: {name}]',
    '修改 {project_id} 的版本 {tag_name}[：{name}]',
    'writesPublicly',
    RELEASE,
  ),
  delete_release: titled(
    'Delete release {tag_name} of {project_id}',
    '删除 {project_id} 的版本 {tag_name}',
    'deletesThing',
    RELEASE,
  ),
  create_release_evidence: titled(
    'Collect evidence for release {tag_name} of {project_id}',
    '为 {project_id} 的版本 {tag_name} 收集证据',
    'createsThing',
  ),
  create_tag: titled(
    'Create tag {tag_name} at {ref} in {project_id}',
    '在 {project_id} 的 {ref} 上新建标记 {tag_name}',
    'createsThing',
    {
      undo: { call: 'delete_tag', with: { project_id: 'args.project_id', tag_name: 'args.tag_name' } },
    },
  ),
  delete_tag: titled(
    'Delete tag {tag_name} of {project_id}',
    '删除 {project_id} 的标记 {tag_name}',
    'deletesThing',
    TAG,
  ),
  create_work_item: titled(
    'Create {type|word issue=issue,task=task,incident=incident,test_case=test case,epic=epic,key_result=key result,objective=objective,requirement=requirement,ticket=ticket,-=work item} in {project_id}: {title}',
    '在 {project_id} 中新建{type|word issue=议题,task=任务,incident=事件,test_case=测试用例,epic=史诗,key_result=关键结果,objective=目标,requirement=需求,ticket=工单,-=工作项}：{title}',
    'writesPublicly',
  ),
  update_work_item: titled(
    'Change work item #{iid} of {project_id}[: {state_event|word close=close it,reopen=reopen it}][: {title}]',
    '修改 {project_id} 的工作项 #{iid}[：{state_event|word close=关闭,reopen=重新打开}][：{title}]',
    'changesThing',
    WORK_ITEM,
  ),
  convert_work_item_type: titled(
    'Turn work item #{iid} of {project_id} into {new_type}',
    '将 {project_id} 的工作项 #{iid} 转换为 {new_type}',
    'changesThing',
    WORK_ITEM,
  ),
  move_work_item: titled(
    'Move work item #{iid} of {project_id} to {target_project_id}',
    '将 {project_id} 的工作项 #{iid} 移到 {target_project_id}',
    'changesThing',
    WORK_ITEM,
  ),
  create_work_item_note: titled(
    'Comment on work item #{iid} of {project_id}: {body}',
    '评论 {project_id} 的工作项 #{iid}：{body}',
    'writesPublicly',
  ),
  create_work_item_emoji_reaction: titled(
    'React with :{name}: to work item #{iid} of {project_id}',
    '用 :{name}: 回应 {project_id} 的工作项 #{iid}',
    'writesPublicly',
  ),
  delete_work_item_emoji_reaction: titled(
    'Take back :{name}: from work item #{iid} of {project_id}',
    '撤回对 {project_id} 的工作项 #{iid} 的回应 :{name}:',
    'changesThing',
  ),
  create_work_item_note_emoji_reaction: titled(
    'React with :{name}: to comment {note_id} on work item #{iid} of {project_id}',
    '用 :{name}: 回应 {project_id} 的工作项 #{iid} 的评论 {note_id}',
    'writesPublicly',
  ),
  delete_work_item_note_emoji_reaction: titled(
    'Take back :{name}: from comment {note_id} on work item #{iid} of {project_id}',
    '撤回对 {project_id} 的工作项 #{iid} 的评论 {note_id} 的回应 :{name}:',
    'changesThing',
  ),
  create_timeline_event: titled(
    'Add to the timeline of incident #{incident_iid} of {project_id}: {note}',
    '在 {project_id} 的事件 #{incident_iid} 的时间线中添加：{note}',
    'createsThing',
  ),
  list_project_variables: titled('Read the variables of {project_id}', '读取 {project_id} 的变量', 'readsSecrets'),
  get_project_variable: titled('Read variable {key} of {project_id}', '读取 {project_id} 的变量 {key}', 'readsSecrets'),
  create_project_variable: titled(
    'Create variable {key} in {project_id}[ for {environment_scope}]',
    '在 {project_id} 中新建变量 {key}[（{environment_scope}）]',
    'changesAccess',
  ),
  update_project_variable: titled(
    'Change variable {key} of {project_id}',
    '修改 {project_id} 的变量 {key}',
    'changesAccess',
  ),
  delete_project_variable: titled(
    'Delete variable {key} of {project_id}',
    '删除 {project_id} 的变量 {key}',
    'deletesThing',
  ),
  list_group_variables: titled('Read the variables of group {group_id}', '读取群组 {group_id} 的变量', 'readsSecrets'),
  get_group_variable: titled(
    'Read variable {key} of group {group_id}',
    '读取群组 {group_id} 的变量 {key}',
    'readsSecrets',
  ),
  create_group_variable: titled(
    'Create variable {key} in group {group_id}[ for {environment_scope}]',
    '在群组 {group_id} 中新建变量 {key}[（{environment_scope}）]',
    'changesAccess',
  ),
  update_group_variable: titled(
    'Change variable {key} of group {group_id}',
    '修改群组 {group_id} 的变量 {key}',
    'changesAccess',
  ),
  delete_group_variable: titled(
    'Delete variable {key} of group {group_id}',
    '删除群组 {group_id} 的变量 {key}',
    'deletesThing',
  ),
  update_dependency_proxy_settings: titled(
    'Change the dependency proxy of group {group_id}[: {enabled|word true=on,false=off}]',
    '修改群组 {group_id} 的依赖代理[：{enabled|word true=开启,false=关闭}]',
    'changesAccess',
  ),
  purge_dependency_proxy_cache: titled(
    'Empty the dependency proxy of group {group_id}',
    '清空群组 {group_id} 的依赖代理缓存',
    'deletesThing',
  ),
  dismiss_vulnerability: titled(
    'Dismiss vulnerability {vulnerability_id} as {reason}',
    '忽略漏洞 {vulnerability_id}（{reason}）',
    'changesThing',
    VULNERABILITY,
  ),
  confirm_vulnerability: titled(
    'Confirm vulnerability {vulnerability_id}',
    '确认漏洞 {vulnerability_id}',
    'changesThing',
    VULNERABILITY,
  ),
  execute_graphql: titled('Run GraphQL: {query|command}', '执行 GraphQL：{query|command}', 'changesThing'),
})
