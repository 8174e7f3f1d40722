/**
 * Which servers the hosts of this account start, and which of them stand behind Holdpoint. It reads the hosts' own
 * files where they keep servers, the user's and no project's, and changes none.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostState } from './status-view.ts'

interface HostFile {
  readonly host: string
  /** `config`: where desktop programs keep settings. */
  readonly under: 'home' | 'config'
  readonly path: string
  /** The member that maps names to servers. */
  readonly key: 'mcpServers' | 'servers' | 'extensions'
}

const HOST_FILES: readonly HostFile[] = [
  { host: 'Claude Desktop', under: 'config', path: 'Claude/claude_desktop_config.json', key: 'mcpServers' },
  { host: 'Claude Code', under: 'home', path: '.claude.json', key: 'mcpServers' },
  { host: 'Cursor', under: 'home', path: '.cursor/mcp.json', key: 'mcpServers' },
  { host: 'VS Code', under: 'config', path: 'Code/User/mcp.json', key: 'servers' },
  { host: 'Goose', under: 'home', path: '.config/goose/config.yaml', key: 'extensions' },
  { host: 'Windsurf', under: 'home', path: '.codeium/windsurf/mcp_config.json', key: 'mcpServers' },
  { host: 'Gemini CLI', under: 'home', path: '.gemini/settings.json', key: 'mcpServers' },
  { host: 'LM Studio', under: 'home', path: '.lmstudio/mcp.json', key: 'mcpServers' },
]

export interface HostFilePlaces {
  readonly userHome: string
  readonly environment: { readonly [name: string]: string | undefined }
  readonly platform: NodeJS.Platform
  /** Where a `serve` of this home is reached. */
  readonly services: readonly string[]
}

/** Those that exist and name a server. */
export async function readHostFiles(places: HostFilePlaces): Promise<readonly HostState[]> {
  const states = await Promise.all(HOST_FILES.map(async (file) => await readHostFile(file, places)))
  return states.filter((state) => state !== null)
}

async function readHostFile(hostFile: HostFile, places: HostFilePlaces): Promise<HostState | null> {
  const { host, under, path, key } = hostFile
  const file = join(under === 'home' ? places.userHome : configFolder(places), path)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    return null
  }
  const value = await parse(text, file)
  if (value === undefined) return { host, file, servers: null }
  const projects = Object.values(membersOf(membersOf(value)['projects'])).map((project) => membersOf(project)[key])
  const servers = [membersOf(value)[key], ...projects]
    .flatMap((block) => Object.entries(membersOf(block)))
    // Goose lists extensions of its own beside servers.
    .filter(([, entry]) => wordsOf(entry).length > 0)
    .map(([name, entry]) => ({ name, behind_holdpoint: isBehind(wordsOf(entry), places.services) }))
  return servers.length === 0 ? null : { host, file, servers }
}

async function parse(text: string, file: string): Promise<unknown> {
  try {
    if (!file.endsWith('.yaml')) return JSON.parse(text) as unknown
    const { parseDocument } = await import('../../config/yaml-parser.ts')
    return parseDocument(text).toJS() as unknown
  } catch {
    return undefined
  }
}

function configFolder({ userHome, environment, platform }: HostFilePlaces): string {
  if (platform === 'darwin') return join(userHome, 'Library', 'Application Support')
  if (platform === 'win32') return environment['APPDATA'] ?? join(userHome, 'AppData', 'Roaming')
  return environment['XDG_CONFIG_HOME'] ?? join(userHome, '.config')
}

/** The command line of an entry, or its address. */
function wordsOf(entry: unknown): readonly string[] {
  const { command, cmd, args, url, uri, serverUrl } = membersOf(entry)
  const words = [command ?? cmd ?? url ?? uri ?? serverUrl, ...(Array.isArray(args) ? (args as unknown[]) : [])]
  return words.filter((word) => typeof word === 'string')
}

function isBehind(words: readonly string[], services: readonly string[]): boolean {
  const [first = ''] = words
  if (services.some((service) => first.startsWith(`${service}/mcp/`))) return true
  const program = words.findIndex((word) => /(?:^|[\\/])holdpoint(?:\.js|\.cmd|\.exe)?$/.test(word))
  return program >= 0 && words[program + 1] === 'wrap'
}

function membersOf(value: unknown): { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: unknown })
    : {}
}
