/**
 * Reads a chat message as an answer to a held call. Only what is known counts: the whole message is one word of a
 * closed list, alone or with a short code before or behind it. Whatever else there is (a second line, quotes, a
 * quotation mark of the platform, another word, a hidden character, a letter of another script) makes it no answer, and
 * the hold stays as it was.
 *
 * It refuses to guess: it looks for no words inside a text, strips no politeness, and never picks a hold. `matchReply`
 * does that.
 */
import { foldReply, trimBlanks } from './fold-reply.ts'
import { compileReplyWords } from './reply-words.ts'
import type { ReplyWords } from './reply-words.ts'
import { CODE_LENGTH, readShortCode } from './short-code.ts'

/** Narrow by `kind` first: no answer has no code. */
export type ReplyReading =
  /** `code`: as it stood in the reply, in capitals. It need not be that of any hold. */
  { readonly kind: 'confirm' | 'cancel'; readonly code?: string } | { readonly kind: 'none' }

export interface ReplyOptions {
  /** Further words of the configuration, checked by `checkReplyWords`; unchecked ones that it refuses throw. */
  readonly words?: ReplyWords
  /**
   * Left out: a bare word is read, and so is any code. `true`: without a code the text is no answer. A code or several:
   * it is one only with one of these, so an empty list reads nothing.
   */
  readonly code?: boolean | string | readonly string[]
  /** How the platform writes the mention of the bot: its names or ids, with or without `@`, or a whole `<@U012AB>`. */
  readonly mention?: string | readonly string[]
}

/**
 * A message as a channel hands it over. Only what a person typed and left as it was answers: an edited text was not
 * there when the others read it, a forwarded or quoted one has another author, and a bot may repeat what an agent
 * wrote.
 */
export interface ChatMessage {
  readonly text: string
  readonly origin: 'typed' | 'edited' | 'forwarded' | 'quoted' | 'bot'
}

/** In UTF-16 units. No answer comes near it, with mentions. */
const LONGEST_REPLY = 256

const NONE: ReplyReading = { kind: 'none' }
const BETWEEN_WORD_AND_CODE = /^(.*?)( ?[:,]? ?#?)$/
const BETWEEN_CODE_AND_WORD = /^( ?[:,]? ?)(.*)$/

export function readChatMessage(message: ChatMessage, options: ReplyOptions = {}): ReplyReading {
  return message.origin === 'typed' ? readReply(message.text, options) : NONE
}

/**
 * @example
 * readReply('确认')                                   // { kind: 'confirm' }
 * readReply('@Holdpoint cancel 7f3k', { mention: 'Holdpoint' })  // { kind: 'cancel', code: '7F3K' }
 * readReply('不确认')                                 // { kind: 'cancel' }
 * readReply('yes, but only the first')                // { kind: 'none' }
 */
export function readReply(text: string, options: ReplyOptions = {}): ReplyReading {
  const words = compileReplyWords(options.words)
  if (text.length > LONGEST_REPLY) return NONE
  const line = trimBlanks(text)
  if (/[\r\n]/.test(line)) return NONE
  const said = foldReply(withoutMention(line, options.mention ?? []))
  if (said === null || said === '') return NONE
  const meaningOf = (word: string): 'confirm' | 'cancel' | null =>
    words.cancel.has(word) ? 'cancel' : words.confirm.has(word) ? 'confirm' : null
  for (const { word, code } of partings(said)) {
    const kind = meaningOf(word)
    if (kind === null) continue
    if (!isAccepted(code, options.code ?? false)) return NONE
    return code === null ? { kind } : { kind, code }
  }
  return NONE
}

interface Parting {
  readonly word: string
  readonly code: string | null
}

/** The three shapes of an answer: `word`, `word code`, `code word`. */
function partings(said: string): readonly Parting[] {
  const found: Parting[] = [{ word: said, code: null }]
  const last = readShortCode(said.slice(-CODE_LENGTH))
  const [, before = '', gap = ''] = BETWEEN_WORD_AND_CODE.exec(said.slice(0, -CODE_LENGTH)) ?? []
  if (last !== null && (gap !== '' || /\p{Script=Han}$/u.test(before))) found.push({ word: before, code: last })
  const bare = said.startsWith('#') ? said.slice(1) : said
  const first = readShortCode(bare.slice(0, CODE_LENGTH))
  const [, space = '', behind = ''] = BETWEEN_CODE_AND_WORD.exec(bare.slice(CODE_LENGTH)) ?? []
  if (first !== null && (space !== '' || /^\p{Script=Han}/u.test(behind))) found.push({ word: behind, code: first })
  return found
}

function isAccepted(code: string | null, demanded: boolean | string | readonly string[]): boolean {
  if (typeof demanded === 'boolean') return !demanded || code !== null
  const codes = typeof demanded === 'string' ? [demanded] : demanded
  return code !== null && codes.some((one) => readShortCode(one) === code)
}

/**
 * Without the bot's own mention at the beginning and at the end. A mention of anyone else stays, and makes it no
 * answer.
 */
function withoutMention(text: string, mention: string | readonly string[]): string {
  const names = (typeof mention === 'string' ? [mention] : mention)
    .map((name) => trimBlanks(name).replace(/^<@(.*)>$|^@/, '$1'))
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  if (names.length === 0) return text
  const any = `(?:${names.join('|')})`
  const atBeginning = new RegExp(`^(?:<@${any}>|@${any}(?=[\\s:,：，]|$))[:,：，]?`, 'iu')
  const atEnd = new RegExp(`(?:<@${any}>|@${any})$`, 'iu')
  let left = text
  for (;;) {
    const shorter = trimBlanks(left.replace(atBeginning, '').replace(atEnd, ''))
    if (shorter === left) return left
    left = shorter
  }
}
