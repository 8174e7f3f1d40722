/** What settings ask of their database. */
import type { Statement } from '../query/query.ts'

export interface Setting {
  readonly key: string
  readonly value: string
}

export interface SettingStatements {
  readonly get: Statement<{ readonly key: string }, { readonly value: string }>
  readonly range: Statement<{ readonly from: string; readonly below: string }, Setting>
  readonly put: Statement<Setting, unknown>
  readonly remove: Statement<{ readonly key: string }, unknown>
}
