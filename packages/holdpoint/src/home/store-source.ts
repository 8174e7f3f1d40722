/**
 * The store, opened on first need and, after trouble, tried again: a full disk or a locked file that goes away must not
 * need a restart. While it is away, each caller gets the reason as an error.
 */
import { randomUUID, randomBytes } from 'node:crypto'
import { createSqliteStore, describeStoreProblem, sha256 } from '@holdpoint/store'
import { thrownMessage } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'
import type { PolicyConfig } from '@holdpoint/core/policy'
import type { HomeDirectory } from '@holdpoint/store/home'
import type { Log } from './log.ts'

export interface StoreSource {
  get(): Promise<Store>
  /** A store that cannot be closed keeps no process from ending: that is said in the log. */
  close(): Promise<void>
}

const RETRY_AFTER_MS = 1000

/** `store`: `sqlite`, `sqlite:<file>`. */
type StoreSetting = Pick<PolicyConfig, 'store' | 'witness'>

/**
 * `onUnopened` hears why the store cannot be opened, as the caller does: a
 * gateway goes on without it and might not say so.
 */
export function createStoreSource(
  home: HomeDirectory,
  { store: setting, witness }: StoreSetting,
  log: Log,
  gatherMs: number = 0,
  onUnopened: (why: string) => void = (why) => log(`the store cannot be opened: ${why}`),
): StoreSource {
  const file = setting.startsWith('sqlite:') ? setting.slice('sqlite:'.length) : home.databaseFile
  let opening: Promise<Store> | null = null
  let failedAt = 0
  /** A notice is noticed and found. */
  const logged = new Set<string>()

  async function open(): Promise<Store> {
    if (setting !== 'sqlite' && !setting.startsWith('sqlite:')) {
      throw new Error(`The store "${setting.split(':')[0]}" is not available in this version; use sqlite.`)
    }
    const store = await createSqliteStore({
      file,
      headFile: home.headFile(file),
      witness: witness === null ? null : (await import('./head-witness.ts')).createHeadWitness(witness, log),
      now: Date.now,
      sha256,
      checkpointKey: home.checkpointKey(() => randomBytes(32).toString('hex')),
      randomId: randomUUID,
      gatherMs,
      onProblem: (problem) =>
        problem.kind === 'noticed' ? tellOnce(problem.what) : log(describeStoreProblem(problem)),
    })
    tellNotices(store)
    return store
  }

  function tellOnce(what: string): void {
    if (logged.has(what)) return
    logged.add(what)
    log(`${what} Accept it with: holdpoint audit accept`)
  }

  /** What no person has accepted is logged at each start. */
  function tellNotices(store: Store): void {
    store.continuity.notices().then(
      (notices) => {
        for (const { what } of notices) tellOnce(what)
      },
      () => {
        // A store that fails says so elsewhere.
      },
    )
  }

  return {
    get() {
      if (opening === null || (failedAt > 0 && performance.now() - failedAt > RETRY_AFTER_MS)) {
        failedAt = 0
        opening = open()
        opening.catch((error: unknown) => {
          failedAt = performance.now()
          onUnopened(thrownMessage(error))
        })
      }
      return opening
    },
    async close() {
      if (opening === null || failedAt > 0) return
      try {
        await (await opening).close()
      } catch (error) {
        log(`the store could not be closed: ${String(error)}`)
      }
    },
  }
}
