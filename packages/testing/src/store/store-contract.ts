/** What every implementation of the Store port must do. Each database runs it against the real thing. */
import { describe } from 'vitest'
import { describeAudit } from './audit-contract.ts'
import { describeBrowse } from './browse-contract.ts'
import { describeChanges } from './changes-contract.ts'
import { describeDeliveries } from './deliveries-contract.ts'
import { describeFeedback } from './feedback-contract.ts'
import type { StoreAbilities, StoreMaker } from './given-store.ts'
import { giveStore } from './given-store.ts'
import { describeGrants } from './grants-contract.ts'
import { describeHostile } from './hostile-contract.ts'
import { describeLeases } from './leases-contract.ts'
import { describeLarge } from './large-contract.ts'
import { describeLists } from './lists-contract.ts'
import { describeShared } from './shared-contract.ts'

export function describeStoreContract(
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
    describeDeliveries(given)
    describeHostile(given)
  })
}
