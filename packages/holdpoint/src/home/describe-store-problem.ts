/** What a store tells outside any call, as one remark for the log. */
import type { StoreProblem } from '@holdpoint/store'

export function describeStoreProblem(problem: StoreProblem): string {
  switch (problem.kind) {
    case 'unavailable':
      return `the store cannot be written: ${wordsOf(problem.error)} (${problem.waiting} records wait in memory)`
    case 'recovered':
      return 'the store can be written again'
    case 'directory-open':
      return `the store's folder ${problem.directory}: ${problem.hint}`
    case 'listener-failed':
      return `a change of the store was not heard: ${wordsOf(problem.error)}`
    case 'spool-unavailable':
      return `records are stored one by one, more slowly: ${problem.directory} cannot be written (${wordsOf(problem.error)})`
    case 'spool-unreadable':
      return `records in ${problem.file} cannot be read for now (${wordsOf(problem.error)}); they are tried again`
    case 'spool-damaged':
      return `${problem.file}: ${problem.hint}`
    case 'head-unavailable':
      return `nothing above low goes on: the head of the audit log, ${problem.file}, cannot be written (${wordsOf(problem.error)})`
    case 'noticed':
      return problem.what
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
