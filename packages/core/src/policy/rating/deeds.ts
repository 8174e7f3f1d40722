/**
 * Deeds in values and keys of arguments whose names do not say that they are actions. A short text acts where one of
 * its words is a deed (`delete`, `harddelete`, `users.delete`); one of many words only where it begins with one, as a
 * command does. Nouns that are verbs as well (`release`, `order`) act only where a mode or a command is expected. Past
 * forms (`deleted`) name a state.
 */
import type { JsonValue } from '../../json/json-value.ts'
import { DEEDS, gluedVerb, PLAIN_CHANGES } from './glued-verbs.ts'
import { HIGH_VERBS, THINGS_TOO } from './verb-lists.ts'
import { splitName } from './verbs.ts'
import type { VerbFinding } from './verbs.ts'

/** Beyond these a text is no command, and only its beginning counts. */
const SHORT_TEXT = 200
const FEW_WORDS = 8
const LONGEST_QUERY = 20_000

/**
 * Of a command or a mode. `open`, `new` and the like are states as often, and are left to arguments that are named for
 * actions.
 */
const MODE_CHANGES: ReadonlySet<string> = new Set('put patch set edit move add push commit'.split(' '))

/** The whole of a value under any name. Nouns and states (`type: order`, `side: buy`, `sky: clear`) are left out. */
const STATES: ReadonlySet<string> = new Set(
  'clear correct sign share ship mint stake buy sell swap book settle launch receive kick'.split(' '),
)
const WHOLE_VALUES: ReadonlySet<string> = new Set(
  [...HIGH_VERBS].filter((verb) => !THINGS_TOO.has(verb) && !STATES.has(verb)),
)
/** Programs that change what they are given, or run it, at the beginning of a command. */
const PROGRAM =
  /^(?:sudo\s+)?(?:rm|rmdir|del|dd|mkfs\S*|mv|chmod|chown|kill|pkill|killall|sudo|su|bash|sh|zsh|cmd|powershell|pwsh|eval|exec|shred|truncate|unlink)\s+\S/i

/** A quick look, so that most values cost one pass. */
const COMMANDS = '^(?:sudo|su|bash|sh|zsh|cmd|powershell|pwsh|dd|mkfs|mv|pkill|rm|del|exec|eval)\\b'
const MAY_ACT = new RegExp(
  [...DEEDS, ...PLAIN_CHANGES, 'PUT|PATCH|POST', COMMANDS, `^(?:${[...WHOLE_VALUES].join('|')})$`].join('|'),
  'i',
)
const MAY_BE_MODE = new RegExp([MAY_ACT.source, ...HIGH_VERBS, ...MODE_CHANGES].join('|'), 'i')
const PLAIN_TEXT = /^[ -~\s]*$/
/** A place, which says nothing of what is done there: a path, an address, a mailbox. */
const PLACE = /[/\\@]/

/** Options that make a change a grave one. */
const GRAVE_OPTION =
  /(?:^|\s)(?:--?(?:force(?:-with-lease)?|hard|delete|purge|prune|mirror|yes|no-preserve-root)|-(?:f|rf|fr|y|D))(?=\s|=|$)/
const WRITING_METHOD = /^(?:PUT|PATCH|POST|DELETE)$/
const METHOD_OVERRIDE = /method[-_ ]?override\W{1,4}(?:put|patch|post|delete)\b/i

