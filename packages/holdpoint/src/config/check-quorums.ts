/**
 * Checks, before anything is started, that there are enough people for each quorum of the policy. Most configurations
 * ask for one person and cost nothing here; else the tokens of the store are read too, since some are made for a
 * person. A store that cannot be read adds no person.
 */
import { liveTokens } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'
import type { ConfigProblem } from './config-problem.ts'
import type { HomeDirectory } from '@holdpoint/store/home'
import type { Log } from '../home/log.ts'
import type { PolicyInForce } from './policy-source.ts'
import { createStoreSource } from '../home/store-source.ts'
import { localPrincipal } from '@holdpoint/store/account'

type Loaded = Pick<PolicyInForce, 'unmetQuorums' | 'config'>

export async function findQuorumProblems(
  { unmetQuorums }: Loaded,
  open: () => Promise<Store>,
): Promise<readonly ConfigProblem[]> {
  const account = localPrincipal()
  const byConfiguration = unmetQuorums({ tokens: [], account })
  if (byConfiguration.length === 0) return []
  try {
    return unmetQuorums({ tokens: await liveTokens(await open()), account })
  } catch {
    return byConfiguration
  }
}

/** For a caller that has no store open yet. */
export async function checkQuorums(loaded: Loaded, home: HomeDirectory, log: Log): Promise<readonly ConfigProblem[]> {
  const stores = createStoreSource(home, loaded.config, log)
  try {
    return await findQuorumProblems(loaded, () => stores.get())
  } finally {
    await stores.close()
  }
}
