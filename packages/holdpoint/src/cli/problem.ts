/**
 * What a command could not or would not do: one line, and what to do next. With `--json` the same as an error object.
 */
import type { ExitCode } from './command.ts'
import type { CommandContext } from './command-context.ts'
import { keepInOneLine } from './one-line.ts'
import { toSafeJson } from './safe-json.ts'
import { withCommands } from './with-commands.ts'

export interface CommandProblem {
  readonly code: string
  readonly message: string
  /** What the person can do about it. */
  readonly next: string
  /** Further fields of the error object, such as who decided first. */
  readonly details: { readonly [name: string]: string | null }
  readonly exitCode: Exclude<ExitCode, 0>
}

export function usageProblem(message: string, next: string): CommandProblem {
  return { code: 'USAGE', message, next, details: {}, exitCode: 2 }
}

export function refusal(
  code: string,
  message: string,
  next: string,
  details: CommandProblem['details'] = {},
): CommandProblem {
  return { code, message, next, details, exitCode: 1 }
}

export function reportProblem(context: CommandContext, json: boolean, problem: CommandProblem): ExitCode {
  const { code, message, details, exitCode } = problem
  const next = withCommands(problem.next, context)
  if (json) context.output.write(`${toSafeJson({ error: { ...details, code, message, next } }, 2)}\n`)
  else context.output.writeError(`holdpoint: ${keepInOneLine(message)}\n  ${keepInOneLine(next)}\n`)
  return exitCode
}
