/**
 * What became of the calls that Claude ran, as its hooks tell it. Where no such hook is installed, or Claude never came to run what it was allowed, nothing is
 * reported: the lease of the claim ends and the hold is `unknown`, which is what is known.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { ClaimedCall } from '../guard/claim-call.ts'
import { runClaimed } from '../guard/run-claimed.ts'
import type { ReportOptions } from '../guard/run-claimed.ts'
import type { HoldRequests } from '../requests/hold-requests.ts'

export interface ClaudeOutcomeAnswer {
  hookSpecificOutput?: { hookEventName: 'PostToolUse' | 'PostToolUseFailure'; additionalContext: string }
}

type OutcomeHook = (input: unknown) => Promise<ClaudeOutcomeAnswer>

export interface ClaudeOutcomes {
  PostToolUse: { hooks: OutcomeHook[] }[]
  PostToolUseFailure: { hooks: OutcomeHook[] }[]
}

export interface ExpectedOutcomes {
  readonly hooks: ClaudeOutcomes
  /** The call was claimed, and Claude runs it now. */
  expect(
    use: { readonly id: string; readonly conversation: string | null },
    claimed: ClaimedCall & { kind: 'claimed' },
  ): void
}

interface Expected {
  readonly edited: JsonObject | null
  settle(outcome: Outcome): Promise<void>
}

type Outcome =
  | { readonly kind: 'succeeded'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly why: string }

const MOST_EXPECTED = 1000

export function createClaudeOutcomes(requests: HoldRequests, options: ReportOptions): ExpectedOutcomes {
  const expected = new Map<string, Expected>()

  async function tell(sent: unknown): Promise<ClaudeOutcomeAnswer> {
    if (!isJsonObject(sent as JsonObject)) return {}
    const {
      hook_event_name: event,
      tool_use_id: id,
      session_id: session,
      tool_response: result,
      error,
    } = sent as JsonObject
    const names = [nameOf(id, session), nameOf(id, null)]
    const found = names.find((name) => expected.has(name))
    const waiting = found === undefined ? undefined : expected.get(found)
    if (found === undefined || waiting === undefined) return {}
    expected.delete(found)
    const failed = event === 'PostToolUseFailure'
    await waiting.settle(
      failed
        ? { kind: 'failed', why: typeof error === 'string' ? error : JSON.stringify(error ?? null) }
        : { kind: 'succeeded', result: result ?? null },
    )
    if (waiting.edited === null) return {}
    const additionalContext = `A person changed the arguments of this call before they approved it. It ran with ${JSON.stringify(waiting.edited)}.`
    return { hookSpecificOutput: { hookEventName: failed ? 'PostToolUseFailure' : 'PostToolUse', additionalContext } }
  }

  const matcher = [{ hooks: [tell] }]
  return {
    hooks: { PostToolUse: matcher, PostToolUseFailure: matcher },
    expect({ id, conversation }, claimed) {
      let settle = (_outcome: Outcome): void => {}
      const told = new Promise<Outcome>((resolve) => {
        settle = resolve
      })
      const run = async (): Promise<unknown> => {
        const outcome = await told
        if (outcome.kind === 'failed') throw new Error(outcome.why)
        return outcome.result
      }
      // A tool that failed has been told as such; nobody else waits for it here.
      const reported = runClaimed(requests, claimed, { run, signal: undefined }, options).then(
        () => {},
        () => {},
      )
      expected.set(nameOf(id, conversation), {
        edited: claimed.claim.edited ? (claimed.claim.arguments as JsonObject) : null,
        async settle(outcome) {
          settle(outcome)
          await reported
        },
      })
      const [oldest] = expected.keys()
      if (expected.size > MOST_EXPECTED && oldest !== undefined) expected.delete(oldest)
    },
  }
}

function nameOf(id: JsonValue | undefined, conversation: JsonValue | undefined): string {
  return JSON.stringify([id, conversation])
}
