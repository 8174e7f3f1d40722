/**
 * An answer that a key has armed. What cannot be undone is never run by one key: the first one only moves the focus onto the answer, and
 * another act there (Enter, or a click) gives it, through the card's own checks. It refuses to decide anything itself. It lapses after a
 * moment, and with whatever else happens: another key, another place of the focus, news of the hold, another hold.
 */
import type { Invocation, ToolCard } from '@holdpoint/card'
import { ARMED_MS } from '@holdpoint/core'

/** Sooner than this, Enter was typed along with the key and not pressed after a look. */
const SOONEST_MS = 400

interface ArmedAnswer {
  readonly card: ToolCard
  readonly answer: HTMLElement
  readonly hold: string
  readonly invocation: Invocation | null
  readonly since: number
  readonly timer: ReturnType<typeof setTimeout>
  /** Draws the page anew. */
  readonly changed: () => void
}

let armed: ArmedAnswer | null = null

/** `hold`: what the card asks about. */
export function arm(card: ToolCard, answer: HTMLElement, hold: string, changed: () => void): void {
  if (armed?.answer === answer) return
  disarm()
  const timer = setTimeout(disarm, ARMED_MS)
  answer.focus()
  answer.addEventListener('blur', disarm)
  card.dataset['armed'] = ''
  armed = { card, answer, hold, invocation: card.invocation, since: performance.now(), timer, changed }
  changed()
}

/** Back to where nothing but a new press counts. `false`: nothing was armed. */
export function disarm(): boolean {
  if (armed === null) return false
  const { card, answer, timer, changed } = armed
  armed = null
  clearTimeout(timer)
  answer.removeEventListener('blur', disarm)
  delete card.dataset['armed']
  // The focus stays in the card, but on no answer: the next Enter must not run anything.
  const root = answer.getRootNode() as ShadowRoot
  if (root.activeElement === answer) root.querySelector<HTMLElement>('#row [name]')?.focus()
  changed()
  return true
}

export function armedHold(): string | null {
  return armed?.hold ?? null
}

/** Whether the key is used up: Enter that came too soon. Every other key but Enter ends what was armed. */
export function passKey(event: KeyboardEvent, armingKey: string): boolean {
  if (armed === null || event.key === 'Tab' || event.key === 'Shift' || event.key === armingKey) return false
  if (event.key === 'Enter') {
    return event.repeat || performance.now() - armed.since < SOONEST_MS
  }
  disarm()
  return event.key === 'Escape'
}

/** After every drawing: what is on the screen now may be something else. */
export function followArmed(): void {
  if (armed !== null && (!armed.card.isConnected || armed.card.invocation !== armed.invocation)) disarm()
}
