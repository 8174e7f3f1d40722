/**
 * Lines that a person types, one at a time. The terminal echoes and edits them itself; nothing here moves its cursor.
 */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export interface LineReader {
  /** `null`: the input has ended, or Ctrl-C was pressed. */
  next(): Promise<string | null>
  /** Lets something else read the terminal meanwhile. */
  suspend<Value>(act: () => Promise<Value>): Promise<Value>
  close(): void
}

export function createLineReader(input: Readable, interrupted: AbortSignal): LineReader {
  const typed: string[] = []
  let waiting: ((line: string | null) => void) | null = null
  let ended = interrupted.aborted
  const end = (): void => {
    ended = true
    waiting?.(null)
    waiting = null
  }
  // Without `terminal`, the terminal itself echoes and edits the line, and nothing moves the cursor.
  const lines = createInterface({ input, terminal: false, crlfDelay: Number.POSITIVE_INFINITY })
  lines.on('line', (line) => {
    if (waiting === null) typed.push(line)
    else waiting(line)
    waiting = null
  })
  lines.on('close', end)
  const interrupt = (): void => {
    typed.length = 0
    end()
  }
  interrupted.addEventListener('abort', interrupt)
  return {
    next: async () => {
      const line = typed.shift()
      if (line !== undefined || ended) return line ?? null
      return await new Promise((resolve) => (waiting = resolve))
    },
    suspend: async (act) => {
      lines.pause()
      try {
        return await act()
      } finally {
        lines.resume()
      }
    },
    close() {
      interrupted.removeEventListener('abort', interrupt)
      lines.close()
      input.pause()
    },
  }
}
