/** What every implementation of the Store port must do. Each database runs it against the real thing. */
import { describe } from 'vitest'
import { describeAudit } from './contract/audit.ts'
import { describeBrowse } from './contract/browse.ts'
import { describeChanges } from './contract/changes.ts'
import { describeFeedback } from './contract/feedback.ts'
import type { StoreAbilities, StoreMaker } from './contract/given-store.ts'
import { giveStore } from './contract/given-store.ts'
import { describeGrants } from './contract/grants.ts'
import { describeHostile } from './contract/hostile.ts'
import { describeLeases } from './contract/leases.ts'
import { describeLarge } from './contract/large.ts'
import { describeLists } from './contract/lists.ts'
import { describeShared } from './contract/shared.ts'

export function runStoreContract(
  database: string,
  abilities: StoreAbilities,
  makeStore: () => Promise<StoreMaker>,
): void {
  describe(`Store on ${database}`, () => {
    const given = giveStore(abilities, makeStore)
    describeChanges(given)
    describeLists(given)
    describeLarge(given)
    describeGrants(given)
    describeLeases(given)
    describeAudit(given)
    describeBrowse(given)
    describeShared(given)
    describeFeedback(given)
    describeHostile(given)
  })
}
