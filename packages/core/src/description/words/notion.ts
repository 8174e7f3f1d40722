import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

const PAGE = {
  preview: {
    call: 'API-retrieve-a-page',
    with: { page_id: 'args.page_id' },
    show: ['url', 'properties', 'in_trash', 'parent'],
  },
} as const

const BLOCK = {
  preview: { call: 'API-retrieve-a-block', with: { block_id: 'args.block_id' }, show: ['type', 'parent', 'in_trash'] },
} as const

export const NOTION_WORDS: PackWords = {
  pack: 'notion',
  get tools(): PackWords['tools'] {
    return {
      'API-create-a-comment': titled('Comment on page {parent.page_id}', '评论页面 {parent.page_id}', 'writesPublicly'),
      'API-create-a-data-source': titled(
        'Create a database below page {parent.page_id}',
        '在页面 {parent.page_id} 下新建数据库',
        'createsThing',
      ),
      'API-move-page': titled(
        'Move page {page_id} below {parent.page_id/parent.database_id}',
        '将页面 {page_id} 移到 {parent.page_id/parent.database_id} 之下',
        'changesThing',
        PAGE,
      ),
      'API-patch-block-children': titled(
        'Add {children|count block/blocks} to {block_id}',
        '向 {block_id} 添加 {children|count 个块}',
        'changesThing',
      ),
      'API-patch-page': titled(
        '{in_trash|word true=Trash,false=Change,-=Change} page {page_id}',
        '{in_trash|word true=移入回收站,false=修改,-=修改}：页面 {page_id}',
        'changesThing',
        PAGE,
      ),
      'API-post-page': titled(
        'Create a page below {parent.page_id/parent.database_id/parent.type}[: {properties.title.0.text.content/properties.title.title.0.text.content/properties.Name.title.0.text.content}]',
        '在 {parent.page_id/parent.database_id/parent.type} 下新建页面[：{properties.title.0.text.content/properties.title.title.0.text.content/properties.Name.title.0.text.content}]',
        'createsThing',
      ),
      'API-update-a-block': titled(
        '{archived|word true=Archive,false=Change,-=Change} block {block_id}',
        '{archived|word true=归档,false=修改,-=修改}块 {block_id}',
        'changesThing',
        BLOCK,
      ),
      'API-update-a-data-source': titled(
        'Change the columns of database {data_source_id}',
        '修改数据库 {data_source_id} 的列',
        'changesThing',
        {
          preview: {
            call: 'API-retrieve-a-data-source',
            with: { data_source_id: 'args.data_source_id' },
            show: ['title', 'properties'],
          },
        },
      ),
      'API-update-page-markdown': titled(
        '{type|word replace_content=Replace the text of,update_content=Change the text of,insert_content=Add text to,replace_content_range=Replace a part of} page {page_id}',
        '{type|word replace_content=替换,update_content=修改,insert_content=补充,replace_content_range=替换部分}页面 {page_id} 的文字',
        'changesThing',
        { preview: { call: 'API-retrieve-page-markdown', with: { page_id: 'args.page_id' }, show: ['markdown'] } },
      ),
      'API-delete-a-block': titled('Delete block {block_id}', '删除块 {block_id}', 'deletesThing', BLOCK),
      'notion-create-pages': titled(
        'Create {pages|count page/pages}: {pages|list}',
        '新建 {pages|count 个页面}：{pages|list}',
        'createsThing',
      ),
      'notion-update-page': titled(
        '{command/data.command|word update_properties=Change the properties of,replace_content=Replace the text of,update_content=Change the text of,insert_content_after=Add text to,replace_content_range=Replace a part of,apply_template=Apply a template to,*=Change} page {page_id/data.page_id}',
        '{command/data.command|word update_properties=修改属性,replace_content=替换文字,update_content=修改文字,insert_content_after=补充文字,replace_content_range=替换部分文字,apply_template=套用模板,*=修改}：页面 {page_id/data.page_id}',
        'changesThing',
      ),
      'notion-move-pages': titled(
        'Move {page_or_database_ids|count page/pages}[ below {new_parent.page_id/new_parent.data_source_id/new_parent.database_id}]',
        '移动 {page_or_database_ids|count 个页面}[到 {new_parent.page_id/new_parent.data_source_id/new_parent.database_id} 之下]',
        'changesThing',
      ),
      'notion-duplicate-page': titled('Duplicate page {page_id}', '复制页面 {page_id}', 'createsThing'),
      'notion-create-database': titled(
        'Create a database[ below page {parent.page_id}]',
        '新建数据库[（在页面 {parent.page_id} 下）]',
        'createsThing',
      ),
      'notion-create-comment': titled(
        'Comment on page {page_id/parent.page_id}',
        '评论页面 {page_id/parent.page_id}',
        'writesPublicly',
      ),
      'notion-create-view': titled(
        'Create view {name}[ of {database_id}]',
        '新建[ {database_id} 的]视图 {name}',
        'createsThing',
      ),
      'notion-update-view': titled('Change view {view_id}[: {name}]', '修改视图 {view_id}[：{name}]', 'changesThing'),
      'notion-create-file-upload': titled('Upload {filename|file}', '上传 {filename|file}', 'createsThing'),
      'notion-update-data-source': titled(
        'Change database {data_source_id}',
        '修改数据库 {data_source_id}',
        'changesThing',
      ),
    }
  },
}
