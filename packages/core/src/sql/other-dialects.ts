/**
 * Reads the trees of MySQL, MariaDB, SQLite and BigQuery statements. Only what is known to read is a read: every kind
 * of node that is not listed is a write. Functions are handed on to be judged (`known-functions.ts`).
 */
import { takesFromSequence } from './known-functions.ts'
import type { FunctionCall } from './known-functions.ts'
import type { ParsedStatement } from './parsed-statement.ts'
import { calledInMysql } from './mysql-words.ts'
import { firstInTree } from './syntax-walk.ts'
import type { SyntaxNode } from './syntax-walk.ts'
import { ASKING_PRAGMAS, ASKING_PRAGMAS_WITHOUT_VALUE, tableDoes } from './table-names.ts'
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

const READING_NODES: ReadonlySet<string> = new Set(
  `select_stmt compound_select_stmt explain_stmt pragma_stmt pragma_func_call empty keyword alias all_columns block_comment
   list_expr paren_expr binary_expr prefix_op_expr postfix_op_expr func_call table_func_call func_args filter_arg over_arg
   named_arg having_arg cast_expr cast_operator_expr cast_arg cast_format cast_format_timezone extract_expr extract_from
   week_expr between_expr case_expr case_when case_else row_constructor array_constructor string_with_charset
   quantifier_expr full_text_match_expr full_text_match_args member_expr bigquery_quoted_member_expr array_subscript
   array_subscript_specifier array_slice_specifier identifier variable parameter typed_expr array_literal_expr array_expr
   struct_expr with_clause common_table_expr cte_search_clause cte_cycle_clause cte_cycle_clause_values select_clause
   select_all select_distinct select_distinct_on select_as_struct select_as_value except_columns replace_columns from_clause
   where_clause group_by_clause group_by_rollup group_by_cube group_by_all group_by_grouping_sets having_clause
   window_clause named_window window_definition order_by_clause partition_by_clause limit_clause limit_all
   limit_rows_examined offset_clause fetch_clause dual_table join_expr indexed_table not_indexed_table
   lateral_derived_table partitioned_table unnest_with_offset_expr unnest_expr pivot_expr pivot_for_in unpivot_expr
   unpivot_for_in tablesample_expr tablesample_method tablesample_percent tablesample_repeatable
   for_system_time_as_of_expr join_on_specification join_using_specification sort_specification sort_direction_asc
   sort_direction_desc qualify_clause table_clause values_clause default mysql_modifier data_type_name modified_data_type
   parametric_data_type array_data_type array_bounds time_data_type interval_data_type interval_unit_range interval_unit
   generic_type_params array_type_param struct_type_param string_literal number_literal blob_literal boolean_literal
   null_literal datetime_literal time_literal date_literal timestamp_literal json_literal jsonb_literal numeric_literal
   bignumeric_literal interval_literal frame_clause frame_between frame_bound_current_row frame_bound_preceding
   frame_bound_following frame_unbounded frame_exclusion`.split(/\s+/),
)

/** `null`: there is no statement in it. */
export function readOtherDialect(tree: OtherTree): ParsedStatement | null {
  const statements = tree.statements.filter((statement) => statement.type !== 'empty')
  if (statements.length === 0) return null
  for (const statement of statements) {
    if (statement.type === 'pragma_stmt' ? !asks(statement) : !READING_STATEMENTS.has(statement.type)) {
      return write(say('statementIsNoRead', { statement: inWords(statement.type) }))
    }
  }
  const inFrom = new Set<unknown>()
  const calls: FunctionCall[] = []
  const why = firstInTree(statements, (_key, node) => {
    const found = findWrite(node) ?? findInFrom(node, inFrom)
    if (found === null && (node['type'] === 'func_call' || node['type'] === 'table_func_call'))
      calls.push(toCall(node, inFrom.has(node)))
    return found
  })
  return why === null ? { kind: 'read', calls, operators: [], uncertain: [] } : write(why)
}

function findWrite(node: SyntaxNode): string | null {
  const type = node['type']
  if (typeof type !== 'string') return null
  const known = WRITING_NODES.get(type)
  if (known !== undefined) return known
  if (!READING_NODES.has(type)) return say('statementInside', { statement: inWords(type) })
  if (type === 'binary_expr' && node['operator'] === ':=') return say('setsVariable')
  if (type === 'member_expr' && takesFromSequence(nameOf(node['property']).name))
    return say('functionDoesMore', { name: 'nextval' })
  if (type === 'tablesample_expr' && (node['method'] as SyntaxNode)['type'] !== 'tablesample_method')
    return say('functionUnknown', { name: nameOf(node['method']).name })
  return null
}

/**
 * Looks at what stands in FROM: tables by their names; functions are marked. The walk comes to this before to the
 * calls.
 */
function findInFrom(node: SyntaxNode, inFrom: Set<unknown>): string | null {
  const parts =
    node['type'] === 'from_clause' || node['type'] === 'lateral_derived_table'
      ? [node['expr']]
      : node['type'] === 'join_expr'
        ? [node['left'], node['right']]
        : node['type'] === 'table_clause'
          ? [node['table']]
          : []
  for (const part of parts) {
    let table = part as SyntaxNode | undefined
    while (
      table !== undefined &&
      /^(?:alias|paren_expr|indexed_table|not_indexed_table|partitioned_table)$/.test(String(table['type']))
    )
      table = (table['expr'] ?? table['table']) as SyntaxNode | undefined
    if (table === undefined) continue
    if (table['type'] === 'func_call') inFrom.add(table)
    else if (/^(?:identifier|member_expr|string_literal)$/.test(String(table['type']))) {
      const found = tableDoes(nameOf(table).name)
      if (found !== null) return found
    }
  }
  return null
}

function asks(statement: object): boolean {
  const pragma = (statement as { pragma?: { type?: unknown; name?: unknown } }).pragma
  if (pragma === undefined || pragma.type === 'pragma_assignment') return false
  const name = nameOf(pragma.type === 'pragma_func_call' ? pragma.name : pragma).name.toLowerCase()
  return ASKING_PRAGMAS.has(name) || (pragma.type !== 'pragma_func_call' && ASKING_PRAGMAS_WITHOUT_VALUE.has(name))
}

function toCall(node: SyntaxNode, inFrom: boolean): FunctionCall {
  const { name, schema, quoted } = nameOf(node['name'])
  const args = (node['args'] as { expr?: { args?: { items?: readonly unknown[] } } } | undefined)?.expr?.args?.items
  return { name, schema, quoted, inFrom, hasArguments: args !== undefined && args.length > 0 }
}

/**
 * A name without its quotes, and what stands before it. What is no name at all is an empty one, which is in no list.
 */
function nameOf(node: unknown): { readonly name: string; readonly schema: string | null; readonly quoted: boolean } {
  const { type, name, text, value, property, object } = (node ?? {}) as { readonly [key: string]: unknown }
  if (type === 'member_expr') {
    const last = nameOf(property)
    const before = nameOf(object)
    const schema = before.schema === null ? before.name : `${before.schema}.${before.name}`
    return { name: last.name, schema, quoted: last.quoted || before.quoted }
  }
  const written = typeof name === 'string' ? name : typeof value === 'string' ? value : ''
  return { name: calledInMysql(written), schema: null, quoted: typeof text === 'string' && text !== written }
}

function inWords(type: string): string {
  return type
    .replace(/_stmt$/, '')
    .replaceAll('_', ' ')
    .toUpperCase()
}

function write(why: string): ParsedStatement {
  return { kind: 'write', why }
}
