/**
 * Requests that have no answer yet, by their ids. A `Map` would do the same and cost more: it makes a new table every few dozen
 * changes, in the old generation once it has been there, and every request that a dead table points to is carried there too.
 * The first places here are two arrays that stay; a client with more open requests than that pays for a `Map`.
 */
import type { RequestId } from '@holdpoint/core'

/** More than clients have under way at a time; looking through them takes less than a hash. */
const PLACES = 64

export class RequestTable<Value> {
  readonly #ids: (RequestId | null)[] = Array.from({ length: PLACES }, () => null)
  readonly #values: (Value | null)[] = Array.from({ length: PLACES }, () => null)
  #taken = 0
  readonly #others = new Map<RequestId, Value>()

  get size(): number {
    return this.#taken + this.#others.size
  }

  get(id: RequestId): Value | undefined {
    const place = this.#placeOf(id)
    if (place !== -1) return this.#values[place] ?? undefined
    return this.#others.size === 0 ? undefined : this.#others.get(id)
  }

  has(id: RequestId): boolean {
    return this.#placeOf(id) !== -1 || (this.#others.size > 0 && this.#others.has(id))
  }

  set(id: RequestId, value: Value): void {
    const place = this.#placeOf(id)
    if (place !== -1) this.#values[place] = value
    // Once there are others, newer ones follow them: entries stay in the order they came.
    else if (this.#taken === PLACES || this.#others.size > 0) this.#others.set(id, value)
    else {
      this.#ids[this.#taken] = id
      this.#values[this.#taken] = value
      this.#taken += 1
    }
  }

  delete(id: RequestId): void {
    const place = this.#placeOf(id)
    if (place === -1) {
      if (this.#others.size > 0) this.#others.delete(id)
      return
    }
    this.#taken -= 1
    // By hand: `copyWithin` asks each element whether it is there, which was a tenth of what a call costs.
    for (let next = place; next < this.#taken; next++) {
      this.#ids[next] = this.#ids[next + 1] ?? null
      this.#values[next] = this.#values[next + 1] ?? null
    }
    this.#ids[this.#taken] = null
    this.#values[this.#taken] = null
  }

  /** As they are now, the oldest first: who goes through them may take some out. */
  entries(): readonly (readonly [RequestId, Value])[] {
    const entries: [RequestId, Value][] = []
    for (let place = 0; place < this.#taken; place++) {
      const id = this.#ids[place] ?? null
      const value = this.#values[place] ?? null
      if (id !== null && value !== null) entries.push([id, value])
    }
    return [...entries, ...this.#others]
  }

  #placeOf(id: RequestId): number {
    for (let place = 0; place < this.#taken; place++) if (this.#ids[place] === id) return place
    return -1
  }
}
