/** In the terminal's inbox, as on the page: no single key runs what cannot be undone, and what was run so can be taken back for 5 s. */
import { spendQuestion } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCliHome } from '../../cli/cli-home.ts'
import type { CliHome } from '../../cli/cli-home.ts'
import { CODE, visitInbox } from './player.ts'
import type { Player } from './player.ts'

let home: CliHome
beforeEach(async () => {
  home = await createCliHome()
})
afterEach(async () => {
  await home.remove()
})

const FINAL = { irreversible: true, undoWindowMs: null } as const
const stored = async ({ id }: Hold): Promise<Hold | null> => await home.store.holds.get(id)

async function atFinal(act: (player: Player, hold: Hold) => Promise<void>, how: 'code' | 'token'): Promise<Hold> {
  const hold = await home.addHold({ ruling: FINAL })
  const options = how === 'token' ? { secret: await home.addToken('ana', 'approver') } : {}
  await visitInbox(
    home,
    async (player) => {
      await player.press('j', '<enter>', '<end>', 'a')
      await act(player, hold)
    },
    options,
  )
  return hold
}

describe('[C3] what cannot be undone', () => {
  test('with a token a asks and Enter confirms; a again, however often, does not', async () => {
    const hold = await home.addHold({ ruling: FINAL })
    const secret = await home.addToken('ana', 'approver')
    await visitInbox(
      home,
      async (player) => {
        await player.press('j', '<enter>', '<end>', 'a')
        expect(player.screen().replace(/\s+/g, ' ')).toContain(
          'This cannot be undone. Press Enter to approve, Esc leaves it waiting; lapses in 5 s.',
        )
        player.wait(500)
        await player.press('a', 'a', 'a')
        expect((await stored(hold))?.state).toBe('pending')
        await player.press('<enter>')
        await player.load()
        expect(player.screen()).toMatch(/Runs in \d s · u takes it back/)
      },
      { secret },
    )
    const { runAfter, decidedAt } = (await stored(hold)) ?? {}
    expect((runAfter ?? 0) - (decidedAt ?? 0)).toBe(5000)
  })

  test('Enter that was typed along with the key counts for nothing', async () => {
    const hold = await atFinal(async (player) => await player.press('<enter>'), 'token')
    expect((await stored(hold))?.verdicts).toEqual([])
  })

  test.each([
    ['token', 4_900, 1],
    ['token', 5_100, 0],
    ['code', 19_900, 1],
    ['code', 20_100, 0],
  ] as const)('by a %s it lapses: after %i ms %i answers count', async (how, waits, count) => {
    const hold = await atFinal(async (player) => {
      player.wait(waits)
      if (how === 'code') await player.type(CODE)
      await player.press('<enter>')
    }, how)
    expect((await stored(hold))?.verdicts).toHaveLength(count)
  })

  test('the screen says so by itself when it has lapsed', async () => {
    await atFinal(async (player) => {
      player.wait(5_000)
      player.tick()
      expect(player.state().prompt).toBeNull()
      expect(player.screen()).toContain('That took too long; nothing was decided.')
    }, 'token')
  })

  test('it lapses when the hold changes, though its question stays the same', async () => {
    const hold = await atFinal(async (player, { id }) => {
      await spendQuestion(home.store, { hold: id, question: 1, via: 'elicitation', why: 'it came back empty' })
      await player.load()
      expect(player.state().prompt).toBeNull()
      player.wait(500)
      await player.press('<enter>')
    }, 'token')
    expect((await stored(hold))?.verdicts).toEqual([])
  })

  test('by a typed code, where nothing counts down, it runs at once', async () => {
    const hold = await home.addHold({ ruling: FINAL })
    await home.run(['approve', hold.id], { terminal: 'right-code' })
    expect(await stored(hold)).toMatchObject({ state: 'approved', runAfter: null })
  })

  test('by the code of the inbox it can be taken back', async () => {
    const hold = await atFinal(async (player) => {
      player.wait(500)
      await player.type(CODE)
      await player.press('<enter>')
    }, 'code')
    const { runAfter, decidedAt, verdicts } = (await stored(hold)) ?? {}
    expect((runAfter ?? 0) - (decidedAt ?? 0)).toBe(5000)
    expect(verdicts).toMatchObject([{ via: 'terminal', inbox: true }])
  })
})

test('what can be undone is confirmed as before, and does not lapse', async () => {
  const hold = await home.addHold()
  const secret = await home.addToken('ana', 'approver')
  await visitInbox(
    home,
    async (player) => {
      await player.press('j', '<enter>', '<end>', 'a')
      player.wait(60_000)
      await player.press('<enter>')
      expect((await stored(hold))?.state).toBe('pending')
      await player.press('y')
    },
    { secret },
  )
  expect(await stored(hold)).toMatchObject({ state: 'approved', runAfter: null })
})
