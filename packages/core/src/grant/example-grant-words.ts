/**
 * Words for a standing answer that fit the call in front of a person, to show how they are written. It would be
 * accepted as it stands, and names an argument of the call where one has a plain name and value: what an agent or a
 * server wrote there is repeated only if it cannot read like words of ours.
 */
import { approvedArguments } from '../hold/edit.ts'
import type { Hold } from '../hold/hold.ts'
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject } from '../json/json-value.ts'
import type { Assurance } from '../policy/ruling.ts'
import { describeGrantWords } from './describe-grant-words.ts'
import type { Grant } from './grant.ts'
import type { GrantClause } from './grant-clause.ts'
import type { GrantRequest } from './grant-request.ts'
import { whyNotStanding } from './why-not-standing.ts'

const HALF_AN_HOUR_MS = 30 * 60_000
const SHOWN_TIMES = 5
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_]{0,30}$/
/** `anything is true`, `session is "always"`: read as ours they would say something else. */
const OUR_WORDS =
  /^(?:(?:any|every|all)\w*|same|scope|session|always|where|only|up|to|of|is|one|at|most|between|and|or|not|under|starting|with|times?|allow|approve|deny|refuse|yes|no)$/i
const PLAIN_TEXT = /^[A-Za-z0-9_-]{1,30}$/
const PLAIN_FILE = /^((?:\/[A-Za-z0-9_.-]{1,40}){1,8})\/[^/]*$/
const NAMES_ONE_THING = /(?:^|_)id$|Id$|number$/i

/** For each of the effects; `null`: nothing of the kind would be accepted from a word of this assurance. */
export function exampleGrantWords(
  hold: Hold,
  effects: readonly Grant['effect'][],
  assurance: Assurance,
): string | null {
  const limits: Pick<GrantRequest, 'for' | 'times'> = {
    for: HALF_AN_HOUR_MS,
    ...(effects.includes('deny') ? {} : { times: SHOWN_TIMES }),
  }
  const clauses = fittingClauses(JSON.parse(approvedArguments(hold)) as JsonObject, declaredNames(hold))
  const requests: readonly GrantRequest[] = [
    ...clauses.map((clause) => ({ ...limits, arguments: [clause] })),
    { ...limits, arguments: 'same' },
  ]
  const fitting = requests.find((request) =>
    effects.every((effect) => whyNotStanding(request, { hold, effect, assurance }) === null),
  )
  return fitting === undefined ? null : describeGrantWords(fitting)
}

/** An argument that the tool does not declare is there because an agent put it there. */
function declaredNames({ inputSchemaText }: Hold): ReadonlySet<string> {
  const schema = inputSchemaText === null ? {} : (JSON.parse(inputSchemaText) as JsonObject)
  const { properties } = schema
  return new Set(isJsonObject(properties) ? Object.keys(properties) : [])
}

/** The most telling first: a folder, an amount, then whatever is the same. */
function fittingClauses(root: JsonObject, declared: ReadonlySet<string>): readonly GrantClause[] {
  const amounts: GrantClause[] = []
  const folders: GrantClause[] = []
  const others: GrantClause[] = []
  for (const [name, value] of Object.entries(root)) {
    if (!PLAIN_NAME.test(name) || OUR_WORDS.test(name) || !declared.has(name)) continue
    const path = `/${name}`
    if (typeof value === 'number') {
      if (value >= 0 && !NAMES_ONE_THING.test(name)) amounts.push({ path, is: 'at-most', most: value })
      else others.push({ path, is: 'equal', value })
    } else if (typeof value === 'boolean') others.push({ path, is: 'equal', value })
    else if (typeof value === 'string') {
      const [, folder] = PLAIN_FILE.exec(value) ?? []
      if (folder !== undefined) folders.push({ path, is: 'under', folder })
      else if (PLAIN_TEXT.test(value) && !OUR_WORDS.test(value)) others.push({ path, is: 'equal', value })
    }
  }
  return [...folders, ...amounts, ...others]
}
