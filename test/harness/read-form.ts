/**
 * A person in front of a form: somebody who reads before they answer, and the host that answers in their place at once.
 * How fast is too fast is proven where the time is an argument (`gateway-rails-form.test.ts`).
 */
import { delay } from './wait-for.ts'
import type { Message } from './stdio-client.ts'
import type { RunningWrap } from './run-wrap.ts'

/** Slower than anybody who only skims, faster than a test may be. */
export const READING_MS = 450

/** An accept is too fast before this, a decline before the other. */
export const TOO_FAST = { accept: 400, decline: 250 } as const

const TRIES = 20

/** Accepts every form with the chosen decision, after reading it. Returns how many there were so far. */
export function answerForms({ client, child }: RunningWrap, choose: (question: Message) => string): () => number {
  let answered = 0
  child.stdout.on('data', () => {
    const questions = client.messages.filter(({ method }) => method === 'elicitation/create')
    for (const question of questions.slice(answered)) {
      answered++
      const content = { decision: choose(question) }
      void delay(READING_MS).then(() => client.respond(question.id ?? '', { action: 'accept', content }))
    }
  })
  return () => answered
}

/** What a form offers, the plain yes first. */
export const offeredIn = ({ params }: Message): readonly string[] =>
  params.requestedSchema.properties.decision.enum as readonly string[]

/**
 * An exchange that must not count, because it is over before anybody can have read the question. Where the machine stalled
 * and it did count, that says nothing, and another one is tried; one that was fast and counted is returned to be judged.
 * `asksNow` starts the clock anew, where something else had to come first.
 */
export async function answerAtOnce<Value>(
  tooFastMs: number,
  exchange: (round: number, asksNow: () => void) => Promise<Value>,
  isRefused: (value: Value) => boolean,
): Promise<Value> {
  for (let round = 0; round < TRIES; round++) {
    let begun = performance.now()
    const value = await exchange(round, () => (begun = performance.now()))
    if (isRefused(value) || performance.now() - begun < tooFastMs) return value
  }
  throw new Error(`This machine took ${tooFastMs} ms and more for each of ${TRIES} exchanges: nothing is proven.`)
}
