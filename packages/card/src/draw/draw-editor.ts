/** The arguments while a person changes them, and what that changes so far. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { readDraft, startDraft, typeInto } from '../edit/arguments-draft.ts'
import type { ArgumentsDraft, EditReading } from '../edit/arguments-draft.ts'
import { spellVisibly } from '../edit/spell-visibly.ts'
import type { DrawContext } from './draw-context.ts'
import { drawChanges } from './draw-change.ts'
import { drawFields } from './draw-fields.ts'
import { drawViews } from './draw-views.ts'

export function drawEditor(draft: ArgumentsDraft, view: DrawContext): TemplateResult {
  const { messages, change, invocation } = view
  const reading = readDraft(draft, messages)
  const isRaw = draft.raw !== null
  const choose = (next: 'json' | 'form'): void => {
    // What cannot be read cannot be shown in the other way: it stays, with its problem beside it.
    if (!reading.ok) return
    const { original } = draft
    const { text } = reading
    const other = next === 'json' ? { ...draft, raw: spellVisibly(text) } : startDraft(text, invocation.inputSchema)
    change({ draft: { ...other, original } })
  }
  return html`<div class="panel" part="panel">
    ${
      draft.fields.length === 0
        ? nothing
        : html`<div class="tools">${drawViews(messages, ['json', 'form'], isRaw ? 'json' : 'form', choose)}</div>`
    }
    ${
      isRaw
        ? html`<textarea
              class="json"
              rows="10"
              aria-label=${messages.json}
              aria-describedby=${reading.ok ? nothing : 'raw-problem'}
              .value=${draft.raw}
              @input=${(event: Event) => change({ draft: { ...draft, raw: (event.target as HTMLTextAreaElement).value } })}
            ></textarea>
            ${reading.ok ? nothing : html`<span class="problem" id="raw-problem" role="alert">${reading.problems.get('')}</span>`}`
        : drawFields({
            fields: draft.fields,
            typed: draft.typed,
            problems: reading.ok ? new Map() : reading.problems,
            messages,
            type: (name, text) => change({ draft: typeInto(draft, name, text) }),
          })
    }
    ${drawDifference(reading, view)}
  </div>`
}

function drawDifference(reading: EditReading, { messages }: DrawContext): TemplateResult | typeof nothing {
  if (!reading.ok) return nothing
  if (reading.changes.length === 0) return html`<p class="note">${messages.unchanged}</p>`
  return html`<p class="label">${messages.changes}</p>
    ${drawChanges(reading.changes, messages)}`
}
