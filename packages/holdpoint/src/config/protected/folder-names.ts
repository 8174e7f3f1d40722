/**
 * Which names a folder holds, so that most words of most texts are known to be no file without a look at the disk for
 * each. It may say yes to what is gone; it never says no to what is there.
 */
import { readdirSync, statSync } from 'node:fs'

const MOST_NAMES = 20_000
/** A folder that changed this shortly before it was read may have changed again within the same tick of its clock. */
const UNSETTLED_MS = 100

export interface FolderNames {
  /** Forgets what was listed: a link may have been made since the text before. */
  expire(): void
  mayHold(name: string): boolean
}

/** For a folder that is only of interest once. */
export const ANY_NAMES: FolderNames = { expire: () => undefined, mayHold: () => true }

export function createFolderNames(folder: string): FolderNames {
  let names: ReadonlySet<string> | null = null
  let changedAt = Number.NaN
  let expired = true
  const refresh = (): void => {
    expired = false
    const mtime = mtimeOf(folder)
    if (names !== null && mtime === changedAt) return
    names = mtime === null ? new Set() : namesIn(folder)
    changedAt = mtime === null || Date.now() - mtime < UNSETTLED_MS ? Number.NaN : mtime
  }
  return {
    expire: () => {
      expired = true
    },
    mayHold: (name) => {
      if (expired) refresh()
      return names === null || names.has(name.toLowerCase())
    },
  }
}

/** `null`: there are too many, or this process may not list them. */
function namesIn(folder: string): ReadonlySet<string> | null {
  try {
    const names = readdirSync(folder)
    return names.length > MOST_NAMES ? null : new Set(names.map((name) => name.toLowerCase()))
  } catch {
    return null
  }
}

function mtimeOf(folder: string): number | null {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? null
  } catch {
    return Number.NaN
  }
}
