/** The contract of feedback: listed newest first, each tenant its own, and no principal floods it. */
import type { Feedback, FeedbackQuery } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { sampleFeedback } from '../samples/feedback.ts'
import { sampleRecord } from '../samples/record.ts'
import type { GivenStore } from './given-store.ts'

const ALL: FeedbackQuery = { tenant: null, since: null, severity: null, limit: 50, cursor: null }
const PLENTY = { most: 100, withinMs: 3_600_000 }
const RECORD = sampleRecord({ kind: 'feedback-submitted' })

const sample = (id: string, over: Partial<Feedback> = {}): Feedback => sampleFeedback({ id, principal: 'bot', ...over })

export function describeFeedback(given: GivenStore): void {
  const ids = async (query: Partial<FeedbackQuery> = {}): Promise<readonly string[]> =>
    (await given.store.feedback.list({ ...ALL, ...query })).feedback.map(({ id }) => id)

  test('[S1.6] feedback is kept as it was given, with its record and its time', async () => {
    const feedback = sample('a', {
      attemptedAction: 'delete “it”\n',
      severity: 'high',
      toolCalled: 'delete_it',
      errorSeen: 'E\u0000',
      rationale: 'why',
    })
    expect(await given.store.feedback.add(feedback, RECORD, PLENTY)).toEqual({ kind: 'added', at: given.clock })
    expect((await given.store.feedback.list(ALL)).feedback).toEqual([{ ...feedback, at: given.clock }])
    expect(await given.verify()).toBe(1)
  })

  test('[S1.6] it is listed newest first, by tenant, severity and time, page by page', async () => {
    for (const [index, id] of ['a', 'b', 'c', 'd'].entries()) {
      const severity = index % 2 === 0 ? 'low' : 'high'
      await given.store.feedback.add(sample(id, { severity }), RECORD, PLENTY)
      if (index !== 1) given.clock += 1000
    }
    await given.store.feedback.add(sample('e', { tenant: 'acme' }), RECORD, PLENTY)
    expect(await ids()).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await ids({ tenant: 'default' })).toEqual(['d', 'c', 'b', 'a'])
    expect(await ids({ tenant: 'acme', severity: 'high' })).toEqual([])
    expect(await ids({ severity: 'high' })).toEqual(['d', 'b'])
    expect(await ids({ since: given.clock - 1000 })).toEqual(['e', 'd'])
    const first = await given.store.feedback.list({ ...ALL, limit: 3 })
    expect(first.feedback.map(({ id }) => id)).toEqual(['e', 'd', 'c'])
    const rest = await given.store.feedback.list({ ...ALL, limit: 3, cursor: first.nextCursor })
    expect(rest.feedback.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(rest.nextCursor).toBeNull()
    expect(await ids({ cursor: 'no cursor' })).toEqual([])
  })

  test('[S1.6] a principal that has given enough is told when there is room; others are not affected', async () => {
    const limit = { most: 2, withinMs: 10_000 }
    await given.store.feedback.add(sample('a'), RECORD, limit)
    given.clock += 4000
    await given.store.feedback.add(sample('b'), RECORD, limit)
    expect(await given.store.feedback.add(sample('c'), RECORD, limit)).toEqual({ kind: 'limited', retryAfterMs: 6000 })
    for (const other of [{ principal: 'other' }, { tenant: 'acme' }]) {
      expect((await given.store.feedback.add(sample(JSON.stringify(other), other), RECORD, limit)).kind).toBe('added')
    }
    given.clock += 6000
    expect((await given.store.feedback.add(sample('c'), RECORD, limit)).kind).toBe('added')
    expect(await ids({ tenant: 'default' })).toEqual(['c', '{"principal":"other"}', 'b', 'a'])
    expect(await given.verify()).toBe(5)
  })

  test('[S1.6] however many processes give it at once, the limit holds', async () => {
    const other = await given.another()
    const added = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { feedback } = index % 2 === 0 ? given.store : other
        return await feedback.add(sample(String(index)), RECORD, { most: 7, withinMs: 1000 })
      }),
    )
    expect(added.filter(({ kind }) => kind === 'added')).toHaveLength(7)
    expect(await ids()).toHaveLength(7)
    await other.close()
  })
}
