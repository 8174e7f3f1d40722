/**
 * Reloads the configuration when its file changes. A bad file keeps the last good policy. One that loosens it waits
 * until a person has confirmed exactly that configuration; only what it takes from accounts in chats counts at once. It
 * decides nothing itself and shows nothing: it reports to its owner.
 */
import { watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { recordDraft } from '@holdpoint/core'
import type { RecordDraft, SettingStore } from '@holdpoint/core'
import { loosens, withoutTakenFromChats } from '@holdpoint/core/policy'
import type { ConfigProblem } from './config-problem.ts'
import type { LoadedPolicy, LoadResult } from './load-policy-file.ts'

export type ConfigEvent =
  | { readonly kind: 'policy-reloaded'; readonly loaded: LoadedPolicy; readonly confirmed: boolean }
  | { readonly kind: 'policy-refused'; readonly problems: readonly ConfigProblem[] }
  | { readonly kind: 'policy-loosening-waits'; readonly configHash: string; readonly loosening: readonly string[] }

export interface WatchConfigOptions {
  readonly file: string
  readonly current: LoadedPolicy
  /** Reads and compiles the file as it is now. */
  readonly load: () => Promise<LoadResult>
  readonly settings: Pick<SettingStore, 'get'>
  readonly now: () => number
  readonly onEvent: (event: ConfigEvent) => void
  /** How long a file has to be quiet before it is read: editors write in several steps. */
  readonly settleMs: number
}

export interface ConfigWatcher {
  /** The policy in force. */
  current(): LoadedPolicy
  /** Reads the file again now. Call it also when settings changed: a confirmation may have arrived. */
  check(): Promise<void>
  close(): void
}

export function watchConfig(options: WatchConfigOptions): ConfigWatcher {
  let current = options.current
  /** What is in force: `current`, without what a change that waits takes from accounts in chats. */
  let inForce = current
  /** What was reported to the owner last, so that nothing is reported twice. */
  let reported = ''
  let checking: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | null = null
  let closed = false

  const tell = (mark: string, event: ConfigEvent): void => {
    if (mark === reported || closed) return
    reported = mark
    options.onEvent(event)
  }

  const checkOnce = async (): Promise<void> => {
    const result = await options.load()
    if (closed) return
    if (!result.ok) {
      tell(`refused ${JSON.stringify(result.problems)}`, { kind: 'policy-refused', problems: result.problems })
      return
    }
    const { loaded } = result
    if (loaded.configHash === current.configHash) {
      reported = ''
      inForce = current
      return
    }
    const loosening = loosens(current.config, loaded.config)
    const confirmed = loosening.length > 0 && (await isConfirmed(options, loaded.configHash))
    if (closed) return
    if (loosening.length > 0 && !confirmed) {
      const people = withoutTakenFromChats(current.config.people, loaded.config.people)
      inForce = { ...current, config: { ...current.config, people } }
      const event = { kind: 'policy-loosening-waits', configHash: loaded.configHash, loosening } as const
      tell(`waits ${loaded.configHash}`, event)
      return
    }
    current = loaded
    inForce = loaded
    tell(`reloaded ${loaded.configHash}`, { kind: 'policy-reloaded', loaded, confirmed })
  }

  /** One after the other: an older reading must never overwrite a newer one. */
  const check = (): Promise<void> => {
    checking = checking.then(checkOnce, checkOnce)
    return checking
  }

  const settle = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => {
      timer = null
      // A failing store or disk leaves the policy in force as it is; the next change tries again.
      check().catch(() => undefined)
    }, options.settleMs)
    timer.unref()
  }

  // The folder, because editors replace the file by renaming another onto it.
  const watcher = watch(dirname(options.file), { persistent: false }, (_event, name) => {
    if (name === null || name === basename(options.file)) settle()
  })
  watcher.on('error', () => watcher.close())

  return {
    current: () => inForce,
    check,
    close: () => {
      closed = true
      if (timer !== null) clearTimeout(timer)
      watcher.close()
    },
  }
}

export function acceptedKey(configHash: string): string {
  return `policy/accepted/${configHash}`
}

/** A person's word that this configuration may take effect although it loosens the policy. */
export interface LooseningConfirmation {
  readonly tenant: string
  readonly configHash: string
  readonly by: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly loosening: readonly string[]
}

export async function confirmLoosening(
  settings: Pick<SettingStore, 'put'>,
  { tenant, configHash, by, at, loosening }: LooseningConfirmation,
): Promise<void> {
  const detail = `${configHash}: ${loosening.join('; ')}`
  const record: RecordDraft = recordDraft({ kind: 'policy-accepted', tenant, actor: by, detail })
  await settings.put(acceptedKey(configHash), JSON.stringify({ by, at }), record)
}

/**
 * A confirmation is for this change, now. One that stayed valid would let an agent bring back a loose file that a
 * person accepted once and has tightened since.
 */
const CONFIRMATION_HOLDS_MS = 10 * 60_000

async function isConfirmed({ settings, now }: WatchConfigOptions, configHash: string): Promise<boolean> {
  const stored = await settings.get(acceptedKey(configHash))
  if (stored === null) return false
  try {
    const { at } = JSON.parse(stored) as { at?: unknown }
    const age = typeof at === 'number' ? now() - at : Number.NaN
    return Math.abs(age) <= CONFIRMATION_HOLDS_MS
  } catch {
    return false
  }
}
