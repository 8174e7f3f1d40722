/** What may be typed behind the code at the terminal of `serve`: offered exactly where the one door would accept it. */
import type { Hold } from '@holdpoint/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeOffers, offersOf, readStanding } from '../../src/cli/inbox/terminal-standing.ts'
import { createCliHome, PAYMENT } from '../cli/cli-home.ts'
import type { CliHome, HoldSketch } from '../cli/cli-home.ts'

let home: CliHome
beforeAll(async () => {
  home = await createCliHome()
})
afterAll(async () => {
  await home.remove()
})

const ALL = ['session', '30m', 'same session', 'same 30m']
const SAME = ['same session', 'same 30m']

describe('offers', () => {
  test.each<[string, HoldSketch, readonly string[]]>([
    ['an ordinary call', {}, ALL],
    ['what cannot be undone', { ruling: { irreversible: true } }, []],
    ['what the policy asks for each time, such as self-protection', { ruling: { grantable: false } }, []],
    ['what needs several people', { ruling: { quorum: 2 } }, []],
    ['SQL', { tool: 'query', argumentsText: '{"sql":"DELETE FROM orders WHERE id = 1"}' }, SAME],
    ['a command', { tool: 'run_command', argumentsText: '{"command":"rm x"}' }, SAME],
  ])('%s', async (_what, sketch, allow) => {
    const offers = offersOf(await home.addHold(sketch))
    expect(offers.allow).toEqual(allow)
    expect(offers.deny).toEqual(ALL)
  })

  test('an offer to take a call back says nothing about other calls', async () => {
    const hold: Hold = { ...(await home.addHold()), undoOf: 'another' }
    expect(offersOf(hold)).toEqual({
      scope: null,
      yes: 'Run it once',
      no: "Don't run it",
      allow: [],
      deny: [],
      limited: { allow: null, deny: null },
    })
    expect(readStanding('session', 'approve', hold)).toMatchObject({ ok: false })
    expect(readStanding('session', 'decline', hold)).toMatchObject({ ok: false })
    expect(readStanding(null, 'approve', hold)).toMatchObject({ ok: true, grant: null })
  })

  test('[X11.B5] the scope is what somebody types, in the words of every surface; the code alone allows nothing', async () => {
    const scoped = await home.addHold({ ruling: { risk: 'medium', scope: 'folder "/data"' } })
    const offers = offersOf(scoped)
    expect(offers).toMatchObject({
      scope: 'Yes, and allow delete_contact in the folder /data for this session',
      yes: 'Yes, only this once',
      no: 'No',
    })
    expect(describeOffers(offers, 'approve')).toContain('scope, session')
    const grant = { for: 'session', arguments: 'scope' }
    expect(readStanding('scope', 'approve', scoped)).toMatchObject({ ok: true, grant })
    expect(readStanding(null, 'approve', scoped)).toMatchObject({ ok: true, grant: null })
    expect(readStanding('once', 'approve', scoped)).toMatchObject({ ok: true, grant: null })
    expect(readStanding('once', 'decline', scoped)).toMatchObject({ ok: false })
    expect(offersOf(await home.addHold({}))).toMatchObject({ scope: null, yes: 'Run it once', no: "Don't run it" })
  })
})

describe('words', () => {
  let hold: Hold | null = null

  test('the example fits the call and would be accepted', async () => {
    const payment = await home.addHold(PAYMENT)
    const offers = offersOf(payment)
    expect(offers.limited).toEqual({
      allow: '30m 5 times where amount at most 40',
      deny: '30m where amount at most 40',
    })
    expect(describeOffers(offers, 'approve')).toContain('or with limits, such as 30m 5 times where amount at most 40.')
    expect(describeOffers(offers, 'decline')).toContain('or with limits, such as deny 30m where amount at most 40.')
  })

  test('behind the code everything has to be understood; behind deny the reason comes last', async () => {
    const payment = await home.addHold({ tool: 'pay', argumentsText: '{"amount":41}' })
    const most50 = [{ path: '/amount', is: 'at-most', most: 50 }]
    expect(readStanding('30m 5 times up to 90 of amount where amount at most 50', 'approve', payment)).toEqual({
      ok: true,
      grant: { for: 1_800_000, arguments: most50, times: 5, amount: { path: '/amount', total: 90 } },
      reason: null,
    })
    expect(readStanding('session where amount at most 50 -- too dear; ask me', 'decline', payment)).toEqual({
      ok: true,
      grant: { for: 'session', arguments: most50 },
      reason: 'too dear; ask me',
    })
    expect(readStanding('session not on a Friday', 'decline', payment)).toMatchObject({
      grant: { for: 'session', arguments: 'any' },
      reason: 'not on a Friday',
    })
  })

  test.each([
    '',
    'same',
    'sesion',
    'for 30m',
    '-1m',
    '0m',
    '1e3',
    '30m5',
    'every session',
    'session please',
    'session where amount at most 50 -- ok',
    'same session where amount at most 50',
  ])('%j is not understood, or not all of it', async (typed) => {
    hold ??= await home.addHold({ tool: 'pay', argumentsText: '{"amount":42}' })
    const read = readStanding(typed, 'approve', hold)
    expect(read.ok, JSON.stringify(read)).toBe(false)
  })
})
