/**
 * What a card may offer beside a plain yes or no: exactly what would be taken from it. The core is asked for each choice, so
 * that no second list of rules can come to differ from the one that counts.
 */
import { approvedArguments, checkGrant, isEditable, LONGEST_BY_HOST_MS } from '@holdpoint/core'
import type { GrantClause, GrantRequest, Hold, JsonObject } from '@holdpoint/core'

/** How long a standing answer may last, by the host's word. */
const LENGTHS: readonly ('session' | number)[] = ['session', LONGEST_BY_HOST_MS]

/** Where the card does not decide. */
export const NO_CHOICES: JsonObject = { editable: false, grantable: false, grant_arguments: [], grant_lengths: [] }

export function cardChoices(hold: Hold): JsonObject {
  const shown = JSON.parse(approvedArguments(hold)) as JsonObject
  const covered = (['same', 'any', 'where'] as const).filter((which) =>
    mayGrant(hold, shown, which === 'where' ? exampleClauses(shown) : which),
  )
  return {
    // An edit by somebody who holds a key is ruled as a service rules it, and there the host's word does not carry it.
    editable: isEditable(hold) && hold.call.principal.startsWith('local:'),
    grantable: covered.length > 0,
    grant_arguments: [...covered],
    grant_lengths: [...LENGTHS],
  }
}

/** The plainest condition that this call meets; none where it has nothing plain to put one on. */
function exampleClauses(shown: JsonObject): readonly GrantClause[] {
  for (const [name, value] of Object.entries(shown)) {
    if (value === undefined || (typeof value === 'object' && value !== null)) continue
    return [{ path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, is: 'equal', value }]
  }
  return []
}

function mayGrant(hold: Hold, shown: JsonObject, covered: GrantRequest['arguments']): boolean {
  const call = { ...hold.call, argumentsText: approvedArguments(hold), arguments: shown }
  const granting = { effect: 'allow', ruling: hold.ruling, call, assurance: 'host' } as const
  return checkGrant({ for: 'session', arguments: covered }, granting) === null
}
