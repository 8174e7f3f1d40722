/**
 * What a view passes on of its person's answer, read as strictly as REST reads it: what is not understood is refused,
 * since a limit that is overlooked is none. It judges neither edit nor grant.
 */
import { isJsonObject, readGrantRequest, say } from '@holdpoint/core'
import type { GrantRequest, JsonObject, JsonValue, VerdictAnswer } from '@holdpoint/core'

export interface CardAnswer {
  readonly answer: VerdictAnswer
  readonly reason: string | null
  /** All arguments as they are to be sent instead, as JSON text. */
  readonly edits: string | null
  /** Digest of the arguments that were on the screen. */
  readonly shown: string | null
  /** A permission with an approval, a denial with a decline. */
  readonly grant: GrantRequest | null
}

export type CardAnswerReading =
  | { readonly ok: true; readonly said: CardAnswer }
  | { readonly ok: false; readonly message: string }

const ANSWERS: readonly VerdictAnswer[] = ['approve', 'decline', 'cancel']
const UNDERSTOOD = ['hold', 'nonce', 'answer', 'reason', 'edits', 'digest', 'grant']
const LONGEST_REASON = 4000
const LONGEST_DIGEST = 128

export function readCardAnswer(sent: JsonObject): CardAnswerReading {
  const answer = ANSWERS.find((known) => known === sent['answer'])
  if (answer === undefined) return refuse(say('answerMustBeOneOf', { answers: ANSWERS.join(', ') }))
  const unknown = Object.keys(sent).find((name) => !UNDERSTOOD.includes(name))
  if (unknown !== undefined) return refuse(say('fieldNotUnderstood', { name: unknown }))
  const { reason, digest, grant: wanted } = sent
  const edits = readEdits(sent['edits'])
  if (edits === undefined) return refuse(say('editsAreAllArguments'))
  if (edits !== null && answer !== 'approve') return refuse(say('editsWithApproval'))
  if (digest !== undefined && !(typeof digest === 'string' && digest.length <= LONGEST_DIGEST)) {
    return refuse(say('digestOfShown'))
  }
  const grant = wanted === undefined ? null : readGrantRequest(wanted)
  if (grant?.ok === false) return refuse(say('grantNotRead', { why: grant.message.replace(/\.$/, '') }))
  return {
    ok: true,
    said: {
      answer,
      reason: typeof reason === 'string' && reason.trim() !== '' ? reason.trim().slice(0, LONGEST_REASON) : null,
      edits,
      shown: digest ?? null,
      grant: grant?.request ?? null,
    },
  }
}

/**
 * Hosts read a view's message and write it anew: as text, what a person typed arrives as typed. `undefined`: neither.
 */
function readEdits(edits: JsonValue | undefined): string | null | undefined {
  if (edits === undefined) return null
  if (typeof edits === 'string') return edits
  return isJsonObject(edits) ? JSON.stringify(edits) : undefined
}

/** For the record of a try that was none: `approve with edits and a grant`. */
export function describeSent(sent: JsonObject): string {
  const answer = ANSWERS.find((known) => known === sent['answer']) ?? say('unknownAnswer')
  const withGrant = sent['grant'] !== undefined
  if (sent['edits'] === undefined) return withGrant ? say('sentWithGrant', { answer }) : answer
  return say(withGrant ? 'sentWithEditsAndGrant' : 'sentWithEdits', { answer })
}

function refuse(message: string): CardAnswerReading {
  return { ok: false, message: say('nothingDecided', { why: message }) }
}
