import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const GOOGLE_DRIVE_WORDS: PackWords = {
  pack: 'google-drive',
  get tools(): PackWords['tools'] {
    return {
      create_file: titled('Create file {title}', '新建文件 {title}', 'createsFile'),
      copy_file: titled('Copy file {fileId}[ as {title}]', '复制文件 {fileId}[为 {title}]', 'createsFile'),
      gsheets_update_cell: titled(
        'Set {range} of sheet {fileId} to "{value}"',
        '将表格 {fileId} 的 {range} 设为“{value}”',
        'changesFile',
      ),
      share_file: titled(
        'Share file {fileId}[ with {emailAddress}][ as {role}]',
        '[与 {emailAddress} ]共享文件 {fileId}[（{role}）]',
        'changesAccess',
      ),
    }
  },
}
