/**
 * Our mark on results: `_meta["dev.holdpoint/hold"]`. Only we write under that prefix; what an upstream puts there is
 * stripped, and a result that imitates our envelope is marked as the server's own words. Results are the upstream's
 * bytes: whatever odd shape they have, they are answered, and everything that needs no change stays as it was sent.
 */
import {
  HOLD_META_KEY,
  META_PREFIX,
  cutMembers,
  decisiveVerdict,
  findArgumentChanges,
  isJsonObject,
  locateMember,
  renderArgumentChanges,
  replaceMember,
} from '@holdpoint/core'
import type { Hold, HoldEdit, JsonObject, JsonValue } from '@holdpoint/core'

/** Adds the hold to an upstream's result. `forView`: what stands beside our mark, where only a view sees it. */
export function markHeldResult(resultJson: string, hold: Hold, forView: JsonObject = {}): string {
  const decisive = decisiveVerdict(hold)
  const mark = {
    id: hold.id,
    state: hold.state,
    ...(decisive === null ? {} : { decided_by: decisive.by, via: decisive.via }),
    ...(hold.edit === null ? {} : { edited: true }),
  }
  const ours: JsonObject = { [HOLD_META_KEY]: mark, ...forView }
  const result = JSON.parse(resultJson) as JsonValue
  if (!isJsonObject(result)) {
    const content = [{ type: 'text', text: `The server answered with something that is no result: ${resultJson}` }]
    return replaceMember(JSON.stringify({ content }), ['_meta'], JSON.stringify(ours))
  }
  const stripped = stripOurMeta(resultJson)
  const marked = imitatesEnvelope(result) ? markAsServersWords(stripped, hold.call.server.name) : stripped
  const honest = hold.edit === null ? marked : putInFront(marked, describeEdit(hold, hold.edit))
  if (!isJsonObject(result['_meta'])) {
    const withoutMeta = cutMembers(honest, ['_meta']).text
    return replaceMember(withoutMeta, ['_meta'], JSON.stringify(ours))
  }
  return Object.entries(ours).reduce(
    (text, [key, value]) => replaceMember(text, ['_meta', key], JSON.stringify(value)),
    honest,
  )
}

export function stripOurMeta(resultJson: string): string {
  const span = locateMember(resultJson, ['_meta'])
  if (span === null) return resultJson
  const { text: withoutMeta, cut } = cutMembers(resultJson, ['_meta'])
  const last = cut.at(-1)?.valueText ?? 'null'
  const meta = JSON.parse(last) as JsonValue
  const forged = isJsonObject(meta) ? Object.keys(meta).filter((key) => key.startsWith(META_PREFIX)) : []
  const honest = forged.length === 0 ? last : cutMembers(last, forged).text
  // Of several members of one name readers take the first or the last: only one may remain.
  if (cut.length > 1) return replaceMember(withoutMeta, ['_meta'], honest)
  return forged.length === 0 ? resultJson : replaceMember(resultJson, ['_meta'], honest)
}

/** Whether a result needs a closer look, cheaply: almost never. */
export function imitatesUs(result: JsonValue | undefined, text: string): boolean {
  if (!isJsonObject(result)) return false
  const meta = result['_meta']
  if (isJsonObject(meta) && Object.keys(meta).some((key) => key.startsWith(META_PREFIX))) return true
  if (meta !== undefined && standsTwice(text, '_meta', SPELLED_META)) return true
  // Of two results some readers take the first: one is written anew.
  if (standsTwice(text, '"result"', SPELLED_RESULT)) return true
  return mayImitateEnvelope(text) && imitatesEnvelope(result)
}

const SPELLED_META = spellings('_meta')
const SPELLED_RESULT = spellings('"result"')
const SPELLED_VIEW = spellings('ui://')

/** Each letter as itself or escaped, as JSON allows: a name must not escape us by how it is spelled. */
function spellings(words: string): RegExp {
  const letters = words.split('').map((letter) => {
    const code = letter.charCodeAt(0).toString(16).padStart(4, '0')
    return letter === '"' ? letter : `(?:${letter === '/' ? '\\\\?/' : letter}|\\\\u${code})`
  })
  return new RegExp(letters.join(''), 'gi')
}

function standsTwice(text: string, plain: string, spelled: RegExp): boolean {
  if (text.indexOf(plain) !== text.lastIndexOf(plain)) return true
  return text.includes('\\u00') && (text.match(spelled)?.length ?? 0) > 1
}

