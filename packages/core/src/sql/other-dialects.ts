/** Reads the trees of MySQL, MariaDB, SQLite and BigQuery statements. Only what is known to read is a read. */
import { sideEffectOf } from './side-effects.ts'
import type { SqlReading } from './sql-reader.ts'
import { firstInTree } from './syntax-walk.ts'
import { say } from '../sentence/say.ts'

export interface OtherTree {
  readonly statements: readonly { readonly type: string }[]
}

const READING_STATEMENTS: ReadonlySet<string> = new Set([
  'select_stmt',
  'compound_select_stmt',
  'explain_stmt',
  'paren_expr',
])

const WRITING_NODES: ReadonlyMap<string, string> = new Map([
  ['into_table_clause', say('intoTable')],
  ['into_variables_clause', say('intoVariables')],
  ['into_dumpfile_clause', say('writesFile')],
  ['into_outfile_clause', say('writesFile')],
  ['for_clause', say('locksRows')],
  ['lock_in_share_mode_clause', say('locksRows')],
])

/** Pragmas that answer a question. Those without an argument must not be given a value. */
const ASKING_PRAGMAS: ReadonlySet<string> = new Set(
  `table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check integrity_check
   quick_check database_list collation_list function_list module_list pragma_list compile_options`.split(/\s+/),
)

const ASKING_PRAGMAS_WITHOUT_VALUE: ReadonlySet<string> = new Set(
  `user_version schema_version application_id encoding page_count page_size freelist_count journal_mode foreign_keys
   busy_timeout cache_size synchronous auto_vacuum data_version`.split(/\s+/),
)

/** `null`: there is no statement in it. */
export function readOtherDialect(tree: OtherTree): SqlReading | null {
  const statements = tree.statements.filter((statement) => statement.type !== 'empty')
  if (statements.length === 0) return null
  for (const statement of statements) {
    if (statement.type === 'pragma_stmt' ? !asks(statement) : !READING_STATEMENTS.has(statement.type)) {
      return write(say('statementIsNoRead', { statement: inWords(statement.type) }))
    }
  }
  const why = firstInTree(statements, (_key, node) => findWrite(node))
  return why === null ? { kind: 'read', why: 'Every statement reads.' } : write(why)
}

function findWrite(node: { readonly [key: string]: unknown }): string | null {
  const type = node['type']
  if (typeof type !== 'string') return null
  if (type.endsWith('_stmt') && type !== 'pragma_stmt' && !READING_STATEMENTS.has(type))
    return say('statementInside', { statement: inWords(type) })
  if (type === 'func_call' || type === 'table_func_call')
    return sideEffectOf(lastName(node['name']), schemaOf(node['name']))
  if (type === 'binary_expr' && node['operator'] === ':=') return say('setsVariable')
  return WRITING_NODES.get(type) ?? null
}

function asks(statement: object): boolean {
  const pragma = (statement as { pragma?: { type?: unknown; name?: unknown } }).pragma
  if (pragma === undefined) return false
  const name = (pragma.type === 'pragma_func_call' ? lastName(pragma.name) : lastName(pragma)).toLowerCase()
  if (pragma.type === 'pragma_assignment') return false
  return ASKING_PRAGMAS.has(name) || (pragma.type !== 'pragma_func_call' && ASKING_PRAGMAS_WITHOUT_VALUE.has(name))
}

/** The name itself, without quotes and without the schema before it. */
function lastName(node: unknown): string {
  const { type, name, property } = (node ?? {}) as { type?: unknown; name?: unknown; property?: unknown }
  if (type === 'member_expr') return lastName(property)
  return typeof name === 'string' ? name : ''
}

/** What stands before a function's name, or `null`. */
function schemaOf(node: unknown): string | null {
  const { type, object } = (node ?? {}) as { type?: unknown; object?: unknown }
  return type === 'member_expr' ? lastName(object) : null
}

function inWords(type: string): string {
  return type
    .replace(/_stmt$/, '')
    .replaceAll('_', ' ')
    .toUpperCase()
}

function write(why: string): SqlReading {
  return { kind: 'write', why }
}
