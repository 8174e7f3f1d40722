/** Gives a caller the envelope: what its call waits for, and where somebody decides it. */
import { envelopeAnswer } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { answer } from './answer-caller.ts'
import type { Caller } from '../calls/caller.ts'
import type { HoldKeeperOptions } from './hold-keeper-options.ts'

/** `leave`: the caller waits no longer. Called at the last moment, so that an outcome that comes meanwhile still reaches it. */
export async function tellHowItStands(
  { store, attention, viewMeta, program }: Pick<HoldKeeperOptions, 'store' | 'attention' | 'viewMeta' | 'program'>,
  hold: Hold,
  caller: Caller,
  leave: () => void,
): Promise<void> {
  const current = (await store.holds.get(hold.id)) ?? hold
  const approvalUrl = await attention.link(current)
  const envelope = envelopeAnswer(current, approvalUrl, await store.now(), program())
  const meta = await viewMeta(current, caller, approvalUrl)
  leave()
  answer(caller, envelope, meta)
}
