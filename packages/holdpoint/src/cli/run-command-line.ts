/**
 * Finds the command that was meant, runs it and answers the exit code. Nothing escapes as a stack trace, and an unknown
 * word is refused with what was probably meant. `wrap`, `serve` and `demo` are run by `main.ts` and never get
 * here.
 */
import { thrownMessage } from '@holdpoint/core'
import { closestWord } from '../config/closest-word.ts'
import type { Command, ExitCode } from './command.ts'
import type { CommandContext } from './command-context.ts'
import { COMMANDS, DESCRIPTIONS } from './command-list.ts'
import { helpOn } from './help-text.ts'
import { quotedBlock } from './one-line.ts'
import { reportProblem, usageProblem } from './problem.ts'
import type { CommandProblem } from './problem.ts'
import { withCommands } from './with-commands.ts'

export async function runCommandLine(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const json = args.includes('--json')
  try {
    return await runNamed(args, json, context)
  } catch (error) {
    return reportUnexpected(error, json, context)
  }
}

async function runNamed(args: readonly string[], json: boolean, context: CommandContext): Promise<ExitCode> {
  const [first = '--help', second = ''] = args
  if (first === '--version' || first === '-v' || first === '-V') {
    context.output.write(`${context.version}\n`)
    return 0
  }
  if (first === 'help' || first === '--help' || first === '-h') {
    return printHelp(
      args.slice(1).filter((word) => !word.startsWith('-')),
      json,
      context,
    )
  }
  const command = findCommand(first, second)
  if (command !== undefined) return await command.run(args.slice(command.name.split(' ').length), context)
  const family = COMMANDS.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  if (family.length > 0 && (second === '--help' || second === '-h')) return printHelp([first], json, context)
  return reportProblem(context, json, unknownCommand(first, second, family))
}

function findCommand(first: string, second: string): Command | undefined {
  return COMMANDS.find(({ name }) => name === first || name === `${first} ${second}`)
}

function printHelp(words: readonly string[], json: boolean, context: CommandContext): ExitCode {
  const help = helpOn(words, DESCRIPTIONS)
  if (!help.ok) return reportProblem(context, json, usageProblem(help.message, 'See everything: holdpoint help'))
  context.output.write(withCommands(help.text, context))
  return 0
}

function unknownCommand(first: string, second: string, family: readonly string[]): CommandProblem {
  if (family.length > 0) {
    const meant = closestWord(`${first} ${second}`, family)
    const message =
      second === '' || second.startsWith('-')
        ? `"${first}" needs another word.`
        : `There is no command "${first} ${second}".`
    return usageProblem(message, `${didYouMean(meant)}One of: ${family.join(', ')}`)
  }
  const words = [...new Set(DESCRIPTIONS.flatMap(({ name }) => [name, name.split(' ')[0] ?? name]))]
  return usageProblem(
    `There is no command "${first}".`,
    `${didYouMean(closestWord(first, words))}See them: holdpoint help`,
  )
}

function didYouMean(meant: string | null): string {
  return meant === null ? '' : `Did you mean "${meant}"? `
}

function reportUnexpected(error: unknown, json: boolean, context: CommandContext): ExitCode {
  const message = thrownMessage(error)
  const { code, hint } = (error instanceof Error ? error : {}) as { readonly code?: unknown; readonly hint?: unknown }
  const known = typeof hint === 'string' && hint !== ''
  const next = known ? hint : 'Run it again with HOLDPOINT_DEBUG=1 for details.'
  if (context.output.debug && error instanceof Error) context.output.writeError(quotedBlock(error.stack ?? message))
  return reportProblem(context, json, {
    code: typeof code === 'string' ? code : 'INTERNAL',
    message,
    next,
    details: {},
    exitCode: 1,
  })
}
