/**
 * Draws the card's templates in the bundles, in the place of Lit's renderer, which is a tenth of the room that they
 * have. It knows what the card uses and no more: texts, templates and lists of them between tags; attributes,
 * `.properties`, `?switches` and `@events` inside. Markup comes from our own literals alone: a value is a text,
 * whatever it looks like.
 */
interface MarkupTemplate {
  readonly strings: TemplateStringsArray
  readonly values: readonly unknown[]
}

interface Parsed {
  readonly content: DocumentFragment
  readonly places: readonly TemplatePlace[]
}

/** Where values go: between tags, or in an attribute, between its pieces. */
interface TemplatePlace {
  /** Elements and comments before it, and itself. */
  readonly node: number
  /** Empty: between tags. */
  readonly name: string
  readonly pieces: readonly string[]
}

type Draw = (value: unknown) => void

interface MarkupPolicy {
  readonly createHTML: (markup: string) => string
}

interface MarkupPolicies {
  readonly createPolicy: (name: string, policy: MarkupPolicy) => MarkupPolicy
}

export const nothing: unique symbol = Symbol('nothing')

/** Stands where a value goes. No literal of the card has it. */
const PLACE = '{}'
const ELEMENTS_AND_COMMENTS = 129
const made = new WeakSet<object>()
const parsed = new WeakMap<TemplateStringsArray, Parsed>()
const roots = new WeakMap<Node, Draw>()
/** A host may forbid markup from plain strings. Its name is that of Lit's, which a host may allow already. */
const policy = (globalThis as { readonly trustedTypes?: MarkupPolicies }).trustedTypes?.createPolicy('lit-html', {
  createHTML: (markup) => markup,
})

export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): MarkupTemplate {
  const template = { strings, values }
  // Data that is shaped like a template is none.
  made.add(template)
  return template
}

export function render(value: unknown, root: Node): void {
  let draw = roots.get(root)
  if (draw === undefined) {
    draw = drawBefore(root.appendChild(new Comment()))
    roots.set(root, draw)
  }
  draw(value)
}

function isTemplate(value: unknown): value is MarkupTemplate {
  return made.has(value as object)
}

/** What stands before the mark: it is kept while the next value is of its kind, and drawn anew where it is not. */
function drawBefore(end: ChildNode): Draw {
  const start = new Text()
  let kind: unknown
  let draw: Draw
  end.before(start)
  return (value) => {
    const next = isTemplate(value) ? value.strings : Array.isArray(value)
    if (next !== kind) {
      kind = next
      for (let old = start.nextSibling; old !== null && old !== end; old = start.nextSibling) old.remove()
      draw = isTemplate(value) ? drawTemplate(value.strings, end) : next === true ? drawList(end) : drawText(end)
    }
    draw(value)
  }
}

function drawText(end: ChildNode): Draw {
  const text = new Text()
  end.before(text)
  return (value) => {
    const next = textOf(value)
    if (text.data !== next) text.data = next
  }
}

function textOf(value: unknown): string {
  return value === nothing ? '' : String((value as string | number | boolean | null | undefined) ?? '')
}

function drawList(end: ChildNode): Draw {
  const items: Draw[] = []
  return (value) => {
    const values = value as readonly unknown[]
    while (items.length < values.length) {
      const mark = new Comment()
      end.before(mark)
      items.push(drawBefore(mark))
    }
    items.forEach((draw, index) => draw(index < values.length ? values[index] : nothing))
  }
}

function drawTemplate(strings: TemplateStringsArray, end: ChildNode): Draw {
  const { content, places } = parse(strings)
  const fragment = document.importNode(content, true)
  const walker = document.createTreeWalker(fragment, ELEMENTS_AND_COMMENTS)
  let at = 0
  let count = 0
  const draws = places.map(({ node, name, pieces }) => {
    for (; at < node; at++) walker.nextNode()
    const place = walker.currentNode
    const from = count
    count += pieces.length - 1
    const to = count
    if (name === '') {
      const draw = drawBefore(place as Comment)
      return (values: readonly unknown[]) => draw(values[from])
    }
    const draw = drawAttribute(place as Element, name, pieces)
    return (values: readonly unknown[]) => draw(values.slice(from, to))
  })
  return (value) => {
    for (const draw of draws) draw((value as MarkupTemplate).values)
    // Drawn before it is shown; after the first time nothing is left in it to be placed.
    end.before(fragment)
  }
}

function drawAttribute(
  element: Element,
  name: string,
  pieces: readonly string[],
): (values: readonly unknown[]) => void {
  const kind = name[0]
  const key = name.slice(1)
  const isWhole = pieces.length === 2 && pieces.join('') === ''
  // Until it gets a value, nothing is there.
  let last: unknown = nothing
  if (kind === '@') element.addEventListener(key, (event) => (last as (event: Event) => void)(event))
  return (values) => {
    const joined = (): unknown =>
      values.includes(nothing) ? nothing : pieces.reduce((text, piece, at) => text + textOf(values[at - 1]) + piece)
    const value = isWhole ? values[0] : joined()
    if (value === last) return
    last = value
    const isThere = value !== nothing
    if (kind === '.') Object.assign(element, { [key]: isThere ? value : undefined })
    else if (kind === '?') element.toggleAttribute(key, isThere && Boolean(value))
    else if (!isThere) element.removeAttribute(name)
    else if (kind !== '@') element.setAttribute(name, textOf(value))
  }
}

/** Once for each template: its markup without the values, and where they go. */
function parse(strings: TemplateStringsArray): Parsed {
  const known = parsed.get(strings)
  if (known !== undefined) return known
  const markup = strings.reduce((before, next) => {
    const isInTag = before.lastIndexOf('<') > before.lastIndexOf('>')
    return `${before}${isInTag ? PLACE : `<!--${PLACE}-->`}${next}`
  })
  const template = document.createElement('template')
  template.innerHTML = policy?.createHTML(markup) ?? markup
  const { content } = template
  const walker = document.createTreeWalker(content, ELEMENTS_AND_COMMENTS)
  const places: TemplatePlace[] = []
  for (let node = 1; walker.nextNode() !== null; node++) {
    const { currentNode: found } = walker
    // Those with values leave the element while they are looked at.
    const attributes = found instanceof Element ? [...found.attributes] : []
    for (const { name, value } of attributes) {
      const pieces = value.split(PLACE)
      if (pieces.length === 1) continue
      ;(found as Element).removeAttribute(name)
      places.push({ node, name, pieces })
    }
    if (found instanceof Comment) places.push({ node, name: '', pieces: ['', ''] })
  }
  const read = { content, places }
  parsed.set(strings, read)
  return read
}
