/**
 * Questions at the terminal that a process runs in. One line says what waits; Enter shows it in full; only then a fresh
 * code approves it or `n` declines it. Nothing is approved that was not on the screen, and silence decides nothing.
 */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { drawConfirmationCode, matchesConfirmationCode } from './confirmation-code.ts'

/** One question, as far as a terminal needs to know it. Texts are already safe for a terminal. */
export interface TerminalQuestion {
  readonly id: string
  /** One line. */
  readonly title: string
  /** Everything there is to see, every byte of it. */
  readonly shown: () => string
}

export interface TerminalVerdict {
  readonly question: string
  readonly answer: 'approve' | 'decline'
  readonly reason: string | null
}

export interface QuestionDeskOptions {
  readonly input: Readable
  readonly output: Writable
  readonly randomInteger: (limit: number) => number
  /** A clock that only moves forward, in milliseconds. */
  readonly now: () => number
  /** Brings a verdict to its door; answers one line that says what became of it. */
  readonly decide: (verdict: TerminalVerdict) => Promise<string>
  readonly interrupt: () => void
}

export interface QuestionDesk {
  /** What waits now, oldest first. What is no longer among them was decided elsewhere. */
  show(waiting: readonly TerminalQuestion[]): void
  close(): void
}

/** What arrives sooner was typed ahead. */
const SOONEST_ANSWER_MS = 400

interface Shown {
  readonly question: TerminalQuestion
  readonly code: string
  readonly at: number
}

export function createQuestionDesk(options: QuestionDeskOptions): QuestionDesk {
  const { output } = options
  const lines = createInterface({ input: options.input, output, terminal: true, historySize: 0, prompt: '' })
  let waiting: readonly TerminalQuestion[] = []
  let announced: string | null = null
  let shown: Shown | null = null

  const say = (text: string): void => void output.write(`${text}\n`)

  function announce(): void {
    const [first] = waiting
    if (first === undefined || shown !== null || announced === first.id) return
    announced = first.id
    const more = waiting.length === 1 ? '' : ` (and ${waiting.length - 1} more)`
    say(`▸ ${first.title} waits${more}. Press Enter to see it and decide here.`)
  }

  function open(question: TerminalQuestion): void {
    const code = drawConfirmationCode(options.randomInteger)
    say(`\n${question.shown().replace(/\n*$/, '')}\n`)
    say(`Type ${code} to approve it, n and perhaps a reason to decline it, Enter alone to leave it waiting:`)
    shown = { question, code, at: options.now() }
  }

  function typed(line: string): void {
    const text = line.trim()
    if (shown === null) {
      const [first] = waiting
      if (first !== undefined) open(first)
      return
    }
    const { question, code, at } = shown
    shown = null
    if (text === '') say('It goes on waiting.')
    else if (options.now() - at < SOONEST_ANSWER_MS) say('That came faster than anybody reads; nothing was decided.')
    else if (matchesConfirmationCode(code, text)) settle({ question: question.id, answer: 'approve', reason: null })
    else if (/^n(o|ein)?\b/i.test(text)) {
      const reason = text.replace(/^\w+[\s:,]*/, '')
      settle({ question: question.id, answer: 'decline', reason: reason === '' ? null : reason })
    } else say('That was neither the code nor n; nothing was decided.')
    announce()
  }

  function settle(verdict: TerminalVerdict): void {
    options.decide(verdict).then(say, (error: unknown) => say(`Nothing was decided: ${String(error)}`))
  }

  lines.on('line', typed)
  lines.on('SIGINT', options.interrupt)

  return {
    show(now) {
      waiting = now
      if (shown !== null && !now.some(({ id }) => id === shown?.question.id)) {
        say('It was decided elsewhere.')
        shown = null
      }
      announce()
    },
    close() {
      lines.close()
    },
  }
}
