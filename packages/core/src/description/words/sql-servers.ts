/** Servers whose tools take one SQL text: what stands in it is what they do. */
import type { PackWords } from '../pack-words.ts'
import { titled } from '../titled.ts'

export const POSTGRES_WORDS: PackWords = {
  pack: 'postgres',
  get tools(): PackWords['tools'] {
    return {
      query: titled('Run SQL: {sql|sql}', '执行 SQL：{sql|sql}', null),
      execute_sql: titled('Run SQL: {sql|sql}', '执行 SQL：{sql|sql}', 'changesDatabase'),
      explain_query: titled(
        '{analyze|word true=Run and explain,false=Explain,-=Explain} SQL: {sql|sql}',
        '{analyze|word true=执行并解释,false=解释,-=解释} SQL：{sql|sql}',
        null,
      ),
      analyze_query_indexes: titled(
        'Suggest indexes for {queries|count query/queries}: {queries|list}',
        '为 {queries|count 条查询}推荐索引：{queries|list}',
        null,
      ),
    }
  },
}

export const SQLITE_WORDS: PackWords = {
  pack: 'sqlite',
  get tools(): PackWords['tools'] {
    return {
      read_query: titled('Run SQL: {query|sql}', '执行 SQL：{query|sql}', null),
      write_query: titled('Run SQL: {query|sql}', '执行 SQL：{query|sql}', 'changesDatabase'),
      create_table: titled('Run SQL: {query|sql}', '执行 SQL：{query|sql}', 'changesDatabase'),
      append_insight: titled('Note an insight: {insight}', '记下洞察：{insight}', 'createsThing'),
    }
  },
}

export const MYSQL_WORDS: PackWords = {
  pack: 'mysql',
  get tools(): PackWords['tools'] {
    return {
      mysql_query: titled('Run SQL: {sql|sql}', '执行 SQL：{sql|sql}', 'changesDatabase'),
    }
  },
}
