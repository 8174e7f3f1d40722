/** The client's side of `wrap`: our own stdin and stdout carry MCP and nothing else. */
import { isUtf8 } from 'node:buffer'
import { PARSE_ERROR, errorText } from '@holdpoint/core'
import type { Downstream } from '@holdpoint/core'
import { inOneLine } from './in-one-line.ts'
import { createLineSplitter } from './line-splitter.ts'
import { createLineWriter } from './line-writer.ts'

export interface StdioFrontOptions {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
  readonly lineLimit: number
}

export interface StdioFront {
  readonly downstream: Downstream
  /** Begins to read. `ended`: the client closed its side. */
  listen(receive: (text: string, bytes: Buffer) => void, ended: () => void): void
}

export function createStdioFront(options: StdioFrontOptions): StdioFront {
  const { input, output } = options

  const send = createLineWriter(output, inOneLine, 'callback')

  return {
    downstream: { send, answer: (_id, text, bytes) => send(text, bytes) },
    listen(receive, ended) {
      const refuse = (message: string): void => send(errorText(null, PARSE_ERROR, message), null)
      input.on(
        'data',
        createLineSplitter(options.lineLimit, {
          line: (bytes) => {
            if (bytes.length === 0) return
            // Replacing broken bytes would show a person something else than what was sent.
            if (isUtf8(bytes)) receive(bytes.toString('utf8'), bytes)
            else refuse('The message is not valid UTF-8.')
          },
          tooLong: () => refuse(`The message is longer than ${options.lineLimit} bytes.`),
        }),
      )
      input.once('end', ended)
      input.once('error', ended)
      output.on('error', ended)
    },
  }
}
