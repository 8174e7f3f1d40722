/** Whether the gate is paused or off for the caller of a request: what banners say. */
import { isOperator, isDecidingRole, readGateStatus } from '@holdpoint/core'
import type { GateStatus } from '@holdpoint/core'
import type { KeyHolder } from '../../access/key-holder.ts'
import type { HttpOptions } from '../http-options.ts'

export async function gateStatusFor(options: HttpOptions, caller: KeyHolder | null): Promise<GateStatus> {
  const reader = {
    tenant: caller?.tenant ?? options.tenant,
    operator: caller !== null && isOperator(caller, options.tenant),
    decides: caller !== null && isDecidingRole(caller.role),
  }
  return await readGateStatus(options.store, reader, options.gateOff())
}
