/** The form of the arguments: to be read, or to be changed while a hold waits. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { inputText } from '../edit/read-fields.ts'
import type { SchemaField } from '../edit/schema-fields.ts'
import type { MessageTable } from '../presentation/message-table.ts'
import { visible } from '../presentation/visible.ts'

export interface FieldsView {
  readonly fields: readonly SchemaField[]
  readonly typed: ReadonlyMap<string, string>
  readonly problems: ReadonlyMap<string, string>
  readonly messages: MessageTable
  /** `null`: to be read only. */
  readonly type: ((name: string, text: string) => void) | null
}

/** More options than this are a list to choose from. */
const MOST_SEGMENTS = 5

export function drawFields(view: FieldsView): TemplateResult {
  return html`<div class="fields" part="form">${view.fields.map((field, index) => drawField(field, index, view))}</div>`
}

function drawField(field: SchemaField, index: number, view: FieldsView): TemplateResult {
  const problem = view.problems.get(field.name)
  const missing = view.type === null && field.value === undefined
  const id = `field-${index}`
  const grouped = field.kind === 'choice' && field.choices.length <= MOST_SEGMENTS
  const label = html`${field.label}${field.required ? html`<span class="required">*</span>` : nothing}`
  return html`<div
    class="field"
    role=${grouped ? 'radiogroup' : nothing}
    aria-labelledby=${grouped ? `${id}-label` : nothing}
  >
    ${grouped ? html`<span class="label" id="${id}-label">${label}</span>` : html`<label for=${id} id="${id}-label">${label}</label>`}
    ${missing ? html`<span class="absent" id=${id}>${view.messages.absent}</span>` : drawInput(field, id, grouped, view)}
    ${field.help === '' ? nothing : html`<span class="help">${field.help}</span>`}
    ${problem === undefined ? nothing : html`<span class="problem" id="${id}-problem" role="alert">${problem}</span>`}
  </div>`
}

function drawInput(field: SchemaField, id: string, grouped: boolean, view: FieldsView): TemplateResult {
  const { type } = view
  const text = inputText(field, view.typed.get(field.name))
  const typing = (event: Event): void => type?.(field.name, (event.target as HTMLInputElement).value)
  const invalid = view.problems.has(field.name) ? 'true' : nothing
  switch (field.kind) {
    case 'switch':
      return html`<input
        id=${id}
        type="checkbox"
        role="switch"
        .checked=${text === 'true'}
        ?disabled=${type === null}
        @change=${(event: Event) => type?.(field.name, String((event.target as HTMLInputElement).checked))}
      />`
    case 'number':
    case 'whole':
      return html`<input
        id=${id}
        type="number"
        step=${field.kind === 'whole' ? '1' : 'any'}
        min=${field.least ?? nothing}
        max=${field.most ?? nothing}
        .value=${text}
        ?readonly=${type === null}
        aria-invalid=${invalid}
        @input=${typing}
      />`
    case 'choice':
      return grouped ? drawSegments(field, id, text, view) : drawSelect(field, id, text, view)
    case 'text':
    case 'json': {
      const shown = type === null ? visible(text) : text
      const rows = Math.min(12, Math.max(shown.split('\n').length, Math.ceil(shown.length / 60)))
      return rows > 1 || field.kind === 'json'
        ? html`<textarea
            id=${id}
            rows=${rows}
            class=${field.kind}
            .value=${shown}
            ?readonly=${type === null}
            aria-invalid=${invalid}
            @input=${typing}
          ></textarea>`
        : html`<input id=${id} .value=${shown} ?readonly=${type === null} aria-invalid=${invalid} @input=${typing} />`
    }
  }
}

function drawSegments(field: SchemaField, id: string, text: string, { type }: FieldsView): TemplateResult {
  return html`<span class="segments">
    ${field.choices.map(
      (choice, index) =>
        html`<label
          ><input
            type="radio"
            name=${id}
            value=${index}
            .checked=${text === String(index)}
            ?disabled=${type === null}
            @change=${() => type?.(field.name, String(index))}
          /><span>${choiceText(choice)}</span></label
        >`,
    )}
  </span>`
}

function drawSelect(field: SchemaField, id: string, text: string, { type }: FieldsView): TemplateResult {
  return html`<select
    id=${id}
    ?disabled=${type === null}
    @change=${(event: Event) => type?.(field.name, (event.target as HTMLSelectElement).value)}
  >
    ${text === '' ? html`<option value=""></option>` : nothing}
    ${field.choices.map(
      (choice, index) =>
        html`<option value=${index} ?selected=${text === String(index)}>${choiceText(choice)}</option>`,
    )}
  </select>`
}

function choiceText(choice: SchemaField['choices'][number]): string {
  return visible(typeof choice === 'string' ? choice : JSON.stringify(choice))
}
