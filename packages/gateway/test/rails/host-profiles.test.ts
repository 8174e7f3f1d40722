import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOST_PROFILES, profileOf } from '../../src/rails/host-profiles.ts'
import { waitMilliseconds } from '../../src/held/waiting-time.ts'

const RAILS_PAGE = readFileSync(new URL('../../../../docs/rails.md', import.meta.url), 'utf8')

const KNOWN = {
  'Claude Code': 'claude-code',
  'Claude Desktop': 'claude-ai',
  ChatGPT: 'openai-mcp',
  'VS Code': 'Visual Studio Code',
  Cursor: 'cursor-vscode',
  Goose: 'goose',
  Codex: 'codex-mcp-client',
  'Copilot CLI': 'github-copilot-developer',
  Cline: 'Cline',
  Windsurf: 'windsurf-client',
  Zed: 'Zed',
  'Gemini CLI': 'gemini-cli-mcp-client',
  OpenCode: 'opencode',
  'Qwen Code': 'qwen-cli-mcp-client-ledger',
  Continue: 'continue-cli-client',
}

const REACHES = ['nobody', 'in-host', 'elsewhere'] as const

const named = (name: string): { name: string; version: string } => ({ name, version: '1' })

describe('what is known of hosts', () => {
  test.each(HOST_PROFILES)('$host: each line says where it can be read, and of when it is', (profile) => {
    expect(profile.sources).not.toEqual([])
    for (const { says, at, date } of profile.sources) {
      expect(says.length).toBeGreaterThan(7)
      // What we saw ourselves stands in the results of `npm run hosts`.
      if (at !== 'hosts/results.json') {
        expect(new URL(at).protocol).toBe('https:')
        expect(new URL(at).pathname.length, at).toBeGreaterThan(1)
      }
      expect(date).toMatch(/^20\d\d-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/)
    }
    // A time-out needs a source of its own, beside the one for the name.
    if (profile.cutsAfterMs !== null) {
      expect(profile.cutsAfterMs).toBeGreaterThan(0)
      expect(profile.sources.length).toBeGreaterThan(1)
    }
  })

  test('each host stands there once, and its names belong to it alone', () => {
    const hosts = HOST_PROFILES.map(({ host }) => host)
    expect(new Set(hosts).size).toBe(hosts.length)
    expect(hosts).toEqual(Object.keys(KNOWN))
    for (const [host, name] of Object.entries(KNOWN)) {
      expect(HOST_PROFILES.filter(({ names }) => names.test(name)).map((profile) => profile.host)).toEqual([host])
    }
  })

  test.each(Object.entries(KNOWN))('%s is known by its whole name, whatever its case', (host, name) => {
    expect(profileOf(named(name))?.host).toBe(host)
    expect(profileOf(named(name.toUpperCase()))?.host).toBe(host)
    for (const other of [`x${name}`, `my ${name}`, `${name}\n`, ` ${name}`, `not-${name}-at-all`]) {
      expect(profileOf(named(other))?.host, other).not.toBe(host)
    }
  })

  test.each([
    ['copilot-cli', 'Copilot CLI'],
    ['github-copilot-developer', 'Copilot CLI'],
    ['@cline/core', 'Cline'],
    ['cline', 'Cline'],
    ['goose-cli', 'Goose'],
    ['opencode', 'OpenCode'],
    ['qwen-cli-mcp-client-files', 'Qwen Code'],
    ['continue-cli-client', 'Continue'],
  ])('[X11.F7] %s is %s', (name, host) => {
    expect(profileOf(named(name))?.host).toBe(host)
  })

  test('matching keeps no memory between clients', () => {
    for (const { names } of HOST_PROFILES) expect(names.flags).not.toMatch(/[gy]/)
  })

  test('an unknown name has no profile', () => {
    for (const name of ['', 'unknown', 'a-host-nobody-knows', 'claude-code-fork'])
      expect(profileOf(named(name))).toBeNull()
  })
})

