/**
 * Questions at the terminal that a process runs in. One line says what waits; Enter shows it in full; only then a fresh
 * code approves it or `n` declines it, in the words that each answer has everywhere. What may be said about further
 * calls is typed behind the code, or behind `deny`; `more` tells it. Nothing is approved that was not on the screen,
 * and silence decides nothing.
 */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { fitTitle } from './fit-titles.ts'
import { breakText } from './inbox/break-text.ts'
import { drawConfirmationCode, matchesConfirmationCode } from './confirmation-code.ts'

/** One question, as far as a terminal needs to know it. Texts are already safe for a terminal. */
export interface TerminalQuestion {
  readonly id: string
  /** One line. */
  readonly title: string
  /** Everything there is to see, every byte of it. */
  readonly shown: () => string
  readonly offers: TerminalOffers
}

/** What would be accepted, and in which words. */
export interface TerminalOffers {
  /** The yes that opens more than this call, typed as the code and `scope`; `null`: there is none. */
  readonly scope: string | null
  /** What the code alone says. */
  readonly yes: string
  /** What `n` says. */
  readonly no: string
  /** Words that allow further calls, typed behind the code. */
  readonly allow: readonly string[]
  /** Words that refuse further calls, typed behind `deny`. */
  readonly deny: readonly string[]
  /** An example with limits for each, which fits this very call; `null`: none would be accepted. */
  readonly limited: { readonly allow: string | null; readonly deny: string | null }
}

export interface TerminalVerdict<Question extends TerminalQuestion> {
  /** As it was shown. */
  readonly question: Question
  readonly answer: 'approve' | 'decline'
  readonly reason: string | null
  /** What was typed about further calls, unread; `null`: nothing. */
  readonly standing: string | null
}

export interface TerminalQuestionsOptions<Question extends TerminalQuestion> {
  readonly input: Readable
  readonly output: Writable & { readonly columns?: number }
  readonly randomInteger: (limit: number) => number
  /** A question is on the screen, whole. */
  readonly opened: (question: Question) => void
  /** Brings a verdict to its door; answers one line that says what became of it. */
  readonly decide: (verdict: TerminalVerdict<Question>) => Promise<string>
  readonly interrupt: () => void
  /** The input has ended (Ctrl-D): no answer can come from here any more. */
  readonly left: () => void
}

export interface TerminalQuestions<Question extends TerminalQuestion> {
  /** What waits now, oldest first. A question that is missing from it was decided elsewhere. */
  show(waiting: readonly Question[]): void
  close(): void
}

const USUAL_WIDTH = 80
const LEAST_TITLE = 16
/** Lines of one paste come closer together than this: what stands behind the first may have been its limits. */
const ONE_PASTE_MS = 50

interface Shown<Question> {
  readonly question: Question
  readonly code: string
}

