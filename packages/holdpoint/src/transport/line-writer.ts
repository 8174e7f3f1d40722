/**
 * Writes lines to a stream, all that come at about the same time with one system call: under load most of the cost of a
 * line is the call that writes it.
 */
export type WriteLine = (text: string, bytes: Uint8Array | null) => void

const NEWLINE = Buffer.from('\n')
const PARTS_OF_ONE_LINE = 2

/** When what has gathered is written: at the end of this callback, or after all callbacks of this round of events. */
export type Gathering = 'callback' | 'round'

/** `frame` makes one line of a message; where that changes nothing, the original bytes are written. */
export function createLineWriter(
  stream: NodeJS.WritableStream,
  frame: (json: string) => string,
  gathering: Gathering,
): WriteLine {
  let parts: Uint8Array[] = []
  /** The last write took several lines along, so more are on their way: the next one waits for them one round longer. */
  let crowded = false

  function later(): void {
    if (gathering === 'callback') process.nextTick(flush)
    else if (crowded) setImmediate(setImmediate, flush)
    else setImmediate(flush)
  }

  function flush(): void {
    const waiting = parts
    parts = []
    crowded = waiting.length > PARTS_OF_ONE_LINE
    stream.write(Buffer.concat(waiting))
  }

  return (text, bytes) => {
    if (parts.length === 0) later()
    const line = frame(text)
    parts.push(bytes !== null && line === text ? bytes : Buffer.from(line, 'utf8'), NEWLINE)
  }
}
