/**
 * Before anything is started: are there people enough for what the policy asks? Most configurations ask for one, and cost
 * nothing here; else tokens of the store are looked at, since some are made for a person. A store that cannot be read maps
 * nobody.
 */
import { userInfo } from 'node:os'
import { liveTokens } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'
import type { ConfigProblem } from './config-problem.ts'
import type { HomeDirectory } from '../home/home-directory.ts'
import type { Log } from '../home/log.ts'
import type { PolicyInForce } from './policy-source.ts'
import { createStoreSource } from '../home/store-source.ts'

type Loaded = Pick<PolicyInForce, 'unmetQuorums' | 'config'>

export async function findQuorumProblems(
  { unmetQuorums }: Loaded,
  open: () => Promise<Store>,
): Promise<readonly ConfigProblem[]> {
  const account = `local:${userInfo().username}`
  const byConfiguration = unmetQuorums({ tokens: [], account })
  if (byConfiguration.length === 0) return []
  try {
    return unmetQuorums({ tokens: await liveTokens(await open()), account })
  } catch {
    return byConfiguration
  }
}

/** For whoever has no store open yet. */
export async function checkQuorums(loaded: Loaded, home: HomeDirectory, log: Log): Promise<readonly ConfigProblem[]> {
  const stores = createStoreSource(home, loaded.config, log)
  try {
    return await findQuorumProblems(loaded, () => stores.get())
  } finally {
    await stores.close()
  }
}
