import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const SHELL_WORDS: PackWords = {
  pack: 'shell',
  get tools(): PackWords['tools'] {
    return {
      run_command: titled(
        'Run: {command|command}[ with input: {stdin|command}][ (in {workdir/cwd|path})]',
        '执行：{command|command}[，输入：{stdin|command}][（在 {workdir/cwd|path}）]',
        'runsCommand',
      ),
      run_script: titled(
        'Run with {interpreter}: {script|command}',
        '用 {interpreter} 执行：{script|command}',
        'runsCommand',
      ),
      shell_execute: titled(
        'Run: {command|command}[ with input: {stdin|command}][ (in {directory|path})]',
        '执行：{command|command}[，输入：{stdin|command}][（在 {directory|path}）]',
        'runsCommand',
      ),
    }
  },
}
