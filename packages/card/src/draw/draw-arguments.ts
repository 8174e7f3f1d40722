/** The arguments: as JSON or as a form, whole or behind "Expand args", and always copied whole. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { schemaFields } from '../edit/schema-fields.ts'
import type { ArgumentsSection } from '../presentation/arguments-section.ts'
import type { DrawContext } from './draw-context.ts'
import { drawCopy } from './draw-copy.ts'
import { drawFields } from './draw-fields.ts'
import { drawLines } from './draw-lines.ts'
import { drawViews } from './draw-views.ts'

const LINES_BEFORE_EXPANDING = 20

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
  const form = hasForm && state.view === 'form'
  return html`<div class="body">
    <div class="tools">
      ${hasForm ? drawViews(messages, state.view, (next) => view.change({ view: next })) : nothing}
      ${drawCopy('arguments', section, view)}
    </div>
    ${section.hidden ? html`<p class="warning">${messages.hiddenCharacters}</p>` : nothing}
    ${
      form
        ? drawFields({
            fields: schemaFields(invocation.inputSchema, section.text ?? ''),
            typed: new Map(),
            problems: new Map(),
            messages,
            type: null,
          })
        : drawBytes(section, view)
    }
  </div>`
}

/** The end mark is only there once every line before it is. */
function drawBytes(section: ArgumentsSection, view: DrawContext): TemplateResult {
  const { lines, long } = section
  const { messages, state, change } = view
  const cut = long && !state.argumentsExpanded
  return html`<div class="bytes" part="json" tabindex="0" role="group" aria-label=${headingOf(section, view)} dir="ltr">
      ${drawLines(cut ? lines.slice(0, LINES_BEFORE_EXPANDING) : lines)}${
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
