/**
 * Large messages are taken one after the other, the callers in turn: reading, judging and storing one holds up the thread that
 * serves every caller several times, and ten at once would hold up each step of another caller's call ten times. Small ones never
 * wait. A turn ends with the answer, or after about as long as the work takes: a call that waits for a person holds up no other.
 */
export interface LargeMessages {
  /** Whether a message of that size waits for its turn at all. */
  waits(bytes: number): boolean
  /** `begin` is called in its turn, and answers when the work is over. `false`: this caller has too many waiting. */
  take(caller: string, bytes: number, begin: () => Promise<void>): boolean
}

interface Waiting {
  readonly bytes: number
  readonly begin: () => Promise<void>
}

const LARGE_BYTES = 65_536
const BYTES_PER_MS = 1024
const LONGEST_TURN_MS = 1500
const MOST_WAITING = 64

export function createLargeMessages(): LargeMessages {
  const waiting = new Map<string, Waiting[]>()
  let isTaken = false

  function next(): void {
    const [first] = waiting
    if (isTaken || first === undefined) return
    const [caller, messages] = first
    const message = messages.shift()
    // The caller that was served goes behind the others again.
    waiting.delete(caller)
    if (messages.length > 0) waiting.set(caller, messages)
    if (message === undefined) return next()
    isTaken = true
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(LONGEST_TURN_MS, message.bytes / BYTES_PER_MS))
    })
    void Promise.race([message.begin(), late]).finally(() => {
      clearTimeout(timer)
      isTaken = false
      // Small messages that came meanwhile are read first.
      setImmediate(next)
    })
  }

  const waits = (bytes: number): boolean => bytes > LARGE_BYTES

  return {
    waits,
    take(caller, bytes, begin) {
      if (!waits(bytes)) {
        void begin()
        return true
      }
      const messages = waiting.get(caller) ?? []
      if (messages.length >= MOST_WAITING) return false
      waiting.set(caller, [...messages, { bytes, begin }])
      next()
      return true
    },
  }
}
