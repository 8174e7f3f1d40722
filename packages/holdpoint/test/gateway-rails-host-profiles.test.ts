import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOST_PROFILES, profileOf } from '../src/gateway/rails/host-profiles.ts'
import { waitMilliseconds } from '../src/gateway/wait-policy.ts'

const KNOWN = {
  'Claude Code': 'claude-code',
  'Claude Desktop': 'claude-ai',
  ChatGPT: 'openai-mcp',
  Codex: 'codex-mcp-client',
  Goose: 'goose',
}

const named = (name: string): { name: string; version: string } => ({ name, version: '1' })

describe('what is known of hosts', () => {
  test.each(HOST_PROFILES)('$host: each line says from where and since when', ({ source, date, cutsAfterMs }) => {
    expect(source.length).toBeGreaterThan(15)
    expect(date).toMatch(/^20\d\d-(0[1-9]|1[0-2])(-\d\d)?$/)
    expect(cutsAfterMs === null || cutsAfterMs > 0).toBe(true)
  })

  test('each host stands there once, and its names belong to it alone', () => {
    const hosts = HOST_PROFILES.map(({ host }) => host)
    expect(new Set(hosts).size).toBe(hosts.length)
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
      fc.property(name, fc.option(fc.string()), fc.boolean(), (client, progressToken, reachable) => {
        const ms = waitMilliseconds('auto', reachable, { client: named(client), progressToken })
        expect(ms).toBeGreaterThanOrEqual(0)
        expect(ms).toBeLessThanOrEqual(300_000)
        if (!reachable) expect(ms).toBe(0)
      }),
    )
  })

  test.each([
    ['claude-code', 'p', 300_000],
    ['claude-ai', null, 45_000],
    ['claude-ai', 'p', 45_000],
    ['openai-mcp', null, 45_000],
    ['codex-mcp-client', null, 300_000],
    ['goose', 'p', 225_000],
    ['unheard of', 'p', 300_000],
    ['unheard of', null, 45_000],
  ])('%s with the token %j: %d ms', (name, progressToken, ms) => {
    expect(waitMilliseconds('auto', true, { client: named(name), progressToken })).toBe(ms)
  })

  test('what is set holds for every host', () => {
    for (const name of Object.values(KNOWN)) {
      for (const reachable of [true, false]) {
        expect(waitMilliseconds(10_000, reachable, { client: named(name), progressToken: null })).toBe(10_000)
      }
    }
  })

  test('a host that cuts a call gets its answer before it does', () => {
    for (const profile of HOST_PROFILES) {
      const name = KNOWN[profile.host as keyof typeof KNOWN]
      if (profile.cutsAfterMs === null || profile.waitsLonger !== 'no') continue
      const ms = waitMilliseconds('auto', true, { client: named(name), progressToken: 'p' })
      expect(ms).toBeLessThan(profile.cutsAfterMs)
    }
  })
})
