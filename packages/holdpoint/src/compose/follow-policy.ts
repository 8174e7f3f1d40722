/**
 * Keeps the policy in force while its file changes: a bad file keeps the last good policy, a stricter one takes effect at
 * once, a looser one waits until a person accepts it.
 */
import { watchFile, unwatchFile } from 'node:fs'
import { recordDraft } from '@holdpoint/core'
import { hashConfig, loosens } from '@holdpoint/core/policy'
import { sha256 } from '@holdpoint/store'
import { formatConfigProblem } from '../config/config-problem.ts'
import type { Log } from './log.ts'
import { loadPolicy } from './policy-source.ts'
import type { PolicyInForce, PolicyPlaces } from './policy-source.ts'
import type { StoreSource } from './store-source.ts'

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

/** The looser policy that waits: `{hash, changes}`. */
export const LOOSER_WAITING = 'policy/waiting'
/** A person accepted the policy with this hash. */
export const LOOSER_ACCEPTED = 'policy/accepted/'

const LOOK_EVERY_MS = 1000

export function followPolicy(options: FollowPolicyOptions): FollowedPolicy {
  const { stores, log } = options
  let current: PolicyInForce = options.loading
  let waiting: { readonly candidate: PolicyInForce; readonly hash: string; readonly unwatch: () => void } | null = null
  let lastProblem = ''

  async function reload(): Promise<void> {
    const loading = await loadPolicy(options.places)
    if (!loading.ok) {
      const problem = loading.problems.map(formatConfigProblem).join('\n')
      if (problem !== lastProblem) log(`${problem}\nThe policy before this change stays in force.`)
      lastProblem = problem
      return
    }
    lastProblem = ''
    const changes = loosens(current.config, loading.config)
    if (changes.length === 0) takeEffect(loading)
    else await holdBack(loading, changes)
  }

  function takeEffect(next: PolicyInForce): void {
    if (next.policy.hash !== current.policy.hash) log('the changed policy is in force')
    waiting?.unwatch()
    waiting = null
    current = next
  }

  async function holdBack(candidate: PolicyInForce, changes: readonly string[]): Promise<void> {
    const hash = hashConfig(candidate.config, sha256)
    if (waiting?.hash === hash) return
    waiting?.unwatch()
    const store = await stores.get()
    if ((await store.settings.get(`${LOOSER_ACCEPTED}${hash}`)) !== null) {
      takeEffect(candidate)
      return
    }
    const record = recordDraft({
      kind: 'policy-loosening-waits',
      tenant: options.tenant,
      detail: changes.join('; ').slice(0, 1000),
    })
    await store.settings.put(LOOSER_WAITING, JSON.stringify({ hash, changes }), record)
    log(
      `the changed policy is looser and waits for a person (${changes.join('; ')}). Run: holdpoint policy accept --looser`,
    )
    const unwatch = store.watch(({ hold }) => {
      if (hold !== null || waiting?.hash !== hash) return
      store.settings.get(`${LOOSER_ACCEPTED}${hash}`).then(
        (accepted) => {
          if (accepted !== null && waiting?.hash === hash) takeEffect(candidate)
        },
        (error: unknown) => log(String(error)),
      )
    })
    waiting = { candidate, hash, unwatch }
  }

  const file = current.file
  const look = (): void => {
    reload().catch((error: unknown) => log(`the policy could not be read again: ${String(error)}`))
  }
  if (file !== null) watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, look)

  return {
    current: () => current,
    stop() {
      if (file !== null) unwatchFile(file, look)
      waiting?.unwatch()
    },
  }
}
