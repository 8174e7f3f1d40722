/**
 * Keeps the policy in force while its file changes, and tells: in the log, and where a looser file waits for a person,
 * in the store, so that `holdpoint policy accept` can show exactly what it would allow.
 */
import { recordDraft } from '@holdpoint/core'
import { formatConfigProblem } from './config-problem.ts'
import { watchConfig } from './watch-config.ts'
import type { ConfigEvent, ConfigWatcher } from './watch-config.ts'
import { findQuorumProblems } from './check-quorums.ts'
import { logLines } from '../home/log.ts'
import type { Log } from '../home/log.ts'
import { loadPolicy } from './policy-source.ts'
import type { PolicyInForce, PolicyPlaces } from './policy-source.ts'
import type { StoreSource } from '../home/store-source.ts'

export interface FollowedPolicy {
  current(): PolicyInForce
  stop(): void
}

export interface FollowPolicyOptions {
  readonly loading: PolicyInForce
  readonly places: PolicyPlaces
  readonly stores: StoreSource
  readonly tenant: string
  readonly log: Log
}

/** The looser configuration that waits: `{hash, changes}`. */
export const LOOSER_WAITING = 'policy/waiting'

const SETTLE_MS = 100

export function followPolicy(options: FollowPolicyOptions): FollowedPolicy {
  const { loading, stores, log } = options
  const { file } = loading
  if (file === null) return { current: () => loading, stop: () => {} }

  let stopListening: (() => void) | null = null
  const watcher: ConfigWatcher = watchConfig({
    file,
    current: loading,
    load: async () => {
      const again = await loadPolicy(options.places)
      if (!again.ok) return again
      const problems = await findQuorumProblems(again, () => stores.get())
      return problems.length === 0 ? { ok: true, loaded: again } : { ok: false, problems, config: again.config }
    },
    settings: { get: async (key) => await (await stores.get()).settings.get(key) },
    now: Date.now,
    onEvent: tell,
    settleMs: SETTLE_MS,
  })

  function tell(event: ConfigEvent): void {
    switch (event.kind) {
      case 'policy-reloaded':
        log('the changed policy is in force')
        for (const warning of watcher.current().warnings) logLines(log, warning)
        return
      case 'policy-refused':
        for (const problem of event.problems) logLines(log, formatConfigProblem(problem))
        log('The policy before this change stays in force.')
        return
      case 'policy-loosening-waits':
        log(`the changed policy is looser and waits for a person. Run: holdpoint policy accept --looser`)
        announce(event.configHash, event.loosening).catch((error: unknown) => log(String(error)))
    }
  }

  async function announce(hash: string, changes: readonly string[]): Promise<void> {
    const store = await stores.get()
    const detail = changes.join('; ').slice(0, 1000)
    const record = recordDraft({ kind: 'policy-loosening-waits', tenant: options.tenant, detail })
    await store.settings.put(LOOSER_WAITING, JSON.stringify({ hash, changes }), record)
    stopListening ??= store.watch(({ hold }) => {
      if (hold === null) watcher.check().catch((error: unknown) => log(String(error)))
    })
  }

  return {
    current: () => ({ file, ...watcher.current() }),
    stop() {
      stopListening?.()
      watcher.close()
    },
  }
}
