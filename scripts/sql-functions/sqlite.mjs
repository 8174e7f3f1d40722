// SQLite's own list (`pragma_function_list`). SQLite marks functions that are safe even in a hostile schema as
// innocuous (SQLITE_INNOCUOUS); the others are unsafe unless admitted below.
import { DatabaseSync } from '@photostructure/sqlite'

const INNOCUOUS = 0x20_0000

/** Innocuous to SQLite, and yet: */
const OUT = {
  sqlite_log: 'writes to the error log',
  load_extension: 'loads a program',
  readfile: 'of the shell: reads a file',
  writefile: 'of the shell: writes a file',
  edit: 'of the shell: starts an editor',
  fsdir: 'of the shell: reads files',
  lsmode: 'of the shell',
  zipfile: 'of the shell: reads a file',
  sqlar_compress: 'of the shell',
  optimize: 'rewrites a full-text index',
  fts3_tokenizer: 'loads a program',
  rtreecheck: 'reads beyond its argument',
  eval: 'extension: runs the SQL in its text',
  shell_add_schema: 'of the shell',
}

/** Not marked innocuous, and admitted: full-text search answers, and statistics. */
const ADMITTED = 'bm25 highlight snippet matchinfo offsets match median percentile percentile_cont percentile_disc'
/** Functions in FROM, which the list leaves out, and `regexp`, which programs bring for the operator of that name. */
const TABLES = 'json_each json_tree generate_series regexp'
/** Pragmas that only answer, as functions in FROM. */
const PRAGMAS = `table_info table_xinfo table_list index_list index_info index_xinfo foreign_key_list foreign_key_check
  integrity_check quick_check database_list collation_list function_list module_list pragma_list compile_options`

export function readSqlite() {
  const database = new DatabaseSync(':memory:')
  const [{ version }] = database.prepare('SELECT sqlite_version() AS version').all()
  const rows = database.prepare('SELECT name, flags FROM pragma_function_list').all()
  database.close()
  const named = rows.filter(({ name }) => /^[a-z]\w*$/.test(name))
  const admitted = new Set([
    ...`${ADMITTED} ${TABLES}`.split(' '),
    ...PRAGMAS.split(/\s+/).map((name) => `pragma_${name}`),
  ])
  const unsafe = new Set(Object.keys(OUT))
  for (const { name, flags } of named) if ((flags & INNOCUOUS) === 0 && !admitted.has(name)) unsafe.add(name)
  const harmless = new Set([...named.map(({ name }) => name), ...admitted].filter((name) => !unsafe.has(name)))
  return { engine: `SQLite ${version}`, harmless, unsafe }
}
