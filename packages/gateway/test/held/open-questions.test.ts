/** What is remembered of questions that left as answers: whose they are, how old, and when they are over. */
import type { Hold } from '@holdpoint/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleHold } from '@holdpoint/testing'
import type { Caller } from '../../src/calls/caller.ts'
import { createOpenQuestions, rememberQuestions } from '../../src/held/open-questions.ts'
import type { OpenQuestions } from '../../src/held/open-questions.ts'
import type { RailChoice, TakenBack } from '../../src/rails/rail-choice.ts'
import type { Asked, RailQuestion } from '../../src/rails/rail.ts'

const NEVER = new Promise<void>(() => {})
const HOLD: Hold = { ...sampleHold(), id: 'hold-1', decideBy: 1_000 }
const ASKER = HOLD.call

let now: number
let questions: OpenQuestions

beforeEach(() => {
  now = 100
  questions = createOpenQuestions(() => now)
})

describe('a question that left as an answer', () => {
  test('is open for its own client’s person, and for nobody else', () => {
    questions.add(HOLD, NEVER)
    expect(questions.openFor(ASKER)).toBe(true)
    expect(questions.openFor({ ...ASKER, client: { name: 'other' } })).toBe(false)
    expect(questions.openFor({ ...ASKER, principal: 'other' })).toBe(false)
    expect(questions.openFor({ ...ASKER, tenant: 'other' })).toBe(false)
  })

  test('grows older, and is over when nobody may decide it any more', () => {
    expect(questions.age('hold-1')).toBeNull()
    questions.add(HOLD, NEVER)
    now = 350
    expect(questions.age('hold-1')).toBe(250)
    now = 999
    expect(questions.openFor(ASKER)).toBe(true)
    now = 1_000
    expect(questions.openFor(ASKER)).toBe(false)
    expect(questions.age('hold-1')).toBeNull()
  })

  test('is over when it is answered, and when somebody decided elsewhere', async () => {
    questions.add(HOLD, NEVER)
    questions.settle('hold-1')
    expect(questions.openFor(ASKER)).toBe(false)
    let decide: () => void = () => {}
    questions.add(HOLD, new Promise<void>((resolve) => (decide = resolve)))
    decide()
    await Promise.resolve()
    expect(questions.age('hold-1')).toBeNull()
  })

  test('asked anew counts from then', () => {
    questions.add(HOLD, NEVER)
    now = 500
    questions.add(HOLD, NEVER)
    expect(questions.age('hold-1')).toBe(0)
  })

  test('is forgotten before memory runs out, the oldest first', () => {
    for (let index = 0; index <= 10_000; index++) questions.add({ ...HOLD, id: `hold-${index}` }, NEVER)
    expect(questions.age('hold-0')).toBeNull()
    expect(questions.age('hold-1')).toBe(0)
  })
})

describe('the rails', () => {
  const caller = {} as Caller
  const question: RailQuestion = {
    hold: HOLD,
    caller,
    approvalUrl: () => Promise.resolve(''),
    over: NEVER,
    decided: NEVER,
  }

  function railsOf(asked: Asked | null, taken: TakenBack): RailChoice {
    return { ask: () => Promise.resolve(asked), takeBack: () => Promise.resolve(taken) }
  }

  test.each<[Asked | null, boolean]>([
    [{ kind: 'reply', resultJson: '{}' }, true],
    [{ kind: 'undecided', why: 'nobody answered' }, false],
    [{ kind: 'decided' }, false],
    [null, false],
  ])('%j leaves an open question: %s', async (asked, open) => {
    const rails = rememberQuestions(railsOf(asked, { kind: 'foreign' }), questions)
    expect(await rails.ask(question)).toEqual(asked)
    expect(questions.age('hold-1') !== null).toBe(open)
  })

  test.each<[TakenBack, boolean]>([
    [{ kind: 'opened', hold: 'hold-1' }, false],
    // Until it is known what it says: a call in between would be asked beside it.
    [{ kind: 'answered', hold: 'hold-1', bring: () => Promise.resolve(null) }, true],
    [{ kind: 'answered', hold: 'hold-2', bring: () => Promise.resolve(null) }, true],
    [{ kind: 'refused', message: 'not ours' }, true],
    [{ kind: 'foreign' }, true],
  ])('with %j coming back it stays open: %s', async (taken, open) => {
    questions.add(HOLD, NEVER)
    const rails = rememberQuestions(railsOf(null, taken), questions)
    const given = await rails.takeBack(caller, { ...HOLD.call, arguments: {} })
    expect({ ...given, bring: null }).toEqual({ ...taken, bring: null })
    expect(questions.age('hold-1') !== null).toBe(open)
  })

  test.each<[Asked | null, boolean]>([
    [{ kind: 'reply', resultJson: '{}' }, true],
    [{ kind: 'undecided', why: 'nobody answered' }, false],
    [{ kind: 'decided' }, false],
    [null, false],
  ])('an answer that leads to %j leaves an open question: %s', async (asked, open) => {
    questions.add(HOLD, NEVER)
    const taken: TakenBack = { kind: 'answered', hold: 'hold-1', bring: () => Promise.resolve(asked) }
    const given = await rememberQuestions(railsOf(null, taken), questions).takeBack(caller, {
      ...HOLD.call,
      arguments: {},
    })
    expect(given.kind === 'answered' && (await given.bring(question))).toEqual(asked)
    expect(questions.age('hold-1') !== null).toBe(open)
  })

  test('an answer that cannot be brought leaves none', async () => {
    questions.add(HOLD, NEVER)
    const taken: TakenBack = { kind: 'answered', hold: 'hold-1', bring: () => Promise.reject(new Error('no store')) }
    const rails = rememberQuestions(railsOf(null, taken), questions)
    const given = await rails.takeBack(caller, { ...HOLD.call, arguments: {} })
    await expect(given.kind === 'answered' && given.bring(question)).rejects.toThrow('no store')
    expect(questions.age('hold-1')).toBeNull()
  })
})
