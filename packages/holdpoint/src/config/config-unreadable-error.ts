/**
 * The configuration cannot be read so far that store and tokens would be known. Whoever wants to look or decide is told so:
 * the store of the defaults would show nothing of what waits, and a token of the file would pass for a mistyped one.
 */
import { formatConfigProblem } from './config-problem.ts'
import type { ConfigProblem } from './config-problem.ts'

export class ConfigUnreadableError extends Error {
  readonly code = 'CONFIG_INVALID'
  /** What a person can do about it. */
  readonly hint = 'Which store and tokens it names is not known. See all of it: holdpoint policy check'

  constructor(problems: readonly ConfigProblem[]) {
    const [first, ...others] = problems
    const more = others.length === 0 ? '' : ` And ${others.length} more.`
    super(first === undefined ? 'The configuration cannot be read.' : `${formatConfigProblem(first)}${more}`)
    this.name = 'ConfigUnreadableError'
  }
}
