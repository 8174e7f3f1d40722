/** Remarks for people, one per line on standard error. Standard output belongs to MCP or to a command's result. */
import { showHiddenCharacters } from '@holdpoint/core'

export type Log = (message: string) => void

export function createLog(prefix: string, quiet: boolean): Log {
  return (message) => {
    // What servers and agents say ends up here: no escape sequence of theirs may reach the terminal.
    if (!quiet) process.stderr.write(`${prefix}${showHiddenCharacters(message.trimEnd()).text}\n`)
  }
}
