/**
 * Which answers a hold allows to one decider: the first ones (`choices.ts`), other arguments, and answers that stand
 * for further calls. Form, card, page, terminals and channels offer what stands here and nothing else; each item is
 * asked of the very check that the door (`decide`) makes when the answer is given, so no surface has a list of its own.
 */
import { hostSpeaksFor } from '../call/host-word.ts'
import type { GrantClause } from '../grant/grant-clause.ts'
import type { GrantRequest } from '../grant/grant-request.ts'
import type { Grant } from '../grant/grant.ts'
import { STANDING_LENGTHS } from '../grant/grant-request.ts'
import { whyNotGrantable } from '../grant/why-not-grantable.ts'
import { whyNotStanding } from '../grant/why-not-standing.ts'
import { approvedArguments, isEditable } from '../hold/edit.ts'
import type { Hold } from '../hold/hold.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { Assurance } from '../policy/ruling.ts'
import { say } from '../sentence/say.ts'
import { choicesFor } from './choices.ts'
import type { Choice } from './choices.ts'

/** Who would answer, by what their word is worth. */
export interface Decider {
  readonly assurance: Assurance
}

/** These very arguments, any, or those that meet conditions. */
export type CoveredArguments = 'same' | 'any' | 'where'

/** What may stand beside one answer. */
export interface StandingOffer {
  /** Why nothing may; `null`: what is listed may. */
  readonly why: string | null
  /** Every length goes with every one of these. */
  readonly arguments: readonly CoveredArguments[]
  readonly lengths: readonly GrantRequest['for'][]
}

export interface OfferedAnswers {
  readonly choices: readonly Choice[]
  /** Whether other arguments may be put in place of these. */
  readonly editable: boolean
  /** Beside a yes. */
  readonly allow: StandingOffer
  /** Beside a no. */
  readonly deny: StandingOffer
}

export function answersFor(hold: Hold, { assurance }: Decider): OfferedAnswers {
  return {
    choices: choicesFor(hold),
    // An edit is ruled anew, and for a call on which the host's word does not count, that demands more than its word.
    editable: isEditable(hold) && (assurance !== 'host' || hostSpeaksFor(hold.call)),
    allow: standingOffer(hold, 'allow', assurance),
    deny: standingOffer(hold, 'deny', assurance),
  }
}

/** Why no answer to this hold may stand for other calls; `null`: some may. */
export function whyNoneStands(hold: Hold, effect: Grant['effect']): string | null {
  if (hold.undoOf !== undefined) return say('undoStandsAlone')
  return effect === 'allow' ? whyNotGrantable(hold.ruling) : null
}

function standingOffer(hold: Hold, effect: Grant['effect'], assurance: Assurance): StandingOffer {
  const why = whyNoneStands(hold, effect)
  if (why !== null) return { why, arguments: [], lengths: [] }
  const refused = (request: GrantRequest): string | null => whyNotStanding(request, { hold, effect, assurance })
  // How long and for which arguments are judged apart, and these very arguments are the least that can be asked for.
  const lengths = STANDING_LENGTHS.filter((lasting) => refused({ for: lasting, arguments: 'same' }) === null)
  const may = (covered: GrantRequest['arguments']): boolean => refused({ for: 'session', arguments: covered }) === null
  const clauses = exampleClauses(JSON.parse(approvedArguments(hold)) as JsonValue)
  const covered = (['same', 'any', 'where'] as const).filter((which) =>
    which === 'where' ? clauses.some((clause) => may([clause])) : may(which),
  )
  return { why: null, arguments: covered, lengths: covered.length === 0 ? [] : lengths }
}

/** A name that no condition can carry, such as one of many thousand letters, says nothing of those after it. */
const MOST_EXAMPLES = 20

/**
 * The plainest conditions that this call meets, each for one of its first arguments; none where nothing in it is plain.
 */
function exampleClauses(shown: JsonValue): readonly GrantClause[] {
  const clauses = Object.entries(isJsonObject(shown) ? shown : ({} as JsonObject)).flatMap(
    ([name, value]): readonly GrantClause[] =>
      value === undefined || (typeof value === 'object' && value !== null)
        ? []
        : [{ path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, is: 'equal', value }],
  )
  return clauses.slice(0, MOST_EXAMPLES)
}
