/** The result, item by item. Long text keeps its rest in the document, found and copied, but not laid out. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { readBlocks } from '../markdown/read-blocks.ts'
import { formatSize } from '../presentation/visible.ts'
import type { ResultItem, ResultSection, TextItem } from '../presentation/result-section.ts'
import type { DrawContext } from './draw-context.ts'
import { drawCopied, drawCopy } from './draw-copy.ts'
import { drawBlocks } from './draw-markdown.ts'
import { drawVisible } from './draw-visible.ts'

/** Longer text is shown letter by letter: laying out as much Markdown would freeze the page. */
const LONGEST_MARKDOWN = 200_000
/** Longer text is there to its end only after the first paint. */
const SIZE_AT_ONCE = 20_000
const TIMES_MORE = 10
const CHARACTERS_AN_ITEM = 1600
/** What may become an element of its own, and takes as long to draw as many letters. */
const MARKS = /[*_`~[|\n]/g
const CHARACTERS_A_MARK = 40
/** Places of what is no item: the structured data, and behind it the items as JSON. */
const DATA = -1
const WHOLE = -2

export function drawResult(section: ResultSection, view: DrawContext): TemplateResult {
  const { state } = view
  return html`<details
    id="result"
    class="section"
    part="result"
    ?open=${state.resultOpen}
    @toggle=${(event: Event) => view.change({ resultOpen: (event.target as HTMLDetailsElement).open })}
  >
    <summary>${section.heading}<span class="about">${drawVisible(section.about)}</span></summary>
    ${state.resultOpen ? drawBody(section, view) : nothing}
  </details>`
}

function drawBody(section: ResultSection, view: DrawContext): TemplateResult {
  const { structured } = section
  const { messages, state, change } = view
  const shown = firstItems(section, state.items)
  const waiting = section.count - shown.length
  return html`<div class="body">
    <div class="tools">${drawCopy('result', section, view)}</div>
    <div class="content" part="content">
      ${shown.map((item, index) => html`<div class="item" tabindex="-1">${drawAll(item, index, view)}</div>`)}
      ${
        waiting === 0
          ? nothing
          : html`<div class="item">
              <button
                class="more"
                type="button"
                @click=${() => change({ items: state.items * TIMES_MORE }, `#result .item:nth-child(${shown.length + 1})`)}
              >
                ${messages.showMore} (${waiting})
              </button>
            </div>`
      }
      ${structured === null ? nothing : drawStructured(structured, view)}
    </div>
  </div>`
}

/** As many as a page can lay out at once, one at least. */
function firstItems({ count, itemAt }: ResultSection, most: number): readonly ResultItem[] {
  const items: ResultItem[] = []
  for (let room = most * CHARACTERS_AN_ITEM; items.length < Math.min(count, most) && room > 0;) {
    const item = itemAt(items.length)
    items.push(item)
    if (item.kind === 'text' || item.kind === 'code')
      room -= item.start.length + (item.start.match(MARKS)?.length ?? 0) * CHARACTERS_A_MARK
  }
  return items
}

/** Where a label had to be cut, all of the item stands below as JSON. */
function drawAll(item: ResultItem, index: number, view: DrawContext): TemplateResult {
  const { whole } = item
  return html`${drawItem(item, index, view)}${whole === undefined ? nothing : html`${drawLabel(whole)}${drawText(whole, WHOLE - index, view)}`}`
}

function drawItem(item: ResultItem, index: number, view: DrawContext): TemplateResult {
  switch (item.kind) {
    case 'text':
    case 'code':
      return html`${drawLabel(item)}${drawText(item, index, view)}`
    case 'image':
      return html`${drawLabel(item)}<button
          class="image ${item.thumbnail ? 'thumbnail' : ''}"
          type="button"
          @click=${view.zoom}
        >
          <img src=${item.media.source} alt=${view.messages.image} decoding="async" />${
            item.thumbnail
              ? html`<span class="about">${item.media.type} · ${formatSize(item.media.bytes)}</span>`
              : nothing
          }
        </button>`
    case 'audio':
      return html`${drawLabel(item)}<audio
          controls
          preload="none"
          src=${item.media.source}
          aria-label=${item.label ?? view.messages.audio}
        ></audio>`
    case 'link':
      return drawResourceLink(item, view)
    case 'note':
      return html`<p class="note">${drawVisible(item.text)}</p>`
  }
}

function drawLabel({ label }: { readonly label: string | null }): TemplateResult | typeof nothing {
  return label === null ? nothing : html`<p class="item-label">${drawVisible(label)}</p>`
}

function drawText(item: TextItem, index: number, view: DrawContext): TemplateResult {
  if (!item.long) return drawWhole(item, view)
  const { messages, state, change } = view
  const whole = state.expanded.has(index)
  const toggle = (): void => {
    const expanded = new Set(state.expanded)
    if (whole) expanded.delete(index)
    else expanded.add(index)
    change({ expanded })
  }
  return html`${whole ? drawWhole(item, view) : drawClipped(item, toggle, view)}
    <button class="more" type="button" aria-expanded=${whole} @click=${toggle}>
      ${whole ? messages.showLess : messages.showMore}
    </button>`
}

function drawWhole({ kind, text }: Pick<TextItem, 'kind' | 'text'>, view: DrawContext): TemplateResult {
  if (text.length > LONGEST_MARKDOWN) return html`<div class="prose">${drawVisible(text)}</div>`
  if (kind === 'code') return html`<div class="prose"><pre tabindex="0">${drawVisible(text)}</pre></div>`
  return html`<div class="prose">${drawBlocks(readBlocks(text), view)}</div>`
}

function drawClipped(item: TextItem, reveal: () => void, view: DrawContext): TemplateResult {
  const isWhole = view.state.isWhole || item.size <= SIZE_AT_ONCE
  return html`<div class="clip">
    ${drawWhole({ kind: item.kind, text: item.start }, view)}
    <div class="rest" hidden="until-found" @beforematch=${reveal}>${isWhole ? item.rest : ''}</div>
  </div>`
}

function drawStructured(data: TextItem, view: DrawContext): TemplateResult {
  const { dataOpen } = view.state
  return html`<div class="item">
    <details
      class="structured"
      ?open=${dataOpen}
      @toggle=${(event: Event) => view.change({ dataOpen: (event.target as HTMLDetailsElement).open })}
    >
      <summary>${data.label}</summary>
      ${dataOpen ? drawText(data, DATA, view) : nothing}
    </details>
  </div>`
}

/** Where the host does not open it, a press copies the address. */
function drawResourceLink(item: ResultItem & { kind: 'link' }, view: DrawContext): TemplateResult {
  const { address, href } = item
  const copies = href === null && !view.opensAll
  const inner = html`<span class="resource-name">${drawVisible(item.label)}</span
    ><span class="host">${drawVisible(item.host)}</span
    >${copies ? html`<span class="about">${view.messages.copy}</span>` : nothing}`
  const chip =
    href === null
      ? html`<button
            class="resource"
            part="resource-link"
            type="button"
            @click=${(event: Event) => (copies ? view.copy('link', address) : view.open(event, address))}
          >
            ${inner}
          </button>
          ${drawCopied(address, 'about', view)}`
      : html`<a
          class="resource"
          part="resource-link"
          href=${href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          @click=${(event: Event) => view.open(event, address)}
          >${inner}</a
        >`
  return html`${chip}${item.about === '' ? nothing : html`<p class="note">${drawVisible(item.about)}</p>`}`
}
