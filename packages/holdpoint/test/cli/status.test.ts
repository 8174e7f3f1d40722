import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawStatus } from '../../src/cli/status/draw-status.ts'
import { readHostFiles } from '../../src/cli/status/read-host-files.ts'
import type { StatusView } from '../../src/cli/status/status-view.ts'
import { textWidth } from '../../src/terminal/text-width.ts'
import { createCliHome, quietStatus } from './cli-home.ts'
import type { CliHome } from './cli-home.ts'

const LONG =
  'HOLDPOINT_HOME=/srv/state/of/holdpoint node /opt/clone/of/the/repository/packages/holdpoint/bin/holdpoint.js'

function drawn(status: Partial<StatusView>, width = 80): string {
  const drawing = { width, paint: (_tone: string, text: string) => text, program: LONG, windows: false }
  return drawStatus({ ...quietStatus, ...status }, drawing)
}

const path = (end: string) => `write_file on files (path: "/home/ana/projects/of/mine/content/${end}.md")`
const call = (index: number, title: string) => ({
  id: `0000000${index}-1111-4111-8111-111111111111`,
  title,
  risk: 'high' as const,
  server: 'files',
  tool: 'write_file',
  principal: 'ana',
  waits_ms: 61_000 * index,
})

const BUSY: StatusView = {
  gate: {
    off: 'GATE OFF for acme: high-risk calls are approved automatically.',
    paused: { by: 'local:ana', at: '2026-11-18T12:00:00Z', tenant: null, can_resume: true },
    profile: 'balanced',
    config_file: `/home/ana/${'folder/'.repeat(20)}holdpoint.yaml`,
    problems: [],
    tenants_off: ['acme'],
    changes_waiting: 2,
  },
  store: {
    state: 'attention',
    store: 'sqlite',
    notices: ['The store was restored or cut. What was approved does not run.'],
  },
  waiting: {
    pending: 9,
    unknown: 1,
    more: false,
    calls: Array.from({ length: 9 }, (_, index) => call(index, path(`report-${index}`))),
  },
  servers: Array.from({ length: 9 }, (_, index) => ({
    name: index === 0 ? '服务器'.repeat(20) : `server-${index}\u001b[2J`,
    configured: true,
    problem: index === 1 ? 'The environment variable KEY is not set.' : null,
    tools: index,
    asking: 1,
    changed: index === 2 ? 1 : 0,
  })),
  hosts: [
    {
      host: 'Cursor',
      file: '/x',
      servers: [
        { name: 'a', behind_holdpoint: true },
        { name: 'b', behind_holdpoint: false },
      ],
    },
    { host: 'VS Code', file: '/y', servers: null },
  ],
  reach: {
    page: 'http://localhost:7433',
    inboxes: 1,
    terminals: 2,
    desktop: true,
    channels: [{ name: 'slack', state: 'refused', problem: 'The token was revoked. Make another one.' }],
  },
}

describe('status', () => {
  test('says what waits, what is in front of what, who is reached and whether the gate is on', () => {
    const text = drawn(BUSY)
    for (const said of ['GATE OFF for acme', 'PAUSED by local:ana', '2 changes wait', 'was restored or cut'])
      expect(text).toContain(said)
    for (let index = 0; index < 5; index++) expect(text).toContain(`/report-${index}.md`)
    for (const said of [
      '9 calls for a person',
      'and 4 more',
      '1 outcome got lost',
      'cannot start: The environment variable',
      '1 changed',
    ])
      expect(text).toContain(said)
    for (const said of ['Cursor: 1 of 2 servers behind Holdpoint; not: b', 'VS Code: its file cannot be read'])
      expect(text).toContain(said)
    for (const said of ['1 open inbox and 2 terminals of services', 'http://localhost:7433', 'slack: refused'])
      expect(text).toContain(said)
  })

  test('keeps to the width, and its commands can be pasted; names draw nothing', () => {
    for (const width of [60, 80, 120]) {
      const text = drawn(BUSY, width)
      const lines = text.split('\n')
      for (const line of lines.filter((each) => !each.includes('/opt/clone')))
        expect(textWidth(line)).toBeLessThanOrEqual(width)
      expect(text).not.toMatch(/(?!\n)\p{Control}/u)
      const next = lines
        .slice(lines.findIndex((line) => line.startsWith('Next')))
        .join('\n')
        .replace('Next', '')
      expect(next).toContain('in its place: inbox, list --state pending')
      expect(next.replaceAll(/\\\n\s+/g, '')).toMatch(/holdpoint\.js audit verify$/m)
    }
  })

  test('fits a screen when nothing is wrong, and nothing is made up', () => {
    const text = drawn({})
    expect(text.split('\n').length).toBeLessThanOrEqual(24)
    expect(text).toMatch(/^Gate {6}on: profile balanced, built-in defaults$/m)
    expect(text).toMatch(/^Waiting {3}nothing$/m)
    expect(text).toContain('nobody looks now')
  })

  test('what cannot be read is never said to be fine', () => {
    const text = drawn({
      gate: { ...quietStatus.gate, problems: ['f.yaml:1:1: Unknown key "profil".', 'another'] },
      store: { state: 'unreachable', store: 'sqlite', notices: ['The store cannot be opened.'] },
      waiting: null,
    })
    expect(text).not.toContain('fine')
    expect(text).not.toMatch(/^Gate +on/m)
    expect(text).not.toContain('nothing\n')
    expect(text).toContain('The store cannot be opened.')
    expect(text).toContain('Unknown key')
  })
})

