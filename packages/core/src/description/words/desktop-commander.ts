import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const DESKTOP_COMMANDER_WORDS: PackWords = {
  pack: 'desktop-commander',
  get tools(): PackWords['tools'] {
    return {
      write_file: titled(
        '{mode|word append=Append to,rewrite=Write,-=Write} {path|file}[ ({content|lines})]',
        '{mode|word append=追加到,rewrite=写入,-=写入} {path|file}[（{content|lines}）]',
        'storesFile',
      ),
      write_pdf: titled('Write PDF {outputPath/path|file}', '写入 PDF {outputPath/path|file}', 'storesFile'),
      edit_block: titled(
        'Edit {file_path|file}[, {range}][ ({expected_replacements} replacements)]',
        '编辑 {file_path|file}[，{range}][（{expected_replacements} 处替换）]',
        'changesFile',
      ),
      create_directory: titled('Create folder {path|path}', '新建文件夹 {path|path}', 'createsThing'),
      move_file: titled(
        'Move {source|file} to {destination|path}',
        '将 {source|file} 移动到 {destination|path}',
        'movesFile',
      ),
      start_process: titled('Run: {command|command}', '执行：{command|command}', 'runsCommand'),
      execute_command: titled('Run: {command|command}', '执行：{command|command}', 'runsCommand'),
      interact_with_process: titled(
        'Send to process {pid}: {input|command}',
        '向进程 {pid} 输入：{input|command}',
        'runsCommand',
      ),
      force_terminate: titled('End process session {pid}', '结束进程会话 {pid}', 'stopsService'),
      kill_process: titled('Kill process {pid}', '终止进程 {pid}', 'stopsService'),
      set_config_value: titled(
        'Set {key} of Desktop Commander[ to {value|list}]',
        '设置 Desktop Commander 的 {key}[：{value|list}]',
        'changesAccess',
      ),
      give_feedback_to_desktop_commander: titled('Open the feedback form', '打开反馈表', 'opensAddress'),
    }
  },
}
