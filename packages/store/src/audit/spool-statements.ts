/** What spools ask of their database: how far each is committed. */
import type { Statement } from '../query/query.ts'

export interface SpoolMark {
  readonly id: string
  /** The number, in the spool, of the last line that is committed. */
  readonly sequence: number
}

export interface SpoolStatements {
  readonly find: Statement<{ readonly id: string }, { readonly sequence: number }>
  readonly put: Statement<SpoolMark, unknown>
  readonly remove: Statement<{ readonly id: string }, unknown>
  readonly list: Statement<object, SpoolMark & { readonly ended: number }>
  /** Its lines may go: all of them are in the log. */
  readonly end: Statement<{ readonly id: string }, unknown>
}
