/**
 * What "once per session and scope" means for a call: the folder it writes to, the repository, the table. A person who
 * allowed one is asked again for another. Values are quoted, so that no value can pass for another scope.
 *
 * Places are looked for at every depth: by the names of arguments (`output_path`, `targetRepo`), by values that may
 * name one under any name (`place-values.ts`), and by keys that do. Every value counts, whole, under its argument's own
 * name: a move from A to B does not open one from B to A, and `Repo` does not hide `repo`. Only a call in which nothing
 * may be a place (a note, a memory) has its tool for a scope, so a later call with a place in it is outside. Nothing is
 * cut to be compared: a call with too many places, or too long ones, has no scope and is asked each time.
 *
 * A file inside a project (a repository or the like on this machine) has the whole project for its place: work there
 * goes through many folders. What is a project is the port's knowledge; paths on another machine never are in one.
 */
import type { Call } from '../call/call.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { isBlob, isTextArgument, mayNamePlace } from './rating/place-values.ts'
import { launchPaths } from './rating/server-launch.ts'

const FILE_NAME = /(?:paths?|files?|filenames?|notebook)$/
/** `repo_path` is the repository itself: the folder it stands in would hold others as well. */
const FOLDER_NAME =
  /(?:dirs?|directory|directories|folders?|cwd|root|(?:repo|repository|project|workspace|root|dir|directory|folder|base|worktree)paths?)$/
const ADDRESS_NAME = /(?:ur[il]s?|href|endpoint|webhook|host|hostname|domain)$/
const PLACE_NAME =
  /(?:owner|repo|repository|project|table|collection|database|schema|dataset|channel|board|workspace|bucket|calendar|spreadsheet|document|team|organi[sz]ation|org|account|namespace|cluster|environment|branch|site|space|queue|topic|sheet|group|tenant|recipient|destination|source|target|folder|parent|payee|beneficiary|iban|wallet|phone|mobile|chat|guild|invitee|attendee|participant|share(?:d)?with|audience|visibility|mailbox|inbox|drive|vault|server|device|machine|remote|registry|realm|connection|container)(?:ids?|keys?|names?|slug|s)?$/
/** Too short to be looked for at the end of other words. */
const SHORT_PLACE_NAME = /^(?:src|dest|dst|from|to|cc|bcc|base|baseid|index|list|listid|db|room|room_?id)$/

