/**
 * Writes lines to a stream, all that fall into one turn of the event loop with one system call: under load most of the
 * cost of a line is the call that writes it.
 */
import { inOneLine } from './in-one-line.ts'

export type WriteLine = (text: string, bytes: Uint8Array | null) => void

const NEWLINE = Buffer.from('\n')

export function createLineWriter(stream: NodeJS.WritableStream): WriteLine {
  let parts: Uint8Array[] = []

  function flush(): void {
    const waiting = parts
    parts = []
    stream.write(Buffer.concat(waiting))
  }

  return (text, bytes) => {
    if (parts.length === 0) process.nextTick(flush)
    parts.push(bytes ?? Buffer.from(inOneLine(text), 'utf8'), NEWLINE)
  }
}
