/**
 * Holdpoint's own files and the hosts' MCP and hook settings: a call that writes there can switch the gate off.
 * Arguments that lead into such a place are asked each time, in every profile, and never granted.
 *
 * Which places these are, and how a text leads into one (`..`, symlinks, `~`), is the port's knowledge. What belongs
 * together is put together here: a relative path is tried in every folder that the same call names, and a list as the
 * parts of one path. A call with more such text than can be checked in little time counts as leading there.
 */
import type { Call } from '../../call/call.ts'
import { isJsonObject } from '../../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../../json/json-value.ts'
import { firstInStrings } from './argument-strings.ts'
import { lookAtArguments } from './plain-arguments.ts'
import type { Rating } from './rating.ts'
import { say } from '../../sentence/say.ts'

export interface ProtectedPaths {
  /**
   * The protected place that a text leads into, in words for people, or `null`. `folders` are folders that the same
   * call names: a relative path may be meant in any of them.
   */
  leadsIntoProtected(text: string, folders?: readonly string[]): string | null
}

/** For processes that have no files of their own to protect (a browser, a test of something else). */
export const NOTHING_PROTECTED: ProtectedPaths = { leadsIntoProtected: () => null }

const PATH_IN_KEY = /[/\\~.$%]/
/** A relative path and nothing else. */
const RELATIVE = /^(?=[^\s]*[/\\.])[^\s]{1,255}$/
const PATH_IN_TEXT = /[/\\~$%]|^\.|\.\w/
/** A host or a keyword may stand before it (`path:/srv`, `me@host:~/x`); an address on the web is no folder. */
const FOLDER = /^\s*(?!https?:|wss?:)(?:[\w.@+[\]:-]{1,128}:)?(?:[/\\~]|[A-Za-z]:[/\\]|file:|\$\{?\w|%\w+%)[^\r\n]*$/i

const MOST_TEXTS = 10_000
const MOST_PATH_TEXTS = 2000
const MOST_PATH_CHARACTERS = 256 * 1024
/** Of all texts together, whatever is in them. */
const MOST_CHARACTERS = 1024 * 1024
const MOST_FOLDERS = 16
/** Longer texts are no relative paths, and are not tried in other folders. */
const LONGEST_RELATIVE = 4096
const MOST_PARTS = 32

export const SELF_PROTECTION = 'self-protection'

/**
 * More than can be looked through in little time. No rating by anything else is below it, so nothing else need look.
 */
export const TOO_LARGE: Rating = {
  risk: 'high',
  rule: SELF_PROTECTION,
  why: say('tooMuchToProtect'),
}

export function rateSelfProtection(call: Call, paths: ProtectedPaths): Rating | null {
  const isPlain = lookAtArguments(call.arguments).plain
  const folders = isPlain ? [] : foldersOf(call)
  if (folders === null) return TOO_LARGE
  const place = isPlain ? placeInPlain(call.arguments, paths) : placeIn(call.arguments, paths, folders)
  if (place === null) return null
  return { risk: 'high', rule: SELF_PROTECTION, why: say('leadsIntoProtected', { place }) }
}

/** Of plain arguments only the values can be files, and each stands for itself. */
function placeInPlain(sent: JsonObject, paths: ProtectedPaths): string | null {
  for (const name in sent) {
    const value = sent[name]
    const place = typeof value === 'string' ? paths.leadsIntoProtected(value) : null
    if (place !== null) return place
  }
  return null
}

function placeIn(sent: JsonObject, paths: ProtectedPaths, folders: readonly string[]): string | null {
  return (
    firstInStrings(sent, (text, isKey) => {
      // Argument names are words; asking the file system about each would cost more than the ruling.
      if (isKey && !PATH_IN_KEY.test(text)) return null
      const joins = folders.length > 0 && text.length <= LONGEST_RELATIVE && !FOLDER.test(text)
      return joins ? paths.leadsIntoProtected(text, folders) : paths.leadsIntoProtected(text)
    }) ?? firstInLists(sent, (text) => paths.leadsIntoProtected(text, folders))
  )
}

/** What the call names as a folder, at most a few; `null`: there is too much to check. */
function foldersOf(call: Call): readonly string[] | null {
  const folders = new Set<string>()
  let texts = 0
  let allCharacters = 0
  let pathTexts = 0
  let characters = 0
  let relativeCharacters = 0
  let hasRelative = false
  const tooMany = firstInStrings(call.arguments, (text) => {
    allCharacters += text.length
    if (++texts > MOST_TEXTS || allCharacters > MOST_CHARACTERS) return true
    if (!PATH_IN_TEXT.test(text)) {
      if (text.length <= LONGEST_RELATIVE) relativeCharacters += text.length
      return null
    }
    characters += text.length
    if (++pathTexts > MOST_PATH_TEXTS || characters > MOST_PATH_CHARACTERS) return true
    const isFolder = FOLDER.test(text)
    if (text.length <= LONGEST_RELATIVE) {
      if (isFolder) folders.add(text.trim())
      else relativeCharacters += text.length
    }
    hasRelative ||= !isFolder && RELATIVE.test(text)
    return null
  })
  if (tooMany !== null) return null
  if (folders.size === 0) return []
  // Folders beyond these are not tried, so they must not serve to push the one that counts out of sight.
  if (folders.size > MOST_FOLDERS && hasRelative) return null
  const list = [...folders].slice(0, MOST_FOLDERS)
  return relativeCharacters * list.length > MOST_PATH_CHARACTERS ? null : list
}

/** Lists of short texts, joined as the parts of a path, from here and from the root. */
function firstInLists<T>(value: JsonValue, visit: (text: string) => T | null): T | null {
  if (typeof value !== 'object' || value === null) return null
  if (isJsonObject(value)) {
    for (const item of Object.values(value)) {
      const answer = firstInLists(item, visit)
      if (answer !== null) return answer
    }
    return null
  }
  const list = value
  const parts = list.length > MOST_PARTS ? [] : list.filter((part) => typeof part === 'string' && part.length < 256)
  if (list.length > 1 && parts.length === list.length) {
    const joined = parts.map(String).join('/')
    return visit(joined) ?? (/^[/\\~$%]|^[A-Za-z]:/.test(joined) ? null : visit(`/${joined}`))
  }
  for (const item of list) {
    const answer = firstInLists(item, visit)
    if (answer !== null) return answer
  }
  return null
}