/** Stages and operators of a document database that write or run code. */
const WRITING_OPERATOR = /^\$(?:out|merge|function|accumulator|where|eval|killop)$/i
/** Operators of an update; the second ones are as well stages and sums of a pipeline, which is a list. */
const UPDATE_OPERATOR = /^\$(?:inc|mul|rename|setOnInsert|currentDate|pull|pullAll|pushAll|pop|bit)$/i
const UPDATE_OUTSIDE_LISTS = /^\$(?:set|unset|push|addToSet)$/i
const OPERATOR_IN_TEXT = /["']?\$(?:out|merge|function|accumulator|where|eval)["']?\s*:/i
const SHELL_CALL =
  /\bdb\s*\.[\w.\s()'"-]{0,100}\.\s*(?:delete|remove|drop|update|insert|replace|create|rename|bulkWrite|findAndModify|findOneAnd(?:Delete|Update|Replace)|save|mapReduce|runCommand)\w*\s*\(/i
const MUTATION = /^[\s,\ufeff]*(?:#[^\n]*\n[\s,]*)*mutation\b[^{}]*\{/i
/**
 * Other languages of queries: Kusto's commands, Splunk's and Flux' ends of a pipe, Gremlin's steps, SPARQL's updates.
 */
const QUERY_WRITES = [
  /^\s*\.(?:drop|create|alter|delete|clear|set|append|ingest|rename|move|replace|purge|execute|enable|disable|add|attach|detach|export|undo|cancel|restore)\b/i,
  /\|\s*(?:delete|outputlookup|outputcsv|collect|mcollect|sendemail|sendalert|script)\b/i,
  /\|>\s*(?:[a-z]+\.)?to\s*\(/,
  /\bg\s*\.[^]{0,400}\.\s*(?:drop|addV|addE|property|mergeV|mergeE)\s*\(|\bg\s*\.\s*(?:addV|addE|mergeV|mergeE)\s*\(/,
  /\b(?:insert|delete)\s+(?:data\s*)?\{|^\s*(?:clear|drop)\s+(?:silent\s+)?(?:all|default|named|graph\s*<)/i,
]
/** A quick look, so that most texts cost one pass. */
const MAY_WRITE = /[$|{?]|db|\bg\s*\.|^\s*(?:\.|clear|drop)/i
/** Deeds in other writing; in short values alone. */
const OTHER_WRITING =
  /删除|刪除|移除|清空|销毁|銷毀|覆盖|发送|發送|付款|转账|轉帳|执行|執行|削除|消去|破棄|送信|送金|実行|삭제|제거|전송|송금|실행|удал|стере|стира|отправ|выполн|оплат|حذف|أرسل|إرسال|מחק|שלח|διαγρα|ลบ|हटा|मिटा/u
const FEW_LETTERS = 40
const ACTION_IN_ADDRESS = /[?&](?:_?method|x-http-method-override|action|op|operation|cmd|command|do)=([A-Za-z_-]+)/gi

/** As the name of a flag or a member that is set: `{delete: true}`, `{deleteMany: [...]}`. */
const KEY_DEEDS: ReadonlySet<string> = new Set(
  'delete destroy purge wipe erase truncate kill overwrite send publish deploy execute revoke terminate uninstall'.split(
    ' ',
  ),
)
const KEY_ALONE: ReadonlySet<string> = new Set('remove drop insert upsert update'.split(' '))

/** As flags alone: `commit: 3f2a…` names one, `commit: true` makes one. */
const FLAGS: ReadonlySet<string> = new Set(
  'apply commit reset merge install restore rollback submit cancel approve notify write run create cleanup expunge fix autofix inplace persist'.split(
    ' ',
  ),
)
const KEY_MAY_ACT = new RegExp([...KEY_DEEDS, ...KEY_ALONE, ...FLAGS].join('|'), 'i')

/** `isMode`: a command or a mode is expected, so every high verb counts. */
export function verbInText(text: string, isMode: boolean): VerbFinding | null {
  const isPlain = PLAIN_TEXT.test(text)
  const value = isPlain ? text.trim() : text.normalize('NFKC').trim()
  if (!isPlain && value.length <= FEW_LETTERS && !PLACE.test(value)) {
    const [written] = OTHER_WRITING.exec(value.toLowerCase()) ?? []
    if (written !== undefined) return high(written)
  }
  if (!(isMode ? MAY_BE_MODE : MAY_ACT).test(value) || (PLACE.test(value) && !/\s/.test(value))) return null
  if (WRITING_METHOD.test(value)) return high(value.toLowerCase())
  if (METHOD_OVERRIDE.test(value)) return high('method override')
  if (PROGRAM.test(value)) return high(value.split(/\s/, 1)[0]?.toLowerCase() ?? '')
  const found = splitName(value.slice(0, SHORT_TEXT))
  const few = value.length <= SHORT_TEXT && found.length <= FEW_WORDS
  let changes: string | null = null
  for (const [index, word] of found.entries()) {
    if (!few && index > 0) break
    if (DEEDS.has(word) || (isMode && HIGH_VERBS.has(word))) return high(word)
    if (found.length === 1 && WHOLE_VALUES.has(word)) return high(word)
    const glued = word.length > 5 ? gluedVerb(word) : null
    if (glued !== null && DEEDS.has(glued)) return high(glued)
    const alone = isMode || found.length === 1
    if (alone && (PLAIN_CHANGES.has(word) || (isMode && MODE_CHANGES.has(word)))) changes ??= word
  }
  if (changes === null) return null
  return GRAVE_OPTION.test(value) ? high(changes) : { verb: changes, risk: 'medium', kind: 'change' }
}

/**
 * What writes by its form, also among search terms and places: a pipeline that stores, a mutation, a method in an
 * address.
 */
export function deedOfStatement(text: string): VerbFinding | null {
  if (!MAY_WRITE.test(text)) return null
  if (text.includes('$') && OPERATOR_IN_TEXT.test(text)) return high('$out')
  if (text.includes('db') && SHELL_CALL.test(text)) return high('write')
  if (MUTATION.test(text)) return high('mutation')
  if (text.length <= LONGEST_QUERY && QUERY_WRITES.some((writes) => writes.test(text))) return high('write')
  if (!text.includes('?') || !text.includes('=')) return null
  for (const [, word = ''] of text.matchAll(ACTION_IN_ADDRESS)) {
    const deed = /^(?:put|patch)$/i.test(word) ? high(word.toLowerCase()) : verbInText(word, true)
    if (deed?.risk === 'high') return deed
  }
  return null
}

/** A key that acts by what it is called. `inList`: it stands somewhere in a list, as the stages of a pipeline do. */
export function deedOfKey(key: string, value: JsonValue, inList: boolean): VerbFinding | null {
  if (key.startsWith('$')) {
    const operator = key.trim()
    if (WRITING_OPERATOR.test(operator)) return high(operator.toLowerCase())
    const updates = UPDATE_OPERATOR.test(operator) || (!inList && UPDATE_OUTSIDE_LISTS.test(operator))
    return updates ? { verb: operator.toLowerCase(), risk: 'medium', kind: 'change' } : null
  }
  if (!mayAct(key) || !isSet(value)) return null
  const found = splitName(key)
  const [first = ''] = found
  if (found.length === 1 && KEY_ALONE.has(first)) {
    return HIGH_VERBS.has(first) ? high(first) : { verb: first, risk: 'medium', kind: 'change' }
  }
  if (found.length === 1 && FLAGS.has(first)) return isTrue(value) ? high(first) : null
  if (found.length > 1 && !isTrue(value) && !(typeof value === 'object' && KEY_DEEDS.has(first))) return null
  const deed = found.find((word) => KEY_DEEDS.has(word))
  return deed === undefined ? null : high(deed)
}

/** Names of arguments come again and again. */
const SEEN_KEYS = new Map<string, boolean>()
const MOST_SEEN = 2000
const LONGEST_SEEN = 80

function mayAct(key: string): boolean {
  const seen = SEEN_KEYS.get(key)
  if (seen !== undefined) return seen
  const acts = KEY_MAY_ACT.test(key)
  if (key.length <= LONGEST_SEEN) {
    if (SEEN_KEYS.size >= MOST_SEEN) SEEN_KEYS.clear()
    SEEN_KEYS.set(key, acts)
  }
  return acts
}

function isTrue(value: JsonValue): boolean {
  return value === true || value === 1 || (typeof value === 'string' && /^(?:true|yes|on|1)$/i.test(value))
}

function isSet(value: JsonValue): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return value !== false && value !== null && value !== 0 && value !== ''
}

function high(verb: string): VerbFinding {
  return { verb, risk: 'high', kind: 'high' }
}
