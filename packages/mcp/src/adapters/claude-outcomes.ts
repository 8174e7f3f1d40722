/**
 * Calls that Claude runs itself, from their claim to what its hooks tell of them. Where no such hook is installed, or Claude never came to run what it was allowed, nothing
 * is reported: the lease of the claim ends and the hold is `unknown`, which is what is known.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import type { CallGuard, Guarded, GuardedCall } from '../guard/guarded-call.ts'

export interface ClaudeOutcomeAnswer {
  hookSpecificOutput?: { hookEventName: 'PostToolUse' | 'PostToolUseFailure'; additionalContext: string }
}

type OutcomeHook = (input: unknown) => Promise<ClaudeOutcomeAnswer>

export interface ClaudeOutcomes {
  PostToolUse: { hooks: OutcomeHook[] }[]
  PostToolUseFailure: { hooks: OutcomeHook[] }[]
}

export type ClaudeAnswer =
  /** It was claimed, or nobody has to be asked: Claude runs it now, with this input. */
  { readonly kind: 'begun'; readonly input: JsonObject } | Exclude<Guarded<never>, { readonly kind: 'ran' }>

export interface ClaudeRuns {
  readonly hooks: ClaudeOutcomes
  begin(use: { readonly id: string; readonly conversation: string | null }, call: GuardedCall): Promise<ClaudeAnswer>
}

interface Expected {
  readonly edited: JsonObject | null
  settle(outcome: ClaudeOutcome): Promise<void>
}

type ClaudeOutcome =
  | { readonly kind: 'succeeded'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly why: string }

const MOST_EXPECTED = 1000

export function createClaudeOutcomes(holdpoint: CallGuard): ClaudeRuns {
  const expected = new Map<string, Expected>()

  function expect(name: string, run: Expected): void {
    expected.set(name, run)
    const [oldest] = expected.keys()
    if (expected.size > MOST_EXPECTED && oldest !== undefined) expected.delete(oldest)
  }

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
    const run = found === undefined ? undefined : expected.get(found)
    if (found === undefined || run === undefined) return {}
    expected.delete(found)
    const failed = event === 'PostToolUseFailure'
    const why = typeof error === 'string' ? error : JSON.stringify(error ?? null)
    await run.settle(failed ? { kind: 'failed', why } : { kind: 'succeeded', result: result ?? null })
    if (run.edited === null) return {}
    const additionalContext = `A person changed the arguments of this call before they approved it. It ran with ${JSON.stringify(run.edited)}.`
    return { hookSpecificOutput: { hookEventName: failed ? 'PostToolUseFailure' : 'PostToolUse', additionalContext } }
  }

  const matcher = [{ hooks: [tell] }]
  return {
    hooks: { PostToolUse: matcher, PostToolUseFailure: matcher },
    async begin({ id, conversation }, call) {
      let settle = (_outcome: ClaudeOutcome): void => {}
      const told = new Promise<ClaudeOutcome>((resolve) => {
        settle = resolve
      })
      return await new Promise<ClaudeAnswer>((resolve, reject) => {
        const reported = holdpoint
          .guard(call, async (input, { hold, edited }) => {
            if (hold !== null) {
              expect(nameOf(id, conversation), {
                edited: edited ? input : null,
                async settle(outcome) {
                  settle(outcome)
                  await reported
                },
              })
            }
            resolve({ kind: 'begun', input })
            if (hold === null) return null
            const outcome = await told
            if (outcome.kind === 'failed') throw new Error(outcome.why)
            return outcome.result
          })
          // What Claude ran and what failed there is known to it; both were answered when they began.
          .then((guarded) => {
            if (guarded.kind !== 'ran') resolve(guarded)
          }, reject)
      })
    },
  }
}

function nameOf(id: JsonValue | undefined, conversation: JsonValue | undefined): string {
  return JSON.stringify([id, conversation])
}
