/** What is printed for hosts: the same start in the form of each, and what the README shows is what is printed. */
import { readFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { serveEntries, wrapEntries } from '../../src/cli/hosts/host-entries.ts'
import type { HostEntry } from '../../src/cli/hosts/host-entries.ts'
import { hostStartFor } from '../../src/home/started-as.ts'
import { wordsFor } from '../../src/wrap/explain-wrap.ts'

const SERVER = ['npx', '-y', '@modelcontextprotocol/server-filesystem', '/data']
const WORDS = ['wrap', '--name', 'files', '--', ...SERVER]

function textFor(host: string, entries: readonly HostEntry[]): string {
  return entries.find(({ hosts }) => hosts.includes(host))?.text ?? ''
}

/** The words that a shell makes of a line. */
function shellWords(line: string): readonly string[] {
  const { stdout } = spawnSync('/bin/sh', ['-c', `for word in ${line}; do printf '%s\\0' "$word"; done`], {
    encoding: 'utf8',
  })
  return stdout.split('\0').slice(0, -1)
}

describe.skipIf(process.platform === 'win32')('in front of a server', () => {
  const start = { command: '/opt/node', args: ["/opt/it's here/holdpoint.js"], env: { HOLDPOINT_HOME: '/srv/a b' } }
  const entries = wrapEntries({ name: 'files', start, words: WORDS, windows: false })
  const command = [start.command, ...start.args, ...WORDS]

  test('[X11.E11] every host gets the same start', () => {
    const json = JSON.parse(textFor('Cursor', entries)) as {
      mcpServers: { files: { command: string; args: string[] } }
    }
    expect(json.mcpServers.files).toEqual({ command: command[0], args: command.slice(1), env: start.env })
    const claude = shellWords(textFor('Claude Code', entries))
    expect(claude).toEqual(['claude', 'mcp', 'add', 'files', '--env', 'HOLDPOINT_HOME=/srv/a b', '--', ...command])
    const [, , added = ''] = shellWords(textFor('VS Code', entries))
    expect(JSON.parse(added)).toEqual({ name: 'files', type: 'stdio', ...json.mcpServers.files })
    const goose = parse(textFor('Goose', entries)) as { files: object }
    expect(goose.files).toMatchObject({ type: 'stdio', cmd: command[0], args: command.slice(1), envs: start.env })
  })

  test('[X11.E11] the README shows what is printed', () => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8')
    const shown = (host: string): string =>
      new RegExp(`^- .*\\*\\*${host}\\*\\*.*: \`([^\`]+)\`$`, 'm').exec(readme)?.[1] ?? ''
    const plain = { command: 'node', args: ['/path/to/holdpoint.js'], env: {} }
    const printed = wrapEntries({ name: 'files', start: plain, words: WORDS, windows: false })
    expect(shown('Claude Code')).toBe(textFor('Claude Code', printed))
    expect(shown('VS Code')).toBe(textFor('VS Code', printed))
    expect(JSON.parse(shown('Claude Desktop'))).toEqual(JSON.parse(textFor('Claude Desktop', printed)))
    expect(parse(shown('Goose'))).toEqual(parse(textFor('Goose', printed)))
  })

  test('[X11.E11] paths are written from the root; packages, options and words stay', () => {
    const folder = new URL('../..', import.meta.url).pathname
    const upstream = {
      kind: 'command',
      command: './bin/x',
      args: ['package.json', '@scope/pkg', '--dir=src', 'src', '.'],
    } as const
    expect(wordsFor({ name: null, config: 'src/main.ts', upstream }, 'x', folder)).toEqual(
      ['wrap', '--name', 'x', '--config', `${folder}src/main.ts`, '--', `${folder}bin/x`].concat([
        `${folder}package.json`,
        '@scope/pkg',
        '--dir=src',
        'src',
        folder.replace(/\/$/, ''),
      ]),
    )
  })
})

describe('how a host starts this program', () => {
  const facts = {
    script: 'bin/holdpoint.js',
    node: '/opt/node',
    workingDirectory: '/clone',
    userHome: '/home/ana',
    windows: false,
    published: false,
    realPath: (path: string) => path,
  }

  test('[X11.E11] by whole paths, with a home and a configuration of its own', () => {
    const environment = { HOLDPOINT_HOME: 'state', HOLDPOINT_CONFIG: '~/mine.yaml', PATH: '/usr/bin' }
    expect(hostStartFor({ ...facts, environment })).toEqual({
      command: '/opt/node',
      args: ['/clone/bin/holdpoint.js'],
      env: { HOLDPOINT_HOME: '/clone/state', HOLDPOINT_CONFIG: '/home/ana/mine.yaml' },
    })
    expect(hostStartFor({ ...facts, environment: { HOLDPOINT_HOME: '/home/ana/.holdpoint' } }).env).toEqual({})
  })

  test('[X11.E11] by npx only once the name is on npm, or as somebody says', () => {
    const script = '/home/ana/.npm/_npx/1a/node_modules/holdpoint/bin/holdpoint.js'
    expect(hostStartFor({ ...facts, script, environment: {} })).toMatchObject({ command: '/opt/node', args: [script] })
    const npx = { command: 'npx', args: ['-y', 'holdpoint'] }
    expect(hostStartFor({ ...facts, script, published: true, environment: {} })).toMatchObject(npx)
    const named = { HOLDPOINT_COMMAND: 'docker exec -i gate holdpoint' }
    expect(hostStartFor({ ...facts, environment: named })).toMatchObject({
      command: 'docker',
      args: ['exec', '-i', 'gate', 'holdpoint'],
    })
  })
})

describe.skipIf(process.platform === 'win32')('behind a service', () => {
  test('every host gets the URL and the token, and none where none is asked for', () => {
    const url = 'http://localhost:7433/mcp/crm'
    const served = { name: 'crm', url, windows: false }
    const entries = serveEntries({ ...served, token: 'hp_1' })
    const headers = { Authorization: 'Bearer hp_1' }
    expect(shellWords(textFor('Claude Code', entries))).toEqual([
      'claude',
      'mcp',
      'add',
      '--transport',
      'http',
      'crm',
      url,
      '--header',
      'Authorization: Bearer hp_1',
    ])
    expect(JSON.parse(textFor('Cursor', entries))).toEqual({ mcpServers: { crm: { url, headers } } })
    expect(JSON.parse(shellWords(textFor('VS Code', entries))[2] ?? '')).toEqual({
      name: 'crm',
      type: 'http',
      url,
      headers,
    })
    expect(parse(textFor('Goose', entries))).toMatchObject({ crm: { type: 'streamable_http', uri: url, headers } })
    for (const { text } of serveEntries({ ...served, token: null })) expect(text).not.toMatch(/header|Bearer/)
  })
})
