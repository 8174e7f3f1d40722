/**
 * `<paged-cards>`: a long list of cards of any height, of which only the pages near the screen are in the document. A
 * page that was let go of leaves a gap of its own height, so nothing moves. It tells which pages are near, and when its
 * end is.
 */
import { html, LitElement } from 'lit'
import type { PropertyDeclarations, PropertyValues, TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { LogPage } from '../../model/paged-log.ts'

const MARGIN_PX = 1500

export class PagedCards extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    pages: { attribute: false },
    keyOf: { attribute: false },
    drawItem: { attribute: false },
    label: { attribute: false },
    list: { attribute: false },
  }

  declare pages: readonly LogPage<unknown>[]
  declare keyOf: (item: never) => string
  declare drawItem: (item: never) => TemplateResult
  declare label: string
  /** The class of each page's list. */
  declare list: string
  private readonly heights = new Map<string, number>()
  private readonly nearPages = new Set<string>()
  private watched: readonly Element[] = []
  private watcher: IntersectionObserver | null = null

  constructor() {
    super()
    this.pages = []
    this.keyOf = () => ''
    this.drawItem = () => html``
    this.label = ''
    this.list = ''
  }

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.watcher?.disconnect()
    this.watcher = null
    this.watched = []
  }

  /** Before a page goes, its height is taken. */
  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('pages')) return
    for (const { key, items } of this.pages) {
      const drawn = items === null ? this.querySelector<HTMLElement>(`:scope > ol[data-page="${key}"]`) : null
      if (drawn !== null) this.heights.set(key, drawn.offsetHeight)
    }
    const known = new Set(this.pages.map(({ key }) => key))
    for (const key of this.heights.keys()) if (!known.has(key)) this.heights.delete(key)
  }

  override render(): TemplateResult {
    return html`${repeat(
        this.pages,
        ({ key }) => key,
        ({ key, items }) =>
          items === null
            ? html`<div class="space" role="presentation" data-page=${key}></div>`
            : html`<ol class=${this.list} data-page=${key} aria-label=${this.label}>
                ${repeat(items as never[], this.keyOf, this.drawItem)}
              </ol>`,
      )}
      <div class="pages-end" role="presentation"></div>`
  }

  /** Heights are set on the objects: style attributes are what the content policy forbids. */
  protected override updated(): void {
    for (const gap of this.querySelectorAll<HTMLElement>(':scope > .space')) {
      gap.style.height = `${this.heights.get(gap.dataset['page'] ?? '') ?? 0}px`
    }
    this.watch()
    // Once the cards inside are drawn too.
    requestAnimationFrame(() => this.tellEnd())
  }

  private watch(): void {
    this.watcher ??= new IntersectionObserver((entries) => this.see(entries), {
      root: this.closest('main'),
      rootMargin: `${MARGIN_PX}px 0px`,
    })
    const elements = [...this.children]
    for (const gone of this.watched) if (!elements.includes(gone)) this.watcher.unobserve(gone)
    for (const element of elements) if (!this.watched.includes(element)) this.watcher.observe(element)
    this.watched = elements
  }

  private see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const key = (target as HTMLElement).dataset['page']
      if (key === undefined || !target.isConnected) continue
      if (isIntersecting) this.nearPages.add(key)
      else this.nearPages.delete(key)
    }
    const known = new Set(this.pages.map(({ key }) => key))
    for (const key of this.nearPages) if (!known.has(key)) this.nearPages.delete(key)
    // What has the focus stays.
    const focused = document.activeElement?.closest<HTMLElement>('[data-page]')?.dataset['page']
    const near = new Set([...this.nearPages, ...(focused === undefined ? [] : [focused])])
    this.dispatchEvent(new CustomEvent('pages-near', { detail: near }))
    this.tellEnd()
  }

  private tellEnd(): void {
    const end = this.querySelector(':scope > .pages-end')
    const room = this.closest('main')?.getBoundingClientRect().bottom ?? innerHeight
    if (end === null || this.pages.length === 0) return
    if (end.getBoundingClientRect().top < room + MARGIN_PX) this.dispatchEvent(new Event('pages-end'))
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'paged-cards': PagedCards
  }
}
