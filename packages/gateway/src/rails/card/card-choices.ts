/**
 * What a card may offer beside a plain yes or no: exactly what would be taken from it. The core is asked for each choice, so
 * that no second list of rules can come to differ from the one that counts.
 */
import { approvedArguments, isEditable, LONGEST_BY_HOST_MS, whyNotStanding } from '@holdpoint/core'
import type { GrantClause, GrantRequest, Hold, JsonObject } from '@holdpoint/core'

/** How long a standing answer may last, by the host's word. */
const LENGTHS: readonly ('session' | number)[] = ['session', LONGEST_BY_HOST_MS]

/** A name that no condition can carry, such as one of many thousand letters, says nothing of those after it. */
const MOST_EXAMPLES = 20

/** Where the card does not decide. */
export const NO_CHOICES: JsonObject = { editable: false, grantable: false, grant_arguments: [], grant_lengths: [] }

export function cardChoices(hold: Hold): JsonObject {
  const shown = JSON.parse(approvedArguments(hold)) as JsonObject
  const covered = (['same', 'any', 'where'] as const).filter((which) =>
    which === 'where' ? exampleClauses(shown).some((clause) => mayGrant(hold, [clause])) : mayGrant(hold, which),
  )
  return {
    // An edit by somebody who holds a key is ruled as a service rules it, and there the host's word does not carry it.
    editable: isEditable(hold) && hold.call.principal.startsWith('local:'),
    grantable: covered.length > 0,
    grant_arguments: [...covered],
    grant_lengths: [...LENGTHS],
  }
}

/** The plainest conditions that this call meets, each for one of its first arguments; none where nothing in it is plain. */
function exampleClauses(shown: JsonObject): readonly GrantClause[] {
  const clauses = Object.entries(shown).flatMap(([name, value]): readonly GrantClause[] =>
    value === undefined || (typeof value === 'object' && value !== null)
      ? []
      : [{ path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, is: 'equal', value }],
  )
  return clauses.slice(0, MOST_EXAMPLES)
}

function mayGrant(hold: Hold, covered: GrantRequest['arguments']): boolean {
  return whyNotStanding({ for: 'session', arguments: covered }, { hold, effect: 'allow', assurance: 'host' }) === null
}
