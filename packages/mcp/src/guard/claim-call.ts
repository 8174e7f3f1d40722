/**
 * Gets a call as far as it may go before it runs: asked, waited for, looked at again, claimed. Until the claim was made every failure, and whatever does not
 * fit, means that nothing runs.
 */
import { RefusedError } from '@holdpoint/client'
import type { Schemas } from '@holdpoint/client'
import { digestArguments, hasControlParameters, readToolDefinition, thrownMessage } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store/memory'
import type { CallRequest, HoldRequests, RequestedHold } from '../requests/hold-requests.ts'
import { RequestError } from '../requests/request-error.ts'
import type { Guarded, GuardedCall } from './guarded-call.ts'
import { findNoJson } from './plain-json.ts'

export type ClaimedCall =
  /** The policy lets it pass: no person has to be asked. */
  | { readonly kind: 'passes' }
  /** It may run now, once, and only here. */
  | { readonly kind: 'claimed'; readonly hold: RequestedHold; readonly claim: Schemas['Claimed'] }
  /** It was to be asked about only, and can be claimed. */
  | { readonly kind: 'approved'; readonly hold: RequestedHold }
  | { readonly kind: 'answered'; readonly answer: Answered }

type RefusedGuard = Guarded<never> & { readonly kind: 'refused' }
type Answered = Exclude<Guarded<never>, { readonly kind: 'ran' }>

const WAIT_S = 50
/** A service takes 400 characters. */
const LONGEST_NAME = 200
const MOST_KNOWN = 1000
const LEAVE = 'Do not retry in a loop or seek the same effect another way; tell the user.'

/** Which hold a named call has: what became of it is told even where the thing that it was about is gone since. */
const holdsByName = new WeakMap<HoldRequests, Map<string, string>>()

export async function claimCall(
  requests: HoldRequests,
  server: string,
  call: GuardedCall,
  upTo: 'claim' | 'approval',
): Promise<ClaimedCall> {
  const until = performance.now() + (call.wait ?? WAIT_S) * 1000
  const leftSeconds = (): number => Math.max(0, (until - performance.now()) / 1000)
  const digest = digestOf(call.arguments)
  const named = { scope: shortName(call.call.scope), id: shortName(call.call.id) }

  /** A service that answers about another call would have that one's approval counted for this one. */
  function checked(hold: RequestedHold): RequestedHold {
    if (hold.server === server && hold.tool === call.tool && hold.digest === digest) return hold
    throw new RefusedError(0, 'INVALIDATED', 'Nothing ran: the answer was about another call than this one.', {})
  }

  async function begin(): Promise<ClaimedCall> {
    const seen = await look(call)
    if (seen.kind === 'refused') return answered((await alreadyOver()) ?? seen.answer)
    const asked = await requests.ask(toRequest(seen.preview), call.signal)
    if (asked.state === 'passes') return call.signal?.aborted === true ? answered(ABORTED) : { kind: 'passes' }
    const hold = checked(asked)
    remember(hold.id)
    if (!mayBeClaimed(hold)) return answered(toAnswer(hold))
    return upTo === 'claim' ? await claim(hold) : { kind: 'approved', hold }
  }

  async function claim(hold: RequestedHold): Promise<ClaimedCall> {
    const again = await look(call)
    if (again.kind === 'refused') return answered({ ...again.answer, hold })
    if (call.signal?.aborted === true) return answered(ABORTED)
    const { definition } = call
    const body = {
      digest,
      ...(definition === undefined ? {} : { definition }),
      ...(again.preview === undefined ? {} : { preview: again.preview }),
    }
    try {
      return { kind: 'claimed', hold, claim: await requests.claim(hold, body) }
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      if (error.code === 'NOT_NOW') return answered({ kind: 'waiting', text: notNow(error), hold })
      // Claimed by another presentation, or ended meanwhile: what becomes of it is told here too.
      const now = checked(await requests.look(hold.id, leftSeconds(), call.signal))
      return answered(toAnswer(now))
    }
  }

  /** The outcome of a call that was presented before. `null`: none is known here. */
  async function alreadyOver(): Promise<Answered | null> {
    const known = holdsByName.get(requests)?.get(nameOf())
    if (known === undefined) return null
    const hold = checked(await requests.look(known, leftSeconds(), call.signal))
    return hold.state === 'pending' || hold.state === 'approved' ? null : toAnswer(hold)
  }

  function remember(id: string): void {
    const names = holdsByName.get(requests) ?? new Map<string, string>()
    holdsByName.set(requests, names.set(nameOf(), id))
    const [oldest] = names.keys()
    if (names.size > MOST_KNOWN && oldest !== undefined) names.delete(oldest)
  }

  function nameOf(): string {
    return JSON.stringify([server, named.scope, named.id])
  }

  function toRequest(preview: CallRequest['preview']): CallRequest {
    const { tool, risk, irreversible, definition, rationale, provenance } = call
    return {
      server,
      tool,
      arguments: call.arguments,
      call: named,
      risk,
      ...(irreversible === true ? { irreversible } : {}),
      ...(preview === undefined ? {} : { preview }),
      ...(definition === undefined ? {} : { definition }),
      ...(rationale === undefined ? {} : { rationale }),
      ...(provenance === undefined ? {} : { provenance }),
      wait: leftSeconds(),
    }
  }

  try {
    if (call.signal?.aborted === true) return answered(ABORTED)
    const unfit = whyUnfit(call)
    return unfit === null ? await begin() : answered(refusal('VALIDATION_ERROR', unfit))
  } catch (error) {
    return answered(call.signal?.aborted === true ? ABORTED : toGuardRefusal(error))
  }
}

