/**
 * A custom element that draws a Lit template from its properties: what the card needs of LitElement, at a tenth of its
 * size. Changes of one moment are drawn once. Values that were set before the element was defined are taken over.
 */
import { render } from 'lit/html.js'

export abstract class DrawnElement extends HTMLElement {
  /** Resolves once every change so far is drawn. */
  updateComplete: Promise<void> = Promise.resolve()
  readonly root: ShadowRoot
  readonly values: { [name: string]: unknown } = {}
  #isWaiting = false

  constructor() {
    super()
    this.root = this.attachShadow({ mode: 'open' })
    const own = this as unknown as { [name: string]: unknown }
    for (const name of Object.keys(this)) {
      if (!(name in Object.getPrototypeOf(this))) continue
      const early = own[name]
      delete own[name]
      own[name] = early
    }
  }

  /** The template. Called once for all changes of a moment. */
  protected abstract draw(): unknown
  /** After the template is in the tree. */
  protected abstract drawn(): void

  connectedCallback(): void {
    this.redraw()
  }

  attributeChangedCallback(name: string, _before: string | null, text: string | null): void {
    ;(this as unknown as { [name: string]: unknown })[name] = text
  }

  redraw(): void {
    if (this.#isWaiting || !this.isConnected) return
    this.#isWaiting = true
    this.updateComplete = Promise.resolve().then(() => {
      let template: unknown
      try {
        template = this.draw()
      } finally {
        // What cannot be drawn must not keep the next from being drawn.
        this.#isWaiting = false
      }
      render(template, this.root)
      this.drawn()
    })
  }
}

/** Defines the element with its properties and their first values. A name that is taken keeps its first element. */
export function defineElement(
  tag: string,
  element: CustomElementConstructor & { readonly prototype: DrawnElement },
  properties: { readonly [name: string]: unknown },
): void {
  if (customElements.get(tag) !== undefined) return
  for (const [name, first] of Object.entries(properties)) {
    Object.defineProperty(element.prototype, name, {
      enumerable: true,
      get(this: DrawnElement) {
        return this.values[name] ?? first
      },
      set(this: DrawnElement, value: unknown) {
        this.values[name] = value
        this.redraw()
      },
    })
  }
  customElements.define(tag, element)
}
