/**
 * What every rail must do, whatever it asks with: a rail asks and decides nothing. Silence, a refusal and an answer
 * that no person can have given leave the hold as it was; a verdict that came from elsewhere ends the question.
 */
import { decide } from '@holdpoint/core'
import type { Hold, Store } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { describe, expect, test } from 'vitest'
import { sampleHold } from '../samples/hold.ts'
import { sampleRecord } from '../samples/record.ts'

/** What the host sends back: nothing at all, or any value, so many milliseconds after it was asked. */
export type SentBack = { readonly after: 'never' } | { readonly after: number; readonly answer: unknown }

export interface RailUnderTest {
  /** Asks a client that can be asked on this rail. `over` and `decided` are the question's. */
  ask(hold: Hold, over: Promise<void>, decided: Promise<void>, back: SentBack): Promise<{ readonly kind: string }>
  /** Why it asks nothing of a client that declares nothing; `null`: it would ask. */
  whyUnusable(hold: Hold): string | null
}

export type RailMaker = (store: Store) => RailUnderTest

/** Longer than a host takes that answers by itself. */
const SLOW_MS = 300
const ENDS_AFTER_MS = 400

/** None of these says that a person approved, on any rail. */
const NO_ANSWERS: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a word', 'approve'],
  ['true', true],
  ['an empty object', {}],
  ['an empty list', []],
  ['accepted without content', { action: 'accept' }],
  ['accepted with a flag', { action: 'accept', content: { decision: true } }],
  ['accepted with a made-up word', { action: 'accept', content: { decision: 'approve', approved: 'yes' } }],
  ['an action that does not exist', { action: 'approve' }],
  ['a list in place of a decision', { action: 'accept', content: { decision: ['Run it once'] } }],
]

export function describeRailContract(name: string, makeRail: RailMaker): void {
  describe(`[X12.S2] the rail ${name}`, () => {
    test('asks nothing of a client that declares nothing, and says why', async () => {
      const { hold, rail } = await openQuestion(makeRail)
      expect(rail.whyUnusable(hold)).toEqual(expect.stringMatching(/\w/))
    })

    test('silence decides nothing', async () => {
      const { hold, rail, now } = await openQuestion(makeRail)
      expect((await rail.ask(hold, passing(20), NEVER, { after: 'never' })).kind).toBe('undecided')
      expect(await now()).toMatchObject(UNDECIDED)
    })

    test('a question that is over before it is asked decides nothing', async () => {
      const { hold, rail, now } = await openQuestion(makeRail)
      expect((await rail.ask(hold, Promise.resolve(), NEVER, { after: 'never' })).kind).not.toBe('decided')
      expect(await now()).toMatchObject(UNDECIDED)
    })

    test('what is no answer, faster than a person reads, decides nothing', async () => {
      await eachAtOnce(async (words, answer) => {
        const { hold, rail, now } = await openQuestion(makeRail)
        const asked = await rail.ask(hold, passing(ENDS_AFTER_MS), NEVER, { after: 0, answer })
        expect(['undecided', 'not-reached'], words).toContain(asked.kind)
        expect(await now(), words).toMatchObject(UNDECIDED)
      })
    })

    test('what is no answer, after a while, approves nothing; at most the question is over', async () => {
      await eachAtOnce(async (words, answer) => {
        const { hold, rail, now } = await openQuestion(makeRail)
        const asked = await rail.ask(hold, passing(ENDS_AFTER_MS), NEVER, { after: SLOW_MS, answer })
        const { state, verdicts } = await now()
        expect(
          verdicts.map((verdict) => verdict.answer),
          words,
        ).not.toContain('approve')
        expect(asked.kind === 'decided' ? ['declined', 'cancelled', 'invalidated'] : ['pending'], words).toContain(
          state,
        )
      })
    })

    test.each(['approve', 'decline'] as const)(
      'a verdict from elsewhere ends the question and stands: %s',
      async (answer) => {
        const { hold, rail, now, decideElsewhere } = await openQuestion(makeRail)
        let end = (): void => undefined
        const over = new Promise<void>((resolve) => (end = resolve))
        const asking = rail.ask(hold, over, over, { after: 'never' })
        await decideElsewhere(answer)
        end()
        expect((await asking).kind).not.toBe('decided')
        const state = answer === 'approve' ? 'approved' : 'declined'
        expect(await now()).toMatchObject({ state, verdicts: [{ by: 'ben', via: 'page' }] })
      },
    )

    test('an answer that comes after a verdict from elsewhere changes nothing', async () => {
      const { hold, rail, now, decideElsewhere } = await openQuestion(makeRail)
      await decideElsewhere('decline')
      const before = await now()
      const back = { after: SLOW_MS, answer: { action: 'accept', content: { decision: 'Run it once' } } }
      await rail.ask(hold, passing(ENDS_AFTER_MS), NEVER, back)
      expect(await now()).toEqual(before)
    })
  })
}

const UNDECIDED = { state: 'pending', verdicts: [] }

interface OpenQuestion {
  readonly hold: Hold
  readonly rail: RailUnderTest
  /** The hold as it is by now. */
  readonly now: () => Promise<Hold>
  readonly decideElsewhere: (answer: 'approve' | 'decline') => Promise<void>
}

/** One hold that waits, in a store of its own. */
async function openQuestion(makeRail: RailMaker): Promise<OpenQuestion> {
  const store = createMemoryStore()
  const createdAt = await store.now()
  const hold = sampleHold({ createdAt, decideBy: createdAt + 60_000 })
  const record = sampleRecord({ kind: 'hold-created', hold: hold.id })
  await store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
  return {
    hold,
    rail: makeRail(store),
    async now() {
      const found = await store.holds.get(hold.id)
      if (found === null) throw new Error('The hold is gone.')
      return found
    },
    async decideElsewhere(answer) {
      const verdict = { answer, by: 'ben', via: 'page', assurance: 'identified', reason: null } as const
      expect((await decide(store, { hold: hold.id, tenant: null, verdict })).kind).toBe('decided')
    },
  }
}

/** Side by side: most of it is waiting. */
async function eachAtOnce(body: (words: string, answer: unknown) => Promise<void>): Promise<void> {
  await Promise.all(NO_ANSWERS.map(([words, answer]) => body(words, answer)))
}

const NEVER = new Promise<void>(() => undefined)

async function passing(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}
