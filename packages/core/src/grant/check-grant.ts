/**
 * May this be granted? Asked when a person wants a standing answer. The answer is a sentence for them, or `null`.
 * Whether a grant still covers a call is asked anew at each use (`grant-covers.ts`): rules change, and so do
 * definitions.
 */
import type { Call } from '../call/call.ts'
import type { Assurance, Ruling } from '../policy/ruling.ts'
import { hasSql, hasRunName, runsWhatItIsGiven } from '../policy/rating/runs-what-it-is-given.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { say } from '../sentence/say.ts'
import { readAmount } from './amount.ts'
import { argumentNames, MOST_NAMES } from './argument-names.ts'
import { findArguments, nameAt, readArgumentPath } from './argument-path.ts'
import type { Grant } from './grant.ts'
import { clauseHolds } from './grant-clause.ts'
import type { GrantClause } from './grant-clause.ts'
import { LONGEST_BY_HOST_MS } from './grant-request.ts'
import type { GrantRequest } from './grant-request.ts'
import { isFolder } from './path-under.ts'
import { openedScope } from './scope-grant.ts'
import { whyNotGrantable } from './why-not-grantable.ts'

export interface Granting {
  readonly effect: Grant['effect']
  readonly ruling: Ruling
  /** The call that was seen, with the arguments that were approved. */
  readonly call: Call
  readonly assurance: Assurance
}

const LONGEST_MS = 3650 * 86_400_000
const MOST_TIMES = 1_000_000
const MOST_CLAUSES = 20
const MOST_VALUES = 100
const LONGEST_TEXT = 1024
/** Of a tool's name in a sentence. */
const LONGEST_NAME = 80

const PLACE_NAME = /path|file|folder|dir|root|cwd|ur[il]|href|host|domain|endpoint|webhook|address/i

export function checkGrant(request: GrantRequest, granting: Granting): string | null {
  return (
    checkLength(request.for, granting.assurance) ??
    (granting.effect === 'allow' ? whyNotGrantable(granting.ruling) : null) ??
    checkScope(request, granting) ??
    checkLimits(request, granting) ??
    checkAnything(request, granting) ??
    (typeof request.arguments === 'string' ? null : checkClauses(request.arguments, granting))
  )
}

function checkLength(lasting: GrantRequest['for'], assurance: Assurance): string | null {
  if (typeof lasting === 'number' && !(Number.isSafeInteger(lasting) && lasting >= 1000 && lasting <= LONGEST_MS)) {
    return say('grantLength')
  }
  if (assurance !== 'host' || lasting === 'session') return null
  if (typeof lasting === 'number' && lasting <= LONGEST_BY_HOST_MS) return null
  return say('grantLengthByHost')
}

/** A scope is what the policy says of this very call, and lasts as long as the session that asked. */
function checkScope({ for: lasting, arguments: covered }: GrantRequest, { effect, ruling }: Granting): string | null {
  if (covered !== 'scope') return null
  if (effect === 'deny' || openedScope(ruling) === null) return say('noScope')
  return lasting === 'session' ? null : say('scopeForSession')
}

/**
 * The host's word is one click on a form that shows one command: it is none for every other command. Conditions do not
 * help: one on `timeout` leaves the command to the agent. A scope does: the policy gives none that would be every
 * command.
 */
function checkAnything({ arguments: covered }: GrantRequest, { effect, call, assurance }: Granting): string | null {
  return effect === 'allow' &&
    covered !== 'same' &&
    covered !== 'scope' &&
    assurance === 'host' &&
    runsWhatItIsGiven(call)
    ? say('grantRunsAnything', { tool: clipVisible(showInOneLine(call.tool), LONGEST_NAME) })
    : null
}

function checkLimits({ times, amount }: GrantRequest, { effect, call }: Granting): string | null {
  if (effect === 'deny' && (times !== undefined || amount !== undefined)) return say('denialWithoutLimits')
  if (times !== undefined && !(Number.isSafeInteger(times) && times >= 1 && times <= MOST_TIMES)) {
    return say('timesAreWhole')
  }
  if (amount === undefined) return null
  const total = readAmount(amount.total)
  if (total === null || total === 0) return say('totalIsPositive')
  if (readArgumentPath(amount.path) === null) return notAPath(amount.path)
  const seen = findArguments(call.arguments, amount.path)
  return seen.length > 0 && seen.every((value) => readAmount(value) !== null)
    ? null
    : say('nothingToAddUp', { path: showInOneLine(amount.path) })
}

function checkClauses(clauses: readonly GrantClause[], granting: Granting): string | null {
  if (clauses.length === 0) return say('noConditions')
  if (clauses.length > MOST_CLAUSES) return say('tooManyConditions', { n: MOST_CLAUSES })
  for (const clause of clauses) {
    const problem = checkClause(clause, granting.call)
    if (problem !== null) return problem
  }
  if (argumentNames(granting.call.arguments) === null) return say('tooManyArguments', { n: MOST_NAMES })
  // A condition that the shown call does not meet is a slip: people grant what they are shown.
  const missed = clauses.find((clause) => !clauseHolds(clause, granting.call.arguments))
  return missed === undefined ? null : say('conditionNotMet', { path: showInOneLine(missed.path) })
}

function checkClause(clause: GrantClause, call: Call): string | null {
  if (readArgumentPath(clause.path) === null) return notAPath(clause.path)
  switch (clause.is) {
    case 'equal':
      return null
    case 'one-of':
      return clause.values.length > 0 && clause.values.length <= MOST_VALUES
        ? null
        : say('choiceTooLarge', { n: MOST_VALUES })
    case 'under':
      return isFolder(clause.folder) ? null : say('folderInFull')
    case 'at-most':
    case 'between': {
      const least = clause.is === 'between' ? clause.least : 0
      return Number.isFinite(least) && Number.isFinite(clause.most) && least >= 0 && clause.most >= least
        ? null
        : say('boundsInOrder')
    }
    case 'starting-with':
      return checkBeginning(clause.path, clause.text, call)
  }
}

/**
 * `SELECT 1` begins `SELECT 1; DROP …`, `/data` begins `/data/../etc`, `https://a.b` begins `https://a.b.evil.example`.
 */
function checkBeginning(path: string, text: string, call: Call): string | null {
  if (text === '' || text.length > LONGEST_TEXT) return say('beginningLength', { n: LONGEST_TEXT })
  const name = nameAt(path)
  if (hasRunName(name) || hasRunName(call.tool) || hasSql(call)) return say('runNotByBeginning')
  if (PLACE_NAME.test(name) || /[/\\]|^[~.]|@/.test(text)) {
    return say('placeNotByBeginning')
  }
  return null
}

function notAPath(path: string): string {
  return say('notAnArgumentPath', { path: showInOneLine(path) })
}
