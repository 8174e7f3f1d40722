/**
 * What a person puts into the configuration of their host, ready to be pasted: Holdpoint in front of a server, or a
 * server behind a `serve`. Texts only: it writes into no host's files, and knows nothing of how this process was
 * started.
 */
import { quoted } from '../../home/started-as.ts'
import type { HostStart } from '../../home/started-as.ts'

export interface HostEntry {
  /** The hosts that take it, and where it is written. */
  readonly hosts: string
  readonly text: string
}

export interface WrappedServer {
  readonly name: string
  readonly start: HostStart
  /** What stands behind `start`: `wrap`, its options, `--`, and the server's command. */
  readonly words: readonly string[]
  readonly windows: boolean
}

/** An endpoint of `serve`. */
export interface ServedServer {
  readonly name: string
  readonly url: string
  /** The secret, or a word in its place; `null`: it asks for none. */
  readonly token: string | null
  readonly windows: boolean
}

type Variables = HostStart['env']

export function wrapEntries({ name, start, words, windows }: WrappedServer): readonly HostEntry[] {
  const { command, env } = start
  const args = [...start.args, ...words]
  const entry = { command, args, ...(Object.keys(env).length === 0 ? {} : { env }) }
  const variables = Object.entries(env).map(([key, value]) => `--env ${quoted(`${key}=${value}`, { windows })} `)
  const line = [command, ...args].map((word) => quoted(word, { windows })).join(' ')
  return [
    {
      hosts: 'Claude Desktop (claude_desktop_config.json), Cursor (~/.cursor/mcp.json)',
      text: mcpServers(name, entry),
    },
    { hosts: 'Claude Code', text: `claude mcp add ${name} ${variables.join('')}-- ${line}` },
    { hosts: 'VS Code', text: addToCode({ name, type: 'stdio', ...entry }, windows) },
    { hosts: 'Goose, under "extensions" in ~/.config/goose/config.yaml', text: gooseEntry(name, command, args, env) },
  ]
}

/** Claude Desktop is not among them: its file names commands only. */
export function serveEntries({ name, url, token, windows }: ServedServer): readonly HostEntry[] {
  const bearer = `Bearer ${token}`
  const headers = token === null ? {} : { headers: { Authorization: bearer } }
  const header = token === null ? '' : ` --header ${quoted(`Authorization: ${bearer}`, { windows })}`
  const goose = { type: 'streamable_http', name, enabled: true, timeout: 300, uri: url, ...headers }
  return [
    { hosts: 'Claude Code', text: `claude mcp add --transport http ${name} ${url}${header}` },
    { hosts: 'Cursor (~/.cursor/mcp.json)', text: JSON.stringify({ mcpServers: { [name]: { url, ...headers } } }) },
    { hosts: 'VS Code', text: addToCode({ name, type: 'http', url, ...headers }, windows) },
    // What is written as JSON is YAML too.
    { hosts: 'Goose, under "extensions" in ~/.config/goose/config.yaml', text: `${name}: ${JSON.stringify(goose)}` },
  ]
}

/** As people lay it out. */
function mcpServers(name: string, entry: object): string {
  const members = Object.entries(entry).map(([key, value]) => jsonMember(JSON.stringify(key), value, '      '))
  return `{\n  "mcpServers": {\n    ${JSON.stringify(name)}: {\n${members.join(',\n')}\n    }\n  }\n}`
}

/** A line that a terminal would break has its items on lines of their own: JSON, and YAML too. */
function jsonMember(key: string, value: unknown, indented: string): string {
  const line = `${indented}${key}: ${JSON.stringify(value)}`
  if (line.length <= WIDEST || !Array.isArray(value)) return line
  const items = value.map((item) => `${indented}  ${JSON.stringify(item)}`)
  return `${indented}${key}: [\n${items.join(',\n')}\n${indented}]`
}

/** Beside the indent of what is printed. */
const WIDEST = 76

function addToCode(entry: object, windows: boolean): string {
  const json = JSON.stringify(entry)
  return `code --add-mcp ${windows ? `"${json.replaceAll('"', String.raw`\"`)}"` : quoted(json, { windows })}`
}

function gooseEntry(name: string, command: string, args: readonly string[], env: Variables): string {
  return [
    `${name}:`,
    '  type: stdio',
    `  name: ${name}`,
    '  enabled: true',
    '  timeout: 300',
    `  cmd: ${JSON.stringify(command)}`,
    jsonMember('args', args, '  '),
    ...(Object.keys(env).length === 0 ? [] : [`  envs: ${JSON.stringify(env)}`]),
  ].join('\n')
}

/** Each with its hosts above it. */
export function drawEntries(entries: readonly HostEntry[]): string {
  return entries.map(({ hosts, text }) => `${hosts}:\n\n${indent(text)}\n`).join('\n')
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
