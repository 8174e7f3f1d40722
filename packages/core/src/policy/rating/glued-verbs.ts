/**
 * Verbs run together with another word: `dropdb`, `getremoveall`, `list_killall`, `d3lete`. A word that holds a verb
 * counts as that verb, unless it is an inflection of it (`deleted`, `installation`) or stands in the list of ordinary
 * words: a word missing from that list is asked about, so the list fails closed. Short verbs, and those that are nouns
 * as often (`run`, `order`), hide in too many words; they count only beside a word of the other list.
 */
import { ADDING_VERBS, CHANGING_VERBS, HANDLED_THINGS, HIGH_VERBS, PLAIN_READ_VERBS, THINGS_TOO } from './verb-lists.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Unmistakable as a part of a longer word, and in values that are no search and no text. */
export const DEEDS: ReadonlySet<string> = words(`
  delete remove destroy drop truncate purge wipe erase revoke unlink prune flush evict discard overwrite shred uninstall
  unpublish rollback restore rebuild obliterate annihilate expunge eradicate nuke
  send tweet broadcast notify withdraw reimburse payout merge publish deploy rollout promote demote migrate apply install
  upgrade downgrade approve authorize authorise impersonate escalate rotate chmod chown suspend deactivate disable
  execute evaluate invoke dispatch submit spawn kill terminate shutdown poweroff reboot restart halt abort cancel fulfill mutate
`)

/** The same of what changes or adds. */
export const PLAIN_CHANGES: ReadonlySet<string> = words(`
  create write update modify insert upsert append rename replace upload configure provision register subscribe
  unsubscribe attach enable
`)

/**
 * Count only beside one of `OBJECTS`, as the first part or (those of the second list) as the last, or after one of
 * `MANNERS`.
 */
const SHORT_VERBS: ReadonlySet<string> = words(`
  del rm rmdir run pay buy ban set add put edit move mv cp exec eval call post mail email order book sign share stop start
  clear reset block ship transfer charge refund purchase grant release push commit close lock unlock kick
`)
const CLOSING_VERBS: ReadonlySet<string> = words('del add edit move')
const OBJECTS: ReadonlySet<string> = words(`
  all everything any now it them every db dbs database databases table tables user users account accounts member members
  admin admins role roles file files dir dirs folder disk data row rows cmd cmds command commands sql query script
  scripts code job jobs process vm vms server servers pod pods issue issues card bill money pw password passwd key keys
  rf tree
`)
const MANNERS: ReadonlySet<string> = words('force bulk mass auto hard batch multi git quick http')

/** Nouns or adjectives as often; only before what they handle: `emptytrash`, `formatdisk`, `placeorder`. */
const GLUED_TO_THINGS: ReadonlySet<string> = words(`
  empty format place confirm accept reserve wire flash burn mount unmount void expire dump drain trash mute regen detach load
  post put dial bind offboard onboard scale trunc
`)

/**
 * Words that hold one of these verbs by chance, or are a name of their own. Plural forms are understood. Every word
 * here was met in English or in the tools of a public server; `test/policy/rating/glued-verbs.test.ts` tries all of
 * those.
 */
const ORDINARY_WORDS: ReadonlySet<string> = words(`
  airdrop backdrop dewdrop dropbox dropdown droplet dropout dropoff droprate dropshipping dropsy dropzone eavesdrop gumdrop
  raindrop snowdrop teardrop airdropping eavesdropper eavesdropping hydrophobia hydrophobic hydroplane hydroponic hydropower
  amenable tenable untenable alienable inalienable
  appendix appendixes appendices appendage appendicitis
  asphalt shalt halter
  skill skillet skillful skillfully skillset skillshare overkill roadkill killjoy buzzkill painkiller upskill
  writeup copywriter ghostwriter ghostwrite screenwriter scriptwriter songwriter skywriter typewriter typewrite underwriter
  underwrite underwriting readwrite writesonic
  determinate indeterminate exterminate deleterious
  emerge emergence emergency emergencies emergent submerge
  emigrate immigrate transmigrate forename fireplace irreplaceable swipe sideswipe
  procreate provisionally depository depositories godsend sendgrid sendbird sendinblue sendgridapi
  uploadcare submittable registered
  lastupdate autoupdate createdat createdby createdate createtime updatedat updatedby updatedate updatetime deletedat
  dataset postcard hardship postcode autocommit automail bulkmail autorun autostart autostop autofill postscript postorder postdoc burndown burnup burnout loadout trashbin dumpfile loadfile loadkey printout settable townsend polymerase abortionist antiabortion submergence
`)

