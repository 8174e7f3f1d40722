/**
 * Shows a text in full, then asks for a random code. Only the right code, typed no sooner than a person could have read
 * it, confirms; a wrong code, haste, Ctrl-C, end of input and a broken terminal do not.
 */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { matchesConfirmationCode } from './confirmation-code.ts'

export type CodeAnswer =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'not-confirmed'; readonly why: 'wrong-code' | 'too-fast' | 'no-answer' }

export interface CodeQuestion {
  /** Shown before the question, already safe for a terminal. */
  readonly shown: string
  /** Ends the sentence "Type 7F3K to …". */
  readonly purpose: string
  readonly code: string
}

export interface CodeStreams {
  readonly input: Readable
  readonly output: Writable
  /** A clock that only moves forward, in milliseconds. */
  readonly now: () => number
}

/** What arrives sooner was typed ahead or pasted blindly. */
const SOONEST_ANSWER_MS = 400

export async function askForCode(question: CodeQuestion, streams: CodeStreams): Promise<CodeAnswer> {
  await writeOut(streams.output, `${question.shown.replace(/\n*$/, '')}\n\n`)
  const displayedAt = streams.now()
  const typed = await readLine(streams, `Type ${question.code} to ${question.purpose}: `)
  if (typed === null) return { kind: 'not-confirmed', why: 'no-answer' }
  if (streams.now() - displayedAt < SOONEST_ANSWER_MS) return { kind: 'not-confirmed', why: 'too-fast' }
  return matchesConfirmationCode(question.code, typed)
    ? { kind: 'confirmed' }
    : { kind: 'not-confirmed', why: 'wrong-code' }
}

async function writeOut(output: Writable, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

async function readLine(streams: CodeStreams, prompt: string): Promise<string | null> {
  const lines = createInterface({ input: streams.input, output: streams.output, terminal: true, historySize: 0 })
  try {
    return await new Promise<string | null>((resolve) => {
      const leave = (): void => {
        streams.output.write('\n')
        resolve(null)
      }
      lines.once('close', leave)
      lines.once('SIGINT', () => lines.close())
      lines.question(prompt, (typed) => {
        lines.off('close', leave)
        resolve(typed)
      })
    })
  } finally {
    lines.close()
  }
}
