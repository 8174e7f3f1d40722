/**
 * What a stateless client carries between our question and its answer. It is the client's to keep, so it is sealed and
 * bound to caller, call, hold, question and time. A valid one proves that we asked this; whether it may still count is
 * the hold's to say, which is why using it twice changes nothing, in whatever process.
 */
import { isJsonObject } from '@holdpoint/core'
import type { Call, Hold, JsonValue } from '@holdpoint/core'
import type { Seal } from './seal.ts'

const PREFIX = 'hp1.'
const PURPOSE = 'request-state'
const LONGEST = 2_048

export const NOT_OURS = 'This requestState is not one that was given out here.'

export interface AskedState {
  readonly hold: string
  readonly rail: 'elicitation' | 'url'
  readonly askedAt: number
  readonly expiresAt: number
  /** Of the hold, when it was asked: a later question has a later one. */
  readonly revision: number
}

export type OpenedState =
  /** Not one of ours: the server's business. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'ours'; readonly state: AskedState }

export function sealState(seal: Seal, hold: Hold, rail: AskedState['rail'], now: number): string {
  const state = [hold.id, rail, now, hold.decideBy, hold.revision, ...binding(hold.call)]
  const body = Buffer.from(JSON.stringify(state)).toString('base64url')
  return `${PREFIX}${body}.${seal.of(PURPOSE, body)}`
}

export function openState(seal: Seal, text: string, call: Call, now: number): OpenedState {
  if (!text.startsWith(PREFIX)) return { kind: 'foreign' }
  const [body = '', mac = '', ...rest] = text.slice(PREFIX.length).split('.')
  if (text.length > LONGEST || rest.length > 0 || !seal.matches(PURPOSE, body, mac)) {
    return { kind: 'refused', message: NOT_OURS }
  }
  const state = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as JsonValue
  if (!Array.isArray(state) || isJsonObject(state)) return { kind: 'refused', message: 'This requestState is broken.' }
  const [hold, rail, askedAt, expiresAt, revision, ...bound] = state as readonly JsonValue[]
  if (typeof hold !== 'string' || typeof askedAt !== 'number' || typeof expiresAt !== 'number') {
    return { kind: 'refused', message: 'This requestState is broken.' }
  }
  if (typeof revision !== 'number') return { kind: 'refused', message: 'This requestState is broken.' }
  if (JSON.stringify(bound) !== JSON.stringify(binding(call))) {
    return { kind: 'refused', message: 'This requestState belongs to another call, or to somebody else.' }
  }
  if (now >= expiresAt) {
    return { kind: 'refused', message: 'This question has expired. Call again without requestState to be asked anew.' }
  }
  return { kind: 'ours', state: { hold, rail: rail === 'url' ? 'url' : 'elicitation', askedAt, expiresAt, revision } }
}

/** The parts that make a call the same one: a hold of another client is not this client's to answer. */
function binding(
  call: Pick<Call, 'tenant' | 'principal' | 'client' | 'server' | 'tool' | 'digest'>,
): readonly string[] {
  return [call.tenant, call.principal, call.client.name, call.server.identity, call.tool, call.digest]
}
