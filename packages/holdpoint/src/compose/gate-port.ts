/** Pause and resume from the command line: the same setting and the same answers as over REST. */
import { isJsonObject, recordDraft } from '@holdpoint/core'
import type { JsonValue, Store } from '@holdpoint/core'
import type { CommandContext } from '../cli/command-context.ts'
import { PAUSE_SETTING } from '../gateway/gate.ts'

type GatePort = CommandContext['gate']

export function createGatePort(open: () => Promise<{ readonly store: Store; readonly off: string | null }>): GatePort {
  async function status(): ReturnType<GatePort['status']> {
    const { store, off } = await open()
    const text = await store.settings.get(PAUSE_SETTING)
    return { paused: text === null ? null : readPause(text), off }
  }
  return {
    status,
    async pause({ by, tenant }) {
      const { store } = await open()
      const pause = JSON.stringify({ by, at: await store.now() })
      await store.settings.swap(PAUSE_SETTING, null, pause, recordDraft({ kind: 'gate-paused', tenant, actor: by }))
      return await status()
    },
    async resume({ by, tenant }) {
      const { store } = await open()
      const paused = await store.settings.get(PAUSE_SETTING)
      if (paused !== null) {
        await store.settings.swap(PAUSE_SETTING, paused, null, recordDraft({ kind: 'gate-resumed', tenant, actor: by }))
      }
      return await status()
    },
  }
}

/** Whatever stands there is a pause: text that cannot be read must not look like none. */
function readPause(text: string): { readonly by: string; readonly at: string } {
  let value: JsonValue = null
  try {
    value = JSON.parse(text) as JsonValue
  } catch {
    value = null
  }
  const { by, at } = isJsonObject(value) ? value : {}
  return { by: typeof by === 'string' ? by : 'somebody', at: typeof at === 'number' ? new Date(at).toISOString() : '' }
}
