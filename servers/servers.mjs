/** The five servers, as people start them, and the small world that each of them works in. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from '../scripts/find-chromium.mjs'

const ROOT = path.join(import.meta.dirname, '..')

/** Under the name that an agent's configuration would have. */
export const SERVERS = {
  files: {
    package: '@modelcontextprotocol/server-filesystem',
    start: 'dist/index.js',
    args: ['shop'],
    from: ROOT,
  },
  memory: {
    package: '@modelcontextprotocol/server-memory',
    start: 'dist/index.js',
    args: [],
    from: ROOT,
    environment: ({ folder }) => ({ MEMORY_FILE_PATH: path.join(folder, 'memory.jsonl') }),
  },
  everything: {
    package: '@modelcontextprotocol/server-everything',
    start: 'dist/index.js',
    args: ['stdio'],
    from: ROOT,
    environment: ({ site }) => ({ GZIP_ALLOWED_DOMAINS: new URL(site).hostname }),
  },
  git: {
    package: '@cyanheads/git-mcp-server',
    start: 'dist/index.js',
    args: [],
    from: import.meta.dirname,
    environment: ({ folder }) => ({ GIT_BASE_DIR: folder, MCP_LOG_LEVEL: 'error', GIT_SIGN_COMMITS: 'false' }),
  },
  browser: {
    package: '@playwright/mcp',
    start: 'cli.js',
    args: ['--headless', '--isolated', '--no-sandbox', '--executable-path', findChromium() ?? 'chromium'],
    from: import.meta.dirname,
  },
}

export const versionOf = ({ package: name, from }) =>
  JSON.parse(readFileSync(path.join(from, 'node_modules', name, 'package.json'), 'utf8')).version

/** The words after `holdpoint wrap --`. */
export const commandOf = ({ package: name, start, args }) => ['node', `node_modules/${name}/${start}`, ...args]

export const REPORT = [
  '# November',
  '',
  'Orders: 41',
  'Returns: 3',
  '',
  'Best seller: the grey lamp.',
  '',
  'Written by Ines.',
]
const NOTES = ['# Notes', '', '- Ship SO-7', '- Call Bob', '- Order paper']

/** Files, a repository with a remote, and people to remember. The folders of packages are links, so that a command is short. */
export function createWorld(folder) {
  const shop = path.join(folder, 'shop')
  for (const place of ['docs', 'archive']) mkdirSync(path.join(shop, place), { recursive: true })
  writeFileSync(path.join(shop, 'docs/report.md'), `${REPORT.join('\n')}\n`)
  writeFileSync(path.join(shop, 'docs/notes.md'), `${NOTES.join('\n')}\n`)
  writeFileSync(path.join(shop, 'docs/draft.md'), 'A draft.\n')
  for (const { package: name, from } of Object.values(SERVERS)) {
    const place = path.join(folder, 'node_modules', name)
    mkdirSync(path.dirname(place), { recursive: true })
    symlinkSync(path.join(from, 'node_modules', name), place)
  }
  const known = [
    { type: 'entity', name: 'Alice', entityType: 'person', observations: ['likes tea'] },
    { type: 'entity', name: 'Bob', entityType: 'person', observations: ['moved to Porto', 'left in May'] },
    { type: 'entity', name: 'Acme', entityType: 'company', observations: [] },
    { type: 'relation', from: 'Alice', to: 'Acme', relationType: 'works at' },
    { type: 'relation', from: 'Bob', to: 'Acme', relationType: 'works at' },
  ]
  writeFileSync(path.join(folder, 'memory.jsonl'), known.map((line) => JSON.stringify(line)).join('\n'))
  createRepository(folder)
}

function createRepository(folder) {
  const place = path.join(folder, 'web')
  mkdirSync(path.join(place, 'src'), { recursive: true })
  git(folder, 'init', '--quiet', '--bare', 'origin.git')
  git(folder, 'init', '--quiet', '--initial-branch', 'main', 'web')
  writeFileSync(path.join(place, 'src/price.ts'), 'export const round = Math.round\n')
  git(place, 'add', '.')
  commit(place, 'Prices are rounded')
  git(place, 'remote', 'add', 'origin', path.join(folder, 'origin.git'))
  git(place, 'push', '--quiet', 'origin', 'main')
  git(place, 'branch', 'old')
  writeFileSync(path.join(place, 'src/tax.ts'), 'export const tax = 0.23\n')
  git(place, 'add', '.')
  commit(place, 'Taxes')
  writeFileSync(path.join(place, 'src/price.ts'), 'export const round = (cents: number) => cents\n')
  writeFileSync(path.join(place, 'src/discount.ts'), 'export const discount = 0\n')
}

const commit = (place, message) =>
  git(place, '-c', 'user.name=Ines', '-c', 'user.email=ines@example.com', 'commit', '--quiet', '-m', message)

/** By its own output, without the settings of whoever runs this. */
export function git(place, ...args) {
  const env = { PATH: process.env.PATH, HOME: place, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', args, { cwd: place, env, encoding: 'utf8' }).trim()
}
