/**
 * The server processes that a service runs for its callers: idle ones end after a while, and one principal has a bounded
 * number of them. Where it has all of them, its oldest idle one makes room for the next; it refuses another while none is
 * idle. It ends no process that is in use, and knows nothing of sessions.
 */
export interface OwnedChild {
  /** Nothing is in flight, and no client listens to it. */
  isIdle(): boolean
  /** When it was last used, on a clock that only moves forward. */
  usedAt(): number
  end(): void
}

export interface ChildOwner {
  readonly tenant: string
  readonly principal: string
}

export interface ServerChildren {
  /** Whether there is room for another, made by ending an idle one where it must. */
  makeRoom(owner: ChildOwner): boolean
  /** Answers how to take it off the list. */
  add(owner: ChildOwner, child: OwnedChild): () => void
  close(): void
}

export interface ServerChildrenOptions {
  readonly most: () => number
  readonly idleMs: () => number
  readonly now: () => number
}

const LOOK_EVERY_MS = 5000

export function createServerChildren(options: ServerChildrenOptions): ServerChildren {
  const children = new Map<string, Set<OwnedChild>>()
  const looking = setInterval(endIdle, LOOK_EVERY_MS).unref()

  function endIdle(): void {
    const before = options.now() - options.idleMs()
    for (const [key, own] of children) {
      for (const child of own) if (child.isIdle() && child.usedAt() < before) end(key, child)
    }
  }

  function end(key: string, child: OwnedChild): void {
    remove(key, child)
    child.end()
  }

  function remove(key: string, child: OwnedChild): void {
    const own = children.get(key)
    own?.delete(child)
    if (own?.size === 0) children.delete(key)
  }

  return {
    makeRoom(owner) {
      const key = keyOf(owner)
      const own = [...(children.get(key) ?? [])]
      if (own.length < options.most()) return true
      const [oldest] = own.filter((child) => child.isIdle()).toSorted((one, other) => one.usedAt() - other.usedAt())
      if (oldest === undefined) return false
      end(key, oldest)
      return true
    },
    add(owner, child) {
      const key = keyOf(owner)
      const own = children.get(key) ?? new Set<OwnedChild>()
      children.set(key, own.add(child))
      return () => remove(key, child)
    },
    close: () => clearInterval(looking),
  }
}

function keyOf({ tenant, principal }: ChildOwner): string {
  return JSON.stringify([tenant, principal])
}
