/** The arguments: as JSON or as a form, whole or behind "Expand args", and always copied whole. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { schemaFields } from '../edit/schema-fields.ts'
import type { ArgumentLine } from '../presentation/argument-lines.ts'
import { plainLine } from '../presentation/argument-lines.ts'
import { MOST_ARGUMENT_LINES } from '../presentation/arguments-section.ts'
import type { ArgumentsSection } from '../presentation/arguments-section.ts'
import type { View } from '../card-state.ts'
import type { DrawContext } from './draw-context.ts'
import { drawCopy } from './draw-copy.ts'
import { drawFields } from './draw-fields.ts'
import { drawViews } from './draw-views.ts'
import { CHARACTERS_A_BLOCK, drawVisible } from './draw-visible.ts'

const VIEWS: readonly View[] = ['content', 'json', 'form']
const LINES_BEFORE_EXPANDING = 20
const MOST_COLOURED = 60_000
/** What a line takes beside its text. */
const CHARACTERS_A_LINE = 100
/** Letters that are written from right to left: behind a name of such letters its value would stand before it. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/

export function drawArguments(section: ArgumentsSection, view: DrawContext): TemplateResult {
  const { state } = view
  return html`<details
    id="arguments"
    class="section"
    part="arguments"
    ?open=${state.argumentsOpen}
    @toggle=${(event: Event) => view.change({ argumentsOpen: (event.target as HTMLDetailsElement).open })}
  >
    <summary>
      ${headingOf(section, view)}${section.about === '' ? nothing : html`<span class="about">${section.about}</span>`}
    </summary>
    ${state.argumentsOpen ? drawBody(section, view) : nothing}
  </details>`
}

/** While they are changed, these are no longer what will run. */
function headingOf({ heading }: ArgumentsSection, { messages, state }: DrawContext): string {
  return state.draft === null ? heading : messages.arguments
}

function drawBody(section: ArgumentsSection, view: DrawContext): TemplateResult {
  const { messages, state, invocation } = view
  const hasForm = Boolean(invocation.inputSchema) && section.text !== null
  const views = VIEWS.filter((one) => (one === 'content' ? section.content.length > 0 : one === 'json' || hasForm))
  const chosen = views.find((one) => one === state.view) ?? 'json'
  return html`<div class="body">
    <div class="tools">
      ${views.length > 1 ? drawViews(messages, views, chosen, (next) => view.change({ view: next })) : nothing}
      ${drawCopy('arguments', section, view)}
    </div>
    ${section.hidden ? html`<p class="warning">${messages.hiddenCharacters}</p>` : nothing}
    ${
      chosen === 'form'
        ? drawFields({
            fields: schemaFields(invocation.inputSchema, section.text ?? ''),
            typed: new Map(),
            problems: new Map(),
            messages,
            type: null,
          })
        : drawBytes(chosen === 'content' ? section.content : section.lines, section, view)
    }
  </div>`
}

/** The end mark is only there once every line before it is. */
function drawBytes(lines: readonly ArgumentLine[], section: ArgumentsSection, view: DrawContext): TemplateResult {
  const { messages, state, change } = view
  const cut = lines.length > MOST_ARGUMENT_LINES && !state.argumentsExpanded
  return html`<div class="bytes" part="json" tabindex="0" role="group" aria-label=${headingOf(section, view)} dir="ltr">
      ${drawLines(cut ? lines.filter(({ far }) => !far).slice(0, LINES_BEFORE_EXPANDING) : lines)}${
        cut ? nothing : html`<div class="end" id="end"></div>`
      }
    </div>
    ${
      cut
        ? html`<button class="more" type="button" @click=${() => change({ argumentsExpanded: true }, '.bytes')}>
            ${messages.expandArguments} (${lines.length})
          </button>`
        : nothing
    }`
}

/**
 * Coloured where they are few, in blocks of plain text where they are many. Nothing is left out: what is out of sight is
 * there without being laid out.
 */
function drawLines(lines: readonly ArgumentLine[]): readonly TemplateResult[] {
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

function drawLine({ depth = 0, key, text, kind }: ArgumentLine): TemplateResult {
  const indent = '  '.repeat(Math.min(depth, 24))
  const name = key === null ? '' : html`<span class="key">${drawVisible(key)}</span>: `
  return html`<div class="line">${indent}${name}<span class="value ${kind}">${drawVisible(text)}</span></div>`
}
