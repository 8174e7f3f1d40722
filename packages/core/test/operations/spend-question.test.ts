import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Hold } from '../../src/hold/hold.ts'
import { isSpent, spendQuestion } from '../../src/operations/spend-question.ts'
import { openTestStore } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

let fixture: TestStore

beforeEach(async () => {
  fixture = await openTestStore()
})

afterEach(async () => {
  await fixture.end()
})

const spend = async ({ id }: Hold, question: number): Promise<Hold | null> =>
  await spendQuestion(fixture.store, { hold: id, question, via: 'elicitation', why: 'nobody reads so fast' })

describe('[L6] a question whose answer decided nothing', () => {
  test('is spent on the hold itself, on record, and changes nothing else', async () => {
    const hold = await fixture.ask()
    expect(isSpent(hold, hold.revision)).toBe(false)
    const spent = await spend(hold, hold.revision)
    expect(spent).toEqual({ ...hold, revision: hold.revision + 1, spentQuestion: hold.revision })
    expect(await fixture.get(hold)).toEqual(spent)
    expect((await fixture.records(hold)).at(-1)).toMatchObject({
      kind: 'decision-refused',
      actor: 'local:ana',
      detail: 'no decision via elicitation (host): nobody reads so fast',
    })
    expect((await fixture.verifyAudit()).ok).toBe(true)
  })

  test('leaves the hold open: a later question counts, an older one does not', async () => {
    const hold = await fixture.ask()
    const { hold: joined } = (await fixture.open()) as { readonly hold: Hold }
    const spent = await spend(hold, joined.revision)
    expect(spent === null ? [] : [hold, joined, spent].map(({ revision }) => isSpent(spent, revision))).toEqual([
      true,
      true,
      false,
    ])
    expect(await fixture.say(hold, 'approve')).toMatchObject({ kind: 'decided', hold: { state: 'approved' } })
  })

  test('is spent once, however often it comes back at the same moment, and an older one takes nothing back', async () => {
    const hold = await fixture.ask()
    const { hold: joined } = (await fixture.open()) as { readonly hold: Hold }
    const all = await Promise.all([1, 2, 3, 4].map(() => spend(hold, joined.revision)))
    expect(new Set(all.map((spent) => spent?.revision))).toEqual(new Set([joined.revision + 1]))
    await spend(hold, hold.revision)
    expect((await fixture.get(hold)).spentQuestion).toBe(joined.revision)
    expect((await fixture.kinds(hold)).filter((kind) => kind === 'decision-refused')).toHaveLength(1)
  })

  test('is not there to be spent once the hold is decided, or does not exist', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'decline')
    const before = await fixture.get(hold)
    expect(await spend(hold, hold.revision)).toBeNull()
    expect(await fixture.get(hold)).toEqual(before)
    expect(await spend({ ...hold, id: 'none' }, 1)).toBeNull()
  })
})
