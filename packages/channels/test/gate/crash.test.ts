import { describe, expect, test } from 'vitest'
import { ANA } from './bot.ts'
import { setScene } from './bot-scene.ts'
import type { BotProcess, BotScene } from './bot-scene.ts'

const REMOVE = { operation: 'delete_orders', arguments: { status: 1 }, preview: { title: 'Delete the orders' } }
const OPEN = ['pending', 'approved', 'dispatching']
const confirmed = { message: { ...ANA, text: '确认', origin: 'typed', envelope: 'authenticated', id: 'm1' } }
const run = (request: object = REMOVE): object => ({ run: { at: ANA, request } })

/** Until it is so, or the process has ended. */
async function until(bot: BotProcess | null, isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(async () => bot?.isOver === true || (await isSo()), { interval: 10 }).toBe(true)
}

async function close(bot: BotProcess): Promise<void> {
  bot.tell({ close: true })
  await bot.ended
}

/**
 * One life of an operation, which ends before the step `dieAt`, and what a second process makes of it. Answers whether it ended
 * so, and the state of the hold.
 */
async function liveTwice(dieAt: number): Promise<{ readonly died: boolean; readonly state: string }> {
  const scene = setScene()
  try {
    const first = scene.start({ dieAt })
    first.tell(run())
    await until(first, () => scene.isShown())
    first.tell(confirmed)
    await until(first, () => first.said().some(({ result }) => result !== undefined))
    const died = first.isOver
    if (!died) await close(first)
    const second = scene.start()
    await until(null, async () => {
      // The platform delivers the answer again, in case the bot did not take it.
      if ((await scene.states()).includes('pending') && (await scene.isShown())) second.tell(confirmed)
      return !(await scene.states()).some((state) => OPEN.includes(state))
    })
    await scene.check()
    const [hold] = await scene.holds()
    if (hold !== undefined) {
      expect(['succeeded', 'unknown']).toContain(hold.state)
      if (hold.state === 'succeeded') expect(scene.ledger()).toHaveLength(1)
      // Whoever called was given the outcome, or the chat is told; of what is unknown always the chat.
      await until(null, async () => (await scene.holds())[0]?.deliveredAt !== null)
      if (hold.state === 'unknown') expect(scene.told('Outcome unknown')).toBe(1)
    }
    await close(second)
    return { died, state: hold?.state ?? 'none' }
  } finally {
    await scene.end()
  }
}

const AT_ONCE = 3

describe('[X13.3] [S18] a bot that is killed', () => {
  test('at any step: nothing runs unconfirmed, nothing runs twice, what was started is unknown, and the chat is told', async () => {
    const states: string[] = []
    for (let dieAt = 1; dieAt < 60; dieAt += AT_ONCE) {
      const lives = await Promise.all(Array.from({ length: AT_ONCE }, (_each, index) => liveTwice(dieAt + index)))
      states.push(...lives.filter(({ died }) => died).map(({ state }) => state))
      if (lives.some(({ died }) => !died)) break
    }
    // Before anything was stored; between question and claim, and after the outcome; between claim and outcome.
    expect(states).toContain('none')
    expect(states.filter((state) => state === 'succeeded').length).toBeGreaterThan(8)
    expect(states.filter((state) => state === 'unknown').length).toBeGreaterThan(3)
  })
})

