/**
 * Markdown tokens as templates. Nothing here takes markup from a text: no control, form or remote resource can come out
 * of a tool's words. A link shows where it leads; an image is the text that stands for it.
 */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { Block, Inline, TableRow } from '../markdown/tokens.ts'
import { readLinkTarget } from '../presentation/link-target.ts'
import { fill } from '../presentation/message-table.ts'
import type { DrawContext } from './draw-context.ts'
import { drawVisible } from './draw-visible.ts'

type Drawn = TemplateResult | string | readonly (string | TemplateResult)[]

export function drawBlocks(blocks: readonly Block[], view: DrawContext): readonly TemplateResult[] {
  return blocks.map((block) => drawBlock(block, view))
}

function drawBlock(block: Block, view: DrawContext): TemplateResult {
  switch (block.kind) {
    case 'paragraph':
      return html`<p>${drawParts(block.parts, view)}</p>`
    case 'heading':
      return html`<p class="heading"><strong>${drawParts(block.parts, view)}</strong></p>`
    case 'code':
      return html`${block.label === '' ? nothing : html`<p class="item-label">${drawVisible(block.label)}</p>`}
        <pre tabindex="0"><code>${drawVisible(block.text)}</code></pre>`
    case 'quote':
      return html`<blockquote>${drawBlocks(block.blocks, view)}</blockquote>`
    case 'list': {
      const items = block.items.map((item) => html`<li>${drawItem(item, view)}</li>`)
      return block.start === null
        ? html`<ul>
            ${items}
          </ul>`
        : html`<ol start=${block.start}>
            ${items}
          </ol>`
    }
    case 'table':
      return html`<div class="table" tabindex="0">
        <table>
          <thead>
            <tr>
              ${block.head.map((cell) => html`<th scope="col">${drawParts(cell, view)}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${block.rows.map((row) => drawRow(row, view))}
          </tbody>
        </table>
      </div>`
    case 'rule':
      return html`<hr />`
  }
}

/** A single paragraph needs no block of its own. */
function drawItem(blocks: readonly Block[], view: DrawContext): readonly Drawn[] {
  const [first, ...rest] = blocks
  if (first?.kind !== 'paragraph') return drawBlocks(blocks, view)
  return [...drawParts(first.parts, view), ...drawBlocks(rest, view)]
}

function drawRow(row: TableRow, view: DrawContext): TemplateResult {
  return html`<tr>
    ${row.map((cell) => html`<td>${drawParts(cell, view)}</td>`)}
  </tr>`
}

function drawParts(parts: readonly Inline[], view: DrawContext): readonly Drawn[] {
  return parts.map((part) => drawPart(part, view))
}

function drawPart(part: Inline, view: DrawContext): Drawn {
  switch (part.kind) {
    case 'text':
      return drawVisible(part.text)
    case 'code':
      return html`<code>${drawVisible(part.text)}</code>`
    case 'break':
      return html`<br />`
    case 'strong':
      return html`<strong>${drawParts(part.parts, view)}</strong>`
    case 'emphasis':
      return html`<em>${drawParts(part.parts, view)}</em>`
    case 'deleted':
      return html`<s>${drawParts(part.parts, view)}</s>`
    case 'link':
      return drawLink(part.address, drawParts(part.parts, view), view)
    case 'image': {
      const host = readLinkTarget(part.address)?.host ?? part.address
      return html`<span class="image-text"
        >🖼 ${drawVisible(part.text)} (${fill(view.messages.notLoaded, { host })})</span
      >`
    }
  }
}

/** What cannot be opened safely stays text, with its address beside it. */
function drawLink(address: string, label: readonly Drawn[], view: DrawContext): TemplateResult {
  const target = readLinkTarget(address)
  if (target === null) return html`<span>${label} (${drawVisible(address)})</span>`
  return html`<a
      part="link"
      href=${target.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      @click=${(event: Event) => view.open(event, target.href)}
      >${label}</a
    >${label.length === 1 && label[0] === address && saysHost(address) ? '' : html` <span class="host">(${target.host})</span>`}`
}

/**
 * An address says where it leads only if it begins with just that: before an `@` or a `\\`, or in look-alike letters,
 * it lies.
 */
function saysHost(address: string): boolean {
  const { origin } = new URL(address)
  return address.startsWith(origin) && /^(?:[/?#]|$)/.test(address.slice(origin.length))
}
