/**
 * The receipt of a claim: what the service says, signed, of the call that its requester may run now. Whoever was given the public
 * key can check it; an answer that somebody else gave in the name of the service is none.
 */
import type { JsonObject } from '../json/json-value.ts'
import { approvedDigest } from '../hold/edit.ts'
import type { Hold } from '../hold/hold.ts'
import { approvalsOf } from '../hold/quorum.ts'
import { readStatement, signStatement } from './compact-signature.ts'
import type { CheckText, SignText } from './compact-signature.ts'

export interface Receipt {
  readonly hold: string
  readonly tenant: string
  readonly principal: string
  readonly server: string
  readonly tool: string
  /** Of the arguments to run. */
  readonly digest: string
  readonly attempt: string
  /** Everybody whose approval counted. */
  readonly decided_by: readonly string[]
  readonly edited: boolean
  /** Seconds since 1970. */
  readonly iat: number
  /** The end of the lease. */
  readonly exp: number
}

/** Of a hold that was just claimed. */
export function signReceipt(hold: Hold, until: number, sign: SignText): string {
  const { call, attempt } = hold
  const receipt: Receipt = {
    hold: hold.id,
    tenant: call.tenant,
    principal: call.principal,
    server: call.server.name,
    tool: call.tool,
    digest: approvedDigest(hold),
    attempt: attempt?.id ?? '',
    decided_by: approvalsOf(hold).map(({ by }) => by),
    edited: hold.edit !== null,
    iat: Math.floor((attempt?.startedAt ?? 0) / 1000),
    exp: Math.floor(until / 1000),
  }
  return signStatement('holdpoint-receipt', receipt as unknown as JsonObject, sign)
}

/** What the service says, signed, of a call that no person has to be asked about. `nonce` is the requester's own: the answer to another question, or to an earlier one, is none. */
export interface PassReceipt {
  readonly passes: true
  readonly nonce: string
  readonly server: string
  readonly tool: string
  /** Of the arguments as they were asked about. */
  readonly digest: string
}

export function signPass(pass: Omit<PassReceipt, 'passes'>, sign: SignText): string {
  return signStatement('holdpoint-receipt', { passes: true, ...pass }, sign)
}

export function checkPass(token: string, expected: Omit<PassReceipt, 'passes'>, check: CheckText): boolean {
  const said = readStatement('holdpoint-receipt', token, check)
  const names = ['nonce', 'server', 'tool', 'digest'] as const
  return said !== null && said['passes'] === true && names.every((name) => said[name] === expected[name])
}

/** What must be true of the receipt for this call: all that the requester knows by itself. */
export type ExpectedReceipt = Pick<Receipt, 'hold' | 'server' | 'tool' | 'digest' | 'attempt'>

/** `null`: it is no receipt of that key, or of another call. Times are the service's: a lease is not measured by them. */
export function checkReceipt(token: string, expected: ExpectedReceipt, check: CheckText): Receipt | null {
  const said = readStatement('holdpoint-receipt', token, check)
  if (said === null) return null
  const names = ['hold', 'server', 'tool', 'digest', 'attempt'] as const
  return names.every((name) => said[name] === expected[name]) ? (said as unknown as Receipt) : null
}
