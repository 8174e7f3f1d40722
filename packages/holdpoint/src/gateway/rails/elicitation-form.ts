/**
 * The form of an elicitation and what its answers mean. There is no default and no way to say yes by doing nothing: an
 * accept without the decision, or one faster than anybody reads, decides nothing. What is offered depends on the hold, and
 * an answer is compared with what was offered for that very hold: the words of another one's form mean nothing here.
 */
import { exampleGrantWords, isJsonObject, readGrantWords, say } from '@holdpoint/core'
import type { GrantRequest, Hold, JsonObject, JsonValue } from '@holdpoint/core'
import { choicesFor, effectOf, whyNotBeside } from './form-choices.ts'
import type { FormChoice } from './form-choices.ts'

/** Nobody reads a question faster. */
const FASTEST_ACCEPT_MS = 400
/** Nobody says no faster: a host that does answers by itself. */
const FASTEST_DECLINE_MS = 250
const LONGEST_REASON = 500
const LONGEST_FURTHER = 1000

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
  /** Somebody chose, and what they wrote beside it cannot stand: they are told this sentence. `alone`: what it is without that. */
  | { readonly kind: 'unclear'; readonly why: string; readonly alone: ClearAnswer }
  | { readonly kind: 'unknown'; readonly why: string }

/** What can be brought to the door. */
export type ClearAnswer = Exclude<FormAnswer, { readonly kind: 'unclear' }>

/** `problem`: why the answer before this question decided nothing. */
export function decisionForm(message: string, hold: Hold, problem: string | null = null): JsonObject {
  const choices = choicesFor(hold)
  return {
    mode: 'form',
    message: problem === null ? message : `Nothing was decided. ${problem}\n\n${message}`,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: choices.map(({ label }) => label) },
        reason: { type: 'string', title: 'Reason', description: 'Told to the agent.', maxLength: LONGEST_REASON },
        ...furtherField(hold, choices),
      },
      required: ['decision'],
    },
  }
}

function furtherField(hold: Hold, choices: readonly FormChoice[]): JsonObject {
  const effects = choices.filter(({ grant }) => grant === 'written').map(({ answer }) => effectOf(answer))
  const example = effects.length === 0 ? null : exampleGrantWords(hold, effects, 'host')
  if (example === null) return {}
  const description = `Only with a choice "as written below", for example: ${example}. Without "same" or "where": any arguments.`
  return { further: { type: 'string', title: 'Further calls', description, maxLength: LONGEST_FURTHER } }
}

/** `afterMs`: how long the client took. */
export function readFormAnswer(hold: Hold, result: JsonValue | undefined, afterMs: number): FormAnswer {
  if (!isJsonObject(result)) return { kind: 'unknown', why: say('answerNoObject') }
  switch (result['action']) {
    case 'accept':
      return readAccept(hold, isJsonObject(result['content']) ? result['content'] : {}, afterMs)
    case 'decline':
      return refusal('decline', result, afterMs)
    case 'cancel':
      return refusal('cancel', result, afterMs)
    default:
      return { kind: 'unknown', why: say('answerNoAction') }
  }
}

function readAccept(hold: Hold, content: JsonObject, afterMs: number): FormAnswer {
  const { decision } = content
  // Whatever it says, a no as well: a host that fills in forms by itself speaks for nobody. No time at all is too fast too.
  if (!(afterMs >= FASTEST_ACCEPT_MS)) return { kind: 'no-decision', why: say('answerTooFast') }
  if (decision === undefined || decision === null || decision === '') {
    return { kind: 'no-decision', why: say('formWithoutDecision') }
  }
  const choice = choicesFor(hold).find(({ label }) => label === decision)
  if (choice === undefined) return { kind: 'unknown', why: say('decisionNotOffered') }
  const { answer, once } = choice
  const reason = readReason(content['reason'])
  const standing = readStanding(hold, choice, content['further'])
  if (!standing.ok) {
    // Without its limits a yes is not what was said, a no for this call is.
    const why = standing.message
    const no: ClearAnswer = { kind: 'verdict', answer, reason, grant: null, once, doubt: null }
    return { kind: 'unclear', why, alone: answer === 'decline' ? no : { kind: 'no-decision', why } }
  }
  return { kind: 'verdict', answer, reason, grant: standing.grant, once, doubt: null }
}

type Standing =
  | { readonly ok: true; readonly grant: GrantRequest | null }
  | { readonly ok: false; readonly message: string }

function readStanding(
  hold: Hold,
  { label, answer, once, grant }: FormChoice,
  further: JsonValue | undefined,
): Standing {
  const empty = further === undefined || further === null || (typeof further === 'string' && further.trim() === '')
  if (grant !== 'written') {
    // For this call alone is less than whatever was written; any other choice may be more, a scope that it opens too.
    const alone = once || (answer === 'decline' && grant === null)
    if (empty || alone) return { ok: true, grant }
    return { ok: false, message: say('wroteBesideChoice', { choice: label }) }
  }
  if (empty || typeof further !== 'string') {
    return { ok: false, message: say('wroteNothing') }
  }
  const reading = readGrantWords(further)
  if (!reading.ok) return reading
  const why = whyNotBeside(hold, answer, reading.request)
  return why === null ? { ok: true, grant: reading.request } : { ok: false, message: why }
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
