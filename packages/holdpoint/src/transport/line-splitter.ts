/**
 * Cuts a byte stream into lines without copying where it can. A line over the limit is reported once and skipped to its
 * end, so that one endless line neither fills the memory nor takes the stream down.
 */
export interface LineEvents {
  /** Also called for empty lines: they end an event of a server-sent stream. */
  line(bytes: Buffer): void
  /** The first bytes of a line that is too long. */
  tooLong(head: Buffer): void
}

const NEWLINE = 0x0a
const CARRIAGE_RETURN = 0x0d
const HEAD_BYTES = 4096

export function createLineSplitter(limit: number, events: LineEvents): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let length = 0
  let skipping = false

  function add(part: Buffer): void {
    if (skipping || part.length === 0) return
    parts.push(part)
    length += part.length
    if (length <= limit) return
    skipping = true
    const head = Buffer.concat(parts).subarray(0, HEAD_BYTES)
    parts = []
    length = 0
    events.tooLong(head)
  }

  function end(): void {
    if (!skipping) {
      const [only] = parts
      const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts, length)
      events.line(whole.at(-1) === CARRIAGE_RETURN ? whole.subarray(0, -1) : whole)
    }
    parts = []
    length = 0
    skipping = false
  }

  return (chunk) => {
    let start = 0
    for (;;) {
      const newline = chunk.indexOf(NEWLINE, start)
      if (newline === -1) {
        add(start === 0 ? chunk : chunk.subarray(start))
        return
      }
      add(chunk.subarray(start, newline))
      end()
      start = newline + 1
    }
  }
}
