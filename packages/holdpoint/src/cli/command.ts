/** One command of the command line. It reads its own arguments and answers the exit code; it never ends the process. */
import type { CommandContext } from './command-context.ts'

export interface CommandDescription {
  /** One word, or two: `audit verify`. */
  readonly name: string
  /** One line for the overview. */
  readonly summary: string
  /** What `--help` prints: usage line, what it does, examples. */
  readonly usage: string
}

export interface Command extends CommandDescription {
  run(args: readonly string[], context: CommandContext): Promise<ExitCode>
}

/** 0 fine, 1 said no or found problems, 2 wrong usage. */
export type ExitCode = 0 | 1 | 2
