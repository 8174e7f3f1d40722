/**
 * Since when the open card has shown what it shows. A key may decide only what was on the screen for a moment, whatever
 * was loaded before, and only the very bytes that were there: news that came meanwhile begin a new moment.
 */
import type { Invocation, InvocationHold, ToolCard } from '@holdpoint/card'

const LOOK_FIRST_MS = 600

let shown: { readonly card: ToolCard; readonly invocation: Invocation | null; readonly since: number } | null = null

/** After every drawing. */
export function noteShownCard(): void {
  const card = document.querySelector<ToolCard>('.detail tool-card')
  if (card === null || document.visibilityState !== 'visible') shown = null
  else if (shown?.card !== card || shown.invocation !== card.invocation) {
    shown = { card, invocation: card.invocation, since: performance.now() }
  }
}

/** A tab that was away shows its card anew. */
export function forgetShownCard(): void {
  shown = null
}

/** The hold that this card shows, once it has stood long enough. */
export function heldOnScreen(card: ToolCard): InvocationHold | null {
  if (shown?.card !== card || shown.invocation !== card.invocation || document.visibilityState !== 'visible')
    return null
  return performance.now() - shown.since < LOOK_FIRST_MS ? null : (shown.invocation?.hold ?? null)
}
