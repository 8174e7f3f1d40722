/**
 * How the bundle for Claude Desktop is started. Its settings are fields that a person fills in, not arguments: they come in two
 * variables, and become those of a `wrap`. What cannot be read starts nothing.
 */
import { splitCommandLine } from './cli/split-command-line.ts'

export type DesktopStart =
  | {
      readonly ok: true
      /** For `main`. */
      readonly args: readonly string[]
      /** For the server. */
      readonly variables: { readonly [name: string]: string }
    }
  | { readonly ok: false; readonly message: string }

export const COMMAND = 'HOLDPOINT_DESKTOP_COMMAND'
export const VARIABLES = 'HOLDPOINT_DESKTOP_VARIABLES'

export function readDesktopStart(environment: { readonly [name: string]: string | undefined }): DesktopStart {
  const command = splitCommandLine(environment[COMMAND] ?? '')
  if (!command.ok) return { ok: false, message: `The command of the server cannot be used: ${command.why}.` }
  if ((command.words[0] ?? '') === '') return { ok: false, message: 'The command of the server is empty.' }
  const given = splitCommandLine(environment[VARIABLES] ?? '')
  const pairs = given.ok ? given.words.map((word) => /^([A-Za-z_]\w*)=(.*)$/s.exec(word)) : []
  // They may be secrets: none of them is repeated.
  if (!given.ok || pairs.includes(null)) {
    return {
      ok: false,
      message: 'The variables of the server cannot be read: write NAME=value, with quotes around blanks.',
    }
  }
  const variables = Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
  return { ok: true, args: ['wrap', '--', ...command.words], variables }
}
