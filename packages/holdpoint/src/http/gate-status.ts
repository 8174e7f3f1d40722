/** Whether the gate is paused or off for whoever looks: what banners say. */
import { findPause, isOperator, toPauseView } from '@holdpoint/core'
import type { PauseView } from '@holdpoint/core'
import type { HttpCaller } from './http-access.ts'
import type { HttpOptions } from './http-options.ts'

export interface GateStatus {
  readonly paused: PauseView | null
  readonly off: string | null
}

export async function readGateStatus(options: HttpOptions, caller: HttpCaller | null): Promise<GateStatus> {
  const tenant = caller?.tenant ?? options.tenant
  const pause = await findPause(options.store, tenant)
  const operator = caller !== null && isOperator(caller, options.tenant)
  return {
    paused: pause === null ? null : shown(toPauseView(pause, { tenant, operator }), caller),
    off: options.gateOff(),
  }
}

/** Whoever may only look ends nothing. */
function shown(pause: PauseView, caller: HttpCaller | null): PauseView {
  const decides = caller?.role === 'approver' || caller?.role === 'admin'
  return { ...pause, can_resume: decides && pause.can_resume }
}
