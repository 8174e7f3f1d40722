import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

const RESOURCE = {
  preview: {
    call: 'get_resource',
    with: { resource_type: 'args.resource_type', identifier: 'args.identifier', region: 'args.region' },
    show: ['identifier', 'properties'],
  },
} as const

const USER = {
  preview: {
    call: 'get_user',
    with: { user_name: 'args.user_name' },
    show: ['user', 'attached_policies', 'groups', 'access_keys'],
  },
} as const
const GROUP = {
  preview: {
    call: 'get_group',
    with: { group_name: 'args.group_name' },
    show: ['group', 'users', 'attached_policies'],
  },
} as const
const USER_POLICY = {
  preview: {
    call: 'get_user_policy',
    with: { user_name: 'args.user_name', policy_name: 'args.policy_name' },
    show: ['policy_document'],
  },
} as const
const ROLE_POLICY = {
  preview: {
    call: 'get_role_policy',
    with: { role_name: 'args.role_name', policy_name: 'args.policy_name' },
    show: ['policy_document'],
  },
} as const

export const AWS_WORDS: PackWords = {
  pack: 'aws',
  get tools(): PackWords['tools'] {
    return {
      call_aws: titled('Run: {cli_command|command}', '执行：{cli_command|command}', 'runsAsAccount'),
      aws___call_aws: titled('Run: {cli_command|command}', '执行：{cli_command|command}', 'runsAsAccount'),
      aws___run_script: titled('Run code in AWS: {code|command}', '在 AWS 中执行代码：{code|command}', 'runsCode'),
      cancel_logs_insight_query: titled('Cancel log query {query_id}', '取消日志查询 {query_id}', 'endsSomething'),
      generate_infrastructure_code: titled(
        'Prepare {resource_type}[ {identifier}][ in {region}]',
        '准备 {resource_type}[ {identifier}][（{region}）]',
        'createsThing',
      ),
      create_template: titled(
        'Make a template[ {template_name}] of existing resources',
        '由现有资源生成模板[ {template_name}]',
        'createsThing',
      ),
      generate_cost_report: titled(
        'Write a cost report for {service_name}[ to {output_file|path}]',
        '生成 {service_name} 的费用报告[，写入 {output_file|path}]',
        'storesFile',
      ),
      containerize_app: titled(
        'Prepare container files for {app_path|path}',
        '为 {app_path|path} 准备容器文件',
        'storesFile',
      ),
      generate_app_manifest: titled(
        'Write a manifest for {app_name} into {output_dir|path}',
        '为 {app_name} 生成清单，写入 {output_dir|path}',
        'storesFile',
      ),
      create_resource: titled(
        'Create {resource_type}[ in {region}]',
        '[在 {region} 中]创建 {resource_type}',
        'changesAccount',
      ),
      update_resource: titled(
        'Change {resource_type} {identifier}[ in {region}]',
        '修改[ {region} 中的] {resource_type} {identifier}',
        'changesAccount',
        RESOURCE,
      ),
      delete_resource: titled(
        'Delete {resource_type} {identifier}[ in {region}]',
        '删除[ {region} 中的] {resource_type} {identifier}',
        'deletesThing',
        RESOURCE,
      ),
      run_checkov: titled('Check prepared resources for security', '检查所准备资源的安全性', 'runsCommand'),
      create_user: titled('Create user {user_name}', '创建用户 {user_name}', 'changesAccess'),
      delete_user: titled(
        'Delete user {user_name}[{force|word true= with everything attached}]',
        '删除用户 {user_name}[{force|word true= 及其附加的全部内容}]',
        'changesAccess',
        USER,
      ),
      create_role: titled('Create role {role_name}', '创建角色 {role_name}', 'changesAccess'),
      attach_user_policy: titled(
        'Give user {user_name} policy {policy_arn|path}',
        '为用户 {user_name} 附加策略 {policy_arn|path}',
        'changesAccess',
      ),
      detach_user_policy: titled(
        'Take policy {policy_arn|path} from user {user_name}',
        '取消用户 {user_name} 的策略 {policy_arn|path}',
        'changesAccess',
        {
          undo: { call: 'attach_user_policy', with: { user_name: 'args.user_name', policy_arn: 'args.policy_arn' } },
        },
      ),
      create_access_key: titled(
        'Create an access key for user {user_name}',
        '为用户 {user_name} 创建访问密钥',
        'readsSecrets',
      ),
      delete_access_key: titled(
        'Delete access key {access_key_id} of user {user_name}',
        '删除用户 {user_name} 的访问密钥 {access_key_id}',
        'changesAccess',
      ),
      create_group: titled('Create group {group_name}', '创建用户组 {group_name}', 'changesAccess'),
      delete_group: titled(
        'Delete group {group_name}[{force|word true= with everything attached}]',
        '删除用户组 {group_name}[{force|word true= 及其附加的全部内容}]',
        'changesAccess',
        GROUP,
      ),
      add_user_to_group: titled(
        'Add user {user_name} to group {group_name}',
        '将用户 {user_name} 加入用户组 {group_name}',
        'changesAccess',
        GROUP,
      ),
      remove_user_from_group: titled(
        'Remove user {user_name} from group {group_name}',
        '将用户 {user_name} 移出用户组 {group_name}',
        'changesAccess',
        GROUP,
      ),
      attach_group_policy: titled(
        'Give group {group_name} policy {policy_arn|path}',
        '为用户组 {group_name} 附加策略 {policy_arn|path}',
        'changesAccess',
      ),
      detach_group_policy: titled(
        'Take policy {policy_arn|path} from group {group_name}',
        '取消用户组 {group_name} 的策略 {policy_arn|path}',
        'changesAccess',
      ),
      put_user_policy: titled(
        'Set policy {policy_name} of user {user_name}',
        '设置用户 {user_name} 的策略 {policy_name}',
        'changesAccess',
      ),
      delete_user_policy: titled(
        'Delete policy {policy_name} of user {user_name}',
        '删除用户 {user_name} 的策略 {policy_name}',
        'changesAccess',
        USER_POLICY,
      ),
      put_role_policy: titled(
        'Set policy {policy_name} of role {role_name}',
        '设置角色 {role_name} 的策略 {policy_name}',
        'changesAccess',
      ),
      delete_role_policy: titled(
        'Delete policy {policy_name} of role {role_name}',
        '删除角色 {role_name} 的策略 {policy_name}',
        'changesAccess',
        ROLE_POLICY,
      ),
      add_inline_policy: titled(
        'Give role {role_name} inline policy {policy_name}',
        '为角色 {role_name} 添加内联策略 {policy_name}',
        'changesAccess',
      ),
      build_and_push_image_to_ecr: titled(
        'Build {app_path|path} and push it as {app_name}[:{tag}]',
        '构建 {app_path|path} 并推送为 {app_name}[:{tag}]',
        'deploys',
      ),
      create_ecs_infrastructure: titled(
        'Create the ECS infrastructure of {app_name}[{force_deploy|word true= and deploy it}]',
        '创建 {app_name} 的 ECS 基础设施[{force_deploy|word true=并部署}]',
        'deploys',
      ),
      delete_ecs_infrastructure: titled(
        'Delete the ECS infrastructure of {app_name}',
        '删除 {app_name} 的 ECS 基础设施',
        'deletesThing',
      ),
      delete_app: titled('Delete ECS application {app_name}', '删除 ECS 应用 {app_name}', 'deletesThing'),
      ecs_resource_management: titled(
        'Call ECS: {api_operation}[ on {api_params.cluster/api_params.service}]',
        '调用 ECS：{api_operation}[（{api_params.cluster/api_params.service}）]',
        'changesAccount',
      ),
      manage_eks_stacks: titled(
        '{operation|word generate=Write the template of,deploy=Deploy,describe=Show,delete=Delete} EKS cluster[ {cluster_name}]',
        '{operation|word generate=生成模板,deploy=部署,describe=查看,delete=删除} EKS 集群[ {cluster_name}]',
        'changesAccount',
      ),
      manage_k8s_resource: titled(
        '{operation|word create=Create,replace=Replace,patch=Patch,delete=Delete,read=Read} {kind}[ {name}] in cluster {cluster_name}[, namespace {namespace}]',
        '{operation|word create=创建,replace=替换,patch=修补,delete=删除,read=读取}集群 {cluster_name} 中的 {kind}[ {name}][（{namespace}）]',
        'changesCluster',
      ),
      apply_yaml: titled(
        'Apply {yaml_path|path} to cluster {cluster_name}, namespace {namespace}',
        '将 {yaml_path|path} 应用到集群 {cluster_name} 的 {namespace}',
        'changesCluster',
      ),
    }
  },
}
