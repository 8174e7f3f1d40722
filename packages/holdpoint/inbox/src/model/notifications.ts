/** Tells somebody who looks elsewhere: a notification where they asked for it by a click, a number in the title and on the icon. */
import { fill } from '../words/fill.ts'
import type { Words } from '../words/words.ts'
import type { HoldRow } from './hold-row.ts'
import { readNotify, writeNotify } from './settings.ts'

export async function askToNotify(): Promise<boolean> {
  if (!('Notification' in globalThis)) return false
  const allowed = (await Notification.requestPermission()) === 'granted'
  writeNotify(allowed)
  return allowed
}

/** The agent's own words stay out of it: on a lock screen nothing says whose they are. */
export function notifyOf(row: HoldRow, words: Words, open: () => void): void {
  if (!readNotify() || document.visibilityState === 'visible') return
  const body = fill(words.notificationBody, {
    tool: row.tool,
    server: row.server,
    risk: words.risks[row.risk] ?? row.risk,
  })
  const shown = new Notification(words.notificationTitle, { body, tag: row.id, icon: '/page/icon.svg' })
  shown.addEventListener('click', () => {
    window.focus()
    open()
    shown.close()
  })
}

export function showCount(count: number, title: string, gateOff: boolean): void {
  const marks = `${gateOff ? '⚠ GATE OFF · ' : ''}${count > 0 ? `(${count}) ` : ''}`
  const text = `${marks}${title}`
  if (document.title !== text) document.title = text
  const badge = navigator as { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }
  void (count > 0 ? badge.setAppBadge?.(count) : badge.clearAppBadge?.())?.catch(() => undefined)
}
