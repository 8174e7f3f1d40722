/**
 * Shows a text in full, then asks for a random code. Only the right code confirms; a wrong one, Ctrl-C, end of input
 * and a broken terminal do not. What was typed before the question stood there is dropped: it answers something else.
 */
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { judgeCode } from './judge-code.ts'
import type { CodeAnswer } from './judge-code.ts'

export type { CodeAnswer } from './judge-code.ts'

export interface CodeQuestion {
  /** Shown before the question, already safe for a terminal. */
  readonly shown: string
  /** Ends the sentence "Type 7F3K to …". */
  readonly purpose: string
  readonly code: string
}

export interface CodeStreams {
  readonly input: Readable & { readonly setRawMode?: (raw: boolean) => unknown }
  readonly output: Writable
}

export async function askForCode(question: CodeQuestion, streams: CodeStreams): Promise<CodeAnswer> {
  await writeOut(streams.output, `${question.shown.replace(/\n*$/, '')}\n\n`)
  await dropTypedAhead(streams.input)
  if (streams.input.readableEnded) return { kind: 'not-confirmed', why: 'no-answer' }
  const typed = await readLine(streams, `Type ${question.code} to ${question.purpose}: `)
  if (typed === null) return { kind: 'not-confirmed', why: 'no-answer' }
  return judgeCode(question.code, typed)
}

async function writeOut(output: Writable, text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

/** A line that is not finished reaches us only in raw mode. */
export async function dropTypedAhead(input: CodeStreams['input']): Promise<void> {
  const drop = (): void => {}
  input.setRawMode?.(true)
  input.on('data', drop)
  input.resume()
  // Two turns of the event loop: one in which reading begins, one in which all that lies ready has come.
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => void setImmediate(resolve))
  input.off('data', drop)
  input.pause()
  input.setRawMode?.(false)
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
