/** What may be typed behind the code at the terminal of `serve`: offered exactly where the one door would accept it. */
import type { Hold } from '@holdpoint/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGrantWords } from '../src/cli/read-grant-words.ts'
import { describeOffers, offersOf, readStanding } from '../src/compose/terminal-standing.ts'
import { createCliHome } from './cli-home.ts'
import type { CliHome, HoldSketch } from './cli-home.ts'

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
    const offers = offersOf(await home.addHold(sketch), 'local:ana', home.clock)
    expect(offers.allow).toEqual(allow)
    expect(offers.deny).toEqual(ALL)
  })

  test('an offer to take a call back says nothing about other calls', async () => {
    const hold: Hold = { ...(await home.addHold()), undoOf: 'another' }
    expect(offersOf(hold, 'local:ana', home.clock)).toEqual({ once: false, allow: [], deny: [] })
    expect(readStanding('session', 'approve', hold)).toMatchObject({ ok: false })
    expect(readStanding('session', 'decline', hold)).toMatchObject({ ok: false })
    expect(readStanding(null, 'approve', hold)).toMatchObject({ ok: true, grant: null })
  })

  test('once is offered where a yes opens more', async () => {
    const scoped = await home.addHold({ ruling: { risk: 'medium', scope: 'folder "/data"' } })
    const offers = offersOf(scoped, 'local:ana', home.clock)
    expect(offers.once).toBe(true)
    expect(describeOffers(offers, 'approve')).toContain('once, session')
    expect(readStanding('once', 'approve', scoped)).toMatchObject({ ok: true, once: true, grant: null })
    expect(readStanding('once', 'decline', scoped)).toMatchObject({ ok: false })
  })
})

describe('words', () => {
  test.each([
    ['session', { for: 'session', arguments: 'any' }, ''],
    ['30m', { for: 1_800_000, arguments: 'any' }, ''],
    ['SAME  30m', { for: 1_800_000, arguments: 'same' }, ''],
    ['any session', { for: 'session', arguments: 'any' }, ''],
    ['same session 5 times', { for: 'session', arguments: 'same', times: 5 }, ''],
    ['session not on a Friday', { for: 'session', arguments: 'any' }, 'not on a Friday'],
    ['always', { for: 'always', arguments: 'any' }, ''],
  ])('%s', (typed, request, rest) => {
    expect(readGrantWords(typed)).toEqual({ ok: true, request, rest })
  })

  test.each(['', 'same', 'sesion', '30 minutes', 'for 30m', '-1m', '0m', '1e3', '30m5', 'every session'])(
    '%j is not understood, or not all of it',
    async (typed) => {
      const read = readStanding(typed, 'approve', await home.addHold())
      expect(read.ok, JSON.stringify(read)).toBe(false)
    },
  )
})
