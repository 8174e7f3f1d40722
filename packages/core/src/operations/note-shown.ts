/**
 * Writes down where a question was put in front of a person: once for each hold and surface, whichever process shows
 * it. It changes no hold; a page that a person opens by themselves leaves no such record.
 */
import type { Hold } from '../hold/hold.ts'
import type { Store } from '../store/store.ts'
import { holdRecord } from './hold-record.ts'

/** A dialog of the host, an address it offers to open, a card it draws, a terminal, a browser that we opened, a chat. */
export type Surface = 'form' | 'link' | 'card' | 'terminal' | 'browser' | 'chat'

/** Shown again, a question is usually shown by the same process: that one need not look. */
const noted = new WeakMap<Store, Set<string>>()
const MOST_REMEMBERED = 1000
/** Surfaces come early in the life of a hold. */
const MOST_LOOKED_AT = 200

export async function noteShown(store: Store, hold: Hold, surface: Surface): Promise<void> {
  const known = noted.get(store) ?? new Set<string>()
  noted.set(store, known)
  const name = `${hold.id} ${surface}`
  if (known.has(name)) return
  const [oldest] = known
  if (known.size >= MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
  known.add(name)
  try {
    if (await wasShown(store, hold.id, surface)) return
    await store.audit.append(holdRecord(hold, 'question-shown', null, surface))
  } catch (error) {
    known.delete(name)
    throw error
  }
}

/** Whether a process, this or another, has put the question there. */
export async function wasShown(store: Store, hold: string, surface: Surface): Promise<boolean> {
  return (await shownAt(store, hold, surface)) !== null
}

/** When the question stood there for the first time; `null`: it does not, as far as is on record. */
export async function shownAt(store: Store, hold: string, surface: Surface): Promise<number | null> {
  const any = { tenant: null, since: null, server: null, tool: null, cursor: null }
  const { records } = await store.audit.read({ ...any, hold, limit: MOST_LOOKED_AT })
  return records.find(({ kind, detail }) => kind === 'question-shown' && detail === surface)?.at ?? null
}
