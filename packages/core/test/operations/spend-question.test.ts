import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Hold } from '../../src/hold/hold.ts'
import { isSpent, spendQuestion } from '../../src/operations/spend-question.ts'
import { openTestStore } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

let desk: TestStore

beforeEach(async () => {
  desk = await openTestStore()
})

afterEach(async () => {
  await desk.end()
})

const spend = async ({ id }: Hold, question: number): Promise<Hold | null> =>
  await spendQuestion(desk.store, { hold: id, question, via: 'elicitation', why: 'nobody reads so fast' })

describe('[L6] a question whose answer decided nothing', () => {
  test('is spent on the hold itself, on record, and changes nothing else', async () => {
    const hold = await desk.ask()
    expect(isSpent(hold, hold.revision)).toBe(false)
    const spent = await spend(hold, hold.revision)
    expect(spent).toEqual({ ...hold, revision: hold.revision + 1, spentQuestion: hold.revision })
    expect(await desk.get(hold)).toEqual(spent)
    expect((await desk.records(hold)).at(-1)).toMatchObject({
      kind: 'decision-refused',
      actor: 'local:ana',
      detail: 'no decision via elicitation (host): nobody reads so fast',
    })
    expect((await desk.verifyAudit()).ok).toBe(true)
  })

  test('leaves the hold open: a later question counts, an older one does not', async () => {
    const hold = await desk.ask()
    const { hold: joined } = (await desk.open()) as { readonly hold: Hold }
    const spent = await spend(hold, joined.revision)
    expect(spent === null ? [] : [hold, joined, spent].map(({ revision }) => isSpent(spent, revision))).toEqual([
      true,
      true,
      false,
    ])
    expect(await desk.say(hold, 'approve')).toMatchObject({ kind: 'decided', hold: { state: 'approved' } })
  })

  test('is spent once, however often it comes back at the same moment, and an older one takes nothing back', async () => {
    const hold = await desk.ask()
    const { hold: joined } = (await desk.open()) as { readonly hold: Hold }
    const all = await Promise.all([1, 2, 3, 4].map(() => spend(hold, joined.revision)))
    expect(new Set(all.map((spent) => spent?.revision))).toEqual(new Set([joined.revision + 1]))
    await spend(hold, hold.revision)
    expect((await desk.get(hold)).spentQuestion).toBe(joined.revision)
    expect((await desk.kinds(hold)).filter((kind) => kind === 'decision-refused')).toHaveLength(1)
  })

  test('is not there to be spent once the hold is decided, or does not exist', async () => {
    const hold = await desk.ask()
    await desk.say(hold, 'decline')
    const before = await desk.get(hold)
    expect(await spend(hold, hold.revision)).toBeNull()
    expect(await desk.get(hold)).toEqual(before)
    expect(await spend({ ...hold, id: 'none' }, 1)).toBeNull()
  })
})