describe('[X13.3] processes of one bot on one store', () => {
  async function inScene(body: (scene: BotScene) => Promise<void>): Promise<void> {
    const scene = setScene()
    try {
      await body(scene)
    } finally {
      await scene.end()
    }
  }

  test('an answer that one receives wakes the other, which asked: one run, by the one that asked', async () => {
    await inScene(async (scene) => {
      const [asking, receiving] = [scene.start(), scene.start()]
      asking.tell(run())
      await until(null, () => scene.isShown())
      receiving.tell(confirmed)
      await until(null, () => asking.said().length > 0)
      expect(receiving.said()).toEqual([{ consumed: true }])
      expect(asking.said()).toMatchObject([{ result: { kind: 'done' } }])
      expect(scene.ledger().map(({ pid }) => pid)).toEqual([asking.pid])
      // The same message to both, as a platform does that is in doubt.
      asking.tell(confirmed)
      await until(null, () => asking.said().length > 1)
      expect(asking.said()[1]).toEqual({ consumed: true })
      await scene.check()
      await Promise.all([close(asking), close(receiving)])
    })
  })

  test('a question of one that was killed is answered and run by the other, and the chat is told', async () => {
    await inScene(async (scene) => {
      const [asking, other] = [scene.start(), scene.start()]
      asking.tell(run())
      await until(null, () => scene.isShown())
      await asking.kill()
      other.tell(confirmed)
      await until(null, () => scene.told('Done: Delete the orders') > 0)
      expect(scene.ledger().map(({ pid }) => pid)).toEqual([other.pid])
      expect(scene.told('Please confirm')).toBe(1)
      await scene.check()
      await close(other)
    })
  })

  test('what one had started when it was killed is unknown: the other says so once and does not run it', async () => {
    await inScene(async (scene) => {
      const [asking, other] = [scene.start(), scene.start()]
      asking.tell(run({ ...REMOVE, operation: 'slow' }))
      await until(null, () => scene.isShown())
      other.tell(confirmed)
      await until(null, () => scene.ledger().length === 1)
      await asking.kill()
      await until(null, async () => (await scene.holds())[0]?.deliveredAt !== null)
      expect(await scene.states()).toEqual(['unknown'])
      expect(scene.told('Outcome unknown: Delete the orders')).toBe(1)
      expect(scene.ledger()).toHaveLength(1)
      await scene.check()
      await close(other)
    })
  })

  test('what was confirmed while no bot was up runs once after the start, and the chat is told', async () => {
    await inScene(async (scene) => {
      const first = scene.start()
      first.tell(run())
      await until(null, () => scene.isShown())
      await first.kill()
      await scene.confirmElsewhere(ANA.by)
      const [second, third] = [scene.start(), scene.start()]
      await until(null, () => scene.told('Done: Delete the orders') > 0)
      await until(null, async () => (await scene.holds())[0]?.deliveredAt !== null)
      expect(scene.ledger()).toHaveLength(1)
      await scene.check()
      await Promise.all([close(second), close(third)])
      expect(scene.told('Done: Delete the orders')).toBe(1)
    })
  })

  test('or it lapses, and the chat is told', async () => {
    await inScene(async (scene) => {
      const first = scene.start({ executeWithinMs: 200 })
      first.tell(run())
      await until(null, () => scene.isShown())
      await first.kill()
      await scene.confirmElsewhere(ANA.by)
      await new Promise((resolve) => setTimeout(resolve, 300))
      const second = scene.start()
      await until(null, () => scene.told('Confirmed, but it could not be started in time') > 0)
      expect(scene.ledger()).toEqual([])
      expect(await scene.states()).toEqual(['expired'])
      await close(second)
    })
  })

  test('a question whose asker alone could go on is void once that has ended', async () => {
    await inScene(async (scene) => {
      const first = scene.start()
      first.tell({ confirm: { at: ANA, question: { title: 'Send the report' } } })
      await until(null, () => scene.isShown())
      await first.kill()
      const second = scene.start()
      await until(null, () => scene.told('Not run: Send the report') > 0)
      expect(await scene.states()).toEqual(['invalidated'])
      await close(second)
    })
  })

  test('a question that nobody answers while no bot is up is over afterwards, and the chat is told', async () => {
    await inScene(async (scene) => {
      const first = scene.start({ decideWithinMs: 400 })
      first.tell(run())
      await until(null, () => scene.told('Please confirm') > 0)
      await first.kill()
      await new Promise((resolve) => setTimeout(resolve, 500))
      const second = scene.start()
      await until(null, () => scene.told('Operation cancelled (timeout)') > 0)
      second.tell(confirmed)
      await until(null, () => second.said().length > 0)
      expect(second.said()).toEqual([{ consumed: false }])
      expect(scene.ledger()).toEqual([])
      await close(second)
    })
  })
})
