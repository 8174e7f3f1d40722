/** Reads the arguments of `holdpoint demo`. */
import type { CommandDescription } from './command.ts'
import { helpText, readPort, wrongUsage } from './parsed-options.ts'
import type { ParsedOptions } from './parsed-options.ts'
import { readCommandArguments } from './read-command-arguments.ts'

export interface DemoOptions {
  /** `null`: HOLDPOINT_PORT, else 7433 or another free one. */
  readonly port: number | null
}

export const demoDescription: CommandDescription = {
  name: 'demo',
  summary: 'a warehouse server with a risky call that waits for you',
  usage: `holdpoint demo [--port P]

Ctrl-C ends it. Decide from a second terminal:

  holdpoint list
  holdpoint approve ID
`,
}

export function parseDemoArguments(args: readonly string[]): ParsedOptions<DemoOptions> {
  const reading = readCommandArguments(args, { values: ['port'], flags: [], positionals: [] })
  if (!reading.ok) return wrongUsage('demo', reading.message)
  if (reading.read.flag('help')) return helpText(demoDescription.usage)
  const portText = reading.read.value('port')
  const port = portText === null ? null : readPort(portText)
  if (portText !== null && port === null) return wrongUsage('demo', `--port ${portText} is no port: 0 to 65535.`)
  return { ok: true, options: { port } }
}
