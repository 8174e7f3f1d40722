/** Pause and resume from the command line: the same pauses and the same answers as over REST. */
import { pauseGate, readPause, resumeGate } from '@holdpoint/core'
import type { GateReader, GateStatus, Store } from '@holdpoint/core'
import type { CommandContext } from './command-context.ts'

type GatePort = CommandContext['gate']

export function createGatePort(open: () => Promise<{ readonly store: Store; readonly off: string | null }>): GatePort {
  async function status(reader: GateReader): Promise<GateStatus> {
    const { store, off } = await open()
    return { paused: await readPause(store, reader), off }
  }
  return {
    status,
    async pause(who, tenant) {
      const { store } = await open()
      await pauseGate(store, who, tenant)
      return await status({ tenant: tenant ?? who.tenant, operator: who.operator, decides: true })
    },
    async resume(who, tenant) {
      const { store } = await open()
      const resumed = await resumeGate(store, who, tenant)
      if (resumed.kind === 'refused') return { ok: false, message: resumed.message }
      return { ok: true, status: await status({ tenant: tenant ?? who.tenant, operator: who.operator, decides: true }) }
    },
  }
}
