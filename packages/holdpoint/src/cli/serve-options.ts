/** Reads the arguments of `holdpoint serve`. */
import type { CommandDescription } from './command.ts'
import { helpText, readPort, wrongUsage } from './parsed-options.ts'
import type { ParsedOptions } from './parsed-options.ts'
import { readCommandArguments } from './read-command-arguments.ts'

export interface ServeOptions {
  readonly config: string | null
  /** `null`: 127.0.0.1. */
  readonly host: string | null
  /** `null`: HOLDPOINT_PORT, else 7433. */
  readonly port: number | null
}

export const serveDescription: CommandDescription = {
  name: 'serve',
  summary: 'run the service: gateway, REST and page for many agents',
  usage: `holdpoint serve [--config FILE] [--host H] [--port P]

One endpoint for each configured server: http://127.0.0.1:7433/mcp/{server}
A bind beyond this machine needs tokens: holdpoint token create --role agent

  holdpoint serve
  holdpoint serve --config ./holdpoint.yaml --port 8080
`,
}

export function parseServeArguments(args: readonly string[]): ParsedOptions<ServeOptions> {
  const reading = readCommandArguments(args, { values: ['config', 'host', 'port'], flags: [], positionals: [] })
  if (!reading.ok) return wrongUsage('serve', reading.message)
  const { read } = reading
  if (read.flag('help')) return helpText(serveDescription.usage)
  const portText = read.value('port')
  const port = portText === null ? null : readPort(portText)
  if (portText !== null && port === null) return wrongUsage('serve', `--port ${portText} is no port: 0 to 65535.`)
  const host = read.value('host')
  if (host === '') return wrongUsage('serve', '--host is empty.')
  return { ok: true, options: { config: read.value('config'), host, port } }
}
