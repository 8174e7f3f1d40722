/** What this browser remembers of its reader's taste. Nothing here opens or decides anything. */
export type Theme = 'system' | 'light' | 'dark'

/** How much of a list is on the screen at once. */
export type Density = 'comfortable' | 'compact'

export interface SavedView {
  readonly address: string
}

const NAMES = {
  theme: 'holdpoint.theme',
  density: 'holdpoint.density',
  locale: 'holdpoint.locale',
  notify: 'holdpoint.notify',
  views: 'holdpoint.views',
}
const NOTICE_SEEN = 'holdpoint.notice-seen'
const MOST_VIEWS = 12

export function readTheme(): Theme {
  const theme = localStorage.getItem(NAMES.theme)
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

export function writeTheme(theme: Theme): void {
  localStorage.setItem(NAMES.theme, theme)
}

export function readDensity(): Density {
  return localStorage.getItem(NAMES.density) === 'compact' ? 'compact' : 'comfortable'
}

export function writeDensity(density: Density): void {
  localStorage.setItem(NAMES.density, density)
}

export function readLocale(): string {
  return localStorage.getItem(NAMES.locale) ?? navigator.language
}

export function writeLocale(locale: string): void {
  localStorage.setItem(NAMES.locale, locale)
}

export function readNotify(): boolean {
  return (
    localStorage.getItem(NAMES.notify) === 'yes' &&
    'Notification' in globalThis &&
    Notification.permission === 'granted'
  )
}

export function writeNotify(wanted: boolean): void {
  localStorage.setItem(NAMES.notify, wanted ? 'yes' : 'no')
}

export function isNoticeSeen(at: string): boolean {
  return localStorage.getItem(NOTICE_SEEN) === at
}

export function writeNoticeSeen(at: string): void {
  localStorage.setItem(NOTICE_SEEN, at)
}

/** An address is used only as a path of this very page. */
export function readViews(): readonly SavedView[] {
  try {
    const stored = JSON.parse(localStorage.getItem(NAMES.views) ?? '[]') as readonly SavedView[]
    return stored.filter(({ address }) => /^\/(?![/\\])/.test(address)).slice(0, MOST_VIEWS)
  } catch {
    return []
  }
}

export function writeViews(views: readonly SavedView[]): void {
  localStorage.setItem(NAMES.views, JSON.stringify(views.slice(-MOST_VIEWS)))
}
