/**
 * Questions of ours that left as the answer to a call, which is how clients without sessions are asked: we hear nothing
 * of them again until the client calls with the person's answer. Remembered so that the same hold is not asked a second
 * time meanwhile, and that no question of a server's is taken for ours. It decides nothing, and forgetting one costs no
 * more than a second dialog.
 */
import type { Call, Hold } from '@holdpoint/core'
import type { BringAnswer, RailChoice } from '../rails/rail-choice.ts'

/** Whose person has the question in front of them. */
export type Asker = Pick<Call, 'tenant' | 'principal'> & { readonly client: Pick<Call['client'], 'name'> }

export interface OpenQuestions {
  /** It stands until it is answered, decided elsewhere, or can no longer be decided. */
  add(hold: Hold, decided: Promise<void>): void
  settle(hold: string): void
  /** How long ago this hold was asked, in milliseconds; `null`: no question about it is open. */
  age(hold: string): number | null
  openFor(asker: Asker): boolean
}

interface OpenQuestion {
  readonly asker: string
  readonly askedAt: number
  readonly until: number
}

/** More than one client may ask at a time; the oldest are forgotten when others push them out. */
const MOST_REMEMBERED = 10_000

export function createOpenQuestions(now: () => number): OpenQuestions {
  const open = new Map<string, OpenQuestion>()

  function find(hold: string): OpenQuestion | null {
    const question = open.get(hold)
    if (question === undefined) return null
    if (now() < question.until) return question
    open.delete(hold)
    return null
  }

  return {
    add(hold, decided) {
      const question = { asker: keyOf(hold.call), askedAt: now(), until: hold.decideBy }
      open.delete(hold.id)
      open.set(hold.id, question)
      const [oldest] = open.keys()
      if (open.size > MOST_REMEMBERED && oldest !== undefined) open.delete(oldest)
      void decided.then(() => {
        if (open.get(hold.id) === question) open.delete(hold.id)
      })
    },
    settle: (hold) => void open.delete(hold),
    age(hold) {
      const question = find(hold)
      return question === null ? null : now() - question.askedAt
    },
    openFor(asker) {
      const key = keyOf(asker)
      return [...open].some(([hold, question]) => question.asker === key && find(hold) !== null)
    },
  }
}

/** The same rails; what leaves through them as an answer is remembered until it comes back. */
export function rememberQuestions(rails: RailChoice, questions: OpenQuestions): RailChoice {
  return {
    async ask(question) {
      const asked = await rails.ask(question)
      if (asked?.kind === 'reply') questions.add(question.hold, question.decided)
      return asked
    },
    async takeBack(caller, call) {
      const taken = await rails.takeBack(caller, call)
      if (taken.kind === 'opened') questions.settle(taken.hold)
      if (taken.kind !== 'answered') return taken
      // An answer that could not stand is answered with the question once more: until that is known, none is asked
      // anew.
      const bring: BringAnswer = async (question) => {
        let asked: Awaited<ReturnType<BringAnswer>> = null
        try {
          asked = await taken.bring(question)
          return asked
        } finally {
          if (asked?.kind === 'reply') questions.add(question.hold, question.decided)
          else questions.settle(taken.hold)
        }
      }
      return { ...taken, bring }
    },
  }
}

function keyOf({ tenant, principal, client }: Asker): string {
  return JSON.stringify([tenant, principal, client.name])
}
