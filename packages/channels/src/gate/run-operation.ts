/**
 * Runs the operation of a confirmed hold: claimed first (only if the log knows of a confirmation of these very bytes, by a person
 * who may still give it), started once with the stored arguments, its outcome stored. What began and has no outcome is
 * `unknown`, never a second try.
 */
import {
  approvalsOf,
  approvedArguments,
  beginDispatch,
  concludeDispatch,
  loseDispatch,
  releaseDispatch,
  say,
  OUTCOME_OVERDUE_MS,
  OutcomeUnknownError,
  thrownMessage,
  untilStored,
} from '@holdpoint/core'
import type { BegunDispatch, Hold, JsonObject, Outcome, Ownership, Sha256, Store } from '@holdpoint/core'
import type { Operation, OperationRun } from './channel-gate.ts'

export interface RunOperationOptions {
  readonly store: Store
  readonly ownership: Ownership
  readonly sha256: Sha256
  readonly newId: () => string
  /** Whether the person may still answer the questions of this requester. */
  readonly mayStillAnswer: (hold: Hold, by: string) => boolean
}

export interface OperationHeard {
  /** Why it was not started, as far as that is on record: each reason once, however often it is tried. */
  readonly reasons: Set<string>
  /** The value as it was returned, where it is too large to be stored whole. */
  tooLarge(value: unknown): void
  /** It has run, and the store does not take its outcome; the tries go on. */
  notStored(): void
}

/** `later`: nothing was started, and it is tried again as long as the confirmation lasts. */
export type Ran = 'later' | 'ended'

/** A longer result goes to the caller whole, but is kept only in part. */
const STORED_RESULT_LIMIT = 1024 * 1024

export async function runOperation(
  options: RunOperationOptions,
  hold: Hold,
  operation: Operation,
  about: Omit<OperationRun, 'attempt'>,
  heard: OperationHeard,
): Promise<Ran> {
  const { store, ownership } = options
  const attempt = options.newId()
  let begun: BegunDispatch
  try {
    begun = await beginDispatch(store, hold, {
      attempt,
      by: () => ownership.current(),
      sha256: options.sha256,
      whyVoid: (row) => whyNotAnswered(options, row),
      recorded: heard.reasons,
    })
  } catch {
    // Whether the claim was stored is not known, but nothing was started.
    await untilStored(() => releaseDispatch(store, hold.id, attempt, say('storeUnreachable')), pauseFor)
    return 'later'
  }
  if (begun.kind === 'ended') return 'ended'
  if (begun.kind === 'not-now') {
    if (begun.leaseLapsed) ownership.lapsed()
    return 'later'
  }
  const given = JSON.parse(approvedArguments(begun.hold)) as JsonObject
  const ending = await outcomeOf(() => operation(given, { ...about, attempt }), heard.tooLarge)
  const timer = setTimeout(heard.notStored, OUTCOME_OVERDUE_MS).unref()
  await untilStored(
    async () =>
      ending.kind === 'lost'
        ? await loseDispatch(store, hold.id, attempt, ending.reason)
        : await concludeDispatch(store, hold.id, attempt, ending),
    pauseFor,
  )
  clearTimeout(timer)
  return 'ended'
}

function whyNotAnswered({ mayStillAnswer }: RunOperationOptions, hold: Hold): string | null {
  const gone = approvalsOf(hold).find(({ by }) => !mayStillAnswer(hold, by))
  return gone === undefined ? null : say('mayNoLongerApprove', { by: gone.by })
}

type Ending = Outcome & { kind: 'result' | 'lost' }

async function outcomeOf(run: () => unknown, tooLarge: (value: unknown) => void): Promise<Ending> {
  try {
    const value = await run()
    const stored = toResult(value, false)
    if (stored.truncated) tooLarge(value)
    return stored
  } catch (error) {
    const why = thrownMessage(error)
    return error instanceof OutcomeUnknownError ? { kind: 'lost', reason: why } : toResult(why, true)
  }
}

/** In the shape that every surface of ours reads: what a tool answers. */
export function toResult(value: unknown, isError: boolean): Outcome & { kind: 'result' } {
  const spelled = spell(value)
  const text = typeof value === 'string' ? value : spelled
  const short = { kind: 'result', isError, truncated: false } as const
  if (text.length <= STORED_RESULT_LIMIT) {
    const whole = isError ? {} : { structuredContent: { value: JSON.parse(spelled) as unknown } }
    return { ...short, resultText: JSON.stringify({ content: [{ type: 'text', text }], ...whole }) }
  }
  const cut = `${text.slice(0, 2000)}…`
  return { ...short, truncated: true, resultText: JSON.stringify({ content: [{ type: 'text', text: cut }] }) }
}

/** What ran has run, whatever it returned: a value that JSON cannot spell is told as text. */
function spell(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return JSON.stringify(String(value))
  }
}

async function pauseFor(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds).unref())
}
