/** Reads the tree of PostgreSQL's own parser. Only what is known to read is a read; every other statement is a write. */
import { sideEffectOf } from './side-effects.ts'
import type { SqlReading } from './sql-reader.ts'
import { firstInTree } from './syntax-walk.ts'
import { say } from '../sentence/say.ts'

export interface PostgresTree {
  readonly stmts?: readonly { readonly stmt?: object }[]
}

const READING_STATEMENTS: ReadonlySet<string> = new Set(['SelectStmt', 'VariableShowStmt', 'ExplainStmt'])

/** `null`: there is no statement in it. */
export function readPostgres(tree: PostgresTree): SqlReading | null {
  const statements = tree.stmts ?? []
  if (statements.length === 0) return null
  for (const { stmt } of statements) {
    const kind = Object.keys(stmt ?? {})[0] ?? 'nothing'
    if (!READING_STATEMENTS.has(kind)) return write(say('statementIsNoRead', { statement: inWords(kind) }))
  }
  const why = firstInTree(statements, findWrite)
  return why === null ? { kind: 'read', why: 'Every statement reads.' } : write(why)
}

function findWrite(key: string, node: { readonly [key: string]: unknown }): string | null {
  if (key.endsWith('Stmt') && !READING_STATEMENTS.has(key)) return say('statementInside', { statement: inWords(key) })
  if ('intoClause' in node) return say('intoTable')
  if ('lockingClause' in node) return say('locksRows')
  if (key === 'FuncCall') return sideEffectOf(nameAt(node['funcname'], -1) ?? '', nameAt(node['funcname'], -2))
  return null
}

/** One part of a name, counted from its end: the function itself, then its schema. */
function nameAt(names: unknown, index: -1 | -2): string | null {
  const part: unknown = Array.isArray(names) ? names.at(index) : undefined
  const text = (part as { String?: { sval?: unknown } } | undefined)?.String?.sval
  return typeof text === 'string' ? text : null
}

function inWords(kind: string): string {
  return kind.replace(/Stmt$/, '').toUpperCase()
}

function write(why: string): SqlReading {
  return { kind: 'write', why }
}
