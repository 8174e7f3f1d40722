/**
 * Reads the arguments of `holdpoint wrap`. What stands after `--` belongs to the wrapped server and is never looked
 * into. It stands on the way of every start, so it imports next to nothing.
 */
import type { CommandDescription } from './command.ts'
import { helpText, wrongUsage } from './parsed-options.ts'
import type { ParsedOptions } from './parsed-options.ts'
import { readCommandArguments } from './read-command-arguments.ts'

export interface WrapOptions {
  /** `null`: derived from the upstream. */
  readonly name: string | null
  readonly config: string | null
  readonly upstream: WrapUpstream
}

export type WrapUpstream =
  | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'url'; readonly url: string }
  /** The entry of that name under `servers` in the configuration. */
  | { readonly kind: 'configured'; readonly name: string }

export const wrapDescription: CommandDescription = {
  name: 'wrap',
  summary: 'put it in front of an MCP server, on stdio',
  usage: `holdpoint wrap [--name N] [--config FILE] -- <command> [args…]
holdpoint wrap [--name N] [--config FILE] --url URL
holdpoint wrap --name N [--config FILE]

Speaks MCP on standard input and output, in place of the server it stands in
front of. Reads pass; a risky call waits for a person. The third form takes the
server from the configuration. For hosts: holdpoint help hosts

  holdpoint wrap -- npx -y @modelcontextprotocol/server-filesystem ~/Documents
  holdpoint wrap --name crm --url https://crm.example/mcp
`,
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

export function parseWrapArguments(args: readonly string[]): ParsedOptions<WrapOptions> {
  const end = args.indexOf('--')
  const own = end === -1 ? args : args.slice(0, end)
  const [command, ...rest] = end === -1 ? [] : args.slice(end + 1)
  const bare = end === -1 ? findBareCommand(own) : null
  if (bare !== null) {
    return wrongUsage('wrap', `Put -- before the server's command: holdpoint wrap -- ${bare.slice(0, 3).join(' ')} …`)
  }
  const reading = readCommandArguments(own, { values: ['name', 'config', 'url'], flags: [], positionals: [] })
  if (!reading.ok) return wrongUsage('wrap', reading.message)
  const { read } = reading
  if (read.flag('help')) return helpText(wrapDescription.usage)
  const name = read.value('name')
  if (name !== null && !NAME.test(name)) {
    return wrongUsage('wrap', `"${name}" cannot be a server's name: use up to 64 letters, digits and . _ -`)
  }
  const upstream = chooseUpstream(read.value('url'), command, rest, name)
  if (typeof upstream === 'string') return wrongUsage('wrap', upstream)
  return { ok: true, options: { name, config: read.value('config'), upstream } }
}

/** The upstream, or what is wrong. */
function chooseUpstream(
  url: string | null,
  command: string | undefined,
  args: readonly string[],
  name: string | null,
): WrapUpstream | string {
  if (url !== null && command !== undefined) return 'Give either --url or a command after --, not both.'
  if (url !== null) return isHttpUrl(url) ? { kind: 'url', url } : `--url ${url} is no http or https address.`
  if (command === '') return "The server's command after -- is empty."
  if (command !== undefined) return { kind: 'command', command, args }
  if (name !== null) return { kind: 'configured', name }
  return 'Say which server to stand in front of: a command after --, --url, or --name of a configured one.'
}

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'http:' || protocol === 'https:'
}

/** `wrap npx -y server` without the dashes: the rest would be taken for options of ours. */
function findBareCommand(args: readonly string[]): readonly string[] | null {
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? ''
    if (!argument.startsWith('-')) return args.slice(index)
    if (['--name', '--config', '--url'].includes(argument)) index++
  }
  return null
}
