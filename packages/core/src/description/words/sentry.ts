import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const SENTRY_WORDS: PackWords = {
  pack: 'sentry',
  get tools(): PackWords['tools'] {
    return {
      add_issue_note: titled(
        'Note on {issueId/issueUrl}: {text}',
        '在 {issueId/issueUrl} 上备注：{text}',
        'writesPublicly',
      ),
      analyze_issue_with_seer: titled(
        'Let Seer analyze {issueId/issueUrl}',
        '让 Seer 分析 {issueId/issueUrl}',
        'startsAgent',
      ),
      create_project: titled(
        'Create project {name} in {organizationSlug}/{teamSlug}',
        '在 {organizationSlug}/{teamSlug} 中新建项目 {name}',
        'createsThing',
      ),
      create_team: titled(
        'Create team {name} in {organizationSlug}',
        '在 {organizationSlug} 中新建团队 {name}',
        'createsThing',
      ),
      create_uptime_monitor: titled(
        'Watch {url|site} for {organizationSlug}/{projectSlug}',
        '为 {organizationSlug}/{projectSlug} 监测 {url|site}',
        'createsThing',
      ),
      onboarding_status_update: titled(
        'Report onboarding of {organizationSlug}: {stage} {status}',
        '报告 {organizationSlug} 的接入进度：{stage} {status}',
        'changesThing',
      ),
      update_issue: titled(
        'Change {issueId/issueUrl}[: {status}][, assign to {assignedTo}]',
        '修改 {issueId/issueUrl}[：{status}][，分配给 {assignedTo}]',
        'changesThing',
      ),
      update_project: titled(
        'Change project {organizationSlug}/{projectSlug}[: {name}][, new slug {slug}]',
        '修改项目 {organizationSlug}/{projectSlug}[：{name}][，新标识 {slug}]',
        'changesThing',
      ),
      update_uptime_monitor: titled(
        'Change uptime monitor {uptimeMonitorId}[: {url|site}]',
        '修改可用性监测 {uptimeMonitorId}[：{url|site}]',
        'changesThing',
      ),
      add_team_to_project: titled(
        'Give team {teamSlug} access to {organizationSlug}/{projectSlug}',
        '允许团队 {teamSlug} 访问 {organizationSlug}/{projectSlug}',
        'changesAccess',
      ),
      remove_team_from_project: titled(
        'Take access to {organizationSlug}/{projectSlug} from team {teamSlug}',
        '取消团队 {teamSlug} 对 {organizationSlug}/{projectSlug} 的访问',
        'changesAccess',
      ),
      create_dsn: titled(
        'Create key {name} for {organizationSlug}/{projectSlug}',
        '为 {organizationSlug}/{projectSlug} 创建密钥 {name}',
        'changesAccess',
      ),
      update_dsn: titled(
        'Change key {keyId} of {organizationSlug}/{projectSlug}',
        '修改 {organizationSlug}/{projectSlug} 的密钥 {keyId}',
        'changesAccess',
      ),
      delete_uptime_monitor: titled(
        'Delete uptime monitor {uptimeMonitorId} of {organizationSlug}/{projectSlug}',
        '删除 {organizationSlug}/{projectSlug} 的可用性监测 {uptimeMonitorId}',
        'deletesThing',
      ),
      execute_sentry_tool: titled(
        'Run Sentry tool {name}[ for {arguments.organizationSlug}][: {arguments.issueId/arguments.projectSlug/arguments.name}]',
        '运行 Sentry 工具 {name}[（{arguments.organizationSlug}）][：{arguments.issueId/arguments.projectSlug/arguments.name}]',
        'changesThing',
      ),
    }
  },
}
