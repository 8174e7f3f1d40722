/**
 * Whether a value may name a place: a path, an address, a host, a mailbox, a machine. Places take ever new forms
 * (`mailto:`, `host:path`, `0x7f.1`, `evil。example`), so it is the values that are certainly none that are known: words
 * and numbers without any of the marks that places are written with. Where text is expected, a value counts only if it
 * is one place and nothing else.
 */
import { kindOfArgument } from './argument-kinds.ts'

/** How much a value may look like a place before it counts as one. */
type Expected = 'words' | 'text' | 'source'

/** Ids, times, amounts and options: dots and colons are ordinary there. By the end of a name, in letters alone. */
const MEASURED =
  /(?:ids?|uuid|guid|keys?|slug|sku|number|cursor|token|hash|digest|etag|version|revision|sort|sortby|order|orderby|fields?|columns?|select|include|exclude|date|time|timestamp|ts|since|until|after|before|start|end|due|price|amount|total|cost|rate|rating|weight|quantity|qty|score|percent|latitude|longitude|lat|lon|lng|width|height|size|ratio|factor|temperature|limit|min|max|threshold|duration|interval|cron|encoding|locale|language|lang|timezone|tz|currency|colou?r|font|units?|status|state|value)$/

const MARKS = /[./\\:@%~$]/
/** A date or a time of day, as ISO 8601 has it. */
const TIME = /^(?:\d{4}-\d\d-\d\d[T ])?\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/i
/** A telephone number, or an address of a machine as one number. */
const ONE_NUMBER = /^(?:\+?\d{8,15}|0x[\da-f]{4,})$/i
/** The same as people write it: `+49 170 1234567`, `(555) 123-4567`. */
const TELEPHONE = /^(?:[+(]|(?=(?:\D*\d){9}))[\d\s().-]{7,24}\d$/
/** An account at a bank. */
const BANK_ACCOUNT = /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}$/
/** An account by its key, a wallet. Hashes in hexadecimal are no places. */
const LONG_ID = /^(?=.*\d)(?=.*[g-zG-Z])[A-Za-z0-9]{26,}$/
/** A channel, and the machine itself. */
const NAMED_PLACE = /^(?:#\p{L}.*|localhost)$/iu
/** Punctuation around a word of a sentence. */
const AROUND = /^[("'<[{]+|[)"'>\]},;!?.…]+$/g
/** Characters that stand for a dot in host names. */
const DOTS = /[\u3002\uff0e\uff61\u2024]/g

const SCHEME = /^[a-z][a-z0-9+.-]*:(?=\S)/i
const KNOWN_SCHEME =
  /^(?:mailto|data|file|tel|sms|javascript|vbscript|https?|ftps?|sftp|ssh|git|smb|cifs|nfs|ldaps?|s3|gs|jdbc|blob):/i
const MAILBOX = /^[^\s@]+@[^\s@]+$/
const NUMBERED = /^\[?(?:0x[\da-f]+|\d+)(?:\.(?:0x[\da-f]+|\d+)){3}(?=$|[\]:/])/i
const SIXFOLD = /^\[?[\da-f]{0,4}:[\da-f:.]*:[\da-f:.]*(?:%\w+)?\]?(?=$|[:/])/i
const ENCODED = /%[\da-f]{2}/i
const HOST = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]*\.?(?=$|[:/?#])/u

/** Words that a list of labels is made of; a colon or a dot in one says nothing. */
const LABELLED = /(?:labels?|tags?|categor(?:y|ies)|emojis?|reactions?)$/

/**
 * Bytes in letters, which may begin like a path: only under a name that says so, and long, so that no short path passes
 * for them.
 */
const BYTES =
  /(?:data|base|bytes?|blob|image|picture|photo|avatar|thumbnail|icon|logo|audio|video|media|pdf|screenshot|contents?|text|body|payload)$/
const LONGEST_WORD = 1024
const BLOB = /^(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=\D*\d)[A-Za-z0-9+/_-]+={0,2}$/

export function mayNamePlace(value: string, key: string): boolean {
  const expected = expectedIn(key)
  if (!MARKS.test(value) && isAscii(value) && expected !== 'words') return false
  const plain = (isAscii(value) ? value : value.normalize('NFKC').replace(DOTS, '.')).trim()
  if (isBlob(plain, key)) return false
  if (expected === 'words')
    return isAccount(plain) || plain.split(/\s+/).some((word) => hasMarks(word) || LONG_ID.test(word))
  return !/\s/.test(plain) && isPlace(plain.replace(AROUND, ''), expected)
}

/** Text that people write or that is stored, where a sentence or a line of code is no place. */
export function isTextArgument(key: string): boolean {
  const kind = kindOfArgument(key)
  return kind === 'prose' || kind === 'code'
}

/** Bytes in letters: no place, though they may begin like a path. */
export function isBlob(value: string, key: string): boolean {
  return value.length > LONGEST_WORD && BYTES.test(lettersOf(key)) && BLOB.test(value) && !value.includes('///')
}

function lettersOf(key: string): string {
  return key.replace(/[^A-Za-z]/g, '').toLowerCase()
}

function expectedIn(key: string): Expected {
  const kind = kindOfArgument(key)
  const name = lettersOf(key)
  if (kind === 'code' || LABELLED.test(name)) return 'source'
  return kind === 'prose' || MEASURED.test(name) ? 'text' : 'words'
}

/** What money or a call goes to. */
function isAccount(value: string): boolean {
  return TELEPHONE.test(value) || BANK_ACCOUNT.test(value)
}

function hasMarks(word: string): boolean {
  if (TIME.test(word)) return false
  const bare = word.replace(AROUND, '')
  return MARKS.test(bare) || ONE_NUMBER.test(bare) || NAMED_PLACE.test(bare)
}

function isPlace(word: string, expected: 'text' | 'source'): boolean {
  if (TIME.test(word)) return false
  const scheme = expected === 'text' ? SCHEME : KNOWN_SCHEME
  if (scheme.test(word) || MAILBOX.test(word) || NUMBERED.test(word) || SIXFOLD.test(word) || ENCODED.test(word))
    return true
  return expected === 'text' && HOST.test(word)
}

function isAscii(text: string): boolean {
  return /^[ -~\s]*$/.test(text)
}
