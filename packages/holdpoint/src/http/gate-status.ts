/** Whether the gate is paused or off: what banners say. The pause is a setting that every process of a home reads. */
import { isJsonObject, readStrict, say } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'

export const PAUSED_SETTING = 'gate/paused'

export interface GateStatus {
  readonly paused: { readonly by: string; readonly at: string } | null
  readonly off: string | null
}

export async function readGateStatus(store: Store, off: string | null): Promise<GateStatus> {
  const text = await store.settings.get(PAUSED_SETTING)
  return { paused: text === null ? null : readPause(text), off }
}

/** Anything under this key is a pause: text that cannot be read must not resume the gate. */
function readPause(text: string): { readonly by: string; readonly at: string } {
  const reading = readStrict(text)
  const value = reading.ok && isJsonObject(reading.value) ? reading.value : {}
  const { by, at } = value
  return {
    by: typeof by === 'string' ? by : say('somebody'),
    at: typeof at === 'number' ? new Date(at).toISOString() : typeof at === 'string' ? at : '',
  }
}
