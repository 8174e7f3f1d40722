/**
 * Reads the tree of PostgreSQL's own parser. Only what is known to read is a read: every kind of node that is not
 * listed is a write, whatever it is. Functions and operators are handed on to be judged (`known-functions.ts`).
 */
import { givesRecords, isUnsafeInPostgres, knowsOperator, takesFromSequence } from './known-functions.ts'
import type { FunctionCall } from './known-functions.ts'
import type { ParsedStatement } from './parsed-statement.ts'
import type { SqlEngine } from './sql-reader.ts'
import { firstInTree } from './syntax-walk.ts'
import type { SyntaxNode } from './syntax-walk.ts'
import { tableDoes } from './table-names.ts'
import { say } from '../sentence/say.ts'

export interface PostgresTree {
  readonly stmts?: readonly { readonly stmt?: object }[]
}

const READING_STATEMENTS: ReadonlySet<string> = new Set(['SelectStmt', 'VariableShowStmt', 'ExplainStmt'])

const READING_NODES: ReadonlySet<string> = new Set(
  `SelectStmt VariableShowStmt ExplainStmt A_ArrayExpr A_Const A_Expr A_Indices A_Indirection A_Star Alias BitString Boolean
   BoolExpr BooleanTest CaseExpr CaseWhen CoalesceExpr CollateClause ColumnDef ColumnRef CommonTableExpr CTECycleClause
   CTESearchClause DefElem Float FuncCall GroupingFunc GroupingSet Integer JoinExpr JsonAggConstructor JsonArgument
   JsonArrayAgg JsonArrayConstructor JsonArrayQueryConstructor JsonBehavior JsonFormat JsonFuncExpr JsonIsPredicate
   JsonKeyValue JsonObjectAgg JsonObjectConstructor JsonOutput JsonParseExpr JsonReturning JsonScalarExpr JsonSerializeExpr
   JsonTable JsonTableColumn JsonTablePathSpec JsonValueExpr List MinMaxExpr NamedArgExpr NullTest ParamRef RangeFunction
   RangeSubselect RangeTableFunc RangeTableFuncCol RangeTableSample RangeVar ResTarget RowExpr SetToDefault SortBy
   SQLValueFunction String SubLink TypeCast TypeName WindowDef WithClause XmlExpr XmlSerialize`.split(/\s+/),
)

/** Ways to take a sample of a table: PostgreSQL's two, and those of its contrib. */
const SAMPLES: ReadonlySet<string> = new Set(['system', 'bernoulli', 'system_rows', 'system_time'])
/** Columns that functions in FROM have by themselves. */
const COLUMNS_OF_FUNCTIONS: readonly string[] = ['ordinality', 'ordinal', 'key', 'value', 'start', 'stop', 'step']

/** `null`: there is no statement in it. */
export function readPostgres(tree: PostgresTree, engine: SqlEngine | null): ParsedStatement | null {
  const statements = tree.stmts ?? []
  if (statements.length === 0) return null
  for (const { stmt } of statements) {
    const kind = Object.keys(stmt ?? {})[0] ?? 'nothing'
    if (!READING_STATEMENTS.has(kind))
      return { kind: 'write', why: say('statementIsNoRead', { statement: inWords(kind) }) }
  }
  const aliases = functionAliases(statements)
  const calls: FunctionCall[] = []
  const operators: string[] = []
  const uncertain: string[] = []
  const why = firstInTree(statements, (key, node) => {
    const write = findWrite(key, node)
    if (write !== null) return write
    // What PostgreSQL's grammar makes calls of (`TRIM(…)`, `AT TIME ZONE`) is its own, and harmless.
    if (key === 'FuncCall' && node['funcformat'] !== 'COERCE_SQL_SYNTAX')
      calls.push(toCall(node, aliases.inFrom.has(node)))
    const operator = uncertainOperator(OPERATOR_PART[key] === undefined ? null : node[OPERATOR_PART[key]], engine)
    if (operator !== null) operators.push(operator)
    const sample = key === 'RangeTableSample' ? uncertainSample(node) : null
    if (sample !== null) uncertain.push(sample)
    // Only PostgreSQL calls what looks like a column.
    if (engine === null || engine === 'postgres')
      calls.push(...attributesCalled(key, node, aliases).map(toAttributeCall))
    return null
  })
  return why === null ? { kind: 'read', calls, operators, uncertain } : { kind: 'write', why }
}

function findWrite(key: string, node: SyntaxNode): string | null {
  // The tree names a node's kind with a capital, and its parts without.
  if (/^[A-Z]/.test(key) && !READING_NODES.has(key)) return say('statementInside', { statement: inWords(key) })
  if ('intoClause' in node) return say('intoTable')
  if ('lockingClause' in node) return say('locksRows')
  if (key === 'ColumnRef' && namesIn(node['fields']).slice(1).some(takesFromSequence))
    return say('functionDoesMore', { name: 'nextval' })
  if (key === 'RangeVar' || key === 'relation') return tableDoes(textAt(node, 'relname'))
  return null
}

