/** Grants as a person makes them from a held call, for tests, and the calls that may fall under them. */
import type { Call } from '../../src/call/call.ts'
import { digestArguments } from '../../src/call/digest-arguments.ts'
import { matchesGrant } from '../../src/grant/grant-covers.ts'
import type { GrantRequest } from '../../src/grant/grant-request.ts'
import type { Grant } from '../../src/grant/grant.ts'
import { toGrant } from '../../src/grant/to-grant.ts'
import type { GrantMaking, GrantResult } from '../../src/grant/to-grant.ts'
import type { JsonObject } from '../../src/json/json-value.ts'
import { sampleCall, sampleHold, sha256 } from '@holdpoint/testing'
import type { sampleRuling } from '@holdpoint/testing'

export const NOW = 10_000
export const MINUTE = 60_000

export interface MakeOver extends Partial<Omit<GrantMaking, 'hold'>> {
  readonly arguments?: JsonObject
  readonly ruling?: Parameters<typeof sampleRuling>[0]
  readonly tool?: string
}

export function make(request: Partial<GrantRequest>, over: MakeOver = {}): GrantResult {
  const { arguments: value = { id: 'c_17' }, ruling = {}, tool = 'delete_contact', ...making } = over
  const call = { argumentsText: JSON.stringify(value), digest: digestArguments(value, sha256), tool }
  return toGrant(
    { for: 'always', arguments: 'any', ...request },
    {
      id: 'grant-1',
      effect: 'allow',
      hold: sampleHold({ call, ruling }),
      by: 'ben',
      via: 'page',
      assurance: 'identified',
      at: NOW,
      ...making,
    },
  )
}

export function made(request: Partial<GrantRequest>, over: MakeOver = {}): Grant {
  const result = make(request, over)
  if (!result.ok) throw new Error(result.message)
  return result.grant
}

export function refusal(request: Partial<GrantRequest>, over: MakeOver = {}): string {
  const result = make(request, over)
  return result.ok ? 'granted' : result.message
}

export const callOf = (value: JsonObject, over: Partial<Call> = {}): Call =>
  sampleCall({ argumentsText: JSON.stringify(value), ...over })

export function matches(grant: Grant, call: Call, now: number = NOW, definitionHash = 'definition-1'): boolean {
  return matchesGrant(grant, { call, definitionHash, definitionTextHash: 'text-1' }, now)
}
