/**
 * Asks on the card while the call stays open: the view shows the question, its person answers there, and the call
 * returns the real result without another turn. Hosts that draw only after the answer never report in: for them the
 * pending result goes out, and the card asks from there. It decides nothing: the view's answer passes `decide`.
 */
import type { HostRail, RailQuestion } from '../rail.ts'
import { whyNotOnCard } from './card-limits.ts'
import type { CardPlace, CardQuestions } from './card-questions.ts'

export interface CardRailOptions {
  readonly questions: CardQuestions
  /** Where a call came from. */
  readonly placeOf: (question: Pick<RailQuestion, 'hold' | 'caller'>) => CardPlace
  /** How long a host gets to draw before the pending result goes out. */
  readonly drawnWithinMs: number
}

export function createCardRail(options: CardRailOptions): HostRail {
  const unusable = ({ hold, caller }: Pick<RailQuestion, 'hold' | 'caller'>): string | null =>
    whyNotOnCard(hold, caller.card)

  return {
    name: 'card',
    unusable,
    async ask(question) {
      const { hold, caller, over } = question
      if (caller.card.previewOnly) return { kind: 'undecided', why: 'the agent asked for a preview only' }
      const opened = options.questions.open({
        hold,
        place: options.placeOf(question),
        previewParameter: caller.card.previewParameter,
        approvalUrl: question.approvalUrl,
        cannotDecide: () => unusable(question),
      })
      try {
        const drawn = await firstOf(opened.drawn, over, options.drawnWithinMs)
        if (drawn === 'late') return { kind: 'undecided', why: 'the host draws no view while the call is open' }
        if (drawn === 'second') return { kind: 'undecided', why: ENDED }
        const decided = await Promise.race([opened.decided.then(() => true), over.then(() => false)])
        return decided ? { kind: 'decided' } : { kind: 'undecided', why: ENDED }
      } finally {
        opened.close()
      }
    },
  }
}

const ENDED = 'nobody answered on the card in time, or it was decided elsewhere'

async function firstOf(
  first: Promise<void>,
  second: Promise<void>,
  withinMs: number,
): Promise<'first' | 'second' | 'late'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, withinMs, 'late').unref()
  })
  try {
    return await Promise.race([first.then(() => 'first' as const), second.then(() => 'second' as const), late])
  } finally {
    clearTimeout(timer)
  }
}