describe('[X4] how long a call waits', () => {
  test('a name never makes it wait longer than the caps', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom(...Object.values(KNOWN)))
    fc.assert(
      fc.property(name, fc.option(fc.string()), fc.constantFrom(...REACHES), (client, progressToken, reach) => {
        const ms = waitMilliseconds('auto', reach, { client: named(client), progressToken })
        expect(ms).toBeGreaterThanOrEqual(0)
        expect(ms).toBeLessThanOrEqual(progressToken === null ? 45_000 : 300_000)
        if (reach === 'nobody') expect(ms).toBe(0)
      }),
    )
  })

  test.each([
    ['claude-code', 'p', 300_000],
    ['claude-code', null, 45_000],
    ['claude-ai', null, 45_000],
    ['claude-ai', 'p', 45_000],
    ['openai-mcp', null, 45_000],
    ['codex-mcp-client', null, 45_000],
    ['codex-mcp-client', 'p', 300_000],
    ['goose', 'p', 225_000],
    ['goose', null, 45_000],
    ['cursor-vscode', 'p', 225_000],
    ['cursor-vscode', null, 45_000],
    ['Visual Studio Code', 'p', 300_000],
    ['Visual Studio Code', null, 45_000],
    ['gemini-cli-mcp-client', 'p', 45_000],
    ['unheard of', 'p', 300_000],
    ['unheard of', null, 45_000],
  ])('%s with the token %j: %d ms', (name, progressToken, ms) => {
    expect(waitMilliseconds('auto', 'in-host', { client: named(name), progressToken })).toBe(ms)
  })

  test('a clock that stands still only while a question is open is no longer wait for a page', () => {
    const codex = { client: named('codex-mcp-client'), progressToken: 'p' }
    expect(waitMilliseconds('auto', 'in-host', codex)).toBe(300_000)
    expect(waitMilliseconds('auto', 'elsewhere', codex)).toBe(225_000)
  })

  test('what is set holds for every host', () => {
    for (const name of Object.values(KNOWN)) {
      for (const reach of REACHES) {
        expect(waitMilliseconds(10_000, reach, { client: named(name), progressToken: null })).toBe(10_000)
      }
    }
  })

  test('a host that cuts a call gets its answer before it does', () => {
    for (const profile of HOST_PROFILES) {
      const name = KNOWN[profile.host as keyof typeof KNOWN]
      if (profile.cutsAfterMs === null || profile.waitsLonger === 'with-progress') continue
      const ms = waitMilliseconds('auto', 'elsewhere', { client: named(name), progressToken: 'p' })
      expect(ms).toBeLessThan(profile.cutsAfterMs)
    }
  })
})

describe('docs/rails.md', () => {
  const rows = [...RAILS_PAGE.matchAll(/^\| (.+?) +\| .+? +\| (.+?) +\| .+? +\|$/gm)]
    .map(([, hosts = '', wait = '']) => ({ hosts: hosts.split(', '), wait }))
    .filter(({ hosts }) => hosts.some((host) => host in KNOWN))

  test('has every known host in its table, and no other', () => {
    const hosts = rows.flatMap((row) => row.hosts)
    expect(new Set(hosts)).toEqual(new Set(Object.keys(KNOWN)))
    expect(hosts).toHaveLength(Object.keys(KNOWN).length)
  })

  function words(ms: number): string {
    const [minutes, seconds] = [Math.floor(ms / 60_000), (ms % 60_000) / 1000]
    return [minutes === 0 ? '' : `${minutes} min`, seconds === 0 ? '' : `${seconds} s`].filter(Boolean).join(' ')
  }

  test.each(rows)('says how long a call of $hosts waits', ({ hosts, wait }) => {
    for (const host of hosts) {
      const client = named(KNOWN[host as keyof typeof KNOWN])
      const [plain, progress] = [null, 'p'].map((progressToken) =>
        words(waitMilliseconds('auto', 'in-host', { client, progressToken })),
      ) as [string, string]
      expect(wait, host).toBe(plain === progress ? plain : `${plain}; ${progress} with progress`)
    }
  })
})
