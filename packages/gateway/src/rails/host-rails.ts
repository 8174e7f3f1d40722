/** The rails of the hosts, put together: what a home seals with, and the order in which they are tried. */
import { randomBytes, randomUUID } from 'node:crypto'
import { callKey, noteShown } from '@holdpoint/core'
import type { Hold, Store, Surface } from '@holdpoint/core'
import { createFailedRails } from './failed-rails.ts'
import { createElicitationRail } from './elicitation/elicitation-rail.ts'
import { modeIn, profileOf, runsHeadless } from './host-profiles.ts'
import { createRailChoice } from './rail-choice.ts'
import type { RailChoice } from './rail-choice.ts'
import type { HostRail } from './rail.ts'
import { createSeal } from './seal.ts'
import type { Seal } from './seal.ts'
import { createUrlRail } from './url/url-rail.ts'
import type { CompleteOptions } from '../gateway-options.ts'

const SEAL_SETTING = 'secret/seal'
const SEAL_BYTES = 32

/** One key for all processes of a home; the first of them makes it. */
export async function openSeal(store: Store): Promise<Seal> {
  for (;;) {
    const stored = await store.settings.get(SEAL_SETTING)
    if (stored !== null) return createSeal(Buffer.from(stored, 'base64url'))
    await store.settings.swap(SEAL_SETTING, null, randomBytes(SEAL_BYTES).toString('base64url'), null)
  }
}

/** `card`: `null` where there is no card to ask with. */
export function createHostRails(
  store: Store,
  seal: Seal,
  card: HostRail | null,
  {
    hostSigns: signs,
    program,
    sha256,
    now,
    elapsed,
    log,
  }: Pick<CompleteOptions, 'hostSigns' | 'program' | 'sha256' | 'now' | 'elapsed' | 'log'>,
): RailChoice {
  const failedRails = createFailedRails(store, modeIn(signs))
  const shown = (hold: Hold, surface: Surface): void =>
    void noteShown(store, hold, surface).catch((error: unknown) => log(`a record could not be kept: ${String(error)}`))
  const elicitation = createElicitationRail({
    program,
    store,
    seal,
    failedRails,
    now,
    elapsed,
    shown,
    newGrantId: randomUUID,
  })
  return createRailChoice({
    elicitation,
    rails: [
      elicitation,
      ...(card === null ? [] : [card]),
      createUrlRail({ store, seal, failedRails, now, elapsed, shown }),
      elicitation.pointer,
    ],
    failedRails,
    profileOf,
    isHeadless: (client) => runsHeadless(client, signs),
    seal,
    now,
    holdOf: (id) => store.holds.get(id),
    newestOf: (call) => store.holds.changeNewest(callKey(call, sha256), (newest) => ({ do: 'keep', answer: newest })),
    sha256,
    log,
  })
}
