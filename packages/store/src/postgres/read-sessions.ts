/**
 * Sessions for reading: a few, opened when they are needed, each used by one reader at a time. A reader whose session
 * breaks begins again on another one, for as long as is waited for the database at all; reading twice changes nothing.
 */
import type { Script } from '../query/script.ts'
import { isLost } from './postgres-error.ts'
import { runOverSession } from './run-script.ts'
import type { DatabaseSession } from './session.ts'

const MOST_SESSIONS = 4
const AGAIN_AFTER_MS = 100

export interface ReadSessions {
  readonly read: <Answer>(script: () => Script<Answer>) => Promise<Answer>
  /** Uses a session for something of its own. */
  readonly borrow: <Answer>(use: (session: DatabaseSession) => Promise<Answer>) => Promise<Answer>
  readonly close: () => Promise<void>
}

export function createReadSessions(open: () => Promise<DatabaseSession>, retryForMs: number): ReadSessions {
  const idle: DatabaseSession[] = []
  const waiting: (() => void)[] = []
  let count = 0
  let closed = false

  async function take(): Promise<DatabaseSession> {
    for (;;) {
      const session = idle.pop()
      if (session?.isOpen() === true) return session
      if (session !== undefined) count -= 1
      else if (count < MOST_SESSIONS) return await openOne()
      else await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }

  async function openOne(): Promise<DatabaseSession> {
    count += 1
    try {
      return await open()
    } catch (error) {
      count -= 1
      waiting.shift()?.()
      throw error
    }
  }

  function giveBack(session: DatabaseSession): void {
    if (session.isOpen() && !closed) idle.push(session)
    else {
      count -= 1
      void session.close()
    }
    waiting.shift()?.()
  }

  async function borrow<Answer>(use: (session: DatabaseSession) => Promise<Answer>): Promise<Answer> {
    const giveUpAt = performance.now() + retryForMs
    for (;;) {
      try {
        const session = await take()
        try {
          return await use(session)
        } finally {
          giveBack(session)
        }
      } catch (error) {
        if (!isLost(error) || closed || performance.now() >= giveUpAt) throw error
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS))
      }
    }
  }

  return {
    borrow,
    read: (script) => borrow((session) => runOverSession(script(), session)),
    async close() {
      closed = true
      await Promise.all(idle.splice(0).map((session) => session.close()))
    },
  }
}
