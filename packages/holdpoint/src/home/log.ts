/** Remarks for people, one per line on standard error. Standard output belongs to MCP or to a command's result. */
import { keepInOneLine, maskText } from '@holdpoint/core'
import { spellCommands } from '@holdpoint/core/sentence'
import { startedAs } from './started-as.ts'
import type { ReadFrom } from './started-as.ts'

export type Log = (message: string) => void

/** `from`: where its lines are read, which decides how a command in them is written. */
export function createLog(prefix: string, quiet: boolean, from: ReadFrom = 'anywhere'): Log {
  return (message) => {
    if (!quiet) process.stderr.write(`${prefix}${inOneLine(spellStartedAs(message.trimEnd(), from))}\n`)
  }
}

/**
 * For text that has lines by right, such as a mistake in the configuration with a caret below it: a remark for each.
 */
export function logLines(log: Log, text: string): void {
  for (const line of text.split('\n')) if (line.trim() !== '') log(line)
}

/** Looks up how we were started only for lines that need it. */
export function spellStartedAs(text: string, from: ReadFrom): string {
  return text.includes('holdpoint ') ? spellCommands(text, startedAs(from)) : text
}

/**
 * What servers, agents and clients say ends up here, their names too: no escape sequence of theirs may reach the
 * terminal, and no line break may begin a line that would pass for one of ours. A tab can do neither, and stack traces
 * have them. Logs are kept and sent on, so secrets in them are masked.
 */
function inOneLine(message: string): string {
  return maskText(message.split('\t').map(keepInOneLine).join('\t'))
}
