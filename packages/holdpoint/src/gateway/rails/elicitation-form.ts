/**
 * The form of an elicitation and what its answers mean. There is no default and no way to say yes by doing nothing: an
 * accept without the decision, or one faster than anybody reads, decides nothing. What is offered depends on the hold, and
 * an answer is compared with what was offered for that very hold: the words of another one's form mean nothing here.
 */
import { approvedArguments, describeScope, isJsonObject, openedScope, runsWhatItIsGiven } from '@holdpoint/core'
import type { GrantRequest, Hold, JsonObject, JsonValue } from '@holdpoint/core'

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
/** Of the words for a scope in a choice; the message above says them whole. */
const LONGEST_SCOPE_WORDS = 120

/** One way to say yes. */
interface Yes {
  readonly label: string
  readonly once: boolean
  readonly grant: GrantRequest | null
}

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
  const [once, ...standing] = yesFor(hold).map(({ label }) => label)
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: [once ?? RUN_ONCE, DO_NOT_RUN, ...standing] },
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
  const reason = readReason(content['reason'])
  if (decision === DO_NOT_RUN) {
    return { kind: 'verdict', answer: 'decline', reason, grant: null, once: false, doubt: null }
  }
  const yes = yesFor(hold).find(({ label }) => label === decision)
  if (yes === undefined) return { kind: 'unknown', why: 'the decision is none of those offered' }
  if (!(afterMs >= FASTEST_ACCEPT_MS)) {
    return { kind: 'no-decision', why: 'the answer came faster than anybody reads' }
  }
  return { kind: 'verdict', answer: 'approve', reason, grant: yes.grant, once: yes.once, doubt: null }
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

/** The first is for this call alone. */
function yesFor(hold: Hold): readonly Yes[] {
  const once: Yes = { label: RUN_ONCE, once: true, grant: null }
  const scope = openedScope(hold.ruling)
  if (scope !== null) {
    const label = `Run it, and ${clipped(describeScope(hold.call.tool, scope))} for this session`
    return [once, { label, once: false, grant: null }]
  }
  if (!hold.ruling.grantable || hold.ruling.quorum > 1) return [once]
  const same: Yes = { label: RUN_AND_ALLOW_SAME, once: false, grant: { for: 'session', arguments: 'same' } }
  const any: Yes = { label: RUN_AND_ALLOW_TOOL, once: false, grant: { for: HALF_AN_HOUR_MS, arguments: 'any' } }
  return runsWhatItIsGiven(shownCall(hold)) ? [once, same] : [once, same, any]
}

function shownCall(hold: Hold): Parameters<typeof runsWhatItIsGiven>[0] {
  return { ...hold.call, arguments: JSON.parse(approvedArguments(hold)) as JsonObject }
}

function clipped(words: string): string {
  const letters = Array.from(words)
  return letters.length <= LONGEST_SCOPE_WORDS ? words : `${letters.slice(0, LONGEST_SCOPE_WORDS - 1).join('')}…`
}
