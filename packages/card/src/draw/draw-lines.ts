/**
 * Argument lines: coloured where they are few, in blocks of plain text where they are many. Nothing is left out: what
 * is out of sight is there without being laid out.
 */
import { html } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { ArgumentLine } from '../presentation/argument-lines.ts'
import { plainLine } from '../presentation/argument-lines.ts'
import { CHARACTERS_A_BLOCK, drawVisible } from './draw-visible.ts'

const MOST_COLOURED = 60_000
/** What a line takes beside its text. */
const CHARACTERS_A_LINE = 100
/** Letters that are written from right to left: behind a name of such letters its value would stand before it. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/

export function drawLines(lines: readonly ArgumentLine[]): readonly TemplateResult[] {
  const blocks: ArgumentLine[][] = [[]]
  let size = 0
  for (const line of lines) {
    if (size > blocks.length * CHARACTERS_A_BLOCK) blocks.push([])
    blocks.at(-1)?.push(line)
    size += (line.key ?? '').length + line.text.length + CHARACTERS_A_LINE
  }
  if (size <= MOST_COLOURED) return lines.map(drawLine)
  return blocks.map((block) => {
    const isMixed = block.some(({ key }) => RIGHT_TO_LEFT.test(key ?? ''))
    const drawn = isMixed ? block.map(drawLine) : drawVisible(block.map(plainLine).join('\n'))
    // Nothing between: every space counts here.
    return html`<div class="lines">${drawn}</div>`
  })
}

function drawLine({ depth, key, text, kind }: ArgumentLine): TemplateResult {
  const indent = '  '.repeat(Math.min(depth, 24))
  const name = key === null ? '' : html`<span class="key">${drawVisible(key)}</span>: `
  return html`<div class="line">${indent}${name}<span class="value ${kind}">${drawVisible(text)}</span></div>`
}
