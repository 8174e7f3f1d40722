/**
 * What a card may offer beside a plain yes or no: exactly what would be taken from it. The core is asked for each choice, so
 * that no second list of rules can come to differ from the one that counts.
 */
import { approvedArguments, checkGrant, isEditable, LONGEST_BY_HOST_MS } from '@holdpoint/core'
import type { GrantRequest, Hold, JsonObject } from '@holdpoint/core'

/** How long a standing answer may last, by the host's word. */
const LENGTHS: readonly ('session' | number)[] = ['session', LONGEST_BY_HOST_MS]

/** Where the card does not decide. */
export const NO_CHOICES: JsonObject = { editable: false, grantable: false, grant_arguments: [], grant_lengths: [] }

export function cardChoices(hold: Hold): JsonObject {
  const covered = (['same', 'any'] as const).filter((which) => mayGrant(hold, { for: 'session', arguments: which }))
  return {
    // An edit by somebody who holds a key is ruled as a service rules it, and there the host's word does not carry it.
    editable: isEditable(hold) && hold.call.principal.startsWith('local:'),
    grantable: covered.length > 0,
    grant_arguments: [...covered],
    grant_lengths: [...LENGTHS],
  }
}

function mayGrant(hold: Hold, request: GrantRequest): boolean {
  const { ruling } = hold
  const argumentsText = approvedArguments(hold)
  const call = { ...hold.call, argumentsText, arguments: JSON.parse(argumentsText) as JsonObject }
  return checkGrant(request, { effect: 'allow', ruling, call, assurance: 'host' }) === null
}
