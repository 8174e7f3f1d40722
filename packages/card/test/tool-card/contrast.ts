/** Measures the contrast of every text on the page, shadow trees included. Runs in the browser. */
export interface WeakText {
  readonly text: string
  readonly contrast: number
  readonly where: string
}

export interface ContrastReport {
  readonly texts: number
  readonly weak: readonly WeakText[]
}

/** `glass`: what stands behind cards whose own background lets it through, by measurement of the painted pixels. */
export function measureContrast(glass: string | null): ContrastReport {
  type Color = readonly [number, number, number, number]
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
  const known = new Map<string, Color>()
  const read = (color: string): Color => {
    const before = known.get(color)
    if (before !== undefined) return before
    context.clearRect(0, 0, 1, 1)
    context.fillStyle = color
    context.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
    const parsed: Color = [red, green, blue, alpha / 255]
    known.set(color, parsed)
    return parsed
  }
  const over = (top: Color, below: Color): Color => {
    const mix = (one: number, other: number): number => one * top[3] + other * (1 - top[3])
    return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1]
  }
  const luminance = ([red, green, blue]: Color): number => {
    const linear = (part: number): number => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
  const parentOf = (element: Element): Element | null =>
    element.parentElement ??
    (element.getRootNode() instanceof ShadowRoot ? (element.getRootNode() as ShadowRoot).host : null)
  /** Every colour that may stand behind the element: a gradient has several. */
  const behind = (element: Element | null): readonly Color[] => {
    if (element === null)
      return [read(getComputedStyle(document.documentElement).colorScheme === 'dark' ? '#121212' : '#fff')]
    if (glass !== null && element.localName === 'article') return [read(glass)]
    const style = getComputedStyle(element)
    const stops = style.backgroundImage.includes('gradient')
      ? (style.backgroundImage.match(/(?:rgba?|color)\([^)]*\)/g) ?? [])
      : []
    const own = read(style.backgroundColor)
    const below = own[3] === 1 ? [own] : behind(parentOf(element)).map((color) => over(own, color))
    return stops.length === 0 ? below : stops.flatMap((stop) => below.map((color) => over(read(stop), color)))
  }
  const weak: WeakText[] = []
  let texts = 0
  const visit = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) visit(element.shadowRoot)
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const said = own
        .map((node) => node.textContent ?? '')
        .join('')
        .trim()
      const field = element.matches('textarea, input:not([type=checkbox], [type=radio])')
        ? (element as HTMLInputElement).value
        : ''
      const text = said || field
      if (text === '' || element.localName === 'style' || element.localName === 'script') continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest('.quiet') !== null || element instanceof HTMLOptionElement) continue
      // Pictures in letters bring their own colours.
      if (!/[^\p{Extended_Pictographic}\ufe0f\s]/u.test(text)) continue
      texts++
      const worst = Math.min(
        ...behind(element).map((color) => {
          const [low, high] = [luminance(over(read(getComputedStyle(element).color), color)), luminance(color)].sort(
            (one, other) => one - other,
          )
          return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05)
        }),
      )
      if (worst < 4.5)
        weak.push({
          text: text.slice(0, 40),
          contrast: Math.round(worst * 100) / 100,
          where: `${element.localName}.${element.className}`,
        })
    }
  }
  visit(document)
  return { texts, weak }
}
