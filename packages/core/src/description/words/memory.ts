import type { PackWords } from '../pack-words.ts'

export const MEMORY_WORDS: PackWords = {
  pack: 'memory',
  get tools(): PackWords['tools'] {
    return {
      create_entities: {
        title: {
          en: 'Remember {entities|count entity/entities}: {entities|list}',
          zh: '记住 {entities|count 个实体}：{entities|list}',
        },
        effect: 'createsThing',
      },
      create_relations: {
        title: {
          en: 'Remember {relations|count relation/relations}: {relations|list}',
          zh: '记住 {relations|count 条关系}：{relations|list}',
        },
        effect: 'createsThing',
      },
      add_observations: {
        title: { en: 'Add observations about {observations|list}', zh: '添加关于 {observations|list} 的观察' },
        effect: 'createsThing',
      },
      delete_entities: {
        title: {
          en: 'Delete {entityNames|count entity/entities}: {entityNames|list}',
          zh: '删除 {entityNames|count 个实体}：{entityNames|list}',
        },
        effect: 'deletesThing',
        preview: { call: 'open_nodes', with: { names: 'args.entityNames' }, show: ['entities', 'relations'] },
        undo: { call: 'create_entities', with: { entities: 'entity.entities' } },
      },
      delete_observations: {
        title: { en: 'Delete observations about {deletions|list}', zh: '删除关于 {deletions|list} 的观察' },
        effect: 'deletesThing',
      },
      delete_relations: {
        title: {
          en: 'Delete {relations|count relation/relations}: {relations|list}',
          zh: '删除 {relations|count 条关系}：{relations|list}',
        },
        effect: 'deletesThing',
        undo: { call: 'create_relations', with: { relations: 'args.relations' } },
      },
    }
  },
}