type Seen =
  | { readonly kind: 'seen'; readonly preview: CallRequest['preview'] }
  | { readonly kind: 'refused'; readonly answer: RefusedGuard }

async function look({ preview, arguments: args, tool }: GuardedCall): Promise<Seen> {
  try {
    // Whatever it does to what it is given, what runs is what was shown.
    const seen = await preview?.(structuredClone(args))
    if (seen !== null) return { kind: 'seen', preview: seen }
    return { kind: 'refused', answer: refusal('NOT_FOUND', `Nothing ran: what ${tool} is to act on was not found.`) }
  } catch (error) {
    const text = `Nothing ran: what ${tool} is about could not be read, so no person was asked (${thrownMessage(error)}).`
    return { kind: 'refused', answer: refusal('PREVIEW_FAILED', text) }
  }
}

/** Why nobody is asked about this; `null`: it can be shown as it is. */
function whyUnfit({ tool, arguments: args, call, definition }: GuardedCall): string | null {
  if (call.id === '' || call.scope === '')
    return `Nothing ran: this call of ${tool} has no name, so it could run twice.`
  const place = findNoJson(args)
  if (place !== null) {
    return `Nothing ran: the argument "${place}" of ${tool} is no JSON value, so what a person sees would not be what runs.`
  }
  const entry = definition === undefined ? null : { ...definition, name: tool }
  const described = entry === null ? null : readToolDefinition(entry as unknown as JsonObject, sha256)
  if (!hasControlParameters(args, described)) return null
  return `Nothing ran: an argument of ${tool} has a name that Holdpoint keeps for itself (rationale, preview, confirm), and the tool's schema does not name it.`
}

function mayBeClaimed({ state, run_after: runAfter }: RequestedHold): boolean {
  return state === 'approved' && runAfter === null
}

function toAnswer(hold: RequestedHold): Answered {
  switch (hold.state) {
    case 'pending':
    case 'approved':
    case 'dispatching':
      return { kind: 'waiting', text: hold.text, hold }
    case 'succeeded':
    case 'failed':
      return { kind: 'ran-before', result: hold.outcome?.result ?? null, hold }
    case 'unknown':
    case 'resolved':
    case 'declined':
    case 'cancelled':
    case 'expired':
    case 'invalidated':
      return { kind: 'refused', code: hold.code ?? 'INVALIDATED', text: hold.text, hold }
  }
}

/** Nothing ran. An agent is told what to do and to leave; the operator's hint stands beside it. */
export function toGuardRefusal(error: unknown): RefusedGuard {
  if (error instanceof RefusedError) return refusal(error.code, error.message)
  if (error instanceof RequestError) return refusal(error.code, `Nothing ran: ${error.message} ${error.hint} ${LEAVE}`)
  return refusal('NOT_ASKED', `Nothing ran: no person could be asked (${thrownMessage(error)}). ${LEAVE}`)
}

function refusal(code: string, text: string): RefusedGuard {
  return { kind: 'refused', code, text, hold: null }
}

const ABORTED = refusal('ABORTED', 'Nothing ran: the call was given up before it began.')

function notNow({ message }: RefusedError): string {
  return `NOT RUN YET: a person has approved this call. ${message} Tell the user, then end your turn.`
}

function answered(answer: Answered): ClaimedCall {
  return { kind: 'answered', answer }
}

/** The digest of what is no JSON is never used. */
function digestOf(args: JsonObject): string {
  try {
    return digestArguments(args, sha256)
  } catch {
    return ''
  }
}

function shortName(name: string): string {
  return name.length > LONGEST_NAME ? sha256(name) : name
}
