import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const DOCKER_WORDS: PackWords = {
  pack: 'docker',
  get tools(): PackWords['tools'] {
    return {
      start_container: titled('Start container {container_id}', '启动容器 {container_id}', 'changesThing'),
      stop_container: titled('Stop container {container_id}', '停止容器 {container_id}', 'stopsService'),
      create_container: titled(
        'Create container[ {name}] from {image}[: {command|command}][, with {volumes|list} mounted]',
        '用 {image} 创建容器[ {name}][：{command|command}][，挂载 {volumes|list}]',
        'startsContainer',
      ),
      run_container: titled(
        'Run {image}[ as {name}][: {command|command}][, with {volumes|list} mounted]',
        '运行 {image}[（{name}）][：{command|command}][，挂载 {volumes|list}]',
        'startsContainer',
      ),
      recreate_container: titled(
        'Replace container {container_id/name} by {image}[: {command|command}][, with {volumes|list} mounted]',
        '用 {image} 替换容器 {container_id/name}[：{command|command}][，挂载 {volumes|list}]',
        'startsContainer',
      ),
      remove_container: titled(
        'Remove container {container_id}[{force|word true= even if it runs}]',
        '移除容器 {container_id}[{force|word true=（即使正在运行）}]',
        'deletesThing',
      ),
      pull_image: titled('Pull image {repository}[:{tag}]', '拉取镜像 {repository}[:{tag}]', 'createsThing'),
      push_image: titled('Push image {repository}[:{tag}]', '推送镜像 {repository}[:{tag}]', 'writesPublicly'),
      build_image: titled('Build image {tag} from {path|path}', '用 {path|path} 构建镜像 {tag}', 'runsCommand'),
      remove_image: titled(
        'Remove image {image}[{force|word true= even if it is used}]',
        '移除镜像 {image}[{force|word true=（即使正在使用）}]',
        'deletesThing',
      ),
      create_network: titled('Create network {name}', '创建网络 {name}', 'createsThing'),
      remove_network: titled('Remove network {network_id}', '移除网络 {network_id}', 'deletesThing'),
      create_volume: titled('Create volume {name}', '创建卷 {name}', 'createsThing'),
      remove_volume: titled(
        'Remove volume {volume_name} with its data',
        '移除卷 {volume_name} 及其数据',
        'deletesThing',
      ),
    }
  },
}