/** Where a node names its operator. */
const OPERATOR_PART: { readonly [kind: string]: string } = { A_Expr: 'name', SubLink: 'operName', SortBy: 'useOp' }

/** `null`: the tables in it are sampled in a way that PostgreSQL has by itself. */
function uncertainSample(node: SyntaxNode): string | null {
  const [name = '', ...more] = namesIn(node['method'])
  return more.length === 0 && SAMPLES.has(name.toLowerCase()) ? null : say('functionUnknown', { name })
}

/** `OPERATOR(schema.+)` may be a user's own; so is an operator that PostgreSQL does not have by itself. */
function uncertainOperator(names: unknown, engine: SqlEngine | null): string | null {
  const [name, ...more] = namesIn(names)
  if (name === undefined) return null
  // Words stand for the syntax: BETWEEN, NOT BETWEEN.
  if (more.length === 0 && (/^[A-Z ]+$/.test(name) || knowsOperator(name, engine))) return null
  return say('operatorUnknown', { name: [name, ...more].join('.') })
}

/**
 * `row.f` is a column, or, where there is none of that name, a call `f(row)`; `(value).f` is a field or a call
 * likewise. After the name of a table it is taken for a column unless PostgreSQL itself has such a function that does
 * more. After a function in FROM it has to be one of its columns (`g.pg_sleep FROM generate_series(1, 9) g` waits),
 * after brackets a column of a function that gives records; whatever else stands there is judged as a call.
 */
function attributesCalled(key: string, node: SyntaxNode, { columns }: FunctionAliases): readonly string[] {
  if (key === 'ColumnRef') {
    const names = namesIn(node['fields'])
    const name = names.at(-1)
    const row = names.at(-2)
    if (name === undefined || row === undefined) return []
    const known = columns.get(row)
    return isUnsafeInPostgres(name) || (known !== undefined && !known.has(name)) ? [name] : []
  }
  if (key !== 'A_Indirection') return []
  const called = (node['arg'] as { FuncCall?: SyntaxNode } | undefined)?.FuncCall
  const isRecord = called !== undefined && givesRecords(namesIn(called['funcname']).at(-1) ?? '')
  return isRecord ? [] : namesIn(node['indirection'])
}

interface FunctionAliases {
  /** The calls that stand in FROM. */
  readonly inFrom: ReadonlySet<SyntaxNode>
  /**
   * By the name that a function in FROM goes by: its columns. Functions that give records of their own are left out.
   */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
}

function functionAliases(statements: unknown): FunctionAliases {
  const inFrom = new Set<SyntaxNode>()
  const columns = new Map<string, ReadonlySet<string>>()
  firstInTree(statements, (key, node) => {
    if (key !== 'RangeFunction') return null
    const called: string[] = []
    // Its arguments may hold further calls, which stand in no FROM.
    for (const item of listIn(node['functions'])) {
      for (const part of listIn((item as { List?: SyntaxNode }).List?.['items'])) {
        const call = (part as { FuncCall?: SyntaxNode }).FuncCall
        if (call === undefined) continue
        inFrom.add(call)
        called.push(namesIn(call['funcname']).at(-1) ?? '')
      }
    }
    if (called.every(givesRecords)) return null
    const alias = node['alias'] as SyntaxNode | undefined
    const name = alias === undefined ? called[0] : textAt(alias, 'aliasname')
    const declared = listIn(node['coldeflist']).map((column) =>
      textAt((column as { ColumnDef?: SyntaxNode }).ColumnDef, 'colname'),
    )
    if (name !== undefined)
      columns.set(
        name,
        new Set([name, ...called, ...declared, ...namesIn(alias?.['colnames']), ...COLUMNS_OF_FUNCTIONS]),
      )
    return null
  })
  return { inFrom, columns }
}

function toAttributeCall(name: string): FunctionCall {
  return { name, schema: null, quoted: name !== name.toLowerCase(), inFrom: false, hasArguments: true }
}

function toCall(node: SyntaxNode, inFrom: boolean): FunctionCall {
  const names = namesIn(node['funcname'])
  const name = names.at(-1) ?? ''
  const schema = names.length > 1 ? names.slice(0, -1).join('.') : null
  const written = names.join('.')
  // PostgreSQL folds what is not quoted, so a capital was.
  return {
    name,
    schema,
    quoted: written !== written.toLowerCase(),
    inFrom,
    hasArguments: listIn(node['args']).length > 0,
  }
}

/** The words of a name; a `*` among them counts as none. */
function namesIn(names: unknown): readonly string[] {
  return listIn(names).flatMap((part) => {
    const text = (part as { String?: { sval?: unknown } }).String?.sval
    return typeof text === 'string' ? [text] : []
  })
}

function listIn(value: unknown): readonly object[] {
  return Array.isArray(value) ? (value as readonly object[]) : []
}

function textAt(node: SyntaxNode | undefined, key: string): string {
  const text = node?.[key]
  return typeof text === 'string' ? text : ''
}

function inWords(kind: string): string {
  return kind.replace(/Stmt$/, '').toUpperCase()
}
