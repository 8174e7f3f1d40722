/**
 * A person for tests: they answer as a test says, and time passes while they read. On the real clock an answer that comes at once is a host that answers by itself, and decides
 * nothing; a test that waited half a second for each question would be slow.
 */
import { createHoldpoint } from '../create-holdpoint.ts'
import type { Holdpoint } from '../create-holdpoint.ts'
import type { HoldpointOptions } from '../holdpoint-options.ts'

/** `nothing`: the form is accepted without a choice, which decides nothing. */
export type TestAnswer = 'approve' | 'decline' | 'cancel' | 'nothing'

export interface TestQuestion {
  /** The question as the client shows it. */
  readonly message: string
  /** The answers to choose from. */
  readonly choices: readonly string[]
}

export interface TestPerson {
  /** What the test's client declares. */
  readonly capabilities: { readonly elicitation: { readonly form: { readonly [name: string]: never } } }
  /** The handler of `elicitation/create` in the test's client, for either line of the SDK. */
  readonly onElicitation: (request: { readonly params: unknown }) => Promise<never>
  /** From now on they answer like this, with this reason. At first they approve. */
  will(answer: TestAnswer, reason?: string): void
  /** Everything that they were asked. */
  readonly questions: readonly TestQuestion[]
}

export interface TestHoldpoint {
  readonly holdpoint: Holdpoint
  readonly person: TestPerson
  /** Lets time pass: an approval lapses, a question ends. */
  pass(milliseconds: number): void
}

/** How long they read. Nobody answers faster than about half a second. */
const READING_MS = 5000
/** The answer that is about this call alone. */
const ONCE = /^(?:Run it once|Yes, only this once)/

/**
 * @example
 *   const { holdpoint, person } = createTestHoldpoint({ server: 'warehouse' })
 *   client.setRequestHandler('elicitation/create', person.onElicitation)
 *   person.will('decline')
 */
export function createTestHoldpoint(options: HoldpointOptions): TestHoldpoint {
  const questions: TestQuestion[] = []
  let ahead = 0
  let answer: TestAnswer = 'approve'
  let reason: string | undefined
  const pass = (milliseconds: number): void => {
    ahead += milliseconds
  }

  const person: TestPerson = {
    capabilities: { elicitation: { form: {} } },
    async onElicitation({ params }) {
      const { message, requestedSchema } = params as AskedForm
      const choices = choicesOf(requestedSchema.properties)
      questions.push({ message, choices })
      pass(READING_MS)
      return toResult(answer, reason, choices) as never
    },
    will(next, why) {
      answer = next
      reason = why
    },
    questions,
  }
  return {
    person,
    pass,
    holdpoint: createHoldpoint({ log: () => {}, page: false, ...options, now: () => Date.now() + ahead }),
  }
}

interface AskedForm {
  readonly message: string
  readonly requestedSchema: { readonly properties: { readonly [name: string]: AskedField } }
}

interface AskedField {
  readonly enum?: readonly string[]
  readonly oneOf?: readonly { readonly const: string }[]
}

function choicesOf({ decision }: { readonly [name: string]: AskedField }): readonly string[] {
  return decision?.enum ?? decision?.oneOf?.map(({ const: value }) => value) ?? []
}

function toResult(answer: TestAnswer, reason: string | undefined, choices: readonly string[]): object {
  const said = reason === undefined ? {} : { reason }
  switch (answer) {
    case 'approve': {
      const decision = choices.find((choice) => ONCE.test(choice))
      if (decision === undefined) throw new Error(`None of the answers is about this call alone: ${choices.join(', ')}`)
      return { action: 'accept', content: { decision, ...said } }
    }
    case 'nothing':
      return { action: 'accept', content: said }
    case 'decline':
    case 'cancel':
      return { action: answer }
  }
}
