/** A person says what became of a call whose outcome was lost. */
import { say } from '../sentence/say.ts'
import type { Store } from '../store/store.ts'
import { moveHold } from './move-hold.ts'
import type { Moved } from './move-hold.ts'

export interface ResolveRequest {
  readonly hold: string
  readonly tenant: string | null
  readonly by: string
  readonly executed: boolean
  readonly note: string
}

export async function resolveHold(store: Store, request: ResolveRequest): Promise<Moved> {
  const { hold, tenant, by, executed, note } = request
  return await moveHold(
    store,
    hold,
    { type: 'resolve', by, executed, note },
    { actor: by, detail: say(executed ? 'foundExecuted' : 'foundNotExecuted', { note }), tenant },
  )
}
