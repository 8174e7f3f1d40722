/** Draws arguments: every byte, in the order sent. Nothing is folded, clipped or interpreted. */
import { showLeftoverCharacters as visible } from '@holdpoint/core'
import type { PreviewNode } from '@holdpoint/core'
import { html } from 'lit'
import type { TemplateResult } from 'lit'
import { fill } from '@holdpoint/card/presentation'
import type { Words } from '../../words/words.ts'

export function drawArgumentTree(node: PreviewNode, words: Words): TemplateResult {
  switch (node.kind) {
    case 'object':
      return node.entries.length === 0
        ? html`<span class="bytes literal">{}</span>`
        : html`<ul class="tree">
            ${node.entries.map(
              ({ key, value }) =>
                html`<li><span class="key">${visible(key)}:</span> ${drawArgumentTree(value, words)}</li>`,
            )}
          </ul>`
    case 'array':
      return node.items.length === 0
        ? html`<span class="bytes literal">[]</span>`
        : html`<ul class="tree">
            ${node.items.map(
              (item, index) => html`<li><span class="key">${index + 1}.</span> ${drawArgumentTree(item, words)}</li>`,
            )}
          </ul>`
    case 'text':
      // Lines of one value stand in a box of their own: none of them can pass for a line of ours.
      // The marks are text like the rest: "7" is not 7, also for a person who hears, copies or searches it.
      return html`<span
        class="bytes text ${node.text.includes('\n') ? 'lines' : ''} ${node.hidden ? 'hidden-marks' : ''}"
        ><span class="quote">"</span>${visible(node.text)}<span class="quote">"</span></span
      >`
    case 'blob':
      return html`<span class="bytes"
        ><em>${fill(words.binary, { bytes: node.bytes, hash: node.sha256 })}</em> ${visible(node.text)}</span
      >`
    case 'literal':
      return html`<span class="bytes literal">${visible(node.text)}</span>`
  }
}
