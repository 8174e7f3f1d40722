/**
 * The inbox as lines from top to bottom, for screen readers and simple terminals: a numbered list, the whole card, one
 * question at a time. It moves no cursor, and what a call shows is printed whole before anything can be decided.
 */
import type { Readable, Writable } from 'node:stream'
import { approvedDigest, readGrantWords } from '@holdpoint/core'
import type { GrantRequest, Hold } from '@holdpoint/core'
import { drawConfirmationCode } from '../confirmation-code.ts'
import { judgeCode, SOONEST_YES_MS } from '../judge-code.ts'
import { breakText } from './break-text.ts'
import type { EditArguments } from './edit-arguments.ts'
import { APPROVE, standsSince } from './inbox-desk.ts'
import type { InboxContents, InboxDesk, InboxRow, InboxVoice, InboxWish } from './inbox-desk.ts'
import { listedRows } from './inbox-state.ts'
import { createLineReader } from './line-reader.ts'
import {
  askForWords,
  IN_WORDS,
  isOnlyDeclined,
  offeredArguments,
  offeredLengths,
  ONLY_DECLINED_HERE,
  opensMore,
  whyNotAllowed,
  whyNotApproved,
  whyNotEdited,
  whyNotRefused,
  whyNotBeside,
} from './offered.ts'
import type { Choice, StandingOffer } from './offered.ts'
import { guardText } from './screen-line.ts'
import { ageText } from './view-list.ts'

export interface PlainTerminal {
  readonly input: Readable
  readonly output: Writable & { readonly columns?: number }
  readonly randomInteger: (limit: number) => number
  /** A clock that only moves forward, in milliseconds. */
  readonly now: () => number
  readonly editArguments: EditArguments
  readonly interrupted: AbortSignal
}

const USUAL_COLUMNS = 80
const SHORT_HISTORY = 5
const SETTLE_MS = 150
const MAIN = 'Number of a call, Enter to look again, h for history, / and words to filter, ? for help, q to leave:'
const HELP = `Type the number of a call to hear all of it; then a approves, d declines, c cancels what
need not happen, e edits the arguments in your editor, f approves and allows further
calls for a while, r declines and refuses them; both also in words with limits, such as
30m 5 times where amount at most 50. An approved call that has not run yet is taken back by the word undo.
Of an unknown outcome you are asked what happened. To decide, a short code is asked for;
whoever runs this with an approver's token types y. Hidden characters stand as their
code, ⟦U+202E⟧. Lines behind │ or ┊ were written by the agent or the server, never by Holdpoint.`

type PendingAnswer = 'approve' | 'once' | 'decline' | 'cancel' | 'edit' | 'allow' | 'refuse'

const PLAIN_YES: Choice<PendingAnswer> = { key: 'a', words: 'approve', value: 'approve' }
const ONLY_THIS_CALL: Choice<PendingAnswer> = { key: '1', words: 'approve only this call', value: 'once' }
const EDIT: Choice<PendingAnswer> = { key: 'e', words: 'edit', value: 'edit' }
const ALLOW_FOR: Choice<PendingAnswer> = { key: 'f', words: 'allow for a while', value: 'allow' }
const REFUSE_FOR: Choice<PendingAnswer> = { key: 'r', words: 'refuse for a while', value: 'refuse' }
const HAPPENED: Answers<boolean> = {
  told: [
    { key: 'y', words: 'yes', value: true },
    { key: 'n', words: 'no', value: false },
  ],
}

interface Answers<Value> {
  readonly told: readonly Choice<Value>[]
  /** What is understood, where that is more than what is told. */
  readonly taken?: readonly Choice<Value>[]
}

/** A no of either kind, before its reason. */
type Unreasoned =
  | Omit<InboxWish & { readonly kind: 'decline' }, 'reason'>
  | Omit<InboxWish & { readonly kind: 'cancel' }, 'reason'>

