/**
 * A hold as lists, sweeps and streams carry it: whole where it is small, else without what makes it large. So a page of
 * a thousand holds has a bounded size, whatever agents sent and servers answered. It refuses to be taken for the hold:
 * the types keep what was cut away from every surface that shows a call whole, decides on it or runs it.
 */
import { clipVisible } from '../preview/clip-visible.ts'
import { maskPreview } from '../secret/mask-preview.ts'
import type { Hold, Outcome } from './hold.ts'

/**
 * What a person would miss. `preview` is the tree of the arguments; what was left out stands as `null` in its place.
 */
export type HoldPart = 'arguments' | 'preview' | 'edit' | 'outcome'

export interface CutHold extends Omit<Hold, 'leftOut'> {
  readonly leftOut: readonly HoldPart[]
}

export type ListedHold = Hold | CutHold

/** A stored hold of more bytes is cut for lists. */
export const LARGEST_LISTED_BYTES: number = 16 * 1024

const NOTHING = 'null'
const LONGEST_TEXT = 512
const MOST_ITEMS = 16

export function isWhole(hold: ListedHold): hold is Hold {
  return hold.leftOut === undefined
}

export function cutHold(hold: Hold): CutHold {
  const { call, preview, edit, outcome, attempt, inputSchemaText, undo, verdicts } = hold
  // Its title is made of arguments that a list does not have: what of it is a secret is only known here.
  const { icon: _picture, ...shown } = maskPreview(preview)
  const leftOut: HoldPart[] = ['arguments', 'preview']
  if (edit !== null) leftOut.push('edit')
  if (outcome?.kind === 'result' || outcome?.kind === 'error') leftOut.push('outcome')
  const short: CutHold = {
    ...hold,
    leftOut,
    call: { ...call, argumentsText: NOTHING },
    preview: { ...shown, arguments: { kind: 'literal', text: NOTHING } },
    // Whether there is one is all that lists tell of it.
    inputSchemaText: inputSchemaText === null ? null : '{}',
    edit: edit === null ? null : { ...edit, argumentsText: NOTHING },
    outcome: cutOutcome(outcome),
    attempt:
      attempt === null || attempt.awaitingInput === null
        ? attempt
        : { ...attempt, awaitingInput: { ...attempt.awaitingInput, resultText: NOTHING } },
    verdicts: verdicts.map((verdict) => ({ ...verdict, edits: verdict.edits === null ? null : NOTHING })),
    ...(undo === undefined ? {} : { undo: { ...undo, argumentsText: NOTHING } }),
  }
  return clipped(short) as CutHold
}

function cutOutcome(outcome: Outcome | null): Outcome | null {
  switch (outcome?.kind) {
    case 'result':
      return { ...outcome, resultText: NOTHING }
    case 'error':
      return { ...outcome, errorText: NOTHING }
    default:
      return outcome
  }
}

/** Names, reasons and warnings are chosen by others too: none of them makes a row long, however many there are. */
function clipped(value: unknown): unknown {
  if (typeof value === 'string') return clipVisible(value, LONGEST_TEXT)
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map(clipped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, clipped(member)]))
}
