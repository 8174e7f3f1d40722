/**
 * What reading from a table by its mere name may do. SQLite runs `pragma_optimize` without any brackets, and DuckDB
 * opens the file or address that a quoted name spells. Views are not looked into: their author decided what they call.
 */
import { say } from '../sentence/say.ts'

/** Pragmas that answer a question. */
export const ASKING_PRAGMAS: ReadonlySet<string> = new Set(
  `table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check integrity_check
   quick_check database_list collation_list function_list module_list pragma_list compile_options`.split(/\s+/),
)

/** These too, unless they are given a value. */
export const ASKING_PRAGMAS_WITHOUT_VALUE: ReadonlySet<string> = new Set(
  `user_version schema_version application_id encoding page_count page_size freelist_count journal_mode foreign_keys
   busy_timeout cache_size synchronous auto_vacuum data_version`.split(/\s+/),
)

const FILE = /[/\\]|\.(?:csv|tsv|txt|json|jsonl|ndjson|parquet|arrow|feather|xlsx|avro|db|duckdb|sqlite|gz|zst|bz2)$/i

/** Why a table of this name is no plain table, or `null`. */
export function tableDoes(name: string): string | null {
  const lower = name.toLowerCase()
  const pragma = /^pragma_(.*)$/.exec(lower)?.[1]
  const acts = pragma === undefined ? /^(?:fsdir|zipfile)$/.test(lower) : !isAskingPragma(pragma)
  if (acts) return say('tableActs', { name })
  return FILE.test(name) ? say('tableIsFile', { name }) : null
}

function isAskingPragma(name: string): boolean {
  return ASKING_PRAGMAS.has(name) || ASKING_PRAGMAS_WITHOUT_VALUE.has(name)
}
