/**
 * Transactions in memory: each write says how it is taken back, and a body that throws takes back all of them, the last
 * one first. It refuses to begin a transaction inside another one, which would be taken back with it.
 */
export interface Journal {
  readonly note: (undo: () => void) => void
  readonly transaction: <Answer>(body: () => Answer) => Answer
}

export function createJournal(): Journal {
  let undos: (() => void)[] | null = null
  return {
    note: (undo) => undos?.push(undo),
    transaction(body) {
      if (undos !== null) throw new Error('A transaction began inside another one.')
      const noted: (() => void)[] = []
      undos = noted
      try {
        return body()
      } catch (error) {
        for (const undo of noted.toReversed()) undo()
        throw error
      } finally {
        undos = null
      }
    },
  }
}

/**
 * A map whose writes are taken back with their transaction. What is taken back may come to stand at the end of its
 * order.
 */
export interface JournaledMap<Key, Value> extends ReadonlyMap<Key, Value> {
  readonly put: (key: Key, value: Value) => void
  readonly remove: (key: Key) => void
}

export function createJournaledMap<Key, Value>(journal: Journal): JournaledMap<Key, Value> {
  const map = new Map<Key, Value>()

  function noteBefore(key: Key): void {
    const before = map.get(key)
    journal.note(before === undefined ? () => map.delete(key) : () => map.set(key, before))
  }

  return Object.assign(map, {
    put(key: Key, value: Value) {
      noteBefore(key)
      map.set(key, value)
    },
    remove(key: Key) {
      if (!map.has(key)) return
      noteBefore(key)
      map.delete(key)
    },
  })
}
