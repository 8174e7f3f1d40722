/** Who counts as somebody to wait for. */
import type { Store } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestStore } from '@holdpoint/testing/store'
import type { TestStore } from '@holdpoint/testing/store'
import { announcePresence, announceTerminal, findWatchers, PRESENCE_LASTS_MS } from '@holdpoint/core'
import type { TerminalDecider } from '@holdpoint/core'
import { sampleHold } from '@holdpoint/testing'

const ANA: TerminalDecider = { by: 'local:ana', via: 'terminal', assurance: 'host' }
const TOKEN: TerminalDecider = { by: 'ci', via: 'api', assurance: 'identified' }
const PLAIN = sampleHold({ ruling: { assurance: 'host', approvers: null, rails: null, quorum: 1 } })
const IDENTIFIED = sampleHold({ ruling: { assurance: 'identified', approvers: null, rails: null, quorum: 1 } })
const NAMED = sampleHold({ ruling: { assurance: 'host', approvers: ['local:ben'], rails: null, quorum: 1 } })
const ON_PAGE = sampleHold({ ruling: { assurance: 'host', approvers: null, rails: ['page'], quorum: 1 } })

let home: TestStore
let store: Store
let now: number

beforeEach(async () => {
  now = 1_000_000
  home = await openTestStore({ now: () => now })
  store = home.store
})
afterEach(async () => {
  await home.end()
})

describe('[X4] somebody to wait for', () => {
  test('is nobody where nobody is, and a page that is open, until it lapses or closes', async () => {
    expect(await findWatchers(store, PLAIN)).toEqual({ reachable: false, skipped: [] })
    await announcePresence(store, 'page', true)
    expect((await findWatchers(store, IDENTIFIED)).reachable).toBe(true)
    now += PRESENCE_LASTS_MS + 1
    expect((await findWatchers(store, IDENTIFIED)).reachable).toBe(false)
    await announcePresence(store, 'page', true)
    await announcePresence(store, 'page', false)
    expect((await findWatchers(store, IDENTIFIED)).reachable).toBe(false)
  })

  test.each([
    ['may decide it', PLAIN, true, []],
    ['has too little assurance', IDENTIFIED, false, [/assurance "identified"/]],
    ['is not among the approvers', NAMED, false, [/local:ana is not among those who may approve/]],
    ['sits where the rule does not ask', ON_PAGE, false, [/is decided via page, not via terminal/]],
  ])('at a terminal: whoever %s', async (_who, hold, reachable, skipped) => {
    await announceTerminal(store, 'terminal', ANA)
    const watchers = await findWatchers(store, hold)
    expect(watchers.reachable).toBe(reachable)
    expect(watchers.skipped).toHaveLength(skipped.length)
    for (const [index, why] of skipped.entries()) expect(watchers.skipped[index]).toMatch(why)
  })

  test('one who may is enough, and why the others may not is still told', async () => {
    await announceTerminal(store, 'terminal', ANA)
    await announceTerminal(store, 'inbox', TOKEN)
    const watchers = await findWatchers(store, IDENTIFIED)
    expect(watchers).toMatchObject({ reachable: true, skipped: [expect.stringMatching(/assurance/)] })
    await announceTerminal(store, 'inbox', null)
    expect((await findWatchers(store, IDENTIFIED)).reachable).toBe(false)
  })

  test('what cannot be read is nobody', async () => {
    for (const value of ['', 'soon', `${now + 1000} {`, `${now + 1000}x`]) {
      await store.settings.put('presence/odd', value, null)
      expect((await findWatchers(store, PLAIN)).reachable, value).toBe(false)
    }
  })
})
