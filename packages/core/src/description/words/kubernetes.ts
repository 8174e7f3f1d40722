import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const KUBERNETES_WORDS: PackWords = {
  pack: 'kubernetes',
  get tools(): PackWords['tools'] {
    return {
      configuration_view: titled('Show the cluster configuration', '显示集群配置', 'readsSecrets'),
      resources_list: titled('List {kind}[ in {namespace}]', '列出[ {namespace} 中的] {kind}', 'readsAnything'),
      resources_get: titled(
        'Read {kind} {name}[ in {namespace}]',
        '读取[ {namespace} 中的] {kind} {name}',
        'readsAnything',
      ),
      kubectl_get: titled(
        'Read {resourceType}[ {name}][ in {namespace}][{allNamespaces|word true= in all namespaces}]',
        '读取[ {namespace} 中的][{allNamespaces|word true=所有命名空间中的}] {resourceType}[ {name}]',
        'readsAnything',
      ),
      kubectl_reconnect: titled('Connect to the cluster again', '重新连接集群', null),
      kubectl_context: titled(
        '{operation|word set=Switch to context,get=Show context,list=List contexts}[ {name}]',
        '{operation|word set=切换到上下文,get=显示上下文,list=列出上下文}[ {name}]',
        'changesThing',
      ),
      pods_delete: titled('Delete pod {name}[ in {namespace}]', '删除[ {namespace} 中的] Pod {name}', 'stopsService'),
      pods_exec: titled(
        'Run in pod {name}[ ({namespace})]: {command|command}',
        '在 Pod {name}[（{namespace}）]中执行：{command|command}',
        'runsCommand',
      ),
      pods_run: titled(
        'Run {image} as a pod[ {name}][ in {namespace}]',
        '[在 {namespace} 中]以 Pod[ {name}] 运行 {image}',
        'changesCluster',
      ),
      resources_create_or_update: titled('Apply {resource|manifest}', '应用 {resource|manifest}', 'changesCluster'),
      resources_delete: titled(
        'Delete {kind} {name}[ in {namespace}]',
        '删除[ {namespace} 中的] {kind} {name}',
        'deletesThing',
      ),
      resources_scale: titled(
        'Scale {kind} {name}[ in {namespace}][ to {scale}]',
        '将[ {namespace} 中的] {kind} {name} 伸缩[为 {scale}]',
        'changesCluster',
      ),
      helm_install: titled(
        'Install chart {chart}[ as {name}][ in {namespace}]',
        '[在 {namespace} 中]安装 Chart {chart}[（{name}）]',
        'changesCluster',
      ),
      helm_uninstall: titled(
        'Uninstall release {name}[ in {namespace}]',
        '卸载[ {namespace} 中的]发布 {name}',
        'deletesThing',
      ),
      vm_create: titled(
        'Create virtual machine {name} in {namespace}',
        '在 {namespace} 中创建虚拟机 {name}',
        'changesCluster',
      ),
      vm_create_from_template: titled(
        'Create a virtual machine in {namespace} from template {template_name}',
        '在 {namespace} 中用模板 {template_name} 创建虚拟机',
        'changesCluster',
      ),
      vm_clone: titled(
        'Clone virtual machine {name} in {namespace} as {targetName}',
        '将 {namespace} 中的虚拟机 {name} 克隆为 {targetName}',
        'changesCluster',
      ),
      vm_lifecycle: titled(
        '{action|word start=Start,stop=Stop,restart=Restart,pause=Pause,unpause=Resume} virtual machine {name} in {namespace}',
        '{action|word start=启动,stop=停止,restart=重启,pause=暂停,unpause=恢复} {namespace} 中的虚拟机 {name}',
        'changesCluster',
      ),
      tekton_pipeline_start: titled(
        'Start pipeline {name}[ in {namespace}]',
        '启动[ {namespace} 中的]流水线 {name}',
        'startsRun',
      ),
      tekton_pipelinerun_lifecycle: titled(
        '{action|word restart=Restart,cancel=Cancel} pipeline run {name}[ in {namespace}]',
        '{action|word restart=重启,cancel=取消}[ {namespace} 中的]流水线运行 {name}',
        'changesRuns',
      ),
      tekton_task_start: titled(
        'Start task {name}[ in {namespace}]',
        '启动[ {namespace} 中的]任务 {name}',
        'startsRun',
      ),
      tekton_taskrun_restart: titled(
        'Restart task run {name}[ in {namespace}]',
        '重启[ {namespace} 中的]任务运行 {name}',
        'startsRun',
      ),
      exec_in_pod: titled(
        'Run in pod {name}[ ({namespace})]: {command|command}',
        '在 Pod {name}[（{namespace}）]中执行：{command|command}',
        'runsCommand',
      ),
      kubectl_apply: titled(
        'Apply {manifest/filename|manifest}[ in {namespace}][{dryRun|word true= as a dry run}]',
        '[在 {namespace} 中]应用 {manifest/filename|manifest}[{dryRun|word true=（试运行）}]',
        'changesCluster',
      ),
      kubectl_create: titled(
        'Create[ {resourceType}] {name/manifest/filename|manifest}[ in {namespace}][{dryRun|word true= as a dry run}]',
        '[在 {namespace} 中]创建[ {resourceType}] {name/manifest/filename|manifest}[{dryRun|word true=（试运行）}]',
        'changesCluster',
      ),
      kubectl_delete: titled(
        'Delete[ {resourceType}] {name/labelSelector/manifest/filename|manifest}[ in {namespace}][{allNamespaces|word true= in all namespaces}]',
        '删除[ {namespace} 中的][{allNamespaces|word true=所有命名空间中的}][ {resourceType}] {name/labelSelector/manifest/filename|manifest}',
        'deletesThing',
      ),
      kubectl_scale: titled(
        'Scale {resourceType|word -=deployment,deployment=deployment,replicaset=replica set,statefulset=stateful set} {name}[ in {namespace}] to {replicas}',
        '将[ {namespace} 中的] {resourceType|word -=deployment,deployment=deployment,replicaset=replicaset,statefulset=statefulset} {name} 伸缩为 {replicas}',
        'changesCluster',
      ),
      kubectl_patch: titled(
        'Patch {resourceType} {name}[ in {namespace}][{dryRun|word true= as a dry run}]',
        '修补[ {namespace} 中的] {resourceType} {name}[{dryRun|word true=（试运行）}]',
        'changesCluster',
      ),
      kubectl_rollout: titled(
        '{subCommand|word restart=Restart,undo=Roll back,pause=Pause the rollout of,resume=Resume the rollout of,status=Show the rollout of,history=Show the history of} {resourceType} {name} in {namespace}[ to revision {toRevision}]',
        '{subCommand|word restart=重启,undo=回滚,pause=暂停发布,resume=继续发布,status=查看发布,history=查看发布历史} {namespace} 中的 {resourceType} {name}[，到版本 {toRevision}]',
        'changesCluster',
      ),
      kubectl_generic: titled(
        'Run: kubectl {command}[ {subCommand}][ {resourceType}][ {name}][ in {namespace}][ ({args|command})]',
        '执行：kubectl {command}[ {subCommand}][ {resourceType}][ {name}][，在 {namespace} 中][（{args|command}）]',
        'changesCluster',
      ),
      install_helm_chart: titled(
        'Install chart {chart} as {name} in {namespace}',
        '在 {namespace} 中安装 Chart {chart}（{name}）',
        'changesCluster',
      ),
      upgrade_helm_chart: titled(
        'Upgrade {name} in {namespace} to chart {chart}',
        '将 {namespace} 中的 {name} 升级为 Chart {chart}',
        'changesCluster',
      ),
      uninstall_helm_chart: titled(
        'Uninstall release {name} in {namespace}',
        '卸载 {namespace} 中的发布 {name}',
        'deletesThing',
      ),
      node_management: titled(
        '{operation|word cordon=Cordon,drain=Drain,uncordon=Uncordon} node[ {nodeName}][{dryRun|word true= as a dry run}]',
        '{operation|word cordon=封锁,drain=排空,uncordon=解除封锁}节点[ {nodeName}][{dryRun|word true=（试运行）}]',
        'stopsService',
      ),
      port_forward: titled(
        'Forward port {localPort} to {resourceType} {resourceName}:{targetPort}[ in {namespace}]',
        '将本机端口 {localPort} 转发到[ {namespace} 中的] {resourceType} {resourceName}:{targetPort}',
        'opensPort',
      ),
      stop_port_forward: titled('Stop forwarding a port ({id})', '停止端口转发（{id}）', 'endsSomething'),
      cleanup: titled('End all port forwards and watches', '结束全部端口转发和监视', 'endsSomething'),
    }
  },
}
