/**
 * A hold as its requester is shown it: how it stands, what to tell an agent, and from the approval on what to run. What approvers alone
 * may know (what they said in favour, how what they were shown has changed) is not in it.
 */
import {
  approvedArguments,
  approvedDigest,
  decisiveVerdict,
  describeMasked,
  endedAnswer,
  envelopeAnswer,
  replaceMember,
  reportedOutcome,
  runsFrom,
} from '@holdpoint/core'
import type { Claimed, Hold } from '@holdpoint/core'

export interface ViewSurroundings {
  readonly approvalUrl: string
  /** Store time. */
  readonly now: number
  readonly program: string
}

/** As JSON text: approved arguments keep the spelling in which they are stored. */
export function toViewText(hold: Hold, facts: ViewSurroundings): string {
  const decisive = decisiveVerdict(hold)
  const { text, code, message, reason, ttlSeconds } = wordsOf(hold, facts)
  const view = {
    id: hold.id,
    state: hold.state,
    server: hold.call.server.name,
    tool: hold.call.tool,
    risk: hold.ruling.risk,
    approval_url: facts.approvalUrl,
    summary: describeMasked(hold.preview).summary,
    text,
    ttl_seconds: ttlSeconds,
    digest: hold.call.digest,
    arguments: null,
    edited: hold.edit !== null && mayRun(hold),
    decided_by: decisive?.by ?? null,
    via: decisive?.via ?? null,
    run_after: takenBackUntil(hold, facts.now),
    execute_by: hold.executeBy === null ? null : moment(hold.executeBy),
    code,
    message,
    reason,
    outcome: reportedOutcome(hold),
  }
  const shown = JSON.stringify(view)
  return mayRun(hold) ? replaceMember(shown, ['arguments'], approvedArguments(hold)) : shown
}

/** What is to run now, as JSON text. `receipt`: of a service; empty where nothing stands between. */
export function toClaimText({ hold, until }: Claimed & { readonly kind: 'claimed' }, receipt: string): string {
  const claim = {
    attempt: hold.attempt?.id ?? '',
    arguments: null,
    digest: approvedDigest(hold),
    edited: hold.edit !== null,
    receipt,
    lease_ms: Math.max(0, until - (hold.attempt?.startedAt ?? until)),
  }
  return replaceMember(JSON.stringify(claim), ['arguments'], approvedArguments(hold))
}

/** `null`: it can be claimed now, or never. */
function takenBackUntil(hold: Hold, now: number): string | null {
  const from = hold.state === 'approved' ? runsFrom(hold) : null
  return from === null || from <= now ? null : moment(from)
}

/** From the approval on, unless the approval ended before it was used. */
function mayRun({ state }: Hold): boolean {
  switch (state) {
    case 'approved':
    case 'dispatching':
    case 'succeeded':
    case 'failed':
    case 'unknown':
    case 'resolved':
      return true
    case 'pending':
    case 'declined':
    case 'cancelled':
    case 'expired':
    case 'invalidated':
      return false
  }
}

interface ViewWords {
  readonly text: string
  readonly code: string | null
  readonly message: string | null
  readonly reason: string | null
  readonly ttlSeconds: number | null
}

function wordsOf(hold: Hold, { approvalUrl, now, program }: ViewSurroundings): ViewWords {
  const plain = (text: string): ViewWords => ({ text, code: null, message: null, reason: null, ttlSeconds: null })
  switch (hold.state) {
    case 'pending':
    case 'approved': {
      const answer = envelopeAnswer(hold, approvalUrl, now, program)
      if (answer.kind !== 'envelope') return plain(answer.text)
      return { ...plain(answer.text), ttlSeconds: answer.envelope.ttl_seconds }
    }
    case 'dispatching':
      return plain('A person approved this call, and it runs now. Its outcome is not known yet.')
    case 'succeeded':
      return plain('A person approved this call, and it ran.')
    case 'failed':
      return plain('A person approved this call. It ran and failed.')
    default: {
      const answer = endedAnswer(hold)
      if (answer.kind !== 'error') return plain(answer.text)
      const { code, message, reason = null } = answer.error.error
      return { text: answer.text, code, message, reason, ttlSeconds: null }
    }
  }
}

function moment(at: number): string {
  return new Date(at).toISOString()
}
