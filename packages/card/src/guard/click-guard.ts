/**
 * Whether a press on a deciding button counts. Attacks it answers: a script that clicks for the person; a card that
 * appears or slides under a pointer that was about to press something else; a card that is scrolled away, covered,
 * faint or tiny. A press that fails any check never counts. It knows nothing of the page around its frame.
 */
/** `not-visible`: not to be read, or no person pressed. */
export type ClickRefusal = 'too-early' | 'not-visible'

export interface ClickGuard {
  /** Begins to watch the row of buttons; the same element again changes nothing. */
  readonly watch: (row: Element | null) => void
  readonly check: (event: Event) => ClickRefusal | null
}

export const STILL_FOR_MS = 600
const SAMPLE_MS = 100
/** Fractions of pixels and focus rings are no movement. */
const TOLERANCE = 3
/** In pixels; text on a smaller row cannot be read. */
const SMALLEST = 12
const FAINTEST = 0.5

export function createClickGuard(): ClickGuard {
  let row: Element | null = null
  let place: DOMRect | null = null
  let stillSince = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setInterval> | undefined
  let observer: IntersectionObserver | undefined

  const sample = (): void => {
    const now = performance.now()
    const next = row === null || !isShown(row) ? null : row.getBoundingClientRect()
    if (next === null) stillSince = Number.POSITIVE_INFINITY
    else if (place === null || hasMoved(place, next)) stillSince = now
    place = next
  }

  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
    place = null
    stillSince = Number.POSITIVE_INFINITY
  }

  return {
    watch: (next) => {
      if (next === row) return
      observer?.disconnect()
      stop()
      row = next
      if (row === null) return
      observer = new IntersectionObserver((entries) => {
        if (entries.at(-1)?.isIntersecting !== true) stop()
        else if (timer === undefined) {
          sample()
          timer = setInterval(sample, SAMPLE_MS)
        }
      })
      observer.observe(row)
    },
    check: (event) => {
      const button = event.currentTarget as Element
      if (!event.isTrusted || row === null || !isShown(button) || !isInView(button)) return 'not-visible'
      sample()
      return performance.now() - stillSince >= STILL_FOR_MS ? null : 'too-early'
    },
  }
}

function hasMoved(from: DOMRect, to: DOMRect): boolean {
  return Math.abs(from.x - to.x) > TOLERANCE || Math.abs(from.y - to.y) > TOLERANCE
}

/** Large enough to be read, and nothing around it lets it show through only faintly, whatever root it stands in. */
function isShown(element: Element): boolean {
  const isThere = element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
  if (!isThere || element.ownerDocument.visibilityState !== 'visible') return false
  const { width, height } = element.getBoundingClientRect()
  let share = Math.min(width, height) < SMALLEST ? 0 : 1
  for (let at: Element | null | undefined = element; at; at = outerOf(at)) {
    const { opacity, filter, maskImage } = getComputedStyle(at)
    share *= Number(opacity)
    for (const [, part] of filter.matchAll(/opacity\((.*?)\)/g)) share *= Number(part)
    // Opaque colours are written so. Masks that only fade the edges of what scrolls have one.
    if (maskImage !== 'none' && !maskImage.includes('rgb(')) return false
  }
  return share >= FAINTEST
}

function outerOf(element: Element): Element | null | undefined {
  return element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host
}

/** On screen, and what a finger at its middle would touch. */
function isInView(button: Element): boolean {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  const x = (left + right) / 2
  const y = (top + bottom) / 2
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false
  const root = button.getRootNode() as Document | ShadowRoot
  const touched = root.elementFromPoint(x, y)
  return touched !== null && (touched === button || button.contains(touched))
}
