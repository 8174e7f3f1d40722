/** What runs in GitLab: pipelines, jobs, schedules, deployments, environments, and whom they tell. */
import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

const PIPELINE = {
  preview: {
    call: 'get_pipeline',
    with: { project_id: 'args.project_id', pipeline_id: 'args.pipeline_id' },
    show: ['status', 'ref', 'sha'],
  },
} as const

const JOB = {
  preview: {
    call: 'get_pipeline_job',
    with: { project_id: 'args.project_id', job_id: 'args.job_id' },
    show: ['name', 'stage', 'status', 'ref'],
  },
} as const

const DEPLOYMENT = {
  preview: {
    call: 'get_deployment',
    with: { project_id: 'args.project_id', deployment_id: 'args.deployment_id' },
    show: ['ref', 'sha', 'status', 'environment.name'],
  },
} as const

const ENVIRONMENT = {
  preview: {
    call: 'get_environment',
    with: { project_id: 'args.project_id', environment_id: 'args.environment_id' },
    show: ['name', 'state', 'tier', 'external_url'],
  },
} as const

export const gitlabPipelineWords = (): PackWords['tools'] => ({
  create_pipeline: titled(
    'Start a pipeline of {project_id} on {ref}',
    '在 {ref} 上启动 {project_id} 的流水线',
    'startsRun',
  ),
  retry_pipeline: titled(
    'Run pipeline {pipeline_id} of {project_id} again',
    '重新运行 {project_id} 的流水线 {pipeline_id}',
    'startsRun',
    PIPELINE,
  ),
  cancel_pipeline: titled(
    'Cancel pipeline {pipeline_id} of {project_id}',
    '取消 {project_id} 的流水线 {pipeline_id}',
    'endsSomething',
    PIPELINE,
  ),
  play_pipeline_job: titled(
    'Start job {job_id} of {project_id}',
    '启动 {project_id} 的作业 {job_id}',
    'startsRun',
    JOB,
  ),
  retry_pipeline_job: titled(
    'Run job {job_id} of {project_id} again',
    '重新运行 {project_id} 的作业 {job_id}',
    'startsRun',
    JOB,
  ),
  cancel_pipeline_job: titled(
    'Cancel job {job_id} of {project_id}',
    '取消 {project_id} 的作业 {job_id}',
    'endsSomething',
    JOB,
  ),
  delete_pipeline: titled(
    'Delete pipeline {pipeline_id} of {project_id} with its jobs and logs',
    '删除 {project_id} 的流水线 {pipeline_id} 及其作业和日志',
    'deletesThing',
    PIPELINE,
  ),
  update_pipeline_metadata: titled(
    'Rename pipeline {pipeline_id} of {project_id} to {name}',
    '将 {project_id} 的流水线 {pipeline_id} 改名为 {name}',
    'changesThing',
    PIPELINE,
  ),
  get_pipeline_variables: titled(
    'Read the variables of pipeline {pipeline_id} of {project_id}',
    '读取 {project_id} 的流水线 {pipeline_id} 的变量',
    'readsSecrets',
  ),
  trigger_pipeline: titled(
    'Trigger a pipeline of {project_id} on {ref}',
    '在 {ref} 上触发 {project_id} 的流水线',
    'startsRun',
  ),
  play_pipeline_jobs: titled(
    'Start {job_ids|count job/jobs} of {project_id}: {job_ids|list}',
    '启动 {project_id} 的 {job_ids|count 个作业}：{job_ids|list}',
    'startsRun',
  ),
  erase_pipeline_job: titled(
    'Erase log and artifacts of job {job_id} of {project_id}',
    '清除 {project_id} 的作业 {job_id} 的日志和产物',
    'deletesThing',
    JOB,
  ),
  list_pipeline_triggers: titled(
    'Read the pipeline triggers of {project_id}',
    '读取 {project_id} 的流水线触发器',
    'readsSecrets',
  ),
  get_pipeline_trigger: titled(
    'Read pipeline trigger {trigger_id} of {project_id}',
    '读取 {project_id} 的流水线触发器 {trigger_id}',
    'readsSecrets',
  ),
  create_pipeline_trigger: titled(
    'Create a pipeline trigger in {project_id}: {description}',
    '在 {project_id} 中新建流水线触发器：{description}',
    'handsOutKey',
  ),
  update_pipeline_trigger: titled(
    'Change pipeline trigger {trigger_id} of {project_id}: {description}',
    '修改 {project_id} 的流水线触发器 {trigger_id}：{description}',
    'changesThing',
  ),
  delete_pipeline_trigger: titled(
    'Delete pipeline trigger {trigger_id} of {project_id}',
    '删除 {project_id} 的流水线触发器 {trigger_id}',
    'changesAccess',
  ),
  get_pipeline_schedule: titled(
    'Read pipeline schedule {pipeline_schedule_id} of {project_id}',
    '读取 {project_id} 的流水线计划 {pipeline_schedule_id}',
    'readsSecrets',
  ),
  create_pipeline_schedule: titled(
    'Schedule a pipeline of {project_id} on {ref} ({cron}): {description}',
    '为 {project_id} 在 {ref} 上安排流水线（{cron}）：{description}',
    'staysInForce',
  ),
  update_pipeline_schedule: titled(
    'Change pipeline schedule {pipeline_schedule_id} of {project_id}[, on {ref}][, {cron}][: {description}]',
    '修改 {project_id} 的流水线计划 {pipeline_schedule_id}[，在 {ref} 上][，{cron}][：{description}]',
    'staysInForce',
  ),
  delete_pipeline_schedule: titled(
    'Delete pipeline schedule {pipeline_schedule_id} of {project_id}',
    '删除 {project_id} 的流水线计划 {pipeline_schedule_id}',
    'deletesThing',
  ),
  play_pipeline_schedule: titled(
    'Run pipeline schedule {pipeline_schedule_id} of {project_id} now',
    '立即运行 {project_id} 的流水线计划 {pipeline_schedule_id}',
    'startsRun',
  ),
  take_ownership_pipeline_schedule: titled(
    'Take over pipeline schedule {pipeline_schedule_id} of {project_id}',
    '接管 {project_id} 的流水线计划 {pipeline_schedule_id}',
    'changesAccess',
  ),
  get_pipeline_schedule_variable: titled(
    'Read variable {key} of schedule {pipeline_schedule_id} of {project_id}',
    '读取 {project_id} 的流水线计划 {pipeline_schedule_id} 的变量 {key}',
    'readsSecrets',
  ),
  create_pipeline_schedule_variable: titled(
    'Create variable {key} in schedule {pipeline_schedule_id} of {project_id}',
    '在 {project_id} 的流水线计划 {pipeline_schedule_id} 中新建变量 {key}',
    'changesAccess',
  ),
  update_pipeline_schedule_variable: titled(
    'Change variable {key} of schedule {pipeline_schedule_id} of {project_id}',
    '修改 {project_id} 的流水线计划 {pipeline_schedule_id} 的变量 {key}',
    'changesAccess',
  ),
  delete_pipeline_schedule_variable: titled(
    'Delete variable {key} of schedule {pipeline_schedule_id} of {project_id}',
    '删除 {project_id} 的流水线计划 {pipeline_schedule_id} 的变量 {key}',
    'deletesThing',
  ),
  create_deployment: titled(
    'Record a deployment of {ref} to {environment} of {project_id} ({status})',
    '登记将 {ref} 部署到 {project_id} 的 {environment}（{status}）',
    'deploys',
  ),
  update_deployment: titled(
    'Mark deployment {deployment_id} of {project_id} as {status}',
    '将 {project_id} 的部署 {deployment_id} 标为 {status}',
    'deploys',
    DEPLOYMENT,
  ),
  approve_deployment: titled(
    '{status|word approved=Approve,rejected=Reject} deployment {deployment_id} of {project_id}[: {comment}]',
    '{status|word approved=批准,rejected=拒绝} {project_id} 的部署 {deployment_id}[：{comment}]',
    'countsAsApproval',
    DEPLOYMENT,
  ),
  delete_deployment: titled(
    'Delete deployment {deployment_id} of {project_id}',
    '删除 {project_id} 的部署 {deployment_id}',
    'deletesThing',
    DEPLOYMENT,
  ),
  update_environment: titled(
    'Change environment {environment_id} of {project_id}[: {external_url|site}]',
    '修改 {project_id} 的环境 {environment_id}[：{external_url|site}]',
    'deploys',
    ENVIRONMENT,
  ),
  stop_environment: titled(
    'Stop environment {environment_id} of {project_id}[{force|word true= by force}]',
    '停止 {project_id} 的环境 {environment_id}[{force|word true=（强制）}]',
    'stopsService',
    ENVIRONMENT,
  ),
  stop_stale_environments: titled(
    'Stop the environments of {project_id} unused since {before|time}',
    '停止 {project_id} 中自 {before|time} 起未使用的环境',
    'stopsService',
  ),
  delete_environment: titled(
    'Delete environment {environment_id} of {project_id}',
    '删除 {project_id} 的环境 {environment_id}',
    'deletesThing',
    ENVIRONMENT,
  ),
  delete_review_app_environments: titled(
    '{dry_run|word true=List the,false=Delete,-=List the} stopped review apps of {project_id}[ from before {before|time}]',
    '{dry_run|word true=列出,false=删除,-=列出} {project_id} 已停止的评审应用[（{before|time} 之前）]',
    'deletesThing',
  ),
  create_webhook: titled(
    'Send events of {project_id/group_id} to {url|site}',
    '将 {project_id/group_id} 的事件发送到 {url|site}',
    'staysInForce',
  ),
  update_webhook: titled(
    'Change webhook {hook_id} of {project_id/group_id}: {url|site}',
    '修改 {project_id/group_id} 的 Webhook {hook_id}：{url|site}',
    'staysInForce',
  ),
  delete_webhook: titled(
    'Delete webhook {hook_id} of {project_id/group_id}',
    '删除 {project_id/group_id} 的 Webhook {hook_id}',
    'endsSomething',
  ),
})
