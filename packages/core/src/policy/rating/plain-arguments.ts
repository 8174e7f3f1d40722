/**
 * One look at a call's arguments before the raters look: most calls send a few short words and numbers under ordinary
 * names, and of those most raters can only say that they find nothing. The look answers for the raters that it names
 * below; where it is not sure, they look themselves. It rates nothing.
 */
import type { JsonObject } from '../../json/json-value.ts'

/** Names under which statements are found (`query-argument.ts`); `sql` and `statement` are among them. */
export const QUERY_NAME: RegExp = /sql|quer(?:y|ies)|statement|cypher|graphql|mutation/i

export interface ArgumentsLook {
  /**
   * Nothing but words, numbers, truth values and `null`, none inside another: no path, no host, no address, no list,
   * nothing that hides and nothing beyond ASCII. Holds for names and values.
   */
  readonly plain: boolean
  /** Plain, and no name says that a statement is under it. */
  readonly withoutQuery: boolean
}

const NOT_PLAIN: ArgumentsLook = { plain: false, withoutQuery: false }
const PLAIN: ArgumentsLook = { plain: true, withoutQuery: true }
const PLAIN_WITH_QUERY: ArgumentsLook = { plain: true, withoutQuery: false }

const PLAIN_TEXT = /^[\w -]*$/
const MOST_ARGUMENTS = 50
const LONGEST_TEXT = 1000

/** Names of arguments come again and again. */
const NAMES = new Map<string, ArgumentsLook>()
const MOST_NAMES = 2000
const LONGEST_NAME = 80

/** Several raters ask about one call in turn. Only plain arguments are kept, which are short. */
let latest: JsonObject | null = null
let latestLook = NOT_PLAIN

export function lookAtArguments(sent: JsonObject): ArgumentsLook {
  if (sent === latest) return latestLook
  const found = look(sent)
  if (found.plain) {
    latest = sent
    latestLook = found
  }
  return found
}

function look(sent: JsonObject): ArgumentsLook {
  let found = PLAIN
  let left = MOST_ARGUMENTS
  for (const name in sent) {
    if (--left < 0) return NOT_PLAIN
    const byName = lookAtName(name)
    if (!byName.plain) return NOT_PLAIN
    if (!byName.withoutQuery) found = byName
    const value = sent[name]
    if (typeof value === 'string') {
      if (value.length > LONGEST_TEXT || !PLAIN_TEXT.test(value)) return NOT_PLAIN
    } else if (typeof value === 'object' && value !== null) return NOT_PLAIN
  }
  return found
}

function lookAtName(name: string): ArgumentsLook {
  const known = NAMES.get(name)
  if (known !== undefined) return known
  if (name.length > LONGEST_NAME || !PLAIN_TEXT.test(name)) return NOT_PLAIN
  const found = QUERY_NAME.test(name) ? PLAIN_WITH_QUERY : PLAIN
  if (NAMES.size >= MOST_NAMES) NAMES.clear()
  NAMES.set(name, found)
  return found
}
