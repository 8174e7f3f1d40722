/**
 * What a form offers to choose from: the first answers of the hold (`answersFor` says which, and what they do), as far
 * as the host's dialog can carry them; what is longer or narrower is decided elsewhere, and the form names where.
 * Answers are told apart by their words, on their own hold.
 */
import { answersFor } from '@holdpoint/core'
import type { Choice, Hold, JsonObject } from '@holdpoint/core'

/** What a form of this host can carry. */
export interface FormShape {
  /** Whether its dialog shows the call whole: one that does not cannot approve. */
  readonly showsWhole: boolean
  /** `decision-only`: the host cannot send a form back with optional fields left empty. */
  readonly fields: 'all' | 'decision-only'
  /** Whether options may contain commas: some hosts take them for several options. */
  readonly commas: boolean
}

interface OfferedChoice {
  readonly label: string
  readonly choice: Choice | 'elsewhere'
}

const ELSEWHERE = 'Decide where it is shown whole'

/** `elsewhere`: the hold's page, never an address that is signed in, and the command that opens it. */
export function decisionField(hold: Hold, shape: FormShape, elsewhere: string): JsonObject {
  return {
    type: 'string',
    title: 'Decision',
    description: `To allow more than this, or change it: ${elsewhere}`,
    enum: offered(hold, shape).map(({ label }) => label),
  }
}

/** `undefined`: none that was offered for this hold in a form of this shape. */
export function choiceOf(hold: Hold, shape: FormShape, decision: unknown): OfferedChoice['choice'] | undefined {
  return offered(hold, shape).find(({ label }) => label === decision)?.choice
}

/** In the words that this host can carry; an answer is compared with exactly these. */
function offered(hold: Hold, { showsWhole, commas }: FormShape): readonly OfferedChoice[] {
  const may = answersFor(hold, { assurance: 'host' }).choices.filter(({ answer }) => showsWhole || answer === 'decline')
  const choices: readonly OfferedChoice[] = [
    ...(showsWhole ? [] : [{ label: ELSEWHERE, choice: 'elsewhere' } as const]),
    ...may.map((choice) => ({ label: choice.words, choice })),
  ]
  return commas ? choices : choices.map(({ label, choice }) => ({ label: withoutCommas(label), choice }))
}

/** Between words a dash reads as well; inside a name the comma is spelled, so that no other name is shown. */
function withoutCommas(label: string): string {
  return label.replaceAll(', ', ' – ').replaceAll(',', '⟦U+002C⟧')
}
