/** The host's looks on the view: theme, variables, room. It loads nothing that the host names. */
import type { ToolCard } from '@holdpoint/card/element'
import type { Bridge, Sent } from './bridge.ts'

export function takeLook(card: ToolCard, context: Sent): void {
  const root = document.documentElement
  const { theme, displayMode, containerDimensions, styles } = context
  if (theme === 'light' || theme === 'dark') {
    card.setAttribute('theme', theme)
    root.style.colorScheme = theme
  }
  if (typeof displayMode === 'string') root.dataset['display'] = displayMode
  if (containerDimensions) {
    const { width = containerDimensions.maxWidth } = containerDimensions
    root.style.maxWidth = typeof width === 'number' ? `${width}px` : ''
  }
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
}

export function reportSize(bridge: Bridge): void {
  let last = ''
  new ResizeObserver(() => {
    const { width, height } = document.body.getBoundingClientRect()
    const size = { width: Math.ceil(width), height: Math.ceil(height) }
    if (JSON.stringify(size) === last) return
    last = JSON.stringify(size)
    bridge.tell('ui/notifications/size-changed', size)
  }).observe(document.body)
}
