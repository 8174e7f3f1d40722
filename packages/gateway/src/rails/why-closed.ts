/** What a host is told when its question is taken back: who decided, and where. Never fails: the question closes anyway. */
import { decisiveVerdict, showHiddenCharacters } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'

const PAST = { approve: 'approved', decline: 'declined', cancel: 'cancelled' } as const

export async function whyClosed(store: Pick<Store, 'holds'>, id: string): Promise<string> {
  const hold = await store.holds.get(id).catch(() => null)
  const verdict = hold === null ? null : decisiveVerdict(hold)
  if (verdict !== null) return showHiddenCharacters(`${PAST[verdict.answer]} by ${verdict.by} via ${verdict.via}`).text
  return hold?.state === 'pending' ? 'it waits elsewhere now' : 'the question is closed'
}
