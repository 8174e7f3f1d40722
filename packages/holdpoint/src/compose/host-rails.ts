/** The rails of the hosts, put together: what a home seals with, and the order in which they are tried. */
import { randomBytes, randomUUID } from 'node:crypto'
import { callKey, noteShown } from '@holdpoint/core'
import type { Hold, Store, Surface } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import { createDoubts } from '../gateway/rails/doubts.ts'
import { createElicitationRail } from '../gateway/rails/elicitation-rail.ts'
import { modeIn, profileOf, runsHeadless } from '../gateway/rails/host-profiles.ts'
import type { HostSigns } from '../gateway/rails/host-profiles.ts'
import { createLadder } from '../gateway/rails/ladder.ts'
import type { Ladder } from '../gateway/rails/ladder.ts'
import type { HostRail } from '../gateway/rails/rail.ts'
import { createSeal } from '../gateway/rails/seal.ts'
import type { Seal } from '../gateway/rails/seal.ts'
import { createUrlRail } from '../gateway/rails/url-rail.ts'
import type { Log } from './log.ts'

const SEAL_SETTING = 'secret/seal'
const SEAL_BYTES = 32

/** One key for all processes of a home; whoever comes first makes it. */
export async function openSeal(store: Store): Promise<Seal> {
  for (;;) {
    const stored = await store.settings.get(SEAL_SETTING)
    if (stored !== null) return createSeal(Buffer.from(stored, 'base64url'))
    await store.settings.swap(SEAL_SETTING, null, randomBytes(SEAL_BYTES).toString('base64url'), null)
  }
}

/** `signs`: what a process that a host started sees of it; a service has clients of many hosts, and sees nothing. */
export function createHostRails(
  store: Store,
  seal: Seal,
  card: HostRail,
  signs: HostSigns,
  program: () => string,
  log: Log,
): Ladder {
  const doubts = createDoubts(store, modeIn(signs))
  const shown = (hold: Hold, surface: Surface): void =>
    void noteShown(store, hold, surface).catch((error: unknown) => log(`a record could not be kept: ${String(error)}`))
  const elicitation = createElicitationRail({
    program,
    store,
    seal,
    doubts,
    now: Date.now,
    shown,
    newGrantId: randomUUID,
  })
  return createLadder({
    elicitation,
    rails: [elicitation, card, createUrlRail({ store, seal, doubts, now: Date.now, shown }), elicitation.pointer],
    doubts,
    profileOf,
    isHeadless: (client) => runsHeadless(client, signs),
    seal,
    now: Date.now,
    holdOf: (id) => store.holds.get(id),
    newestOf: (call) => store.holds.changeNewest(callKey(call, sha256), (newest) => ({ do: 'keep', answer: newest })),
    sha256,
    log,
  })
}
