/**
 * The form of an elicitation and what its answers mean. There is no default and no way to say yes by doing nothing: an
 * accept without the decision, or one faster than anybody reads, decides nothing, and what no person can have given is no
 * answer at all. What is offered depends on the hold and on what the host's dialog can carry, and an answer is compared with
 * what was offered for that very hold: the words of another one's form mean nothing here.
 */
import { exampleGrantWords, isJsonObject, readGrantWords, say } from '@holdpoint/core'
import type { GrantRequest, Hold, JsonObject, JsonValue } from '@holdpoint/core'
import { choicesFor, effectOf, whyNotBeside } from './form-choices.ts'
import type { FormChoice } from './form-choices.ts'
import { isByItself } from './rail.ts'

/** Nobody reads a question, chooses and confirms faster. */
const FASTEST_ACCEPT_MS = 400
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
    }
  /** `byItself`: the host refuses faster than anybody reads, so no person will see its next form either. */
  | { readonly kind: 'no-decision'; readonly why: string; readonly byItself: boolean }
  /** The person wants to decide where the call is shown whole. */
  | { readonly kind: 'elsewhere' }
  /** Somebody chose, and what they wrote beside it cannot stand: they are told this sentence. `alone`: what it is without that. */
  | { readonly kind: 'unclear'; readonly why: string; readonly alone: ClearAnswer }
  | { readonly kind: 'unknown'; readonly why: string }

/** What can be brought to the door. */
export type ClearAnswer = Exclude<FormAnswer, { readonly kind: 'unclear' }>

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
  readonly choice: FormChoice | 'elsewhere'
}

const ELSEWHERE = 'Decide where it is shown whole'

/** In the words that this host can carry; an answer is compared with exactly these. */
function offered(hold: Hold, { showsWhole, fields, commas }: FormShape): readonly OfferedChoice[] {
  const may = choicesFor(hold).filter(
    ({ answer, grant }) => (showsWhole || answer === 'decline') && (fields === 'all' || grant !== 'written'),
  )
  const choices: readonly OfferedChoice[] = [
    ...(showsWhole ? [] : [{ label: ELSEWHERE, choice: 'elsewhere' } as const]),
    ...may.map((choice) => ({ label: choice.label, choice })),
  ]
  return commas ? choices : choices.map(({ label, choice }) => ({ label: withoutCommas(label), choice }))
}

/** Between words a dash reads as well; inside a name the comma is spelled, so that no other name is shown. */
function withoutCommas(label: string): string {
  return label.replaceAll(', ', ' – ').replaceAll(',', '⟦U+002C⟧')
}

/** `problem`: why the answer before this question decided nothing. */
export function decisionForm(message: string, hold: Hold, shape: FormShape, problem: string | null = null): JsonObject {
  const choices = offered(hold, shape)
  const reason = { type: 'string', title: 'Reason', description: 'Told to the agent.', maxLength: LONGEST_REASON }
  return {
    mode: 'form',
    message: problem === null ? message : `Nothing was decided. ${problem}\n\n${message}`,
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: choices.map(({ label }) => label) },
        ...(shape.fields === 'all' ? { reason, ...furtherField(hold, choices) } : {}),
      },
      required: ['decision'],
    },
  }
}

function furtherField(hold: Hold, choices: readonly OfferedChoice[]): JsonObject {
  const effects = choices.flatMap(({ choice }) =>
    choice !== 'elsewhere' && choice.grant === 'written' ? [effectOf(choice.answer)] : [],
  )
  const example = effects.length === 0 ? null : exampleGrantWords(hold, effects, 'host')
  if (example === null) return {}
  const description = `Only with a choice "as written below", for example: ${example}. Without "same" or "where": any arguments.`
  return { further: { type: 'string', title: 'Further calls', description, maxLength: LONGEST_FURTHER } }
}

/** `afterMs`: how long the client took. */
export function readFormAnswer(
  hold: Hold,
  result: JsonValue | undefined,
  afterMs: number,
  shape: FormShape,
): FormAnswer {
  const action = isJsonObject(result) ? result['action'] : undefined
  // Whatever it says, a no as well: a host that answers by itself speaks for nobody.
  if (action !== 'accept' && isByItself(afterMs)) {
    const n = Math.max(0, Math.round(afterMs) || 0)
    const answer = action === 'decline' || action === 'cancel' ? action : 'unknown'
    return { kind: 'no-decision', why: say('answeredByItself', { answer, n }), byItself: true }
  }
  if (!isJsonObject(result)) return { kind: 'unknown', why: say('answerNoObject') }
  const content = isJsonObject(result['content']) ? result['content'] : {}
  switch (action) {
    case 'accept':
      // No time at all is too fast too.
      if (!(afterMs >= FASTEST_ACCEPT_MS)) return noDecision(say('answerTooFast'))
      return readAccept(hold, content, shape)
    case 'decline':
    case 'cancel':
      return { kind: 'verdict', answer: action, reason: readReason(content['reason']), grant: null, once: false }
    default:
      return { kind: 'unknown', why: say('answerNoAction') }
  }
}

function noDecision(why: string): ClearAnswer & { readonly kind: 'no-decision' } {
  return { kind: 'no-decision', why, byItself: false }
}

function readAccept(hold: Hold, content: JsonObject, shape: FormShape): FormAnswer {
  const { decision } = content
  if (decision === undefined || decision === null || decision === '') return noDecision(say('formWithoutDecision'))
  const choice = offered(hold, shape).find(({ label }) => label === decision)?.choice
  if (choice === undefined) return { kind: 'unknown', why: say('decisionNotOffered') }
  if (choice === 'elsewhere') return { kind: 'elsewhere' }
  const { answer, once } = choice
  const reason = readReason(content['reason'])
  const standing = readStanding(hold, choice, content['further'])
  if (!standing.ok) {
    // Without its limits a yes is not what was said, a no for this call is.
    const why = standing.message
    const no: ClearAnswer = { kind: 'verdict', answer, reason, grant: null, once }
    return { kind: 'unclear', why, alone: answer === 'decline' ? no : noDecision(why) }
  }
  return { kind: 'verdict', answer, reason, grant: standing.grant, once }
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

function readReason(reason: JsonValue | undefined): string | null {
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim().slice(0, LONGEST_REASON) : null
}
