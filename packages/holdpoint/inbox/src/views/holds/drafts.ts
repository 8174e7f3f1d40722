/**
 * What the person has typed and not sent: an edit, a reason, a note. Leaving the page would drop it, so the browser
 * asks first. A field that is gone, or is again as it was, is no draft.
 */
type Field = HTMLInputElement | HTMLTextAreaElement

const before = new Map<Field, string>()

/** Before a field changes for the first time. */
export function noteTyping(event: Event): void {
  const [field] = event.composedPath()
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || field.type === 'search') return
  for (const known of before.keys()) if (!known.isConnected) before.delete(known)
  if (!before.has(field)) before.set(field, field.value)
}

export function askBeforeLeaving(event: BeforeUnloadEvent): void {
  if (hasDraft()) event.preventDefault()
}

function hasDraft(): boolean {
  return [...before].some(([field, was]) => field.isConnected && field.value !== was && field.type !== 'password')
}
