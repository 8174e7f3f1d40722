/** Whether the gate is paused or off for the caller of a request: what banners say. */
import { isOperator, readPause, isDecidingRole } from '@holdpoint/core'
import type { GateStatus } from '@holdpoint/core'
import type { KeyHolder } from '../../access/key-holder.ts'
import type { HttpOptions } from '../http-options.ts'

export async function readGateStatus(options: HttpOptions, caller: KeyHolder | null): Promise<GateStatus> {
  const paused = await readPause(options.store, {
    tenant: caller?.tenant ?? options.tenant,
    operator: caller !== null && isOperator(caller, options.tenant),
    decides: caller !== null && isDecidingRole(caller.role),
  })
  return { paused, off: options.gateOff() }
}