const ABSOLUTE = /^(?:[/\\~]|\.{1,2}(?:[/\\]|$)|[A-Za-z]:[/\\]|file:|\$\{?\w|%\w+%)/
/** A line of code that begins like a path. */
const COMMENT = /^\/(?:\/\s|\*[\s*])/
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i
const RELATIVE = /^[^\s/\\]+(?:[/\\][^\s/\\]+)+$/

/** Longer ones are not looked up on the disk: their folder is the place then. */
const LONGEST_LOOKED_UP = 1024
const LONGEST_SCOPE = 2000
const MOST_VALUES = 5000

export interface ProjectFolders {
  /**
   * The project folder that the file at this path belongs to, or `null`: none, or one that would take in too much, or a
   * file in it that is not ordinary work (its `.git`, hidden folders, installed packages). `given`: the paths that the
   * server was started with; one may be a folder that it was given to work in.
   */
  projectOf(path: string, given: readonly string[]): string | null
}

/** For processes that see no files (a browser, a test of something else). */
export const NO_PROJECTS: ProjectFolders = { projectOf: () => null }

/**
 * `place`: every place in the arguments. `tool`: the tool alone. `site`: the sites of its addresses, whatever the page.
 * A list: the places in these arguments, and in no other.
 */
export type ScopeGrain = 'place' | 'tool' | 'site' | readonly string[]

/** Label → values. */
type Places = Map<string, Set<string>>

interface Search {
  left: number
  readonly sites: boolean
  readonly projects: ProjectFolders
  readonly given: readonly string[]
}

export function scopeOf(
  call: Call,
  projects: ProjectFolders = NO_PROJECTS,
  grain: ScopeGrain = 'place',
): string | null {
  if (grain === 'tool') return `tool ${JSON.stringify(call.tool)}`
  const budget: Search = {
    left: MOST_VALUES,
    sites: grain === 'site',
    projects: call.server.transport === 'stdio' ? projects : NO_PROJECTS,
    given: launchPaths(call.server),
  }
  const places: Places = new Map()
  if (typeof grain === 'string') addObject(call.arguments, places, budget, NO_ARGUMENT)
  else addNamed(call.arguments, grain, places, budget)
  const scope = places.size === 0 ? `tool ${JSON.stringify(call.tool)}` : inWords(places)
  return budget.left < 0 || scope.length > LONGEST_SCOPE ? null : scope
}

/**
 * Only these arguments. One that does not look like a place still counts as one: the pack that names it knows the tool.
 */
function addNamed(object: JsonObject, names: readonly string[], places: Places, search: Search): void {
  for (const name of names) {
    const value = Object.hasOwn(object, name) ? (object[name] ?? null) : null
    const found: Places = new Map()
    addObject({ [name]: value }, found, search, NO_ARGUMENT)
    if (found.size === 0) add(places, name, value)
    else for (const [role, values] of found) for (const quoted of values) addQuoted(places, role, quoted)
  }
}

function inWords(places: Places): string {
  const parts: string[] = []
  for (const [name, values] of places) for (const value of values) parts.push(`${name} ${value}`)
  return parts.toSorted().join(', ')
}

/** `name` in small letters alone, by which places are compared; `key` as it was sent. */
interface Argument {
  readonly name: string
  readonly key: string
}

const NO_ARGUMENT: Argument = { name: '', key: '' }

function addObject(object: JsonObject, places: Places, budget: Search, parent: Argument): void {
  for (const key in object) {
    const value = object[key] ?? null
    if (/[/\\]/.test(key)) addFile(key, parent.name, places, budget)
    else if (mayNamePlace(key, 'text')) add(places, label(parent.name, 'address'), key)
    const name = key.replace(/[^A-Za-z]/g, '').toLowerCase()
    // `{path: {value: …}}`: a key that only says "here it is" speaks for the one above.
    const above = /^(?:value|name|id|text|href|)$/.test(name) && parent.name !== ''
    addValue(
      value,
      above ? { name: parent.name, key: name === 'text' ? key : parent.key } : { name, key },
      places,
      budget,
    )
  }
}

function addValue(value: JsonValue, argument: Argument, places: Places, budget: Search): void {
  const { name } = argument
  if (--budget.left < 0) return
  if (typeof value === 'object' && value !== null) {
    if (Array.isArray(value)) addList(value as readonly JsonValue[], argument, places, budget)
    else addObject(value as JsonObject, places, budget, argument)
  } else if (typeof value === 'string') {
    addText(value, argument, places, budget)
  } else if (value !== null && (isPlaceOfAnyKind(name) || isLongNumber(value, argument.key))) {
    add(places, name, value)
  }
}

/** Several things in one call stay apart, so that `a → b, b → a` is not `a → a, b → b`. */
function addList(list: readonly JsonValue[], argument: Argument, places: Places, budget: Search): void {
  const apart = list.length > 1
  for (const item of list) {
    if (!apart || typeof item !== 'object' || item === null) {
      addValue(item, argument, places, budget)
      continue
    }
    const own: Places = new Map()
    addValue(item, argument, own, budget)
    if (own.size > 0) add(places, 'each', inWords(own))
  }
}

function addText(text: string, { name, key }: Argument, places: Places, budget: Search): void {
  const value = text.trim()
  if (isBlob(value, key)) return
  const isText = isTextArgument(key)
  // Lines of text begin with an address or a path as often as not; elsewhere a line break hides none.
  const whole = value !== '' && !(isText && /[\r\n]/.test(value))
  if (whole && ADDRESS.test(value) && !/^file:/i.test(value))
    add(places, label(name, 'address'), addressOf(value, budget.sites))
  else if (FOLDER_NAME.test(name)) add(places, label(name, 'folder'), collapse(value))
  else if (FILE_NAME.test(name)) addFile(value, name, places, budget)
  else if (isPlaceName(name) && !(whole && /[/\\]/.test(value))) add(places, name, text)
  else if (ADDRESS_NAME.test(name)) add(places, name, value)
  else if (whole && ABSOLUTE.test(value) && !(isText && COMMENT.test(value))) addFile(value, name, places, budget)
  // What stands in `a/b` is not known: a path, a repository, a type. All of it is the place.
  else if (whole && (RELATIVE.test(value) || isPlaceName(name) || mayNamePlace(value, key))) add(places, name, value)
}

/**
 * The project of a file, or the folder it stands in. They are named apart: leave for a folder is none for what is below
 * it.
 */
function addFile(path: string, name: string, places: Places, { projects, given }: Search): void {
  const project = path.length <= LONGEST_LOOKED_UP && ABSOLUTE.test(path) ? projects.projectOf(path, given) : null
  if (project === null) add(places, label(name, 'folder'), folderOf(path))
  else add(places, label(name, 'project'), project)
}

function isPlaceName(name: string): boolean {
  return PLACE_NAME.test(name) || SHORT_PLACE_NAME.test(name)
}

/** A number may be an address as well: 3405803785 is 203.0.113.9. */
function isPlaceOfAnyKind(name: string): boolean {
  return isPlaceName(name) || FILE_NAME.test(name) || FOLDER_NAME.test(name) || ADDRESS_NAME.test(name)
}

/** A telephone number, or a machine's address as one number, under a name that is not known to hold amounts or ids. */
function isLongNumber(value: JsonValue, key: string): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1e7 && mayNamePlace(String(value), key)
}

