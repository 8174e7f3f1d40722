/** Argument lines: coloured where they are few, in blocks of plain text where they are many. Nothing is left out. */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { ArgumentLine } from '../presentation/argument-lines.ts'
import { plainLine } from '../presentation/argument-lines.ts'
import { drawVisible } from './draw-visible.ts'

const MOST_COLOURED = 500
const LINES_A_BLOCK = 200

export function drawLines(lines: readonly ArgumentLine[]): readonly TemplateResult[] {
  if (lines.length <= MOST_COLOURED) return lines.map(drawLine)
  const blocks: TemplateResult[] = []
  for (let at = 0; at < lines.length; at += LINES_A_BLOCK) {
    const block = lines.slice(at, at + LINES_A_BLOCK).map(plainLine)
    blocks.push(html`<div class="lines">${drawVisible(block.join('\n'))}</div>`)
  }
  return blocks
}

function drawLine({ depth, key, text, kind }: ArgumentLine): TemplateResult {
  const indent = '  '.repeat(Math.min(depth, 24))
  const name = key === null ? '' : html`<span class="key">${drawVisible(key)}</span>: `
  return html`<div class="line">${indent}${name}<span class="value ${kind}">${drawVisible(text)}</span></div>`
}
