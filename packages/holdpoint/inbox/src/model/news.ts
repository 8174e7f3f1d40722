/**
 * Announces calls that came to need a person: to a screen reader, as a notification, and lost outcomes until the person
 * looks.
 */
import { fill } from '@holdpoint/card/presentation'
import { shownTitle } from '../words/shown-title.ts'
import type { Words } from '../words/words.ts'
import type { ApprovalRow } from './holds/approval-row.ts'
import { notifyOf } from './notifications.ts'

export interface News {
  /** New ones, or an outcome that was lost, from an event or from a list. */
  readonly came: (rows: readonly ApprovalRow[]) => void
  /** An outcome that is no longer unknown is taken off the list. */
  readonly settled: (row: ApprovalRow) => void
}

export interface NewsOptions {
  readonly state: () => {
    readonly words: Words
    /** Outcomes that were lost and that the person has not looked at. */
    readonly lost: readonly ApprovalRow[]
    /** What is being looked at. */
    readonly focus: string | null
  }
  readonly change: (part: { readonly lost: readonly ApprovalRow[] } | { readonly trouble: string }) => void
  readonly announce: (text: string) => void
  /** Of several tabs one notifies. */
  readonly notifies: () => boolean
  /** `null`: several. */
  readonly open: (row: ApprovalRow | null) => void
}

export function createNews({ state, change, announce, notifies, open }: NewsOptions): News {
  const withoutLost = (id: string): readonly ApprovalRow[] => state().lost.filter((row) => row.id !== id)

  /** It stands on top of the list, out of sight for a person who is further down or elsewhere. */
  function tellLost(row: ApprovalRow): void {
    const { words, focus } = state()
    if (focus === row.id) return
    change({ lost: [...withoutLost(row.id), row] })
    announce(`${words.states['unknown']}${words.colon}${shownTitle(row.titles, words)}`)
  }

  function tellNew(rows: readonly ApprovalRow[]): void {
    const [row] = rows
    if (row === undefined) return
    const { words } = state()
    announce(
      rows.length === 1
        ? `${words.newHold}${words.colon}${shownTitle(row.titles, words)}`
        : fill(words.notificationMany, { count: rows.length }),
    )
    if (!notifies() || notifyOf(rows, words, open)) return
    // The person is not looking now: it has to be there still when they do.
    change({ trouble: words.notificationsUnable })
  }

  return {
    came(rows) {
      for (const row of rows) if (row.state === 'unknown') tellLost(row)
      tellNew(rows.filter((row) => row.state === 'pending'))
    },
    settled(row) {
      const others = withoutLost(row.id)
      if (row.state !== 'unknown' && others.length < state().lost.length) change({ lost: others })
    },
  }
}
