/**
 * Changes that wait for their transaction, in the order they were asked for. Each is one body and the promise of its
 * caller.
 */
import type { Script } from '../query/script.ts'
import type { Transaction } from './transaction.ts'

export type ChangeBody<Answer> = (transaction: Transaction) => Script<Answer>

export interface WaitingChanges {
  readonly count: () => number
  readonly first: () => ChangeBody<unknown> | null
  readonly add: <Answer>(body: ChangeBody<Answer>) => Promise<Answer>
  /** The first one happened. */
  readonly resolve: (answer: unknown) => void
  /** The first one did not happen. */
  readonly reject: (error: unknown) => void
  /** Those that were asked for at or before a moment are given up. */
  readonly giveUp: (since: number, error: unknown) => void
}

interface QueuedChange {
  readonly body: ChangeBody<unknown>
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
  readonly since: number
}

export function createWaitingChanges(): WaitingChanges {
  const changes: QueuedChange[] = []
  return {
    count: () => changes.length,
    first: () => changes[0]?.body ?? null,
    async add<Answer>(body: ChangeBody<Answer>) {
      return await new Promise<Answer>((resolve, reject) => {
        changes.push({ body, resolve: (answer) => resolve(answer as Answer), reject, since: performance.now() })
      })
    },
    resolve: (answer) => changes.shift()?.resolve(answer),
    reject: (error) => changes.shift()?.reject(error),
    giveUp(since, error) {
      while (changes[0] !== undefined && changes[0].since <= since) changes.shift()?.reject(error)
    },
  }
}
