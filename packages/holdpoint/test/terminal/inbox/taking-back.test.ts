/**
 * Stopping a call at the inbox in the terminal: a question that need not be, an approval that is taken back in time.
 */
import { cancelHold, claimDispatch, decide } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPaint } from '../../../src/terminal/colour.ts'
import { pressKey } from '../../../src/terminal/inbox/press-key.ts'
import { viewInbox } from '../../../src/terminal/inbox/view-inbox.ts'
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

async function stateOf({ id }: Hold): Promise<string | undefined> {
  return (await home.store.holds.get(id))?.state
}

async function approveElsewhere(hold: Hold): Promise<void> {
  const verdict = { answer: 'approve', by: 'ana', via: 'page', assurance: 'identified', reason: null } as const
  await decide(home.store, { hold: hold.id, tenant: null, verdict })
}

describe('cancelling', () => {
  test('c: it need not happen, with a reason that the agent is told', async () => {
    const hold = await home.addHold({ argumentsText: JSON.stringify({ text: 'line\n'.repeat(60) }) })
    await visitInbox(home, async (player) => {
      await player.press('j', 'c', 'c')
      expect(player.screen()).toContain('Why need it not happen?')
      await player.type('done by hand')
      await player.press('<enter>')
      expect(player.screen()).toContain(`Type ${CODE} to cancel it`)
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toContain('Cancelled. It will not run.')
    })
    expect(await home.store.holds.get(hold.id)).toMatchObject({
      state: 'cancelled',
      verdicts: [{ answer: 'cancel', by: 'local:tester', via: 'terminal', reason: 'done by hand' }],
    })
  })

  test('u takes an approval back while its window is open; the countdown runs', async () => {
    const hold = await home.addHold({ ruling: { undoWindowMs: 10_000 } })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'u')
      expect(player.screen()).toContain('Only an approved call that has not run yet can be taken back.')
      await player.press('a')
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toContain('Runs in 10 s · u takes it back')
      expect(player.screen()).toContain('u take it back')
      player.tick()
      player.tick()
      expect(player.screen()).toContain('Runs in 8 s · u takes it back')
      // There are seconds for it, and it runs nothing: no code is asked for.
      await player.press('u')
      expect(player.screen()).toContain('Cancelled. It will not run.')
      expect(player.screen()).toContain('Cancelled by local:tester · via terminal')
    })
    expect(await stateOf(hold)).toBe('cancelled')
    home.clock += 60_000
    expect((await claimDispatch(home.store, hold.id, 'attempt', thisProcess)).kind).not.toBe('moved')
  })

  test('too late: a call that was sent meanwhile is not taken back, and that is said', async () => {
    const hold = await home.addHold()
    await approveElsewhere(hold)
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'u')
      expect(player.screen()).toContain(`Type ${CODE} to take it back`)
      await claimDispatch(home.store, hold.id, 'attempt', thisProcess)
      player.wait(400)
      await player.type(CODE)
      await player.press('<enter>')
      expect(player.screen()).toMatch(/It is too late: the call was sent .* and is running\.\s+Yours changed nothing\./)
    })
    expect(await stateOf(hold)).toBe('dispatching')
  })

  test('a question about a call that was sent, or taken back by somebody else, closes', async () => {
    const sent = await home.addHold({ tool: 'send_mail' })
    const taken = await home.addHold({ tool: 'send_note' })
    for (const hold of [sent, taken]) await approveElsewhere(hold)
    const asked = { tenant: null, by: 'bo', via: 'page', assurance: 'identified', reason: null } as const
    for (const [hold, act] of [
      [sent, async () => await claimDispatch(home.store, sent.id, 'attempt', thisProcess)],
      [taken, async () => await cancelHold(home.store, { hold: taken.id, ...asked })],
    ] as const) {
      await visitInbox(home, async (player) => {
        await player.press('/')
        await player.type(hold.call.tool)
        await player.press('<enter>', 'j', '<enter>', 'u')
        expect(player.screen()).toContain(`Type ${CODE} to take it back`)
        await act()
        await player.load()
        expect(player.state().prompt).toBeNull()
        expect(player.screen()).toContain('It is too late to take it back: it is')
      })
    }
  })

  test('who could not have approved it cannot take the approval back', async () => {
    const hold = await home.addHold({ ruling: { approvers: ['ana'], assurance: 'identified' } })
    await approveElsewhere(hold)
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'u')
      expect(player.state().prompt).toBeNull()
      expect(player.state().message?.tone).toBe('bad')
    })
    expect(await stateOf(hold)).toBe('approved')
  })
})

describe('an offer to take a call back', () => {
  test('is decided as it is: no edit, no further calls', async () => {
    await home.addHold({
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } } },
      argumentsText: '{"id":1}',
    })
    await visitInbox(home, async (player) => {
      await player.press('j', '<enter>', 'm')
      expect(player.screen()).toContain('e edit')
      const { card } = player.state()
      if (card === null) throw new Error('no card is open')
      const offered = { ...card, hold: { ...card.hold, undoOf: 'another' } }
      const state = { ...player.state(), card: offered }
      expect(viewInbox(state, createPaint(false)).rows.join('\n')).not.toContain('e edit')
      const pressed = pressKey(state, { kind: 'character', text: 'e' }, () => [])
      expect(pressed.effect).toBeNull()
      expect(pressed.state.message?.text).toContain('decided as it is')
    })
  })
})
