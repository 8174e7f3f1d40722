/** Whether a person has the page open somewhere, as far as the processes of this home know. Entries lapse by themselves. */
import type { Store } from '@holdpoint/core'

const PREFIX = 'presence/'
export const PRESENCE_LASTS_MS = 20_000

export async function someoneWatches(store: Store): Promise<boolean> {
  const now = await store.now()
  const entries = await store.settings.under(PREFIX)
  return entries.some(({ value }) => Number(value) > now)
}

export async function announcePresence(store: Store, instance: string, present: boolean): Promise<void> {
  const until = present ? String((await store.now()) + PRESENCE_LASTS_MS) : null
  await store.settings.put(`${PREFIX}${instance}`, until, null)
}
