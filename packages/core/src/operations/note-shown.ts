/**
 * Writes down where a question was put in front of a person: once for each hold and surface, whichever process shows
 * it. It changes no hold; a page that a person opens by themselves leaves no such record.
 */
import type { Hold } from '../hold/hold.ts'
import type { Store } from '../store/store.ts'
import { holdRecord } from './hold-record.ts'

/** A dialog of the host, an address it offers to open, a card it draws, a terminal, a browser that we opened. */
export type Surface = 'form' | 'link' | 'card' | 'terminal' | 'browser'

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
    const any = { tenant: null, since: null, server: null, tool: null, cursor: null }
    const { records } = await store.audit.read({ ...any, hold: hold.id, limit: MOST_LOOKED_AT })
    if (records.some(({ kind, detail }) => kind === 'question-shown' && detail === surface)) return
    await store.audit.append(holdRecord(hold, 'question-shown', null, surface))
  } catch (error) {
    known.delete(name)
    throw error
  }
}
