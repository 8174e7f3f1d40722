/** The result, item by item. Long text keeps its rest in the document, found and copied, but not laid out. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { readBlocks } from '../markdown/read-blocks.ts'
import { formatSize } from '../presentation/visible.ts'
import type { ResultItem, ResultSection, TextItem } from '../presentation/result-section.ts'
import type { CardView } from './card-view.ts'
import { drawCopied, drawCopy } from './draw-copy.ts'
import { drawBlocks } from './draw-markdown.ts'
import { drawVisible } from './draw-visible.ts'

/** Longer text is shown letter by letter: laying out as much Markdown would freeze the page. */
const LONGEST_MARKDOWN = 200_000
const CHARACTERS_A_BLOCK = 20_000

export function drawResult(section: ResultSection, view: CardView): TemplateResult {
  const { state } = view
  return html`<details
    id="result"
    class="section"
    part="result"
    ?open=${state.resultOpen}
    @toggle=${(event: Event) => view.change({ resultOpen: (event.target as HTMLDetailsElement).open })}
  >
    <summary>${section.heading}<span class="about">${drawVisible(section.about)}</span></summary>
    ${
      state.resultOpen
        ? html`<div class="body">
            <div class="tools">${drawCopy('result', section.copy, view)}</div>
            <div class="content" part="content">
              ${section.items.map((item, index) => html`<div class="item">${drawItem(item, index, view)}</div>`)}
              ${section.structured === null ? nothing : drawStructured(section.structured, view)}
            </div>
          </div>`
        : nothing
    }
  </details>`
}

function drawItem(item: ResultItem, index: number, view: CardView): TemplateResult {
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

function drawText(item: TextItem, index: number, view: CardView): TemplateResult {
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

function drawWhole({ kind, text }: Pick<TextItem, 'kind' | 'text'>, view: CardView): TemplateResult {
  if (text.length > LONGEST_MARKDOWN) return html`<div class="prose">${drawPlainBlocks(text)}</div>`
  if (kind === 'code') return html`<div class="prose"><pre tabindex="0">${drawVisible(text)}</pre></div>`
  return html`<div class="prose">${drawBlocks(readBlocks(text), view)}</div>`
}

function drawClipped(item: TextItem, reveal: () => void, view: CardView): TemplateResult {
  const isWhole = view.state.isWhole || item.size <= CHARACTERS_A_BLOCK
  return html`<div class="clip">
    ${drawWhole({ kind: item.kind, text: item.start }, view)}
    <div class="rest" hidden="until-found" @beforematch=${reveal}>${isWhole ? item.rest : ''}</div>
  </div>`
}

function drawPlainBlocks(text: string): readonly TemplateResult[] {
  const blocks: TemplateResult[] = []
  for (let at = 0; at < text.length; at += CHARACTERS_A_BLOCK) {
    blocks.push(html`<div class="lines">${text.slice(at, at + CHARACTERS_A_BLOCK)}</div>`)
  }
  return blocks
}

function drawStructured(text: string, { messages }: CardView): TemplateResult {
  return html`<div class="item">
    <details class="structured">
      <summary>${messages.structured}</summary>
      <pre tabindex="0">${drawVisible(text)}</pre>
    </details>
  </div>`
}

/** Where nobody opens it, a press copies the address for whoever can. */
function drawResourceLink(item: ResultItem & { kind: 'link' }, view: CardView): TemplateResult {
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
