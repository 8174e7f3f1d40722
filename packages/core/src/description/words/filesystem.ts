import type { PackWords } from '../pack-words.ts'

const READ = { call: 'read_text_file', with: { path: 'args.path' }, show: [] } as const

export const FILESYSTEM_WORDS: PackWords = {
  pack: 'filesystem',
  get tools(): PackWords['tools'] {
    return {
      write_file: {
        title: { en: 'Write {path|file}[ ({content|lines})]', zh: '写入 {path|file}[（{content|lines}）]' },
        titleWhenThere: {
          en: 'Overwrite {path|file} ({@before} → {@after|lines})',
          zh: '覆盖 {path|file}（{@before} → {@after|lines}）',
        },
        titleWhenNew: { en: 'Create {path|file}[ ({content|lines})]', zh: '新建 {path|file}[（{content|lines}）]' },
        effect: 'storesFile',
        effectWhenThere: 'overwritesFile',
        effectWhenNew: 'createsFile',
        preview: { ...READ, compare: { now: 'entity.content', by: { whole: 'content' } }, mayBeNew: true },
        undo: { call: 'write_file', with: { path: 'args.path', content: 'entity.content' } },
      },
      edit_file: {
        title: { en: 'Edit {path|file}: {edits|count change/changes}', zh: '编辑 {path|file}：{edits|count 处修改}' },
        effect: 'changesFile',
        preview: { ...READ, compare: { now: 'entity.content', by: { edits: 'edits' } } },
        undo: { call: 'write_file', with: { path: 'args.path', content: 'entity.content' } },
      },
      create_directory: {
        title: { en: 'Create folder {path|path}', zh: '新建文件夹 {path|path}' },
        effect: 'createsThing',
      },
      move_file: {
        title: { en: 'Move {source|file} to {destination|path}', zh: '将 {source|file} 移动到 {destination|path}' },
        effect: 'movesFile',
        undo: { call: 'move_file', with: { source: 'args.destination', destination: 'args.source' } },
      },
    }
  },
}
