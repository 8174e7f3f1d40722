/**
 * Asks a person for one line. A hidden one is neither shown nor kept: it is a secret. It confirms nothing; what must be
 * confirmed is asked for with a code.
 */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { dropTypedAhead } from './ask-for-code.ts'
import type { CodeStreams } from './ask-for-code.ts'

export interface LineQuestion {
  readonly prompt: string
  readonly hidden?: boolean
  /** What was typed before it stood there answers something else, and is dropped. */
  readonly fresh?: boolean
  /** Takes the question back: the answer came from elsewhere. */
  readonly signal?: AbortSignal
}

/** Without blanks around it; `null`: Ctrl-C, the end of input, or the question was taken back. */
export async function askForLine(question: LineQuestion, { input, output }: CodeStreams): Promise<string | null> {
  const { prompt, hidden = false, fresh = false, signal } = question
  if (fresh) await dropTypedAhead(input)
  if (signal?.aborted === true || input.readableEnded) return null
  // What readline would show goes nowhere; the prompt is ours.
  const shown = hidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output
  const lines = createInterface({ input, output: shown, terminal: true, historySize: 0 })
  // Not before the terminal has stopped to show what is typed.
  if (hidden) output.write(prompt)
  try {
    return await new Promise<string | null>((resolve) => {
      const leave = (): void => {
        output.write('\n')
        resolve(null)
      }
      const takeBack = (): void => lines.close()
      lines.once('close', leave)
      lines.once('SIGINT', () => lines.close())
      signal?.addEventListener('abort', takeBack, { once: true })
      lines.question(hidden ? '' : prompt, (typed) => {
        lines.off('close', leave)
        signal?.removeEventListener('abort', takeBack)
        if (hidden) output.write('\n')
        resolve(typed.trim())
      })
    })
  } finally {
    lines.close()
  }
}
