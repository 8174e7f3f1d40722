/** A page of cards for the tests of its questions: pressed as a person presses, and the verdicts that came of it. */
import type { Locator } from 'playwright-core'
import { hold, samples } from '../../../../docs/showcase/samples.js'
import { pressStill, standingStill } from '../../../holdpoint/test/browser/standing-still.ts'
import type { Invocation } from '../../src/invocation.ts'
import { visitCards } from './card-visit.ts'
import type { CardVisit } from './card-visit.ts'

export const QUESTION: Invocation = samples().question
export const HOLD: ReturnType<typeof hold> = hold()
export const ANSWER = { hold: HOLD.id, reason: null, edits: null, grant: null, digest: HOLD.digest } as const

export interface QuestionVisit {
  readonly visit: CardVisit
  readonly card: (selector: string) => Locator
  readonly button: (name: string) => Locator
  /** What the card waits for before a press counts. */
  readonly settle: () => Promise<void>
  /** As a person does: bring it into view, look, press. */
  readonly press: (name: string) => Promise<void>
  /** No time passes in the page meanwhile: how fast this machine presses is no part of what is proved. */
  readonly inNoTime: (work: () => Promise<void>) => Promise<void>
  readonly verdicts: () => Promise<readonly unknown[]>
}

export function visitQuestions(): QuestionVisit {
  const visit = visitCards()
  const card = (selector: string): Locator => visit.page.locator(`tool-card ${selector}`)
  const button = (name: string): Locator => card('.row').getByRole('button', { name, exact: true })
  return {
    visit,
    card,
    button,
    settle: async () => await standingStill(card('#row')),
    press: async (name) => await pressStill(button(name)),
    async inNoTime(work) {
      await visit.page.evaluate(() => {
        const [ran, now, passed] = [Date.now, Date.now(), performance.now()]
        Object.assign(window, { timeGoesOn: () => Object.assign(Date, { now: ran }) })
        Date.now = () => now
        performance.now = () => passed
      })
      await work()
      await visit.page.evaluate(() => {
        ;(window as unknown as { timeGoesOn: () => void }).timeGoesOn()
        Reflect.deleteProperty(performance, 'now')
      })
    },
    verdicts: async () =>
      (await visit.events()).filter(({ type }) => type === 'hold-verdict').map(({ detail }) => detail),
  }
}
