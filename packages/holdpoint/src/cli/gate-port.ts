/** Pause and resume from the command line: the same pauses and the same answers as over REST. */
import { findAnyPause, findPause, pauseGate, resumeGate, toPauseView } from '@holdpoint/core'
import type { GateActor, Store } from '@holdpoint/core'
import type { CommandContext, GateStatus } from './command-context.ts'

type GatePort = CommandContext['gate']

export function createGatePort(open: () => Promise<{ readonly store: Store; readonly off: string | null }>): GatePort {
  async function statusFor(who: Pick<GateActor, 'tenant' | 'operator'>, tenant: string | null): Promise<GateStatus> {
    const { store, off } = await open()
    const pause = tenant === null ? await findAnyPause(store) : await findPause(store, tenant)
    return { paused: pause === null ? null : toPauseView(pause, who), off }
  }
  return {
    status: async (tenant) => await statusFor({ tenant: tenant ?? '', operator: tenant === null }, tenant),
    async pause(who, tenant) {
      const { store } = await open()
      await pauseGate(store, who, tenant)
      return await statusFor(who, tenant ?? who.tenant)
    },
    async resume(who, tenant) {
      const { store } = await open()
      const resumed = await resumeGate(store, who, tenant)
      if (resumed.kind === 'refused') return { ok: false, message: resumed.message }
      return { ok: true, status: await statusFor(who, tenant ?? who.tenant) }
    },
  }
}
