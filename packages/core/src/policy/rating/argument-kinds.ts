/**
 * What kind of value an argument holds, by its name alone. Only names that are known to hold text, search terms,
 * places, ids or names of fields are taken as such; under any other name a word such as "delete" is something to do.
 *
 * `action`: the word says what is done (`method`, `command`). `mode`: it may well (`mode`, `args`). `prose` and `code`:
 * text that is stored or searched for, SQL and the like, which other raters read. `named`: a place, an id, a field.
 * `open`: unknown.
 */
export type ArgumentKind = 'action' | 'mode' | 'prose' | 'code' | 'named' | 'open'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const ACTION_NAME =
  /^(?:http|request|rest)?[^a-z]*(?:action|method|operation|verb|(?:sub)?command|(?:sub)?cmd|op)s?[^a-z]*(?:type|name)?$/i
const COMMAND_NAME = /^(?:shell|bash)?[^a-z]*(?:command|cmd)s?[^a-z]*(?:line)?$|^(?:shell|bash|argv)$/i
const OVERRIDE_NAME = /method[^a-z]*override|override[^a-z]*method/i

/** By the last word of a name, without a plural `s`. */
const ACTIONS = words('action method operation verb command subcommand cmd op')
/** `payment_method` is chosen, not done. */
const CHOSEN = words(
  'payment shipping delivery contact auth authentication billing login calculation sampling aggregation',
)
const MODES = words(
  'mode operationid intent task step do function fn func procedure proc rpc instruction directive arg argv argument flag cli script shell bash powershell exec expression eval program',
)
const PROSE = words(`
  query q search searchterm term keyword phrase text message subject title description summary comment note body caption prompt
  question answer reason rationale purpose explanation feedback review reply observation paragraph sentence word bio
  thought thinking goal problem symptom error requirement usecase hypothesis conclusion scenario
  headline abstract alt quote transcript instructions label tag category topic markdown html
  sql statement cypher graphql gql promql jql cql kql logql
`)
const CODE = words(`
  content contents oldtext newtext oldstring newstring oldstr newstr filetext inserttext string str snippet patch diff
  replacement sourcecode css json yaml xml svg template
`)
const NAMED = words(`
  name path file filename filepath dir directory folder cwd root url uri href link host hostname domain site address owner repo
  repository project table collection database db schema dataset channel board workspace bucket calendar spreadsheet sheet
  document team organization organisation org account namespace cluster environment env branch ref sha commit base head
  revision space queue group tenant user username author assignee reviewer creator member email login recipient
  id uuid guid key slug sku number cursor token hash digest etag after before since until version
  sort sortby sortorder order orderby orderbys field fieldname column select include exclude expand groupby property
  attribute pattern glob regex regexp language lang locale timezone tz currency country city region date time timestamp
  encoding mimetype contenttype charset
`)

const KNOWN = new Map<string, ArgumentKind>()
const MOST_KNOWN = 2000
const LONGEST_NAME = 80

export function kindOfArgument(name: string): ArgumentKind {
  const known = KNOWN.get(name)
  if (known !== undefined) return known
  const kind = name.length > LONGEST_NAME ? 'open' : findKind(name)
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear()
  KNOWN.set(name, kind)
  return kind
}

/** Whether a line for a shell or for a program is expected. */
export function isCommandName(name: string): boolean {
  return name.length <= LONGEST_NAME && COMMAND_NAME.test(name)
}

function findKind(name: string): ArgumentKind {
  if (ACTION_NAME.test(name) || OVERRIDE_NAME.test(name)) return 'action'
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
  const whole = parts.join('')
  const last = parts.at(-1) ?? ''
  for (const word of [whole, withoutPlural(whole), last, withoutPlural(last)]) {
    if (ACTIONS.has(word)) return CHOSEN.has(parts[0] ?? '') ? 'open' : 'mode'
    if (MODES.has(word)) return 'mode'
    if (CODE.has(word)) return 'code'
    if (PROSE.has(word)) return 'prose'
    if (NAMED.has(word)) return 'named'
  }
  return 'open'
}

function withoutPlural(word: string): string {
  return word.length > 2 && word.endsWith('s') ? word.slice(0, -1) : word
}
