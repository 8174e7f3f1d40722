/**
 * Makes a command out of its description, its options and what it does: `--help`, wrong usage, `--json` and `--quiet`
 * work the same in all of them.
 */
import type { Command, CommandDescription, ExitCode } from './command.ts'
import type { CommandContext } from './command-context.ts'
import type { CommandProblem } from './problem.ts'
import { reportProblem, usageProblem } from './problem.ts'
import { readCommandArguments } from './read-command-arguments.ts'
import type { ArgumentSpec, ReadArguments } from './read-command-arguments.ts'
import { toSafeJson } from './safe-json.ts'
import { withCommands } from './with-commands.ts'

/** What a command found: for people as text, for programs as an object. */
export interface CommandResult {
  readonly json: unknown
  /** Not printed with `--quiet`. */
  readonly text: string
  readonly exitCode: Exclude<ExitCode, 2>
}

export type CommandAnswer =
  | { readonly ok: true; readonly result: CommandResult }
  | { readonly ok: false; readonly problem: CommandProblem }

export interface CommandDefinition extends CommandDescription {
  readonly arguments: ArgumentSpec
  answer(read: ReadArguments, context: CommandContext): Promise<CommandAnswer>
}

export function defineCommand(definition: CommandDefinition): Command {
  const { name, summary, usage } = definition
  return {
    name,
    summary,
    usage,
    run: async (args, context) => {
      const reading = readCommandArguments(args, definition.arguments)
      if (!reading.ok) {
        return reportProblem(
          context,
          args.includes('--json'),
          usageProblem(reading.message, `See: holdpoint ${name} --help`),
        )
      }
      if (reading.read.flag('help')) {
        context.output.write(withCommands(usage, context))
        return 0
      }
      const answer = await definition.answer(reading.read, context)
      const json = reading.read.flag('json')
      if (!answer.ok) return reportProblem(context, json, answer.problem)
      if (json) context.output.write(`${toSafeJson(answer.result.json, 2)}\n`)
      else if (!reading.read.flag('quiet')) context.output.write(answer.result.text)
      return answer.result.exitCode
    },
  }
}

export function found(json: unknown, text: string, exitCode: Exclude<ExitCode, 2> = 0): CommandAnswer {
  return { ok: true, result: { json, text, exitCode } }
}

export function failed(problem: CommandProblem): CommandAnswer {
  return { ok: false, problem }
}
