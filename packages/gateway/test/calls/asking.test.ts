import { describe, expect, test } from 'vitest'
import { checkRationale } from '../../src/calls/rationale.ts'
import type { RationaleDemand } from '../../src/calls/rationale.ts'
import { stillListens, waitMilliseconds } from '../../src/held/waiting-time.ts'

const REQUIRED: RationaleDemand = { kind: 'required' }

describe('the rationale', () => {
  test.each([
    [9, 'refused'],
    [10, 'fine'],
    [500, 'fine'],
    [501, 'refused'],
    [0, 'refused'],
  ])('[S14] of %i characters is %s', (length, kind) => {
    expect(checkRationale('x'.repeat(length), 'rationale', REQUIRED, 0).kind).toBe(kind)
  })

  test('[S14] a refusal says what is wanted and what was given', () => {
    const check = checkRationale('too short', 'rationale', REQUIRED, 0)
    expect(check).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/VALIDATION_ERROR.*has 9.*10 to 500/) as string,
    })
  })

  test.each([undefined, null, 7, true, {}, ['why not this']])('%j is no rationale', (value) => {
    expect(checkRationale(value, 'rationale', REQUIRED, 0)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('is required') as string,
    })
  })

  test('is not demanded where it is only advertised, or off', () => {
    expect(checkRationale(undefined, 'rationale', { kind: 'advertised' }, 0).kind).toBe('missing')
    expect(checkRationale(undefined, 'rationale', { kind: 'off' }, 0).kind).toBe('fine')
  })

  test('[S14] grace refuses nothing until its last moment, then it is required', () => {
    const grace: RationaleDemand = { kind: 'grace', until: 1_000 }
    expect(checkRationale('short', 'rationale', grace, 999).kind).not.toBe('refused')
    expect(checkRationale('short', 'rationale', grace, 1_000).kind).toBe('refused')
    expect(checkRationale('x'.repeat(10), 'rationale', grace, 1_000).kind).toBe('fine')
  })
})

const UNHEARD = { name: 'a-host-nobody-knows', version: '1' }
const PROGRESS = { client: UNHEARD, progressToken: 'p' }
const SILENT = { client: UNHEARD, progressToken: null }

describe('[X11.F6] how long a host listens', () => {
  const listensAfter = (name: string, progressToken: string | null, ms: number): boolean =>
    stillListens({ client: { name, version: '1' }, progressToken, arrivedAt: performance.now() - ms })

  test.each([
    ['a-host-nobody-knows', null, 44_000, true],
    ['a-host-nobody-knows', null, 45_100, false],
    ['a-host-nobody-knows', 'p', 600_000, true],
    // It stops after 60 s without a word, whatever it hears of progress.
    ['@cline/core', 'p', 58_000, true],
    ['@cline/core', 'p', 60_000, false],
    ['Cline', null, 61_000, false],
    ['claude-ai', 'p', 61_000, false],
    ['codex-mcp-client', 'p', 290_000, true],
    ['codex-mcp-client', 'p', 300_000, false],
    ['claude-code', 'p', 3_600_000, true],
    ['claude-code', null, 3_600_000, true],
    // Nobody has published how long.
    ['Visual Studio Code', null, 46_000, false],
    ['Visual Studio Code', 'p', 600_000, true],
  ])('%s with the token %j after %d ms: %s', (name, token, ms, listens) => {
    expect(listensAfter(name, token, ms)).toBe(listens)
  })
})

describe('how long a call waits', () => {
  test('less than what a known host allows', () => {
    const desktop = { client: { name: 'claude-ai', version: '1' }, progressToken: 'p' }
    expect(waitMilliseconds('auto', 'elsewhere', desktop)).toBe(45_000)
    const code = { client: { name: 'claude-code', version: '1' }, progressToken: 'p' }
    expect(waitMilliseconds('auto', 'elsewhere', code)).toBe(300_000)
  })

  test('not at all where nobody can be reached', () => {
    expect(waitMilliseconds('auto', 'nobody', PROGRESS)).toBe(0)
    expect(waitMilliseconds('auto', 'nobody', SILENT)).toBe(0)
  })

  test('up to five minutes with a progress token, 45 s without', () => {
    expect(waitMilliseconds('auto', 'elsewhere', PROGRESS)).toBe(300_000)
    expect(waitMilliseconds('auto', 'elsewhere', SILENT)).toBe(45_000)
  })

  test('as long as it is set to', () => {
    expect(waitMilliseconds(10_000, 'elsewhere', SILENT)).toBe(10_000)
    expect(waitMilliseconds(0, 'elsewhere', PROGRESS)).toBe(0)
  })
})
