/**
 * The answers that an agent gets when its call did not simply run. Neutral values; `toToolResult` puts them on the
 * wire. The words matter: they keep a well-meaning agent from retrying in a loop or seeking the same effect another
 * way.
 */
import type { Hold } from '../hold/hold.ts'
import { approvalsOf, decisiveVerdict } from '../hold/quorum.ts'
import { describeMasked } from '../secret/describe-masked.ts'
import { say } from '../sentence/say.ts'
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

/** `program`: how the person starts ours. */
export function envelopeAnswer(hold: Hold, approvalUrl: string, now: number, program: string): AgentAnswer {
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

/**
 * The command is there for the person: the link leads nowhere once every process of this home has ended. The text names
 * nothing that a server or an agent chose, so it costs the same 120 tokens for every call; the summary says what waits.
 */
function waitingWords({ id }: Hold, approvalUrl: string, program: string): EnvelopeWords {
  return {
    nextStep: `NOT RUN YET. Tell the user in one sentence what waits and give them approval_url, or this command to run themselves: ${program} open ${id}. Then end your turn. ${LEAVE} ${WHEN_DECIDED}`,
    text: [
      'NOT RUN YET: this call waits for a person.',
      `Tell the user in one sentence, with ${approvalUrl} (or: ${program} open ${id.slice(0, SHORT_ID)}), then end your turn.`,
      LEAVE,
      WHEN_DECIDED,
    ].join('\n'),
  }
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
  const text = `Preview only: nothing ran. ${tool} needs no approval for these arguments: ${why} To run it, call it again with identical arguments and without preview.`
  return { kind: 'preview', preview: { preview: true, ran: false, why }, text }
}

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
  return { kind: 'error', error, mark, text: message }
}

/** The answer for a hold that ended without a result of the upstream. */
export function endedAnswer(hold: Hold): AgentAnswer {
  const what = describeMasked(hold.preview).callTitle
  const decisive = decisiveVerdict(hold)
  // What an approver said in favour is no reason for how the hold ended afterwards; the note is. Of an approval that
  // was taken back the note says who did it.
  const reason = hold.note ?? (decisive?.answer === 'approve' ? null : (decisive?.reason ?? null))
  const because = reason === null ? '' : ` Reason: ${asSentence(reason)}`
  // Only a stored verdict is a person's word.
  const byUser = decisive === null ? '' : ' by user'
  const about = { hold: hold.id, reason, state: hold.state }
  const { state } = hold
  switch (state) {
    case 'declined':
      return errorAnswer(
        endingCode(state, hold),
        `❌ ${what} declined${byUser}. Nothing ran.${because} Do not retry it; ask the user how to go on.`,
        about,
      )
    case 'cancelled':
      return errorAnswer(
        endingCode(state, hold),
        `❌ ${what} cancelled${byUser}. Nothing ran.${because} Do not retry it unless the user asks.`,
        about,
      )
    case 'expired': {
      const code = endingCode(state, hold)
      if (code === 'TIMEOUT') return errorAnswer(code, timeoutText(hold, what), about)
      return errorAnswer(
        code,
        `${what}: ${hold.note ?? 'nobody decided in time'} Nothing ran. Call again if it is still wanted; a person will be asked anew.`,
        about,
      )
    }
    case 'invalidated': {
      // The differences of what was read for the approver are the approver's alone.
      const note = hold.changedSince === undefined ? hold.note : say('changedSinceShownInBrief')
      return errorAnswer(
        endingCode(state, hold),
        `${what}: the approval no longer holds (${note ?? 'something changed'}). Nothing ran. Call again; a person will be asked anew.`,
        { hold: hold.id, reason: note, state: hold.state },
      )
    }
    case 'unknown':
      return errorAnswer(
        endingCode(state, hold),
        `${what} was sent, but its outcome is unknown (${lostReason(hold)}). It may or may not have happened. Do not retry; ask the user to check and to resolve hold ${hold.id}.`,
        { hold: hold.id, reason: lostReason(hold), state: hold.state },
      )
    case 'resolved':
      return errorAnswer(endingCode(state, hold), resolvedText(hold, what), {
        hold: hold.id,
        reason: hold.note,
        state: hold.state,
      })
    case 'pending':
    case 'approved':
    case 'dispatching':
    case 'succeeded':
    case 'failed':
      throw new Error(`A hold that is ${state} has not ended without a result.`)
  }
}

/** A rule with a short deadline does not want the agent to ask again at its end. */
function timeoutText({ ruling, verdicts }: Hold, what: string): string {
  const { deadlineRule = '', decideWithinMs, quorum } = ruling
  const approvals = approvalsOf({ verdicts, ruling }).length
  const who = approvals === 0 ? 'nobody answered' : `${approvals} of ${quorum} people approved`
  return `${what}: ${who} within the ${describeDuration(decideWithinMs)} that the rule ${JSON.stringify(deadlineRule)} gives. Nothing ran. Do not retry it unless the user asks; a person would be asked anew.`
}

function describeDuration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds % 3600 === 0) return `${seconds / 3600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}

function lostReason(hold: Hold): string {
  return hold.outcome?.kind === 'lost' ? hold.outcome.reason : 'no answer was stored'
}

function resolvedText(hold: Hold, what: string): string {
  if (hold.outcome?.kind !== 'resolved') return `${what}: resolved by a person.`
  const happened = hold.outcome.executed
    ? 'it DID run; its result is not available'
    : 'it did NOT run; call again if it is still wanted'
  return `${what}: a person checked: ${happened}. Note: ${hold.outcome.note}`
}

function asSentence(text: string): string {
  return /[.!?。！？…]$/u.test(text) ? text : `${text}.`
}
