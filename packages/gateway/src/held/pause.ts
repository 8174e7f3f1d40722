/** Waits that keep no process alive, and leave nothing behind when they are no longer needed. */
export interface Patience {
  readonly over: Promise<void>
  /** Nobody waits any more. */
  end(): void
}

export function startPatience(milliseconds: number): Patience {
  let finish: () => void = () => {}
  const over = new Promise<void>((resolve) => (finish = resolve))
  const timer = setTimeout(finish, milliseconds).unref()
  return {
    over,
    end() {
      clearTimeout(timer)
      finish()
    },
  }
}

/** Until one of these comes, and no longer than this. */
export async function waitAtMost(milliseconds: number, ...sooner: readonly Promise<unknown>[]): Promise<void> {
  const patience = startPatience(milliseconds)
  try {
    await Promise.race([...sooner, patience.over])
  } finally {
    patience.end()
  }
}

/** A signal that is given once to whoever waits then; waiting leaves no trace on it. */
export interface Signal {
  wait(): Patience
  give(): void
}

export function createSignal(): Signal {
  const waiting = new Set<() => void>()
  let given = false
  return {
    wait() {
      let finish: () => void = () => {}
      const over = new Promise<void>((resolve) => (finish = resolve))
      if (given) finish()
      else waiting.add(finish)
      return {
        over,
        end() {
          waiting.delete(finish)
          finish()
        },
      }
    },
    give() {
      given = true
      for (const finish of waiting) finish()
      waiting.clear()
    },
  }
}
