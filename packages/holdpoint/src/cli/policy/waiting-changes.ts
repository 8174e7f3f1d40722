/**
 * What waits until a person accepts it: tool definitions and cheatsheets that changed since they were pinned, and a
 * policy file that became looser while processes run. Exactly what was shown is accepted; a further change is another
 * one.
 */
import {
  acceptCheatsheet,
  CHEATSHEET_PREFIX,
  cheatsheetDifference,
  describeChangedTools,
  noteCheatsheet,
  PINS_PREFIX,
  readToolPins,
  recordDraft,
  say,
  serverOfPinsKey,
} from '@holdpoint/core'
import type { CheatsheetVersions, Store, ToolPins } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store'
import type { WaitingChange } from '../command-context.ts'
import { confirmLoosening } from '../../config/watch-config.ts'
import { readCheatsheet } from '../../config/cheatsheet-file.ts'
import { LOOSER_WAITING } from '../../config/follow-policy.ts'

/** Cheatsheets that no person has accepted since they changed: they are listed with what waits. */
export async function lookAtCheatsheets(
  store: Store,
  files: { readonly [server: string]: string },
  tenant: string,
): Promise<void> {
  for (const [server, file] of Object.entries(files)) {
    const reading = await readCheatsheet(file)
    if (!reading.ok) continue
    await noteCheatsheet(store.settings, { server, tenant, text: reading.text, pinFirst: false }, sha256)
  }
}

export async function waitingChanges(store: Store): Promise<readonly WaitingChange[]> {
  const changes: WaitingChange[] = []
  for (const { key, value } of await store.settings.under(PINS_PREFIX)) {
    const { server, changes: drifted } = changeOfTools(key, value)
    if (drifted.length > 0) changes.push({ kind: 'definition', server, version: sha256(value), changes: drifted })
  }
  for (const { value } of await store.settings.under(CHEATSHEET_PREFIX)) {
    const versions = JSON.parse(value) as CheatsheetVersions
    if (versions.waiting === null) continue
    const { server, waiting } = versions
    changes.push({ kind: 'cheatsheet', server, version: waiting.hash, changes: cheatsheetDifference(versions) })
  }
  const looser = await store.settings.get(LOOSER_WAITING)
  if (looser !== null) {
    const { hash, changes: words } = JSON.parse(looser) as {
      readonly hash: string
      readonly changes: readonly string[]
    }
    changes.push({ kind: 'policy', version: hash, changes: words })
  }
  return changes
}

export async function acceptChange(store: Store, change: WaitingChange, by: string, tenant: string): Promise<boolean> {
  if (change.kind === 'policy') {
    const waiting = await store.settings.get(LOOSER_WAITING)
    if (waiting === null || (JSON.parse(waiting) as { readonly hash: string }).hash !== change.version) return false
    const at = await store.now()
    await confirmLoosening(store.settings, { tenant, configHash: change.version, by, at, loosening: change.changes })
    await store.settings.swap(LOOSER_WAITING, waiting, null, null)
    return true
  }
  if (change.kind === 'cheatsheet') {
    return await acceptCheatsheet(store.settings, { server: change.server, hash: change.version, by, tenant })
  }
  for (const { key, value } of await store.settings.under(PINS_PREFIX)) {
    const { server, accepted } = changeOfTools(key, value)
    if (server !== change.server || sha256(value) !== change.version) continue
    const record = recordDraft({
      kind: 'definition-accepted',
      tenant,
      server,
      actor: by,
      detail: change.changes.join('; ').slice(0, 1000),
    })
    return await store.settings.swap(key, value, accepted === null ? null : JSON.stringify(accepted), record)
  }
  return false
}

interface ChangeOfTools {
  /** Its name, or its identity where even that cannot be read. */
  readonly server: string
  readonly changes: readonly string[]
  /** The value once this is accepted; `null`: none, so that the next list is pinned. */
  readonly accepted: ToolPins | null
}

function changeOfTools(key: string, value: string): ChangeOfTools {
  const pins = readToolPins(value)
  if (pins === null) return { server: serverOfPinsKey(key), changes: [say('pinsUnreadable')], accepted: null }
  return { server: pins.server, changes: describeChangedTools(pins), accepted: { ...pins, pinned: pins.current } }
}
