/**
 * The answers that an agent gets when its call did not simply run. Neutral values; `toToolResult` puts them on the
 * wire. The words matter: they keep a well-meaning agent from retrying in a loop or seeking the same effect another
 * way.
 */
import type { Hold } from '../hold/hold.ts'
import { approvalsOf, decisiveVerdict } from '../hold/quorum.ts'
import { describeMasked } from '../secret/describe-masked.ts'
import { say } from '../sentence/say.ts'
import { countTokens, MOST_TOKENS, shortenToTokens, withinTokens } from './within-tokens.ts'
import { endingCode } from './public-refusal.ts'
import type { ErrorCode } from './public-refusal.ts'

export interface Envelope {
  readonly requires_human_approval: true
  readonly approval_id: string
  readonly approval_url: string
  readonly summary: string
  readonly ttl_seconds: number
  readonly state: Hold['state']
  /** What the agent is to do and to leave: many hosts give the model this object and no text. */
  readonly next_step: string
}

export interface AgentError {
  readonly error: {
    readonly code: ErrorCode
    readonly message: string
    readonly hold?: string
    readonly reason?: string
  }
}

/** Which hold an answer is about. `state` is absent where the store cannot tell it. */
export interface HoldMark {
  readonly id: string
  readonly state?: Hold['state']
}

export type AgentAnswer =
  | { readonly kind: 'envelope'; readonly envelope: Envelope; readonly text: string }
  | { readonly kind: 'error'; readonly error: AgentError; readonly mark: HoldMark | null; readonly text: string }
  | { readonly kind: 'preview'; readonly preview: PreviewNotice; readonly text: string }

/** Answers a preview of a call that needs no person's approval. */
export interface PreviewNotice {
  readonly preview: true
  readonly ran: false
  readonly why: string
}

/** As much of an id as people type. */
const SHORT_ID = 6

const LEAVE = 'Do not retry in a loop, seek the same effect another way, open the link or run holdpoint.'
const WHEN_DECIDED = 'Once the user says it is decided, call again with identical arguments.'
const WHEN_DECIDED_IN_SHORT = 'Once decided, call again with identical arguments.'

/** `program`: how the person starts ours; `null`: there is none where the engine is part of another program. */
export function envelopeAnswer(hold: Hold, approvalUrl: string, now: number, program: string | null): AgentAnswer {
  const approved = hold.state === 'approved'
  const words = approved ? approvedWords(hold, now) : waitingWords(hold, approvalUrl, program)
  const envelope: Envelope = {
    requires_human_approval: true,
    approval_id: hold.id,
    approval_url: approvalUrl,
    summary: describeMasked(hold.preview).summary,
    ttl_seconds: Math.max(0, Math.ceil(((approved ? (hold.executeBy ?? now) : hold.decideBy) - now) / 1000)),
    state: hold.state,
    next_step: words.nextStep,
  }
  return { kind: 'envelope', envelope, text: words.text }
}

interface EnvelopeWords {
  readonly nextStep: string
  readonly text: string
}

/** The command is there for the person: the link leads nowhere once every process of this home has ended. */
function waitingWords({ id }: Hold, approvalUrl: string, program: string | null): EnvelopeWords {
  if (program === null) {
    const nextStep = `NOT RUN YET. Tell the user in one sentence what waits and give them approval_url. Then end your turn. ${LEAVE} ${WHEN_DECIDED}`
    return { nextStep, text: waitingText(approvalUrl, null) }
  }
  return {
    nextStep: `NOT RUN YET. Tell the user in one sentence what waits and give them approval_url, or this command to run themselves: ${program} open ${id}. Then end your turn. ${LEAVE} ${WHEN_DECIDED}`,
    text: waitingText(approvalUrl, `${program} open ${id.slice(0, SHORT_ID)}`),
  }
}

/**
 * It names nothing that a server or an agent chose; the summary says what waits. Half a link leads nowhere, so beside a long
 * one the command is left out, which the object says too; one that takes all of the room stands in the object alone.
 */
function waitingText(link: string, command: string | null): string {
  const inObject = 'approval_url'
  const or = (where: string): readonly string[] => (command === null ? [where] : [`${where} (or: ${command})`, where])
  const texts = [...or(link), ...or(inObject)].flatMap((where) =>
    [WHEN_DECIDED, WHEN_DECIDED_IN_SHORT].map((whenDecided) => tellOf(where, whenDecided)),
  )
  return texts.find((text) => countTokens(text) <= MOST_TOKENS) ?? (texts.at(-1) as string)
}

function tellOf(where: string, whenDecided: string): string {
  return `NOT RUN YET. Tell the user in one sentence what waits, with ${where}, then end your turn. ${LEAVE} ${whenDecided}`
}

function approvedWords({ runAfter }: Hold, now: number): EnvelopeWords {
  const waitMs = runAfter === null ? 0 : Math.max(0, runAfter - now)
  const again =
    waitMs > 0
      ? `It runs in ${Math.ceil(waitMs / 1000)} s unless they take that back. Tell the user, then end your turn; once it has run, call this tool again with identical arguments to get the result. Do not seek the same effect another way.`
      : 'Call this tool again with identical arguments, once, to run it. Do not seek the same effect another way.'
  return {
    nextStep: `NOT RUN YET. A person has approved this call. ${again}`,
    text: `NOT RUN YET: a person has approved this call.\n${again}`,
  }
}

export function previewAnswer(tool: string, why: string): AgentAnswer {
  const text = withinTokens(
    { tool, why },
    (said) =>
      `Preview only: nothing ran. ${said.tool} needs no approval for these arguments: ${said.why} To run it, call it again with identical arguments and without preview.`,
  )
  return { kind: 'preview', preview: { preview: true, ran: false, why }, text }
}

