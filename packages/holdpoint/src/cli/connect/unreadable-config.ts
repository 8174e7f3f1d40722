/** A chat is neither checked nor set up by a configuration that cannot be understood. */
import type { ConfigProblem } from '../../config/config-problem.ts'
import { refusal } from '../problem.ts'
import type { CommandProblem } from '../problem.ts'

export function unreadableConfig([first, ...others]: readonly ConfigProblem[]): CommandProblem {
  const where = first === undefined ? '' : `${first.file}:${first.line}: `
  const more = others.length === 0 ? '' : ` And ${others.length} more.`
  const message = `${where}${first?.message ?? 'The configuration cannot be read.'}${more}`
  return {
    ...refusal('CONFIG_INVALID', message, 'Correct it first. See all of it: holdpoint policy check'),
    exitCode: 2,
  }
}
