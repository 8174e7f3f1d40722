/** Runs in the page: finds text too faint to read, targets too small to touch, and content wider than the screen. */
export function measure(): { readonly faint: string[]; readonly small: string[]; readonly wide: boolean } {
  const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
      const part = value / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const backgroundOf = (start: Element): string => {
    for (let element: Element | null = start; element !== null; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor
      if ((channels(color)[3] ?? 1) === 1) return color
    }
    return 'rgb(255, 255, 255)'
  }
  const faint: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null) {
    const element = texts.currentNode.parentElement
    const text = texts.currentNode.textContent?.trim() ?? ''
    if (
      element === null ||
      text === '' ||
      !element.checkVisibility() ||
      element.closest('noscript, .skip, .quiet, script, style') !== null
    )
      continue
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (contrast < 4.5) faint.push(`${text}: ${contrast.toFixed(2)}`)
  }
  const cards = [...document.querySelectorAll('tool-card')].map(({ shadowRoot }) => shadowRoot)
  const answers = cards.flatMap((tree) => [...(tree?.querySelectorAll('[part~="button"]') ?? [])])
  const small = [...document.querySelectorAll('main a, nav a, button, select, input, textarea'), ...answers]
    .filter((element) => element.checkVisibility())
    // A box inside a label is touched by its label.
    .map((element) => element.closest('label') ?? element)
    .filter((element) => element.getBoundingClientRect().height < 44)
    .map((element) => element.textContent ?? '')
  return { faint, small, wide: document.documentElement.scrollWidth > innerWidth }
}

/**
 * Runs in the page: everything that can be pressed, in open shadow trees too, and is smaller than a finger needs. Links
 * in running text are as tall as their line, as everywhere.
 */
export function smallTargets(): readonly string[] {
  const inside = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot === null ? [] : inside(element.shadowRoot)),
    ])
  return inside(document)
    .filter((element) => element.matches('a[href], button, select, input, textarea, summary, [role=button]'))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches('.skip, .prose a'))
    .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
    .filter(({ box }) => Math.round(box.height) < 44 || Math.round(box.width) < 44)
    .map(({ element, box }) => {
      const name = `${element.localName}.${element.className} ${element.textContent?.trim().slice(0, 40)}`
      return `${name}: ${Math.round(box.width)} × ${Math.round(box.height)}`
    })
}

/**
 * Runs in the page: waits until whatever fades or slides in has arrived, in open shadow trees too. What goes on for
 * ever may.
 */
export async function comeToRest(): Promise<void> {
  const inside = (root: Document | ShadowRoot): Animation[] => [
    ...root.getAnimations(),
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : inside(shadowRoot))),
  ]
  const frame = async (): Promise<void> => void (await new Promise((done) => requestAnimationFrame(done)))
  await frame()
  await frame()
  const ends = inside(document).filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  const arrived = Promise.allSettled(ends.map(async ({ finished }) => await finished))
  await Promise.race([arrived, new Promise((done) => setTimeout(done, 10_000))])
}

/** Runs in the page: how many things move, in open shadow trees too, which a document does not count by itself. */
export function countMoving(): number {
  const inside = (root: Document | ShadowRoot): number =>
    [...root.querySelectorAll('*')].reduce(
      (sum, { shadowRoot }) => sum + (shadowRoot === null ? 0 : inside(shadowRoot)),
      root.getAnimations().length,
    )
  return inside(document)
}
