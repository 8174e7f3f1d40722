/**
 * `<virtual-rows>`: a long list of which only the rows on screen are in the document. Rows have fixed heights, so the
 * place of the hundred-thousandth is known without drawing the others.
 */
import { html, LitElement } from 'lit'
import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

export interface VirtualItem {
  readonly key: string
}

const MARGIN_PX = 400

export class VirtualRows extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    items: { attribute: false },
    heightOf: { attribute: false },
    drawRow: { attribute: false },
    label: { attribute: false },
    first: { state: true },
    last: { state: true },
  }

  declare items: readonly VirtualItem[]
  declare heightOf: (item: VirtualItem) => number
  declare drawRow: (item: VirtualItem, index: number) => TemplateResult
  declare label: string
  declare private first: number
  declare private last: number
  /** Where each row begins; one more than there are rows. */
  private offsets: Float64Array = new Float64Array(1)
  private readonly resizing = new ResizeObserver(() => this.look())

  constructor() {
    super()
    this.items = []
    this.heightOf = () => 1
    this.drawRow = () => html``
    this.label = ''
    this.first = 0
    this.last = 30
  }

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.addEventListener('scroll', this.look, { passive: true })
    this.resizing.observe(this)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.removeEventListener('scroll', this.look)
    this.resizing.disconnect()
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('items') && !changed.has('heightOf')) return
    const offsets = new Float64Array(this.items.length + 1)
    for (const [index, item] of this.items.entries()) offsets[index + 1] = (offsets[index] ?? 0) + this.heightOf(item)
    this.offsets = offsets
    if (this.hasUpdated) this.choose()
  }

  override render(): TemplateResult {
    const shown = this.items.slice(this.first, this.last)
    return html`<div class="space" role="presentation"></div>
      <div class="rows" role="list" aria-label=${this.label}>
        ${repeat(
          shown,
          ({ key }) => key,
          (item, index) => this.drawRow(item, this.first + index),
        )}
      </div>
      <div class="space" role="presentation"></div>`
  }

  /** Heights are set on the objects: style attributes are what the content policy forbids. */
  protected override updated(): void {
    const [above, below] = this.querySelectorAll<HTMLElement>(':scope > .space')
    if (above === undefined || below === undefined) return
    const total = this.offsets[this.items.length] ?? 0
    above.style.height = `${this.offsets[this.first] ?? 0}px`
    below.style.height = `${total - (this.offsets[Math.min(this.last, this.items.length)] ?? total)}px`
  }

  protected override firstUpdated(): void {
    this.look()
  }

  private readonly look = (): void => {
    this.choose()
    this.style.setProperty('--scroll-bar', `${this.offsetWidth - this.clientWidth}px`)
    const total = this.offsets[this.items.length] ?? 0
    if (this.scrollTop + this.clientHeight > total - 2 * MARGIN_PX) this.dispatchEvent(new Event('rows-end'))
  }

  private choose(): void {
    const height = this.clientHeight || 800
    this.first = this.indexAt(this.scrollTop - MARGIN_PX)
    this.last = Math.min(this.items.length, this.indexAt(this.scrollTop + height + MARGIN_PX) + 1)
  }

  private indexAt(place: number): number {
    let low = 0
    let high = this.items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.offsets[middle + 1] ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Brings a row into view and draws it; resolves once it is there. */
  async show(key: string): Promise<void> {
    const index = this.items.findIndex((item) => item.key === key)
    if (index < 0) return
    const top = this.offsets[index] ?? 0
    const bottom = this.offsets[index + 1] ?? top
    if (top < this.scrollTop) this.scrollTop = top - 8
    else if (bottom > this.scrollTop + this.clientHeight) this.scrollTop = bottom - this.clientHeight + 8
    this.choose()
    await this.updateComplete
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'virtual-rows': VirtualRows
  }
}
