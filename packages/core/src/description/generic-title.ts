/**
 * The title of a call that no pack knows: the deed in the tool's own name, and what it is about as the arguments tell it. A
 * command, SQL, a mail, a file and an address are said as what they are. It names nothing that is not in the tool's name or
 * the arguments, and never uses the server's own title for the tool, which may mislead.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { clipVisible } from '../preview/clip-visible.ts'
import { measureBlob } from '../preview/base64-blob.ts'
import { findPairs } from './text-pairs.ts'
import { fillTitles, LONGEST_TITLE } from './title-template.ts'
import { listed, pathEnd, plainWords, siteOf } from './title-values.ts'
import type { TitleLanguage } from './title-values.ts'
import type { Titles } from './titles.ts'
import { deedOf } from './tool-deed.ts'

const MOST_ARGUMENTS = 3
const LONGEST_NAME = 32

/** What an argument of that name holds. The first kind that a call has an argument for gives its title. */
const COMMAND = ['command', 'cmd', 'shell_command', 'shellCommand', 'bash', 'script']
const SQL = ['sql', 'statement', 'sql_query', 'sqlQuery']
const CODE = ['code', 'expression', 'js', 'javascript', 'python']
const RECIPIENTS = ['to', 'recipients', 'recipient']
const SUBJECTS = ['subject']
const PATHS = [
  'path',
  'file_path',
  'filePath',
  'filepath',
  'filename',
  'file',
  'file_name',
  'fileName',
  'notebook_path',
]
const TEXTS = ['content', 'contents', 'text', 'file_text', 'fileText', 'new_content', 'newContent', 'data']

export function genericTitles(tool: string, args: JsonObject): Titles {
  const known = kindTitles(tool, args)
  if (known !== null) return known
  return { en: plainTitle(tool, args, 'en'), zh: plainTitle(tool, args, 'zh') }
}

function kindTitles(tool: string, args: JsonObject): Titles | null {
  const deed = deedOf(tool)
  const command = textNamed(args, COMMAND)
  if (command !== null) return fill(args, `Run: {${command}|command}`, `执行：{${command}|command}`)
  const sql = textNamed(args, SQL) ?? (deed.isQuery ? textNamed(args, ['query']) : null)
  if (sql !== null) return fill(args, `Run SQL: {${sql}|sql}`, `执行 SQL：{${sql}|sql}`)
  const code = textNamed(args, CODE)
  if (code !== null && deed.runs) return fill(args, `Run code: {${code}|command}`, `执行代码：{${code}|command}`)
  const to = RECIPIENTS.find((name) => isAddressList(args[name]))
  const subject = textNamed(args, SUBJECTS)
  if (to !== undefined && deed.sends) {
    return fill(
      args,
      `${deed.en} to {${to}|first}[: {${subject ?? 'subject'}}]`,
      `${deed.zh}${/[a-z0-9]$/i.test(deed.zh) ? ' ' : ''}给 {${to}|first}[：{${subject ?? 'subject'}}]`,
    )
  }
  const path = textNamed(args, PATHS)
  if (path !== null) {
    const pairs = findPairs(args)
    if (pairs.length > 0) {
      const count = { ...args, '@pairs': pairs.map(() => '') }
      return fill(
        count,
        `Edit {${path}|file}: {@pairs|count change/changes}`,
        `编辑 {${path}|file}：{@pairs|count 处修改}`,
      )
    }
    const text = textNamed(args, TEXTS)
    if (text !== null && deed.writes && measureBlob(args[text] as string) === null) {
      return fill(
        args,
        `${deed.verbEn} {${path}|file} ({${text}|lines})`,
        `${deed.verbZh} {${path}|file}（{${text}|lines}）`,
      )
    }
  }
  return null
}

function fill(args: JsonObject, en: string, zh: string): Titles | null {
  return fillTitles({ en, zh }, args)
}

function textNamed(args: JsonObject, names: readonly string[]): string | null {
  return names.find((name) => Object.hasOwn(args, name) && typeof args[name] === 'string' && args[name] !== '') ?? null
}

function isAddressList(value: JsonValue | undefined): boolean {
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value ?? null]
  return items.length > 0 && items.every((item) => typeof item === 'string' && item !== '')
}

