/** One line to those who have not answered, once most of the time is over. The clock is the store's, and the test moves it. */
import { createMemoryStore } from '@holdpoint/store/memory'
import { waitingHold } from '@holdpoint/testing/store'
import { describe, expect, test, vi } from 'vitest'
import type { Place } from '../../src/index.ts'
import { OPS, playChannel } from './played-channel.ts'
import type { PlayedChannel } from './played-channel.ts'
import { ANA, button, codeOf, shownFor, start } from './question-scene.ts'
import type { Opened } from './question-scene.ts'

const HOUR_MS = 3_600_000
const OWN: Place = { kind: 'person', id: ANA.user }
const { ruling } = waitingHold({ id: 'any' })

interface Clocked extends Opened {
  /** A second process with the same chats on the same store. */
  another(): Promise<Opened>
  /** So much time goes by, and every process has looked at what is due. */
  pass(milliseconds: number): Promise<void>
}

async function startClocked(place: Place = OPS, slack: PlayedChannel = playChannel('slack')): Promise<Clocked> {
  let passed = 0
  const now = (): number => Date.now() + passed
  const store = createMemoryStore({ now })
  const over = { routeOf: () => ({ to: [{ channel: 'slack', place }], otherwise: [] }), now }
  const opened = await start(over, slack, store)
  return {
    ...opened,
    another: () => start(over, slack, store),
    async pass(milliseconds) {
      passed += milliseconds
      // A question that is asked elsewhere wakes all who deliver.
      await opened.ask({ ruling: { ...ruling, rails: ['page'] } })
      await new Promise((resolve) => setTimeout(resolve, 300))
    },
  }
}

async function isSent({ store }: Opened, hold: string): Promise<void> {
  await vi.waitFor(async () => expect((await store.deliveries.ofHolds([hold]))[0]?.state).toBe('sent'), 10_000)
}

describe('[X13.4] a reminder', () => {
  test('comes once, when four fifths of the time are over, with title, code and the time that is left', async () => {
    const opened = await startClocked()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await isSent(opened, hold.id)
    await opened.pass(0.79 * HOUR_MS)
    expect(opened.slack.said).toEqual([])
    await opened.pass(0.02 * HOUR_MS)
    expect(opened.slack.said).toHaveLength(1)
    const { place, text } = opened.slack.said[0] ?? { place: null, text: '' }
    expect(place).toEqual(OPS)
    expect(text).toMatch(/^Still waiting: /)
    expect(text).toContain(opened.slack.shown[0]?.message.title)
    expect(text).toContain(`"confirm ${await codeOf(opened, hold)}"`)
    expect(text).toContain('(about 11 min from now)')
    expect(text).toContain('mention me in the reply')
    expect(text).not.toContain('\n')
    for (let times = 0; times < 3; times++) await opened.pass(0.05 * HOUR_MS)
    expect(opened.slack.said).toHaveLength(1)
    expect(await opened.get(hold.id)).toMatchObject({ verdicts: [] })
  })

  test('in a person’s own chat it says nothing of mentions', async () => {
    const opened = await startClocked(OWN)
    const hold = await opened.ask()
    await isSent(opened, hold.id)
    await opened.pass(0.81 * HOUR_MS)
    expect(opened.slack.said).toMatchObject([{ place: OWN }])
    expect(opened.slack.said[0]?.text).not.toContain('mention')
  })

  test('where replies never count it asks for none', async () => {
    const opened = await startClocked(OPS, playChannel('slack', 100_000, { signsReplies: false }))
    const hold = await opened.ask()
    await isSent(opened, hold.id)
    await opened.pass(0.81 * HOUR_MS)
    expect(opened.slack.said[0]?.text).toMatch(/by its button or on the page/)
    expect(opened.slack.said[0]?.text).not.toMatch(/confirm|mention/)
  })

  test('comes once with two processes', async () => {
    const opened = await startClocked()
    await opened.another()
    const holds = [await opened.ask(), await opened.ask(), await opened.ask()]
    await shownFor(opened.slack, 3)
    for (const { id } of holds) await isSent(opened, id)
    await opened.pass(0.81 * HOUR_MS)
    await opened.pass(0.05 * HOUR_MS)
    expect(opened.slack.said).toHaveLength(3)
    expect(new Set(opened.slack.said.map(({ text }) => text)).size).toBe(3)
  })

  test('comes not after the decision', async () => {
    const opened = await startClocked()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await isSent(opened, hold.id)
    await opened.slack.press(button(opened.slack, 'decline'), ANA)
    await opened.pass(0.81 * HOUR_MS)
    await opened.pass(0.1 * HOUR_MS)
    expect(opened.slack.said).toEqual([])
  })

  test('comes not where the time is short', async () => {
    const opened = await startClocked()
    const now = await opened.store.now()
    const hold = await opened.ask({ decideBy: now + 9 * 60_000 })
    await isSent(opened, hold.id)
    await opened.pass(8 * 60_000)
    expect(opened.slack.said).toEqual([])
  })
})
