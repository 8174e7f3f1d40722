/**
 * What the command palette offers: pages, calls that wait, and preferences. Nothing among it decides, pauses or sends
 * anything: a call is only opened, where it can be read first.
 */
export interface PaletteEntry {
  readonly key: string
  readonly group: 'holds' | 'pages' | 'actions'
  readonly text: string
  /** The real names beside a title. */
  readonly about: string
  readonly go: () => void
}

const MOST_OF_A_GROUP = 12

/** Those that have every word somewhere, in their order. */
export function findEntries(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = typed
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const counts = new Map<string, number>()
  return entries.filter(({ group, text, about }) => {
    const said = `${text} ${about}`.toLocaleLowerCase()
    if (!words.every((word) => said.includes(word))) return false
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count <= MOST_OF_A_GROUP
  })
}

/** The one that is active after a key; the ends meet. `null`: there is none. */
export function stepThrough(entries: readonly PaletteEntry[], active: string | null, by: 1 | -1): string | null {
  const at = entries.findIndex(({ key }) => key === active)
  const next = at < 0 ? (by === 1 ? 0 : entries.length - 1) : (at + by + entries.length) % entries.length
  return entries[next]?.key ?? null
}