const ENDINGS =
  '(?:s|es|d|ed|r|rs|er|ers|or|ors|ing|ings|ion|ions|ation|ations|able|ability|al|als|ment|ments|ance|ive|ory|ly|ee|ees|ant|ants)'
/** What may stand after such a noun in one word: `deploymentconfig`. */
const NOUN_ENDING = /^(?:ments?|ations?|ings?)/
const PARTICIPLE = /^(?:.?ed|d|n)$/

interface Pattern {
  readonly verb: string
  readonly inflected: RegExp
}

const PATTERNS: readonly Pattern[] = [...DEEDS, ...PLAIN_CHANGES]
  .toSorted((one, other) => rank(other) - rank(one))
  .map((verb) => ({ verb, inflected: new RegExp(`^${verb.at(-1) ?? ''}?${ENDINGS}$`) }))

const ANY_PATTERN = new RegExp([...DEEDS, ...PLAIN_CHANGES].join('|'))

/** The highest verb that is a part of this word, or `null`. The word is in lower case and no verb itself. */
export function gluedVerb(word: string): string | null {
  if (isOrdinary(word)) return null
  if (ANY_PATTERN.test(word)) {
    for (const pattern of PATTERNS) if (holds(word, pattern)) return pattern.verb
  }
  return shortVerb(word) ?? verbAtThing(word) ?? verbAfterRead(word)
}

/** `getuserdel`, `listdelall`, `showrm`: a read verb and a deed in one word. */
function verbAfterRead(word: string): string | null {
  for (const read of PLAIN_READ_VERBS) {
    if (!word.startsWith(read) || word.length === read.length) continue
    const rest = word.slice(read.length)
    if (isChange(rest) && !THINGS_TOO.has(rest)) return rest
    const short = shortVerb(rest) ?? verbAtThing(rest)
    if (short !== null) return short
  }
  return null
}

function isChange(word: string): boolean {
  return HIGH_VERBS.has(word) || CHANGING_VERBS.has(word) || ADDING_VERBS.has(word)
}

/** A verb that begins in one piece of a name and ends in another: `re_move`, `RemOve`, `d_e_l_e_t_e`. */
export function choppedVerb(pieces: readonly string[]): string | null {
  for (let first = 0; first < pieces.length - 1; first++) {
    let joined = pieces[first] ?? ''
    for (let last = first + 1; last < pieces.length && joined.length < LONGEST_DEED; last++) {
      joined += pieces[last] ?? ''
      if (DEEDS.has(joined)) return joined
    }
  }
  return null
}

const LONGEST_DEED = Math.max(...[...DEEDS].map((verb) => verb.length))

/** The same with letters for the digits that imitate them; a chunk without digits says nothing new. */
export function verbInDigits(chunk: string): string | null {
  if (!/\d/.test(chunk) || !/[a-z]/.test(chunk)) return null
  for (const one of ['l', 'i']) {
    const read = chunk.replace(/[013457]/g, (digit) => (digit === '1' ? one : (LETTERS[Number(digit)] ?? digit)))
    const letters = chunk.replace(/\d+/g, ' ')
    for (const verb of DEEDS) if (read.includes(verb) && !letters.includes(verb)) return verb
  }
  return null
}

const LETTERS: readonly string[] = ['o', 'l', '', 'e', 'a', 's', '', 't']

function isOrdinary(word: string): boolean {
  return ORDINARY_WORDS.has(word) || (word.endsWith('s') && ORDINARY_WORDS.has(word.slice(0, -1)))
}

function holds(word: string, { verb, inflected }: Pattern): boolean {
  for (let at = word.indexOf(verb); at >= 0; at = word.indexOf(verb, at + 1)) {
    const before = word.slice(0, at)
    const after = word.slice(at + verb.length)
    if (PARTICIPLE.test(after) || NOUN_ENDING.test(after)) continue
    if (before === '') {
      if (after !== '' && !inflected.test(after)) return true
    } else return true
  }
  return false
}

function shortVerb(word: string): string | null {
  for (const verb of SHORT_VERBS) {
    if (word.startsWith(verb) && OBJECTS.has(word.slice(verb.length))) return verb
    if (!word.endsWith(verb)) continue
    const before = word.slice(0, -verb.length)
    if (MANNERS.has(before) || (CLOSING_VERBS.has(verb) && OBJECTS.has(before))) return verb
  }
  return null
}

function verbAtThing(word: string): string | null {
  for (const verb of GLUED_TO_THINGS) {
    if (word.startsWith(verb) && HANDLED_THINGS.has(word.slice(verb.length))) return verb
  }
  return null
}

function rank(verb: string): number {
  return HIGH_VERBS.has(verb) || DEEDS.has(verb) ? 1 : 0
}
