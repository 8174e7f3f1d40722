/**
 * Whether a bare word ("confirm") can only mean the one question that waits. A word is on its way for a while: what was written
 * for a question that ended meanwhile would answer the next one, which its author has not read. Such a word confirms nothing
 * and is asked for the code; a "no" drops what waits, whichever was meant. All of it is read from the store, so that every
 * process of the bot sees the same.
 *
 * It does not look at words with a code, nor at who wrote them.
 */
import { shownAt } from '@holdpoint/core'
import type { ListedHold, RecordKind, ReplyReading, Store } from '@holdpoint/core'
import { isOfGate, sessionKey } from './chat-hold.ts'
import type { GateIdentity } from './chat-hold.ts'

/** So long after a question has ended, a bare word may still be meant for it. */
const STILL_MEANT_MS = 10_000
/** Nobody has read a question, and answered it, in less. */
const READ_IN_MS = 1000
/** Where another question stood in the chat so recently, people have a reason to answer something else. */
const RECENT_MS = 5 * 60_000
const MOST_WAITING = 50
const RECORDS = 200
/** A bot with more going on than this is in doubt, and asks for the code. */
const MOST_PAGES = 10
const QUESTION_ENDS: readonly RecordKind[] = [
  'hold-approved',
  'hold-declined',
  'hold-cancelled',
  'hold-expired',
  'hold-invalidated',
]

/** `sentAt`: by the platform's clock; `null`: not known, so that only the time of its arrival is. */
export async function isPlainlyMeant(
  store: Store,
  gate: GateIdentity,
  hold: ListedHold,
  session: string,
  { kind, sentAt }: { readonly kind: Exclude<ReplyReading['kind'], 'none'>; readonly sentAt: number | null },
): Promise<boolean> {
  const now = await store.now()
  const shown = await shownAt(store, hold.id, 'chat')
  if (isBefore(sentAt, shown)) return false
  if (kind === 'cancel') return true
  const at = sentAt === null ? now : Math.min(sentAt, now)
  const ended = await lastEnd(store, gate, session, hold.id)
  if (ended === null) return true
  return at - ended >= STILL_MEANT_MS && (shown === null || now - shown >= READ_IN_MS)
}

/** Whether the chat has just had another question: then a new one says its code at once. */
export async function hadQuestionJustNow(store: Store, gate: GateIdentity, session: string): Promise<boolean> {
  const ended = await lastEnd(store, gate, session, null)
  return ended !== null && (await store.now()) - ended < STILL_MEANT_MS
}

/** What was written before the question stood in the chat was written to something else. */
export function isBefore(sentAt: number | null, shown: number | null): boolean {
  return sentAt !== null && shown !== null && sentAt < shown
}

/** When a question of this session was last decided or lapsed, other than this one; `null`: not lately. */
async function lastEnd(store: Store, gate: GateIdentity, session: string, but: string | null): Promise<number | null> {
  const now = await store.now()
  // Past its time, and nobody has looked at it since. Read before the log, where it stands once somebody has.
  const pending = await store.holds.inSession(sessionKey(gate, session), 'pending', MOST_WAITING)
  const lapsed = pending
    .filter((hold) => isOfGate(gate, hold) && hold.id !== but && hold.decideBy <= now)
    .map(({ decideBy }) => decideBy)
  const onRecord = await lastEndOnRecord(store, gate, session, but, now)
  const all = onRecord === null ? lapsed : [...lapsed, onRecord]
  return all.length === 0 ? null : Math.max(...all)
}

async function lastEndOnRecord(
  store: Store,
  { name, tenant }: GateIdentity,
  session: string,
  but: string | null,
  now: number,
): Promise<number | null> {
  let cursor: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const { records, nextCursor } = await store.audit.browse({
      tenant,
      since: now - RECENT_MS,
      kinds: QUESTION_ENDS,
      server: name,
      risk: null,
      order: 'newest-first',
      limit: RECORDS,
      cursor,
    })
    // The client of a call is the chat it was asked in.
    const found = records.find(({ client, hold }) => client === session && hold !== but)
    if (found !== undefined) return found.at
    if (nextCursor === null) return null
    cursor = nextCursor
  }
  return now
}
