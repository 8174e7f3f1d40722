/**
 * The form of an elicitation and what its answers mean. There is no default and no way to say yes by doing nothing: an
 * accept without the decision, or one faster than anybody reads, decides nothing. What is offered depends on the hold, and
 * an answer is compared with what was offered for that very hold: the words of another one's form mean nothing here.
 */
import { isJsonObject } from '@holdpoint/core'
import type { GrantRequest, Hold, JsonObject, JsonValue } from '@holdpoint/core'
import { choicesFor } from './form-choices.ts'

/** Nobody reads a question faster. */
const FASTEST_ACCEPT_MS = 400
/** Nobody says no faster: a host that does answers by itself. */
const FASTEST_DECLINE_MS = 250
const LONGEST_REASON = 500

export type FormAnswer =
  | {
      readonly kind: 'verdict'
      readonly answer: 'approve' | 'decline' | 'cancel'
      readonly reason: string | null
      readonly grant: GrantRequest | null
      /** This call and no other: what a yes would open beside it stays closed. */
      readonly once: boolean
      /** Why the host, not a person, seems to have answered. */
      readonly doubt: string | null
    }
  | { readonly kind: 'no-decision'; readonly why: string }
  | { readonly kind: 'unknown'; readonly why: string }

export function decisionForm(message: string, hold: Hold): JsonObject {
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: choicesFor(hold).map(({ label }) => label) },
        reason: { type: 'string', title: 'Reason', description: 'Told to the agent.', maxLength: LONGEST_REASON },
      },
      required: ['decision'],
    },
  }
}

/** `afterMs`: how long the client took. */
export function readFormAnswer(hold: Hold, result: JsonValue | undefined, afterMs: number): FormAnswer {
  if (!isJsonObject(result)) return { kind: 'unknown', why: 'the answer is no object' }
  switch (result['action']) {
    case 'accept':
      return readAccept(hold, isJsonObject(result['content']) ? result['content'] : {}, afterMs)
    case 'decline':
      return refusal('decline', result, afterMs)
    case 'cancel':
      return refusal('cancel', result, afterMs)
    default:
      return { kind: 'unknown', why: 'the answer is neither accept nor decline nor cancel' }
  }
}

function readAccept(hold: Hold, content: JsonObject, afterMs: number): FormAnswer {
  const { decision } = content
  if (decision === undefined || decision === null || decision === '') {
    return { kind: 'no-decision', why: 'the form came back without a decision' }
  }
  const choice = choicesFor(hold).find(({ label }) => label === decision)
  if (choice === undefined) return { kind: 'unknown', why: 'the decision is none of those offered' }
  const { answer, once } = choice
  const read = afterMs >= FASTEST_ACCEPT_MS
  if (answer === 'approve' && !read) {
    return { kind: 'no-decision', why: 'the answer came faster than anybody reads' }
  }
  // A no always counts for this call; that it should stand, somebody has to have read.
  const grant = read ? choice.grant : null
  return { kind: 'verdict', answer, reason: readReason(content['reason']), grant, once, doubt: null }
}

function refusal(answer: 'decline' | 'cancel', result: JsonObject, afterMs: number): FormAnswer {
  const content = isJsonObject(result['content']) ? result['content'] : {}
  const doubt =
    afterMs >= FASTEST_DECLINE_MS ? null : `it answered ${answer} after ${Math.max(0, Math.round(afterMs))} ms`
  return { kind: 'verdict', answer, reason: readReason(content['reason']), grant: null, once: false, doubt }
}

function readReason(reason: JsonValue | undefined): string | null {
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim().slice(0, LONGEST_REASON) : null
}
