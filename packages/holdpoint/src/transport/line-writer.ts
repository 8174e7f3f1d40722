/**
 * Writes lines to a stream, all that fall into one turn of the event loop with one system call: under load most of the
 * cost of a line is the call that writes it.
 */
export type WriteLine = (text: string, bytes: Uint8Array | null) => void

const NEWLINE = Buffer.from('\n')

/** `frame` makes one line of a message; where that changes nothing, the original bytes are written. */
export function createLineWriter(stream: NodeJS.WritableStream, frame: (json: string) => string): WriteLine {
  let parts: Uint8Array[] = []

  function flush(): void {
    const waiting = parts
    parts = []
    stream.write(Buffer.concat(waiting))
  }

  return (text, bytes) => {
    if (parts.length === 0) process.nextTick(flush)
    const line = frame(text)
    parts.push(bytes !== null && line === text ? bytes : Buffer.from(line, 'utf8'), NEWLINE)
  }
}