function add(places: Places, name: string, value: JsonValue): void {
  addQuoted(places, name, JSON.stringify(value))
}

function addQuoted(places: Places, name: string, quoted: string): void {
  const known = places.get(name)
  if (known === undefined) places.set(name, new Set([quoted]))
  else known.add(quoted)
}

/** Plain names of a path say nothing more than "folder"; every other name is a role of its own. */
function label(name: string, kind: string): string {
  return /^(?:|paths?|files?|filepaths?|filenames?|dir|directory|folder|ur[il])$/.test(name) ? kind : `${name} ${kind}`
}

/**
 * The folder a path stands in. A name that is encoded, or has a host or a scheme before it, leads elsewhere, and stays.
 */
function folderOf(path: string): string {
  const collapsed = collapse(path)
  const cut = collapsed.lastIndexOf('/')
  if (collapsed.endsWith('..') || /[%:@]/.test(collapsed.slice(cut + 1))) return collapsed
  return cut > 0 ? collapsed.slice(0, cut) : cut === 0 ? '/' : '.'
}

/**
 * `..` resolved by text alone, so that `a/../../etc/x` is not in the folder `a`; what stands before it is never `~` or
 * `C:`.
 */
function collapse(path: string): string {
  const forward = path.replaceAll('\\', '/')
  const absolute = forward.startsWith('/')
  const kept: string[] = []
  for (const segment of forward.split('/')) {
    if (segment === '' || segment === '.') continue
    const before = kept.at(-1)
    const fixed = before === undefined || before === '..' || (kept.length === 1 && /^[~$%]|:$/.test(before))
    if (segment === '..' && !fixed) kept.pop()
    else if (segment !== '..' || !absolute) kept.push(segment)
  }
  return `${absolute ? '/' : ''}${kept.join('/')}` || '.'
}

/** Origin, folder and query: the page within the folder may differ. Of a site, only the origin counts. */
function addressOf(address: string, sites: boolean): string {
  const [, origin = '', path = '', query = ''] = /^([^/]*\/\/[^/?#]*)([^?#]*)(\?[^#]*)?/.exec(address) ?? []
  if (sites) return origin.toLowerCase()
  const folder = path === '' || path === '/' ? '' : folderOf(path)
  return `${origin.toLowerCase()}${folder === '/' ? '' : folder}${query}`
}
