/** Talks in lines from top to bottom: prints, and asks until the answer is one that was offered. */
import type { Readable, Writable } from 'node:stream'
import { breakText } from './break-text.ts'
import { createLineReader } from './line-reader.ts'
import type { KeyChoice } from './offered.ts'
import { guardText } from './screen-line.ts'

export interface PlainTalk {
  /** `undefined`: how wide lines may be is not known. */
  readonly width: () => number | undefined
  /**
   * Sentences of ours, broken between words; what goes on is set in, since a name that others chose may stand there.
   */
  readonly say: (...lines: readonly string[]) => void
  /**
   * Lines that fit already, such as those of a card: broken once more they would lose the gutter that tells whose they
   * are.
   */
  readonly print: (...lines: readonly string[]) => void
  /** `null`: the input has ended. */
  readonly ask: (question: string | readonly string[]) => Promise<string | null>
  /** Asked until one of them is typed; `null`: Enter alone, or the input has ended. */
  readonly pick: <Value>(question: string | readonly string[], answers: Answers<Value>) => Promise<Value | null>
  /** The same, with the answers named behind the question. */
  readonly choose: <Value>(question: string, offered: readonly KeyChoice<Value>[]) => Promise<Value | null>
  /** Leaves the terminal to another program while it works. */
  readonly suspend: <Value>(work: () => Promise<Value>) => Promise<Value>
  readonly close: () => void
}

export interface Answers<Value> {
  readonly offered: readonly KeyChoice<Value>[]
  /** What is understood, where that is more than what is offered. */
  readonly taken?: readonly KeyChoice<Value>[]
}

export interface TalkingTerminal {
  readonly input: Readable
  readonly output: Writable & { readonly columns?: number }
  readonly interrupted: AbortSignal
}

const INDENT = '  '

export function createPlainTalk({ input, output, interrupted }: TalkingTerminal): PlainTalk {
  const reader = createLineReader(input, interrupted)

  const width = (): number | undefined => (output.columns === 0 ? undefined : output.columns)

  const print = (...lines: readonly string[]): void => {
    for (const line of lines) output.write(`${guardText(line)}\n`)
  }
  const say = (...lines: readonly string[]): void =>
    print(...lines.flatMap((line) => hanging(breakText(line, (width() ?? Infinity) - INDENT.length))))

  async function ask(question: string | readonly string[]): Promise<string | null> {
    say(...[question].flat())
    return (await reader.next())?.trim() ?? null
  }

  async function pick<Value>(
    question: string | readonly string[],
    { offered, taken = offered }: Answers<Value>,
  ): Promise<Value | null> {
    for (;;) {
      const typed = await ask(question)
      if (typed === null || typed === '') return null
      const picked = taken.find(({ key }) => key === typed.toLowerCase())
      if (picked !== undefined) return picked.value
      say(`"${typed}" is none of the answers; nothing was decided. ${whatToType(typed, offered)}`)
    }
  }

  return {
    width,
    say,
    print,
    ask,
    pick,
    choose: async (question, offered) => await pick(`${question} ${namesOf(offered)}:`, { offered }),
    suspend: reader.suspend,
    close: reader.close,
  }
}

function hanging(rows: readonly string[]): readonly string[] {
  return rows.map((row, index) => (index === 0 ? row : INDENT + row))
}

/** The answers and how to leave; on a line each where a comma inside one would look like the end of it. */
export function offerOf(choices: readonly KeyChoice<unknown>[]): string | readonly string[] {
  const leave = 'Enter goes back:'
  if (!choices.some(({ words }) => words.includes(','))) return `${namesOf(choices)}, ${leave}`
  return [...choices.map(({ key, words }) => `${key} ${words}`), leave]
}

function namesOf(choices: readonly KeyChoice<unknown>[]): string {
  return choices.map(({ key, words }) => `${key} ${words}`).join(', ')
}

/** A person who types a word of an answer is shown the key of that answer, others all keys. */
function whatToType(typed: string, offered: readonly KeyChoice<unknown>[]): string {
  const meant = offered.filter(({ words }) => words.toLowerCase().startsWith(typed.toLowerCase()))
  if (meant.length > 0) return `Type ${meant.map(({ key, words }) => `${key} for ${words}`).join(', or ')}.`
  return `Type ${offered.map(({ key }) => key).join(' or ')}, or Enter alone to go back.`
}