export async function runPlainInbox(desk: InboxDesk, terminal: PlainTerminal): Promise<void> {
  const { output, now } = terminal
  const reader = createLineReader(terminal.input, terminal.interrupted)
  let words = ''
  let numbered: readonly InboxRow[] = []
  let known = new Map<string, string>()
  let idle = false

  /** `undefined`: nobody said how wide lines may be. */
  const width = (): number | undefined => (output.columns === 0 ? undefined : output.columns)

  const say = (...lines: readonly string[]): void => {
    for (const row of lines.flatMap((line) => breakText(line, width() ?? Infinity))) output.write(`${row}\n`)
  }

  async function ask(question: string): Promise<string | null> {
    say(question)
    return (await reader.next())?.trim() ?? null
  }

  /** Asked until one of them is typed; `null`: Enter alone, or nobody is there any more. */
  async function pick<Value>(question: string, { told, taken = told }: Answers<Value>): Promise<Value | null> {
    for (;;) {
      const typed = await ask(question)
      if (typed === null || typed === '') return null
      const picked = taken.find(({ key }) => key === typed.toLowerCase())
      if (picked !== undefined) return picked.value
      say(`"${typed}" is none of the answers; nothing was decided. ${whatToType(typed, told)}`)
    }
  }

  async function showList(whole: boolean): Promise<void> {
    const contents = await desk.load(words, null)
    const { waiting, unknown, history } = contents
    const told = whole ? history : history.slice(0, SHORT_HISTORY)
    numbered = listedRows({ ...contents, history: told })
    remember(contents)
    say('', ...contents.gate.map((line) => `!!! ${line} !!!`))
    const filter = words === '' ? '' : ` with "${words}"`
    say(waiting.length === 0 ? `No call waits${filter}.` : `${waiting.length} waiting${filter}, oldest first:`)
    sayRows(waiting, 1, contents.now)
    if (isOnlyDeclined(contents)) say(ONLY_DECLINED_HERE)
    if (unknown.length > 0) say(`${unknown.length} sent with an unknown outcome; say what happened:`)
    sayRows(unknown, waiting.length + 1, contents.now)
    if (told.length > 0) say(`Decided, newest first${told.length < history.length ? ' (h shows more)' : ''}:`)
    sayRows(told, waiting.length + unknown.length + 1, contents.now)
  }

  function sayRows(rows: readonly InboxRow[], first: number, at: number): void {
    for (const [index, { hold, title, risk, state }] of rows.entries()) {
      const age = ageText(at - standsSince(hold))
      const stands = hold.state === 'pending' ? risk.text : state.text
      say(`${first + index}. ${guardText(title)}, ${stands}, ${age} ago, ${hold.id.slice(0, 8)}`)
    }
  }

  function remember(contents: InboxContents): void {
    known = new Map(listedRows(contents).map(({ hold }) => [hold.id, hold.state]))
  }

  /** Only while nothing is being asked: a line in between would be read into the question. */
  async function announce(): Promise<void> {
    if (!idle) return
    const contents = await desk.load(words, null)
    if (!idle) return
    for (const row of contents.waiting) {
      if (known.has(row.hold.id)) continue
      numbered = [...numbered, row]
      say(`New: ${numbered.length}. ${guardText(row.title)}, ${row.risk.text}.`)
    }
    for (const { hold, title, state } of [...contents.unknown, ...contents.history]) {
      const before = known.get(hold.id)
      if (before !== undefined && before !== hold.state) say(`${guardText(title)}: ${state.text}.`)
    }
    remember(contents)
  }

  async function openCall(listed: Hold): Promise<void> {
    const contents = await desk.load(words, listed.id)
    const hold = contents.opened
    if (hold === null) return say('It is no longer there.')
    say('', ...drawn(hold, contents.now), '')
    switch (hold.state) {
      case 'pending':
        return await askAboutPending(hold, contents.voice)
      case 'approved':
        return await askToTakeBack(hold)
      case 'unknown':
        return await askWhatHappened(hold)
      default:
        return
    }
  }

  function drawn(hold: Hold, at: number): readonly string[] {
    return desk
      .draw(hold, at, { width: width() ?? USUAL_COLUMNS, expanded: true, takeBack: 'undo' })
      .map(({ text }) => text)
  }

  async function askAboutPending(hold: Hold, voice: InboxVoice | null): Promise<void> {
    const notApproved = whyNotApproved(hold, voice)
    const notEdited = notApproved ?? whyNotEdited(hold)
    const notAllowed = notApproved ?? whyNotAllowed(hold)
    const notRefused = whyNotRefused(hold)
    const told: readonly Choice<PendingAnswer>[] = [
      ...(notApproved === null ? [PLAIN_YES] : []),
      ...(notApproved === null && opensMore(hold) ? [ONLY_THIS_CALL] : []),
      { key: 'd', words: 'decline', value: 'decline' },
      { key: 'c', words: 'cancel', value: 'cancel' },
      ...(notEdited === null ? [EDIT] : []),
      ...(notAllowed === null ? [ALLOW_FOR] : []),
      ...(notRefused === null ? [REFUSE_FOR] : []),
    ]
    // What is not offered is answered too: with why not.
    const taken = [...told, PLAIN_YES, EDIT, ALLOW_FOR, REFUSE_FOR]
    switch (await pick(`${namesOf(told)}, Enter goes back:`, { told, taken })) {
      case 'approve':
        return await settle({ ...APPROVE, hold })
      case 'once':
        return await settle({ ...APPROVE, hold, once: true })
      case 'decline':
        return await askWhy({ kind: 'decline', hold, grant: null }, 'Why not?')
      case 'cancel':
        return await askWhy({ kind: 'cancel', hold }, 'Why need it not happen?')
      case 'edit': {
        if (notEdited !== null) return say(notEdited)
        const edited = await reader.suspend(async () => await terminal.editArguments(hold))
        return edited.text === null ? say(edited.message) : await settle({ ...APPROVE, hold, edit: edited.text })
      }
      case 'allow':
        return notAllowed === null ? await askHowLong(hold, 'approve') : say(notAllowed)
      case 'refuse':
        return notRefused === null ? await askHowLong(hold, 'decline') : say(notRefused)
      case null:
        return say('It goes on waiting.')
    }
  }

  async function askWhy(no: Unreasoned, why: string): Promise<void> {
    const reason = await ask(`${why} The agent is told. Enter alone gives no reason:`)
    if (reason !== null) await settle({ ...no, reason: reason === '' ? null : reason })
  }

  async function askToTakeBack(hold: Hold): Promise<void> {
    const told = [{ key: 'undo', words: 'take it back', value: true }]
    const back = await pick('Type undo to take it back, Enter goes back:', { told })
    if (back === true) return await settle({ kind: 'cancel', hold, reason: null })
    say('It stays approved.')
  }

  async function askHowLong(hold: Hold, answer: StandingOffer['answer']): Promise<void> {
    const { voice } = await desk.load(words, hold.id)
    const grant = await askStanding({ hold, answer, assurance: voice?.assurance ?? 'host' })
    if (grant === null) return say('It goes on waiting.')
    if (answer === 'approve') return await settle({ ...APPROVE, hold, grant })
    await askWhy({ kind: 'decline', hold, grant }, 'Why not?')
  }

  async function askStanding(offer: StandingOffer): Promise<GrantRequest | null> {
    const inWords: Choice<'words'> = { ...IN_WORDS, value: 'words' }
    const lasting = await choose<GrantRequest['for'] | 'words'>('For how long?', [...offeredLengths(offer), inWords])
    if (lasting === null) return null
    if (lasting === 'words') return await askInWords(offer)
    const covered = await choose('Which calls?', offeredArguments(offer, lasting))
    return covered === null ? null : { for: lasting, arguments: covered }
  }

  /** Asked until it is understood and may stand, or nothing is said. */
  async function askInWords(offer: StandingOffer): Promise<GrantRequest | null> {
    for (;;) {
      const typed = (await ask(`${askForWords(offer)} Enter alone goes back:`)) ?? ''
      if (typed === '') return null
      const reading = readGrantWords(typed)
      const why = reading.ok ? whyNotBeside(offer, reading.request) : reading.message
      if (reading.ok && why === null) return reading.request
      say(`Nothing was decided: ${why}`)
    }
  }

  async function choose<Value>(question: string, told: readonly Choice<Value>[]): Promise<Value | null> {
    return await pick(`${question} ${namesOf(told)}:`, { told })
  }

  async function askWhatHappened(hold: Hold): Promise<void> {
    const executed = await pick('Look at the server. Did the call happen? y yes, n no, Enter goes back:', HAPPENED)
    if (executed === null) return say('It stays unknown.')
    const note = (await ask('How do you know? It is kept with the record:')) ?? ''
    if (note === '') return say('Nothing was recorded: say how you know.')
    await settle({ kind: 'resolve', hold, executed, note })
  }

  async function settle(wish: InboxWish): Promise<void> {
    const prepared = await desk.prepare(wish)
    if (!prepared.ok) return say(prepared.message)
    // Other arguments than those that were printed, by whomever: print these.
    if (approvedDigest(prepared.hold) !== approvedDigest(wish.hold)) {
      say('', ...drawn(prepared.hold, (await desk.load(words, null)).now), '')
    }
    if (prepared.standing !== null) say(prepared.standing)
    const code = drawConfirmationCode(terminal.randomInteger)
    const key = prepared.code ? code : 'Y'
    const shownAt = now()
    const typed = await ask(`Type ${prepared.code ? code : 'y'} to ${prepared.purpose}, Enter alone decides nothing:`)
    if (!prepared.code && now() - shownAt < SOONEST_YES_MS) {
      return say(`That came within ${SOONEST_YES_MS} ms, faster than anybody reads; nothing was decided.`)
    }
    if (judgeCode(key, typed ?? '').kind === 'confirmed') return say((await prepared.bring()).text)
    say('Nothing was decided.')
  }

  let settling: NodeJS.Timeout | null = null
  const unwatch = desk.watch(() => {
    settling ??= setTimeout(() => {
      settling = null
      announce().catch(() => {})
    }, SETTLE_MS)
  })

  try {
    await showList(false)
    for (;;) {
      idle = true
      const line = await ask(MAIN)
      idle = false
      if (line === null || line === 'q') return
      if (line === '' || line === 'g') await showList(false)
      else if (line === 'h') await showList(true)
      else if (line === '?') say(...HELP.split('\n'))
      else if (line.startsWith('/')) {
        words = line.slice(1).trim()
        await showList(true)
      } else {
        const row = /^\d{1,4}$/.test(line) ? numbered[Number(line) - 1] : undefined
        if (row === undefined) say(`There is no "${line}" here. Type the number of a call, or ? for help.`)
        else await openCall(row.hold)
      }
    }
  } finally {
    if (settling !== null) clearTimeout(settling)
    unwatch()
    reader.close()
  }
}

function namesOf(choices: readonly Choice<unknown>[]): string {
  return choices.map(({ key, words }) => `${key} ${words}`).join(', ')
}

/** Who types a word of an answer is told the key of that answer, others all keys. */
function whatToType(typed: string, told: readonly Choice<unknown>[]): string {
  const meant = told.find(({ words }) => words.toLowerCase().startsWith(typed.toLowerCase()))
  if (meant !== undefined) return `Type ${meant.key} for ${meant.words}.`
  return `Type ${told.map(({ key }) => key).join(' or ')}, or Enter alone to go back.`
}
