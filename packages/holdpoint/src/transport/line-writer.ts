/**
 * Writes lines to a stream, all that come at about the same time with one system call: under load most of the cost of a
 * line is the call that writes it.
 */
export type WriteLine = (text: string, bytes: Uint8Array | null) => void

const NEWLINE = Buffer.from('\n')

/** When what has gathered is written: at the end of this callback, or after all callbacks of this round of events. */
export type Gathering = 'callback' | 'round'

/** `frame` makes one line of a message; where that changes nothing, the original bytes are written. */
export function createLineWriter(
  stream: NodeJS.WritableStream,
  frame: (json: string) => string,
  gathering: Gathering,
): WriteLine {
  const later: (work: () => void) => void = gathering === 'callback' ? process.nextTick : setImmediate

  let parts: Uint8Array[] = []

  function flush(): void {
    const waiting = parts
    parts = []
    stream.write(Buffer.concat(waiting))
  }

  return (text, bytes) => {
    if (parts.length === 0) later(flush)
    const line = frame(text)
    parts.push(bytes !== null && line === text ? bytes : Buffer.from(line, 'utf8'), NEWLINE)
  }
}
