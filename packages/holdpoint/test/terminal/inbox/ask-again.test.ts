/** Retry in the terminal's inbox: where it is known that nothing took effect, it makes a new question; elsewhere it is not there. */
import { claimDispatch, concludeDispatch, decide, loseDispatch } from '@holdpoint/core'
import type { Hold, Outcome } from '@holdpoint/core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCliHome, thisProcess } from '../../cli/cli-home.ts'
import type { CliHome } from '../../cli/cli-home.ts'
import { CODE, visitInbox } from './player.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

const KEY = 't ask again'
const errorText = JSON.stringify({ code: -32_603, message: 'The server answered HTTP 403.' })
const REFUSED = { kind: 'error', errorText, notApplied: true } as const
const TOOLS_OWN = { kind: 'result', isError: true, resultText: '{"content":[]}', truncated: false } as const

async function sent(): Promise<Hold> {
  const held = await home.addHold()
  const verdict = { answer: 'approve', by: 'ben', via: 'api', assurance: 'identified', reason: null } as const
  await decide(home.store, { hold: held.id, tenant: null, verdict })
  await claimDispatch(home.store, held.id, 'attempt', thisProcess)
  return held
}

async function ended(outcome: Outcome & { readonly kind: 'result' | 'error' }): Promise<Hold> {
  const held = await sent()
  await concludeDispatch(home.store, held.id, 'attempt', outcome)
  return held
}

const pending = async (): Promise<readonly Hold[]> => {
  const query = { tenant: null, state: 'pending', server: null, tool: null, risk: null, text: null } as const
  return (await home.store.holds.list({ ...query, limit: 10, cursor: null })).holds as readonly Hold[]
}

test('[X8] [T4] what the server refused at its door is asked again, and runs only after a new yes', async () => {
  const held = await ended(REFUSED)
  await visitInbox(home, async (player) => {
    await player.press('j', '<enter>')
    expect(player.screen()).toContain(KEY)
    await player.press('t')
    expect(player.screen()).toContain('Asked again: it runs only after a new yes.')
    const asked = player.state().card?.hold
    expect(asked).toMatchObject({ state: 'pending', key: held.key, verdicts: [] })
    expect(asked?.id).not.toBe(held.id)
    expect(player.screen()).toContain('An identical call failed')
    expect(player.screen()).not.toContain(KEY)
    await player.press('<end>', 'a')
    player.wait(500)
    await player.type(CODE)
    await player.press('<enter>')
    expect((await home.store.holds.get(asked?.id ?? ''))?.state).toBe('approved')
  })
  expect((await home.store.holds.get(held.id))?.state).toBe('failed')
  expect((await home.records()).filter(({ kind }) => kind === 'hold-created')).toHaveLength(2)
})

test('[X8] asked twice it is one question, and the second press leads to it', async () => {
  const held = await ended(REFUSED)
  await visitInbox(home, async (player) => {
    await player.press('j', '<enter>', 't')
    const first = player.state().card?.hold.id
    await player.press('<escape>', 'j', '<enter>')
    expect(player.state().card?.hold.id).toBe(held.id)
    await player.press('t')
    expect(player.state().card?.hold.id).toBe(first)
  })
  expect(await pending()).toHaveLength(1)
})

test('[X8] what may have taken effect has no such key, and pressed it says why', async () => {
  await ended(TOOLS_OWN)
  await ended({ kind: 'error', errorText })
  const lost = await sent()
  await loseDispatch(home.store, lost.id, 'attempt', 'the answer was lost')
  await visitInbox(home, async (player) => {
    await player.press('j', '<enter>')
    for (let call = 0; call < 3; call++) {
      expect(player.screen()).not.toContain(KEY)
      await player.press('t')
      expect(player.screen().replace(/\s+/g, ' ')).toContain('It is not known that this call had no effect')
      await player.press('j')
    }
  })
  expect(await pending()).toEqual([])
})

test('[X8] who may only look is offered nothing, and asks nothing', async () => {
  await ended(REFUSED)
  const secret = await home.addToken('eve', 'viewer')
  await visitInbox(
    home,
    async (player) => {
      await player.press('j', '<enter>')
      expect(player.screen()).not.toContain(KEY)
      await player.press('t')
      expect(player.screen()).toContain('This token decides nothing')
    },
    { secret },
  )
  expect(await pending()).toEqual([])
})
