/**
 * What "once per session and scope" means for a call: the folder it writes to, the repository, the table. A person who
 * allowed one is asked again for another. Values are quoted, so that no value can pass for another scope.
 */
import type { Call } from '../call/call.ts'
import type { JsonValue } from '../json/json-value.ts'

const PATH_NAMES: ReadonlySet<string> = new Set(
  `path paths file files filepath filepaths filename directory dir folder sourcepath destinationpath targetpath oldpath
   newpath notebookpath root cwd workingdirectory`.split(/\s+/),
)

/** Paths only where they look like one; `to` may as well be a person. */
const MAYBE_PATH_NAMES: ReadonlySet<string> = new Set('source destination src dest target from to uri'.split(' '))

const PLACE_NAMES: ReadonlySet<string> = new Set(
  `owner repo repository repositoryid project projectid projectkey table tablename collection database databaseid schema
   dataset channel channelid board boardid workspace workspaceid bucket calendar calendarid spreadsheet spreadsheetid
   documentid base baseid team teamid organization org organizationid account accountid namespace cluster environment
   branch site siteid space spacekey queue topic index list listid`.split(/\s+/),
)

export function scopeOf(call: Call): string {
  const folders = new Set<string>()
  const places = new Map<string, string>()
  for (const argument in call.arguments) {
    const value = call.arguments[argument] ?? null
    const name = argument.replace(/[^A-Za-z]/g, '').toLowerCase()
    if (PATH_NAMES.has(name) || (MAYBE_PATH_NAMES.has(name) && looksLikePath(value))) addFolders(value, folders)
    else if (PLACE_NAMES.has(name) || MAYBE_PATH_NAMES.has(name)) places.set(name, JSON.stringify(value))
  }
  const parts = [...folders].toSorted().map((folder) => `folder ${JSON.stringify(folder)}`)
  for (const name of [...places.keys()].toSorted()) parts.push(`${name} ${places.get(name) ?? ''}`)
  return parts.length === 0 ? `tool ${JSON.stringify(call.tool)}` : parts.join(', ')
}

function addFolders(value: JsonValue, folders: Set<string>): void {
  if (typeof value === 'string') folders.add(folderOf(value))
  else if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) addFolders(item, folders)
  else if (value !== null) folders.add(JSON.stringify(value))
}

/** The folder a path stands in, `..` resolved by text alone, so that `a/../../etc/x` is not the folder `a`. */
function folderOf(path: string): string {
  const absolute = /^[/\\]/.test(path)
  const kept: string[] = []
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (segment !== '..' || !absolute) kept.push(segment)
  }
  if (kept.at(-1) !== '..') kept.pop()
  return `${absolute ? '/' : ''}${kept.join('/')}` || '.'
}

function looksLikePath(value: JsonValue): boolean {
  return typeof value === 'string' && /[/\\]/.test(value)
}