/** A message that is longer than a text may be stands whole in the object. */
export function errorAnswer(
  code: ErrorCode,
  message: string,
  about?: { hold?: string; reason?: string | null; state?: Hold['state'] },
): AgentAnswer {
  const error: AgentError = {
    error: {
      code,
      message,
      ...(about?.hold === undefined ? {} : { hold: about.hold }),
      ...(about?.reason === undefined || about.reason === null ? {} : { reason: about.reason }),
    },
  }
  const mark =
    about?.hold === undefined ? null : { id: about.hold, ...(about.state === undefined ? {} : { state: about.state }) }
  return { kind: 'error', error, mark, text: shortenToTokens(message, MOST_TOKENS) }
}

/** The answer for a hold that ended without a result of the upstream. A reason is shortened in words, never in the object. */
export function endedAnswer(hold: Hold): AgentAnswer {
  const { state } = hold
  switch (state) {
    case 'declined':
      return refusedAnswer(hold, state, 'Do not retry it; ask the user how to go on.')
    case 'cancelled':
      return refusedAnswer(hold, state, 'Do not retry it unless the user asks.')
    case 'expired':
      return expiredAnswer(hold)
    case 'invalidated': {
      // The differences of what was read for the approver are the approver's alone.
      const note = hold.changedSince === undefined ? hold.note : say('changedSinceShownInBrief')
      const message = withinTokens(
        { what: titleOf(hold), changed: note ?? 'something changed' },
        ({ what, changed }) =>
          `${what}: the approval no longer holds (${changed}). Nothing ran. Call again; a person will be asked anew.`,
      )
      return errorAnswer(endingCode(state, hold), message, { hold: hold.id, reason: note, state })
    }
    case 'unknown': {
      const reason = lostReason(hold)
      const message = withinTokens(
        { what: titleOf(hold), lost: reason },
        ({ what, lost }) =>
          `${what} was sent, but its outcome is unknown (${lost}). It may or may not have happened. Do not retry; ask the user to check and to resolve hold ${hold.id}.`,
      )
      return errorAnswer(endingCode(state, hold), message, { hold: hold.id, reason, state })
    }
    case 'resolved':
      return errorAnswer(endingCode(state, hold), resolvedText(hold), { hold: hold.id, reason: hold.note, state })
    case 'pending':
    case 'approved':
    case 'dispatching':
    case 'succeeded':
    case 'failed':
      throw new Error(`A hold that is ${state} has not ended without a result.`)
  }
}

function titleOf({ preview }: Hold): string {
  return describeMasked(preview).callTitle
}

/** What an approver said in favour is no reason for how the hold ended afterwards; the note is. */
function reasonOf(hold: Hold): string | null {
  const decisive = decisiveVerdict(hold)
  // Of an approval that was taken back the note says who did it.
  return hold.note ?? (decisive?.answer === 'approve' ? null : (decisive?.reason ?? null))
}

function refusedAnswer(hold: Hold, state: 'declined' | 'cancelled', andNow: string): AgentAnswer {
  const reason = reasonOf(hold)
  // Only a stored verdict is a person's word.
  const byUser = decisiveVerdict(hold) === null ? '' : ' by user'
  const message = withinTokens({ what: titleOf(hold), because: reason ?? '' }, ({ what, because }) => {
    const said = because === '' ? '' : ` Reason: ${asSentence(because)}`
    return `❌ ${what} ${state}${byUser}. Nothing ran.${said} ${andNow}`
  })
  return errorAnswer(endingCode(state, hold), message, { hold: hold.id, reason, state })
}

function expiredAnswer(hold: Hold): AgentAnswer {
  const code = endingCode('expired', hold)
  const about = { hold: hold.id, reason: reasonOf(hold), state: hold.state }
  if (code === 'TIMEOUT') return errorAnswer(code, timeoutText(hold), about)
  const message = withinTokens(
    { what: titleOf(hold), note: hold.note ?? 'nobody decided in time' },
    ({ what, note }) => `${what}: ${note} Nothing ran. Call again if it is still wanted; a person will be asked anew.`,
  )
  return errorAnswer(code, message, about)
}

/** A rule with a short deadline does not want the agent to ask again at its end. */
function timeoutText(hold: Hold): string {
  const { ruling, verdicts } = hold
  const { deadlineRule = '', decideWithinMs, quorum } = ruling
  const approvals = approvalsOf({ verdicts, ruling }).length
  const who = approvals === 0 ? 'nobody answered' : `${approvals} of ${quorum} people approved`
  return withinTokens(
    { what: titleOf(hold), rule: deadlineRule },
    ({ what, rule }) =>
      `${what}: ${who} within the ${describeDuration(decideWithinMs)} that the rule ${JSON.stringify(rule)} gives. Nothing ran. Do not retry it unless the user asks; a person would be asked anew.`,
  )
}

function describeDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

function lostReason(hold: Hold): string {
  return hold.outcome?.kind === 'lost' ? hold.outcome.reason : 'no answer was stored'
}

function resolvedText(hold: Hold): string {
  const { outcome } = hold
  const note = outcome?.kind === 'resolved' ? outcome.note : ''
  return withinTokens({ what: titleOf(hold), note }, (said) => {
    if (outcome?.kind !== 'resolved') return `${said.what}: resolved by a person.`
    const happened = outcome.executed
      ? 'it DID run; its result is not available'
      : 'it did NOT run; call again if it is still wanted'
    return `${said.what}: a person checked: ${happened}. Note: ${said.note}`
  })
}

function asSentence(text: string): string {
  return /[.!?。！？…]$/u.test(text) ? text : `${text}.`
}
