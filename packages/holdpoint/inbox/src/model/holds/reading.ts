/**
 * Whether the person reads a list below its top, has opened a row of it, or has selected a part of it: then nothing may be
 * put above it.
 */
export function isReading(selector: string): boolean {
  const list = document.querySelector(selector)
  if (list === null) return false
  if (list.querySelector('[aria-expanded="true"]') !== null) return true
  if ((list.closest('main')?.scrollTop ?? 0) > 4) return true
  if (list.contains(document.activeElement)) return true
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(list, true)
}
