/**
 * Reaches a person who looks elsewhere: by a notification with the title of the question, if they asked for it by a
 * click, and a number in the title and on the icon. It says nothing that an agent claims, and no argument beyond what
 * the title names.
 */
import { fill } from '@holdpoint/card/presentation'
import { shownTitle } from '../words/shown-title.ts'
import type { Words } from '../words/words.ts'
import type { ApprovalRow } from './holds/approval-row.ts'
import { readNotify, writeNotify } from './settings.ts'

/** `unable`: the browser gives permission and still shows none, as on phones where only installed workers may. */
export async function askToNotify(words: Words): Promise<'allowed' | 'refused' | 'unable'> {
  if (!('Notification' in globalThis)) return 'unable'
  const permission = await Notification.requestPermission()
  const answer = permission !== 'granted' ? 'refused' : canShow(words) ? 'allowed' : 'unable'
  writeNotify(answer === 'allowed')
  return answer
}

/**
 * Calls that came together make one notification. The agent's own words stay out of it: on a lock screen nothing says
 * whose they are. `false`: it could not be shown.
 */
export function notifyOf(rows: readonly ApprovalRow[], words: Words, open: (row: ApprovalRow | null) => void): boolean {
  const [row] = rows
  if (row === undefined || !readNotify() || document.visibilityState === 'visible') return true
  const shown = rows.length === 1 ? showOne(row, words) : showMany(rows.length, words)
  shown?.addEventListener('click', () => {
    window.focus()
    open(rows.length === 1 ? row : null)
    shown.close()
  })
  if (shown === null) writeNotify(false)
  return shown !== null
}

function showOne(row: ApprovalRow, words: Words): Notification | null {
  const risk = words.risks[row.risk] ?? row.risk
  const body = fill(words.notificationBody, { tool: row.tool, server: row.server, risk })
  return show(shownTitle(row.titles, words), { body, tag: row.id })
}

function showMany(count: number, words: Words): Notification | null {
  return show(fill(words.notificationMany, { count }), { tag: 'holdpoint-many' })
}

/** Only showing one tells whether it can; the person who has just asked for them sees what they will be like. */
function canShow(words: Words): boolean {
  return show(words.notificationsOn, { tag: 'holdpoint', silent: true }) !== null
}

function show(title: string, options: NotificationOptions): Notification | null {
  try {
    return new Notification(title, { ...options, icon: '/page/icon.svg' })
  } catch {
    return null
  }
}

/** `10 + 1`: ten wait, one has an unknown outcome. */
export function countText({ pending, unknown }: { readonly pending: number; readonly unknown: number }): string {
  return unknown === 0 ? String(pending) : `${pending} + ${unknown}`
}

export function showCount(
  counts: { readonly pending: number; readonly unknown: number },
  title: string,
  gateOff: boolean,
): void {
  const count = counts.pending + counts.unknown
  const marks = `${gateOff ? '⚠ GATE OFF · ' : ''}${count > 0 ? `(${countText(counts)}) ` : ''}`
  const text = `${marks}${title}`
  if (document.title !== text) document.title = text
  const badge = navigator as { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
  void (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => undefined)
}
