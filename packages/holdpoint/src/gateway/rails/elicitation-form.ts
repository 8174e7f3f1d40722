/**
 * The form of an elicitation and what its answers mean. There is no default and no way to say yes by doing nothing: an
 * accept without the decision, or one faster than anybody reads, decides nothing.
 */
import { isJsonObject } from '@holdpoint/core'
import type { GrantRequest, JsonObject, JsonValue, Ruling } from '@holdpoint/core'

const RUN_ONCE = 'Run it once'
const DO_NOT_RUN = "Don't run it"
const RUN_AND_ALLOW_SAME = 'Run it, and the same arguments again in this session'
const RUN_AND_ALLOW_TOOL = 'Run it, and this tool for the next 30 minutes'

/** Nobody reads a question faster. */
const FASTEST_ACCEPT_MS = 400
/** Nobody says no faster: a host that does answers by itself. */
const FASTEST_DECLINE_MS = 250
const LONGEST_REASON = 500
const HALF_AN_HOUR_MS = 30 * 60_000

export type FormAnswer =
  | {
      readonly kind: 'verdict'
      readonly answer: 'approve' | 'decline' | 'cancel'
      readonly reason: string | null
      readonly grant: GrantRequest | null
      /** Why the host, not a person, seems to have answered. */
      readonly doubt: string | null
    }
  | { readonly kind: 'no-decision'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string }

export function decisionForm(message: string, ruling: Ruling): JsonObject {
  // What a person allows for a folder or a table already lasts for the session.
  const standing = ruling.grantable && ruling.scope === null ? [RUN_AND_ALLOW_SAME, RUN_AND_ALLOW_TOOL] : []
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: [RUN_ONCE, DO_NOT_RUN, ...standing] },
        reason: { type: 'string', title: 'Reason', description: 'Told to the agent.', maxLength: LONGEST_REASON },
      },
      required: ['decision'],
    },
  }
}

/** `afterMs`: how long the client took. */
export function readFormAnswer(result: JsonValue | undefined, afterMs: number): FormAnswer {
  if (!isJsonObject(result)) return { kind: 'unknown', why: 'the answer is no object' }
  switch (result['action']) {
    case 'accept':
      return readAccept(isJsonObject(result['content']) ? result['content'] : {}, afterMs)
    case 'decline':
      return refusal('decline', result, afterMs)
    case 'cancel':
      return refusal('cancel', result, afterMs)
    default:
      return { kind: 'unknown', why: 'the answer is neither accept nor decline nor cancel' }
  }
}

function readAccept(content: JsonObject, afterMs: number): FormAnswer {
  const { decision } = content
  if (decision === undefined || decision === null || decision === '') {
    return { kind: 'no-decision', why: 'the form came back without a decision' }
  }
  const reason = readReason(content['reason'])
  if (decision === DO_NOT_RUN) return { kind: 'verdict', answer: 'decline', reason, grant: null, doubt: null }
  const grant = grantOf(decision)
  if (decision !== RUN_ONCE && grant === null) return { kind: 'unknown', why: 'the decision is none of those offered' }
  if (!(afterMs >= FASTEST_ACCEPT_MS)) {
    return { kind: 'no-decision', why: 'the answer came faster than anybody reads' }
  }
  return { kind: 'verdict', answer: 'approve', reason, grant, doubt: null }
}

function refusal(answer: 'decline' | 'cancel', result: JsonObject, afterMs: number): FormAnswer {
  const content = isJsonObject(result['content']) ? result['content'] : {}
  const doubt =
    afterMs >= FASTEST_DECLINE_MS ? null : `it answered ${answer} after ${Math.max(0, Math.round(afterMs))} ms`
  return { kind: 'verdict', answer, reason: readReason(content['reason']), grant: null, doubt }
}

function readReason(reason: JsonValue | undefined): string | null {
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim().slice(0, LONGEST_REASON) : null
}

function grantOf(decision: JsonValue): GrantRequest | null {
  if (decision === RUN_AND_ALLOW_SAME) return { for: 'session', arguments: 'same' }
  if (decision === RUN_AND_ALLOW_TOOL) return { for: HALF_AN_HOUR_MS, arguments: 'any' }
  return null
}