describe('the command', () => {
  let home: CliHome
  beforeAll(async () => {
    home = await createCliHome()
  })
  afterAll(async () => {
    await home.remove()
  })

  test.each([
    [{}, 0],
    [{ gate: { ...quietStatus.gate, off: 'GATE OFF' } }, 1],
    [{ gate: { ...quietStatus.gate, problems: ['x'] } }, 1],
    [{ store: { ...quietStatus.store, state: 'attention' as const } }, 1],
    [{ store: { ...quietStatus.store, state: 'unreachable' as const }, waiting: null }, 1],
  ])('answers %j with %i', async (changed, exitCode) => {
    home.status = { ...quietStatus, ...changed }
    const ran = await home.run(['status', '--json'])
    expect(ran.exitCode).toBe(exitCode)
    expect(JSON.parse(ran.out)).toEqual(home.status)
    for (const line of (await home.run(['status'])).out.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(80)
  })

  test("an agent's token sees nothing", async () => {
    const ran = await home.run(['status'], { secret: await home.addToken('bot', 'agent') })
    expect(ran).toMatchObject({ exitCode: 1, out: '' })
  })
})

describe("the hosts' files", () => {
  test('name what stands behind Holdpoint, and what does not', async () => {
    const userHome = mkdtempSync(join(tmpdir(), 'holdpoint-hosts-'))
    const write = (file: string, text: string): void => {
      mkdirSync(dirname(join(userHome, file)), { recursive: true })
      writeFileSync(join(userHome, file), text)
    }
    const clone = { command: '/usr/bin/node', args: ['/opt/holdpoint/bin/holdpoint.js', 'wrap', '--', 'npx', 'x'] }
    const files = {
      npx: { command: 'npx', args: ['-y', 'holdpoint', 'wrap', '--', 'npx', 'x'] },
      clone,
      other: { command: 'npx', args: ['-y', 'holdpoint-like', 'wrap'] },
      served: { url: 'http://localhost:7433/mcp/crm' },
      elsewhere: { url: 'https://host.example/mcp/crm' },
    }
    write('.cursor/mcp.json', JSON.stringify({ mcpServers: files }))
    write('.claude.json', JSON.stringify({ projects: { '/p': { mcpServers: { inProject: clone } } } }))
    write(
      '.config/goose/config.yaml',
      'extensions:\n  a: { type: stdio, cmd: npx, args: [x] }\n  memory: { type: builtin }\n',
    )
    write('.config/Code/User/mcp.json', '{ broken')
    const places = { userHome, environment: {}, platform: 'linux' as const, services: ['http://localhost:7433'] }
    const found = new Map((await readHostFiles(places)).map(({ host, servers }) => [host, servers]))
    const behind = (name: string, behind_holdpoint: boolean) => ({ name, behind_holdpoint })
    expect(found).toEqual(
      new Map([
        ['Claude Code', [behind('inProject', true)]],
        [
          'Cursor',
          [
            behind('npx', true),
            behind('clone', true),
            behind('other', false),
            behind('served', true),
            behind('elsewhere', false),
          ],
        ],
        ['VS Code', null],
        ['Goose', [behind('a', false)]],
      ]),
    )
  })
})
