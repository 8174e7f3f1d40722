/**
 * Waits until a press on a button counts. The card takes none before its row of buttons has stood still, as its own
 * samples see it; so the wait is measured in the page too, where everything that delays those samples delays it as
 * well.
 */
import type { Locator } from 'playwright-core'

const RULE = {
  /** What the card demands, and its largest step between two samples. */
  stillForMs: 600,
  sampleMs: 100,
  patienceMs: 60_000,
} as const

/** Brings the button into view as a person does, and waits there until it is awake and may be pressed. */
export async function standingStill(button: Locator): Promise<void> {
  const giveUpAt = performance.now() + RULE.patienceMs
  for (;;) {
    await button.scrollIntoViewIfNeeded({ timeout: RULE.patienceMs })
    if (await button.evaluate(watchPlace, RULE)) return
    if (performance.now() > giveUpAt) throw new Error(`The button ${button.toString()} never stood still.`)
  }
}

export async function pressStill(button: Locator): Promise<void> {
  await standingStill(button)
  await button.click({ timeout: RULE.patienceMs })
}

/** Runs in the page. `false`: it left its place for good, or the screen. */
async function watchPlace(button: Element, rule: typeof RULE): Promise<boolean> {
  const row = button.closest('#row') ?? button
  const card = (row.getRootNode() as ShadowRoot).host as { invocation?: unknown } | undefined
  const isAwake = (): boolean => !button.matches(':disabled') && row.checkVisibility({ visibilityProperty: true })
  /** What fades in counts as hidden at first. */
  const opacity = (): number => {
    let share = 1
    for (let at: Element | null = row; at !== null;) {
      share *= Number(getComputedStyle(at).opacity)
      at = at.assignedSlot ?? at.parentElement ?? (at.getRootNode() as Partial<ShadowRoot>).host ?? null
    }
    return share
  }
  const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))
  const inView = await new Promise<boolean>((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect()
      resolve(entries.some(({ isIntersecting }) => isIntersecting))
    })
    observer.observe(row)
  })
  if (!inView) return false
  const giveUpAt = performance.now() + rule.patienceMs
  while (performance.now() < giveUpAt) {
    const { x, y } = row.getBoundingClientRect()
    const [shown, share] = [card?.invocation, opacity()]
    const stands = (): boolean => {
      const now = row.getBoundingClientRect()
      const isThere = Math.abs(now.x - x) + Math.abs(now.y - y) < 1 && opacity() === share
      return isAwake() && isThere && card?.invocation === shown
    }
    // Timers come in their order: after this one the card has taken a sample of this place.
    await pause(rule.sampleMs)
    const since = performance.now()
    while (row.isConnected && stands() && performance.now() - since < rule.stillForMs) await pause(20)
    if (!row.isConnected || !button.isConnected) return false
    if (stands()) return true
  }
  return false
}