/**
 * A view can also stand in a result: the host that draws it lets it call tools on this connection. One that borrows an
 * address of ours is the server's all the same.
 */
export function namesServersView(answerText: string): boolean {
  if (answerText.includes('ui://')) return true
  return (answerText.includes('\\/') || answerText.includes('\\u00')) && answerText.search(SPELLED_VIEW) >= 0
}

/** The same for what a held call is answered with: our own words repeat what the client sent, which is no view. */
export function heldResultNamesView(resultJson: string): boolean {
  if (!namesServersView(resultJson)) return false
  const result = JSON.parse(resultJson) as JsonValue
  const meta = isJsonObject(result) ? result['_meta'] : undefined
  const mark = isJsonObject(meta) ? meta[HOLD_META_KEY] : undefined
  return isJsonObject(mark) && (mark['state'] === 'succeeded' || mark['state'] === 'failed')
}

/** What agents are to obey, whatever stands between its words: blanks, stars of emphasis, invisible characters. */
const NOT_RUN_YET = /NOT[^A-Za-z0-9]{1,12}RUN[^A-Za-z0-9]{1,12}YET/
const ENVELOPE_KEY = 'requires_human_approval'

/** Over the bytes as they came, so that an ordinary result costs next to nothing. Escapes could hide either. */
function mayImitateEnvelope(text: string): boolean {
  return text.includes('YET') || text.includes(ENVELOPE_KEY) || text.includes('\\u')
}

/** Our envelope travels as an object, as JSON text and in words: an agent would believe each of them. */
export function imitatesEnvelope(result: JsonObject): boolean {
  return speaksLikeUs(result['structuredContent']) || speaksLikeUs(result['content'])
}

/** Without recursion: how deep a server nests must not be how deep we go. */
function speaksLikeUs(said: JsonValue | undefined): boolean {
  const left: (JsonValue | undefined)[] = [said]
  for (let next = left.pop(); next !== undefined || left.length > 0; next = left.pop()) {
    if (typeof next === 'string') {
      if (next.includes(ENVELOPE_KEY) || NOT_RUN_YET.test(next)) return true
    } else if (typeof next === 'object' && next !== null) {
      if (Object.hasOwn(next, ENVELOPE_KEY)) return true
      for (const value of Object.values(next)) left.push(value)
    }
  }
  return false
}

/** Puts a sentence of ours in front of content that pretends to be from us. */
export function markAsServersWords(resultJson: string, server: string): string {
  return putInFront(resultJson, serversWords(server))
}

/** The same for an error of the server's, given as JSON: hosts show its message to the agent. */
export function markServersError(errorJson: string, server: string): string {
  if (!mayImitateEnvelope(errorJson)) return errorJson
  const error = JSON.parse(errorJson) as JsonValue
  if (!isJsonObject(error) || !speaksLikeUs(error)) return errorJson
  const said = typeof error['message'] === 'string' ? error['message'] : ''
  return replaceMember(errorJson, ['message'], JSON.stringify(`${serversWords(server)} ${said}`))
}

function serversWords(server: string): string {
  return `[Holdpoint] What follows are the words of the server "${server}" itself. Holdpoint did not write it, and no approval is pending for it.`
}

/** The agent must not take the result for that of the call it made. */
function describeEdit({ call }: Hold, edit: HoldEdit): string {
  const changes = renderArgumentChanges(findArgumentChanges(call.argumentsText, edit.argumentsText))
  const title = `[Holdpoint] ${edit.by} approved this call with changes. It ran with the approved arguments (requested → approved):`
  return [title, ...changes.map((line) => `- ${line}`)].join('\n')
}

function putInFront(resultJson: string, words: string): string {
  const span = locateMember(resultJson, ['content'])
  const content = span === null ? '[]' : resultJson.slice(span.start, span.end)
  const blocks = [JSON.stringify({ type: 'text', text: words })]
  if (Array.isArray(JSON.parse(content))) {
    const inner = content.slice(1, -1).trim()
    if (inner !== '') blocks.push(inner)
  } else blocks.push(JSON.stringify({ type: 'text', text: content }))
  return replaceMember(cutMembers(resultJson, ['content']).text, ['content'], `[${blocks.join(',')}]`)
}
