/** What a person may prefer, and what choosing does: from the menu, the settings and the palette alike. */
import type { Inbox } from '../model/inbox.ts'
import { askToNotify } from '../model/notifications.ts'
import { readDensity, readNotify, readTheme, writeDensity, writeNotify, writeTheme } from '../model/settings.ts'
import type { Density, Theme } from '../model/settings.ts'

export const THEMES: readonly Theme[] = ['system', 'light', 'dark']
export const DENSITIES: readonly Density[] = ['comfortable', 'compact']
/** Each in its own words, for who cannot read the other. */
export const LANGUAGES: readonly (readonly [locale: string, name: string])[] = [
  ['en', 'English'],
  ['zh-CN', '简体中文'],
]

export function applyPreferences(): void {
  document.documentElement.dataset['theme'] = readTheme()
  document.documentElement.dataset['density'] = readDensity()
}

/** Asks the browser only here: after a person's own click. */
export async function toggleNotifications(inbox: Inbox): Promise<void> {
  const { words } = inbox.state()
  const notifies = readNotify()
  const answer = notifies ? null : await askToNotify(words)
  if (notifies) writeNotify(false)
  if (answer === 'refused') inbox.toast(words.notificationsRefused, 'bad')
  if (answer === 'unable') inbox.toast(words.notificationsUnable, 'bad')
  inbox.change({})
}

export function chooseTheme(inbox: Inbox, theme: Theme): void {
  writeTheme(theme)
  applyPreferences()
  inbox.change({})
}

export function chooseDensity(inbox: Inbox, density: Density): void {
  writeDensity(density)
  applyPreferences()
  inbox.change({})
}
