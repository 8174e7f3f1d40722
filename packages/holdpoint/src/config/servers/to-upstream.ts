/**
 * How a server is started or reached, as its entry says it. Entries are written in two ways, the file's own and that of
 * hosts (`mcpServers`, or `command` and `args` apart), and mean the same. One that could mean two things is refused,
 * with an example.
 */
import type { PolicyProblem, UpstreamConfig } from '@holdpoint/core/policy'
import type { ConfigFile, ConnectionOfServer, ServerEntry } from '../config-file.ts'
import type { Resolve } from '../environment-references.ts'

type Path = PolicyProblem['path']

export interface NamedServer {
  /** What is said of it under `servers`. */
  readonly entry: ServerEntry
  /** Where it is said how to reach it, and what. */
  readonly connection: ConnectionOfServer
  readonly path: Path
}

const CONNECTION = ['type', 'command', 'args', 'env', 'cwd', 'url', 'headers'] as const
const IN_TWO_WORDS = 'command: npx with args: [-y, some-server], or command: [npx, -y, some-server]'

/** Those of both blocks. A name that stands in both is reached as `mcpServers` says and judged as `servers` says. */
export function namedServers(
  { servers = {}, mcpServers = {} }: ConfigFile,
  problems: PolicyProblem[],
): { readonly [name: string]: NamedServer } {
  // Without a prototype: a server may be called `constructor`.
  const named = Object.create(null) as { [name: string]: NamedServer }
  for (const [name, entry] of Object.entries(servers))
    named[name] = { entry, connection: entry, path: ['servers', name] }
  for (const [name, connection] of Object.entries(mcpServers)) {
    const entry = named[name]?.entry ?? {}
    const twice = CONNECTION.find((key) => entry[key] !== undefined)
    if (twice !== undefined) {
      const message = `How "${name}" is reached is said under "mcpServers" too.`
      problems.push({ path: ['servers', name, twice], message, suggestion: 'remove one of the two' })
    }
    named[name] = { entry, connection: connection.disabled === true ? {} : connection, path: ['mcpServers', name] }
  }
  return named
}

/**
 * Without a value that says which server it is, there is none to recognise: `null`. A secret only has to have a name.
 */
export function toUpstream(
  entry: ConnectionOfServer,
  path: Path,
  resolve: Resolve,
  problems: PolicyProblem[],
): UpstreamConfig | null {
  const { command, url } = entry
  const refuse: Refuse = (key, message, suggestion) => {
    problems.push({ path: [...path, key], message, suggestion })
  }
  const values = (key: 'env' | 'headers'): { readonly [name: string]: string } => {
    const resolved = Object.create(null) as { [name: string]: string }
    for (const [name, value] of Object.entries(entry[key] ?? {}))
      resolved[name] = resolve(value, [...path, key, name]) ?? value
    return resolved
  }

  if (command !== undefined && url !== undefined)
    refuse('url', 'A server has a command or a url, not both.', 'remove one')
  checkType(entry, refuse)
  if (url !== undefined) {
    for (const key of ['args', 'env', 'cwd'] as const) {
      if (entry[key] !== undefined)
        refuse(key, `"${key}" belongs to a command; this server has a url.`, `remove ${key}`)
    }
    const resolved = resolve(url, [...path, 'url'])
    const headers = values('headers')
    if (resolved === null) return null
    if (!/^https?:$/.test(protocolOf(resolved))) refuse('url', 'This is no http or https address.', 'https://host/mcp')
    return { kind: 'url', url: resolved, headers }
  }
  if (entry.headers !== undefined) refuse('headers', '"headers" belong to a url.', 'name the url, or remove headers')
  if (command === undefined) {
    for (const key of ['args', 'env', 'cwd'] as const) {
      if (entry[key] !== undefined)
        refuse(
          key,
          `"${key}" ${key === 'args' ? 'belong' : 'belongs'} to a command.`,
          `name the command, or remove ${key}`,
        )
    }
    return null
  }
  const words = commandWords(entry, refuse).map(([text, ...place]) => resolve(text, [...path, ...place]))
  const env = values('env')
  const cwd = entry.cwd === undefined ? null : resolve(entry.cwd, [...path, 'cwd'])
  if (words.includes(null) || (cwd === null && entry.cwd !== undefined)) return null
  return { kind: 'command', command: words.filter((word) => word !== null), env, cwd }
}

type Refuse = (key: string, message: string, suggestion: string) => void

/** Each word with the place where it stands. */
function commandWords(
  { command = [], args }: ConnectionOfServer,
  refuse: Refuse,
): readonly (readonly [string, ...(readonly (string | number)[])])[] {
  const further = (args ?? []).map((word, index) => [word, 'args', index] as const)
  if (typeof command !== 'string') {
    if (args !== undefined) refuse('args', 'The command is a list, so its arguments stand in it.', IN_TWO_WORDS)
    return command.map((word, index) => [word, 'command', index] as const)
  }
  // A program may stand in a folder with a blank in its name; a command line is no program.
  if (args === undefined && /^[^\s/\\]+\s/.test(command)) {
    const [program, ...rest] = command.trim().split(/\s+/)
    const example = `command: ${program ?? ''} with args: [${rest.join(', ')}]`
    refuse('command', 'This names a program only; its arguments stand beside it.', example)
  }
  return [[command, 'command'], ...further]
}

/** What hosts call the kinds; it says nothing that `command` and `url` do not say. */
function checkType({ type, command, url }: ConnectionOfServer, refuse: Refuse): void {
  if (type === 'sse') {
    const message =
      'The older HTTP with SSE is not spoken here, only Streamable HTTP, which most such servers have too.'
    refuse('type', message, 'type: http, with the url of its Streamable HTTP, such as https://host/mcp')
  } else if (type === 'stdio' && command === undefined) {
    refuse('type', 'A server of type stdio has a command.', IN_TWO_WORDS)
  } else if (type !== undefined && type !== 'stdio' && url === undefined) {
    refuse('type', `A server of type ${type} has a url.`, 'url: https://host/mcp')
  }
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : ''
}
