import { thrownMessage } from '@holdpoint/core'

/** What a store tells its owner outside any call: for the log, never for a decision. */
export type StoreProblem =
  /** Writes fail; `waiting` audit records are held in memory. */
  | { readonly kind: 'unavailable'; readonly error: unknown; readonly waiting: number }
  /** Writes work again. */
  | { readonly kind: 'recovered' }
  /** Other accounts of this machine may read the directory, and the store does not change its mode. */
  | { readonly kind: 'directory-open'; readonly directory: string; readonly hint: string }
  /** A listener of `watch` threw. */
  | { readonly kind: 'listener-failed'; readonly error: unknown }
  /** Records are committed one by one, which is slower, until the spool can be written again. */
  | { readonly kind: 'spool-unavailable'; readonly directory: string; readonly error: unknown }
  /** What a dead process left cannot be read for now. It stays where it is and is tried again. */
  | { readonly kind: 'spool-unreadable'; readonly file: string; readonly error: unknown }
  /** Of what a dead process left, some lines could not be read. The others are in the log; `file` keeps all of them. */
  | { readonly kind: 'spool-damaged'; readonly file: string; readonly hint: string }
  /** The head outside the database cannot be written. */
  | { readonly kind: 'head-unavailable'; readonly file: string; readonly error: unknown }
  /** Something was noticed that a person has to accept: a restore, a clock set back, records taken away. */
  | { readonly kind: 'noticed'; readonly what: string }

/** What it tells, as one remark for the log. */
export function describeStoreProblem(problem: StoreProblem): string {
  switch (problem.kind) {
    case 'unavailable':
      return `the store cannot be written: ${thrownMessage(problem.error)} (${problem.waiting} records wait in memory)`
    case 'recovered':
      return 'the store can be written again'
    case 'directory-open':
      return `the store's folder ${problem.directory}: ${problem.hint}`
    case 'listener-failed':
      return `a change of the store was not heard: ${thrownMessage(problem.error)}`
    case 'spool-unavailable':
      return `records are stored one by one, more slowly: ${problem.directory} cannot be written (${thrownMessage(problem.error)})`
    case 'spool-unreadable':
      return `records in ${problem.file} cannot be read for now (${thrownMessage(problem.error)}); they are tried again`
    case 'spool-damaged':
      return `${problem.file}: ${problem.hint}`
    case 'head-unavailable':
      return `nothing above low goes on: the head of the audit log, ${problem.file}, cannot be written (${thrownMessage(problem.error)})`
    case 'noticed':
      return problem.what
  }
}