export function createTerminalQuestions<Question extends TerminalQuestion>(
  options: TerminalQuestionsOptions<Question>,
): TerminalQuestions<Question> {
  const { output } = options
  const lines = createInterface({ input: options.input, output, terminal: true, historySize: 0, prompt: '' })
  let waiting: readonly Question[] = []
  let announced: string | null = null
  let shown: Shown<Question> | null = null
  let settling: NodeJS.Timeout | null = null
  let opening = false
  let closed = false

  const say = (text: string): void => void output.write(`${text}\n`)
  /** Between words, by us: a terminal breaks anywhere. */
  const sayBroken = (text: string): void => {
    for (const row of breakText(text, (output.columns || USUAL_WIDTH) - 1)) say(row)
  }

  function announce(): void {
    const [first] = waiting
    if (first === undefined || shown !== null || announced === first.id) return
    announced = first.id
    const more = waiting.length === 1 ? '' : ` (and ${waiting.length - 1} more)`
    const next = ` waits${more}. Press Enter to see it and decide here.`
    const room = (output.columns || USUAL_WIDTH) - next.length - 2
    say(`▸ ${fitTitle(first.title, Math.max(LEAST_TITLE, room))}${next}`)
  }

  function open(question: Question): void {
    const code = drawConfirmationCode(options.randomInteger)
    say(`\n${question.shown().replace(/\n*$/, '')}\n`)
    const { scope, yes, no } = question.offers
    if (scope !== null) sayBroken(`Type ${code} scope for: ${scope}`)
    sayBroken(
      `Type ${code} to approve it (${yes}), n and perhaps a reason to decline it (${no}), more for other answers, Enter alone to leave it waiting:`,
    )
    shown = { question, code }
    // Lines that came together with the one that opened it were typed before it stood there.
    opening = true
    setImmediate(() => (opening = false))
    options.opened(question)
  }

  function typed(line: string): void {
    if (opening) return
    if (settling !== null) {
      clearTimeout(settling)
      settling = null
      say('More than one line came at once; nothing was decided.')
      announced = null
      announce()
      return
    }
    const text = line.trim()
    if (shown === null) {
      const [first] = waiting
      if (first !== undefined) open(first)
      return
    }
    const { question, code } = shown
    if (/^more$/i.test(text)) {
      for (const offer of offerLines(question.offers, code)) say(offer)
      return
    }
    shown = null
    if (text === '') say('It goes on waiting.')
    else {
      const answer = readAnswer(text, code)
      if (answer === null) say('That was neither the code nor n; nothing was decided.')
      else settle({ question, ...answer })
    }
    announce()
  }

  function settle(verdict: TerminalVerdict<Question>): void {
    settling = setTimeout(() => {
      settling = null
      options.decide(verdict).then(say, (error: unknown) => say(`Nothing was decided: ${String(error)}`))
    }, ONE_PASTE_MS)
  }

  function ended(): void {
    if (closed) return
    closed = true
    // The last line may be half typed: it is not taken.
    if (settling !== null) clearTimeout(settling)
    say('The input has ended: nothing is decided at this terminal any more. See the commands list and open.')
    options.left()
  }

  lines.on('line', typed)
  lines.on('SIGINT', options.interrupt)
  lines.on('close', ended)
  // A terminal that has gone takes neither words nor its settings back: that is no reason for the process to end.
  lines.on('error', ended)
  output.on('error', ended)

  return {
    show(now) {
      if (closed) return
      waiting = now
      if (shown !== null && !now.some(({ id }) => id === shown?.question.id)) {
        say('It was decided elsewhere.')
        shown = null
      }
      announce()
    },
    close() {
      closed = true
      if (settling !== null) clearTimeout(settling)
      lines.close()
    },
  }
}

/** The words that would be refused are not offered. */
function offerLines({ allow, deny, limited }: TerminalOffers, code: string): readonly string[] {
  const listed = (words: readonly string[]): string =>
    words.join(', ') + (words.some((each) => each.startsWith('same')) ? ' (same: only with these arguments)' : '')
  const lines = [
    ...(allow.length === 0 ? [] : [`To allow further calls too, type behind the code: ${listed(allow)}.`]),
    ...(limited.allow === null ? [] : [`With limits, for example: ${code} ${limited.allow}`]),
    ...(deny.length === 0 ? [] : [`To refuse further calls too, type deny and: ${listed(deny)}.`]),
    ...(limited.deny === null ? [] : [`With limits, for example: deny ${limited.deny} -- and a reason`]),
  ]
  return lines.length === 0 ? ['There are no other answers to this one here.'] : lines
}

type TypedAnswer = Omit<TerminalVerdict<TerminalQuestion>, 'question'>

function readAnswer(text: string, code: string): TypedAnswer | null {
  const [, first = '', rest = ''] = /^(\S+)\s*(.*)$/su.exec(text) ?? []
  if (/^deny$/i.test(first)) return { answer: 'decline', reason: null, standing: rest }
  if (matchesConfirmationCode(code, first)) {
    return { answer: 'approve', reason: null, standing: rest === '' ? null : rest }
  }
  if (!/^n(o|ein)?\b/i.test(text)) return null
  const reason = text.replace(/^\w+[\s:,]*/, '')
  return { answer: 'decline', reason: reason === '' ? null : reason, standing: null }
}
