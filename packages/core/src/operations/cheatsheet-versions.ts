/**
 * Which cheatsheet agents may see: every agent is told to follow it, so a file that changed waits for a person, while
 * the accepted text goes on being served. The text itself is kept, not only its hash: an account that can change the
 * file can also remove it. The first text seen is accepted, as a server's first tool definitions are, and on record.
 */
import { recordDraft } from '../audit/record-draft.ts'
import type { RecordDraft, RecordKind } from '../audit/record.ts'
import type { Sha256 } from '../json/sha256.ts'
import type { SettingStore } from '../store/store.ts'

export interface CheatsheetText {
  readonly hash: string
  readonly text: string
}

export interface CheatsheetVersions {
  readonly server: string
  readonly accepted: CheatsheetText
  /** The file as it is now, where that differs. */
  readonly waiting: CheatsheetText | null
}

/** What was accepted of a server stands under this prefix and its name. */
export const CHEATSHEET_PREFIX = 'cheatsheets/'

type Settings = Pick<SettingStore, 'get' | 'swap'>

export async function readCheatsheetVersions(
  settings: Pick<Settings, 'get'>,
  server: string,
): Promise<CheatsheetVersions | null> {
  const stored = await settings.get(CHEATSHEET_PREFIX + server)
  return stored === null ? null : (JSON.parse(stored) as CheatsheetVersions)
}

export interface SeenCheatsheet {
  readonly server: string
  readonly tenant: string
  readonly text: string
  /** Whether a text without an earlier one is accepted: where it is served, not where it is only looked at. */
  readonly pinFirst: boolean
}

/** Takes down the file as it is now. `null`: nothing is accepted yet. */
export async function noteCheatsheet(
  settings: Settings,
  seen: SeenCheatsheet,
  sha256: Sha256,
): Promise<CheatsheetVersions | null> {
  const key = CHEATSHEET_PREFIX + seen.server
  const now: CheatsheetText = { hash: sha256(seen.text), text: seen.text }
  for (;;) {
    const stored = await settings.get(key)
    const before = stored === null ? null : (JSON.parse(stored) as CheatsheetVersions)
    if (before === null && !seen.pinFirst) return null
    const after = next(before, now, seen.server)
    const text = JSON.stringify(after)
    if (text === stored) return after
    if (await settings.swap(key, stored, text, recordOf(before, after, seen.tenant))) return after
  }
}

function next(before: CheatsheetVersions | null, now: CheatsheetText, server: string): CheatsheetVersions {
  if (before === null) return { server, accepted: now, waiting: null }
  return { server, accepted: before.accepted, waiting: now.hash === before.accepted.hash ? null : now }
}

/** A file that is again as it was accepted needs no word. */
function recordOf(before: CheatsheetVersions | null, after: CheatsheetVersions, tenant: string): RecordDraft | null {
  if (before === null) return record('cheatsheet-pinned', tenant, after.server, after.accepted.hash, null)
  return after.waiting === null ? null : record('cheatsheet-changed', tenant, after.server, after.waiting.hash, null)
}

/** Accepts exactly the text with this hash; `false` where it is not the one that waits. */
export async function acceptCheatsheet(
  settings: Settings,
  accepted: { readonly server: string; readonly hash: string; readonly by: string; readonly tenant: string },
): Promise<boolean> {
  const { server, hash, by, tenant } = accepted
  const stored = await settings.get(CHEATSHEET_PREFIX + server)
  if (stored === null) return false
  const { waiting } = JSON.parse(stored) as CheatsheetVersions
  if (waiting === null || waiting.hash !== hash) return false
  const versions: CheatsheetVersions = { server, accepted: waiting, waiting: null }
  const draft = record('cheatsheet-accepted', tenant, server, hash, by)
  return await settings.swap(CHEATSHEET_PREFIX + server, stored, JSON.stringify(versions), draft)
}

function record(kind: RecordKind, tenant: string, server: string, hash: string, actor: string | null): RecordDraft {
  return recordDraft({ kind, tenant, server, actor, detail: `sha256 ${hash}` })
}

/** What a person is shown of a change: every line that came and every line that went. */
export function cheatsheetDifference({ accepted, waiting }: CheatsheetVersions): readonly string[] {
  if (waiting === null) return []
  const [before, after] = [accepted.text.split('\n'), waiting.text.split('\n')]
  const lines = [
    ...without(before, after).map((line) => `- ${line}`),
    ...without(after, before).map((line) => `+ ${line}`),
  ]
  return lines.length === 0 ? ['cheatsheet: the lines stand in another order'] : ['cheatsheet:', ...lines]
}

/** The lines of one text that the other has less often. */
function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}