/** `Delete contact 4711`; `Update order 17: status "shipped"`: what it is about stands first, then what becomes of it. */
function plainTitle(tool: string, args: JsonObject, language: TitleLanguage): string {
  const deed = language === 'zh' ? deedOf(tool).zh : deedOf(tool).en
  const told = tellingArguments(tool, args, language)
  const [first] = told
  const rest = told.slice(first?.aims === true ? 1 : 0)
  // Quotes before a colon read as JSON.
  const aimed = rest.length === 0 ? first?.text : first?.text.replace(/^"(.*)"$/, '“$1”')
  const aim = first?.aims === true ? (first.names ? ` ${aimed}` : ` ${first.key} ${aimed}`) : ''
  let title = `${deed}${aim}`
  const colon = language === 'zh' ? '：' : ': '
  let joined = ''
  for (const { key, text } of rest.slice(0, MOST_ARGUMENTS - (aim === '' ? 0 : 1))) {
    const said = FORCING.test(key) && text === 'true' ? key : `${key} ${text}`
    const next = joined === '' ? `${colon}${said}` : `${joined}, ${said}`
    if (title.length + next.length > LONGEST_TITLE) break
    joined = next
  }
  title += joined
  return clipVisible(title, LONGEST_TITLE)
}

interface TellingArgument {
  readonly key: string
  readonly text: string
  /** Says which thing it is about. */
  readonly aims: boolean
  /** Its value alone says so: `Delete contact 4711` rather than `Delete contact id 4711`. */
  readonly names: boolean
  readonly weight: number
}

/** Such a flag says how far it goes: by its name alone, where it is set. */
const FORCING = /^(force|recursive|hard|permanent(ly)?|purge|cascade|overwrite|everything)$/i

/** What an action is aimed at, then what it does; other arguments follow in the order they were sent. */
const TELLING: readonly { readonly pattern: RegExp; readonly aims: boolean; readonly names: boolean }[] = [
  { pattern: /^(action|method|operation)$/i, aims: false, names: false },
  { pattern: /(^|_)(ids?|key|uuid|sku|slug)$|[a-z]I[dD]s?$|(^|_)number$|[a-z]Number$/, aims: true, names: true },
  { pattern: /^(names?|titles?)$|_names?$|[a-z]Names?$/, aims: true, names: true },
  { pattern: /path|file|folder|director(y|ies)|url|uri|^(source|destination|target)$/i, aims: true, names: true },
  {
    pattern: /^(to|recipient|recipients|email|channel|user|username|owner|repo|repository|branch|table|database)$/i,
    aims: true,
    names: false,
  },
  { pattern: /name|title|subject/i, aims: false, names: false },
  {
    pattern: /^(query|amount|quantity|price|status|state|value|message|text|body|reason)$/i,
    aims: false,
    names: false,
  },
]

/** Before all other names, after what an action is called. */
const OWN = 0.5
/** After what it is aimed at. */
const FORCED = 4.5
/** After names: `team_id` of `create_issue` says where it stands, not which it is. */
const ANOTHERS = 2.5

/** `branch_id` of `delete_branch` says more than its `project_id`; `null`: its name does not tell whose it is. */
function placeIn(tool: string, key: string): number | null {
  if (FORCING.test(key) || key === 'mode') return FORCED
  if (key.length > 2 && tool.toLowerCase().split(/[_.-]/).slice(1).includes(key.toLowerCase())) return OWN
  const [, stem = ''] = /^([a-z_]{3,}?)_?(?:ids?|name|key|number)$/i.exec(key) ?? []
  if (stem === '') return null
  if (tool.toLowerCase().includes(stem.toLowerCase())) return OWN
  return /ids?$/i.test(key) ? ANOTHERS : null
}

function tellingArguments(tool: string, args: JsonObject, language: TitleLanguage): readonly TellingArgument[] {
  const told = Object.keys(args).flatMap((key): TellingArgument[] => {
    const text = toldValue(key, args[key] ?? null, language)
    if (text === null || text === '') return []
    const place = placeIn(tool, key)
    const found = TELLING.findIndex(({ pattern }) => pattern.test(key))
    const weight = place ?? found
    const kind = place === OWN ? { aims: true, names: true } : (TELLING[found] ?? { aims: false, names: false })
    return [
      {
        key: clipVisible(showInOneLine(key), LONGEST_NAME),
        text,
        aims: kind.aims,
        names: kind.names,
        weight: weight < 0 ? TELLING.length : weight,
      },
    ]
  })
  return told.toSorted((one, other) => one.weight - other.weight)
}

function toldValue(key: string, value: JsonValue, language: TitleLanguage): string | null {
  if (value === null || isJsonObject(value)) return null
  if (FORCING.test(key) && value === false) return null
  if (typeof value === 'string' && measureBlob(value) !== null) return null
  if (Array.isArray(value)) return value.length === 0 ? null : listed(value, 2, language)
  // JSON in a text says nothing in a few words.
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) return null
  if (typeof value === 'string' && /^[a-z][a-z0-9+.-]*:\/\//i.test(value)) return siteOf(value)
  if (typeof value === 'string' && /path|file|folder|director|^(source|destination)$/i.test(key))
    return pathEnd(value, 'path')
  const words = plainWords(value, 40)
  if (words === '') return null
  return typeof value === 'string' && words !== null && !/^[\w.@#+~:/-]+$/.test(words) ? `"${words}"` : words
}
