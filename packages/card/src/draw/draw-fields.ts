/** The form of the arguments: to be read, or to be changed while a hold waits. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { inputText } from '../edit/read-fields.ts'
import type { SchemaField } from '../edit/schema-fields.ts'
import type { MessageTable } from '../presentation/message-table.ts'
import { fill } from '../presentation/message-table.ts'
import { argumentName, visible } from '../presentation/visible.ts'
import { drawVisible } from './draw-visible.ts'
import { stepNumber } from './step-number.ts'

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
  // Both forms may stand in one card: names that they shared would join their labels and their radio groups.
  const id = `${view.type === null ? 'shown' : 'edit'}-${index}`
  const grouped = field.kind === 'choice' && field.allowed.length <= MOST_SEGMENTS
  const { title, help } = field
  const { messages } = view
  const name = argumentName(field.name)
  // The server's title may say anything: it stands beside the name that is sent, as the server's words.
  const label = html`${drawVisible(name)}${field.required ? html`<span class="required">*</span>` : nothing}${
    title === '' ? nothing : html` <span class="about">${drawVisible(fill(messages.serverTitle, { title }))}</span>`
  }`
  return html`<div
    class="field"
    role=${grouped ? 'radiogroup' : nothing}
    aria-labelledby=${grouped ? `${id}-label` : nothing}
    aria-describedby=${grouped ? describedBy(id) : nothing}
    aria-required=${grouped ? field.required : nothing}
  >
    ${grouped ? html`<span class="label" id="${id}-label">${label}</span>` : html`<label for=${id} id="${id}-label">${label}</label>`}
    ${missing ? html`<span class="absent" id=${id}>${messages.absent}</span>` : drawInput(field, id, grouped, view)}
    ${help === '' ? nothing : html`<span class="help" id="${id}-help">${drawVisible(fill(messages.serverHelp, { text: help }))}</span>`}
    ${problem === undefined ? nothing : html`<span class="problem" id="${id}-problem" role="alert">${problem}</span>`}
  </div>`
}

/** The help and what is wrong, where they are there. */
function describedBy(id: string): string {
  return `${id}-help ${id}-problem`
}

function drawInput(field: SchemaField, id: string, grouped: boolean, view: FieldsView): TemplateResult {
  const { type } = view
  const isRead = type === null
  const text = inputText(field, view.typed.get(field.name))
  const typing = (event: Event): void => type?.(field.name, (event.target as HTMLInputElement).value)
  switch (field.kind) {
    case 'switch':
      return html`<input
        id=${id}
        type="checkbox"
        role="switch"
        .checked=${text === 'true'}
        ?disabled=${isRead}
        aria-describedby=${describedBy(id)}
        @change=${(event: Event) => type?.(field.name, String((event.target as HTMLInputElement).checked))}
      />`
    case 'choice':
      return grouped
        ? html`<span class="segments" @change=${typing}>
            ${field.allowed.map(
              (choice, index) =>
                html`<label
                  ><input
                    type="radio"
                    name=${id}
                    value=${index}
                    .checked=${text === String(index)}
                    ?disabled=${isRead}
                  /><span>${choiceText(choice)}</span></label
                >`,
            )}
          </span>`
        : html`<select
            id=${id}
            ?disabled=${isRead}
            aria-required=${field.required}
            aria-describedby=${describedBy(id)}
            @change=${typing}
          >
            ${text === '' ? html`<option value=""></option>` : nothing}
            ${field.allowed.map(
              (choice, index) =>
                html`<option value=${index} ?selected=${text === String(index)}>${choiceText(choice)}</option>`,
            )}
          </select>`
    case 'text':
    case 'number':
    case 'whole':
    case 'json': {
      const shown = isRead ? visible(text) : text
      const isWrong = view.problems.has(field.name)
      // By what the call brought: a box that became another kind while a person types would lose the focus.
      return rowsOf(inputText(field, undefined)) > 1 || field.kind === 'json'
        ? html`<textarea
            id=${id}
            rows=${rowsOf(shown)}
            class=${field.kind}
            .value=${shown}
            ?readonly=${isRead}
            aria-required=${field.required}
            aria-invalid=${isWrong}
            aria-describedby=${describedBy(id)}
            @input=${typing}
          ></textarea>`
        : drawLine(field, id, shown, isWrong, view)
    }
  }
}

/**
 * Numbers stand in boxes of text that count: a box of numbers calls `-` on the way to `-7` empty, and the next drawing
 * would make it so. Keys for digits alone come where no minus is needed. The arrow keys do what the two buttons do.
 */
function drawLine(
  field: SchemaField,
  id: string,
  text: string,
  isWrong: boolean,
  { type }: FieldsView,
): TemplateResult {
  const counts = field.kind !== 'text'
  const isRead = type === null
  const step = (up: boolean): void => type?.(field.name, stepNumber(text, up, field))
  const press = (event: KeyboardEvent): void => {
    const up = event.key === 'ArrowUp'
    if (!counts || (!up && event.key !== 'ArrowDown')) return
    event.preventDefault()
    step(up)
  }
  const button = (up: boolean): TemplateResult =>
    html`<button
      class="small"
      type="button"
      tabindex="-1"
      aria-hidden="true"
      ?disabled=${isRead}
      @click=${() => step(up)}
    >
      ${up ? '+' : '−'}
    </button>`
  return html`<span class="counter"
    ><input
      id=${id}
      role=${counts ? 'spinbutton' : nothing}
      inputmode=${counts && (field.least ?? -1) >= 0 ? 'decimal' : nothing}
      .value=${text}
      ?readonly=${isRead}
      aria-valuenow=${counts && text !== '' && !isWrong ? text : nothing}
      aria-valuemin=${counts ? (field.least ?? nothing) : nothing}
      aria-valuemax=${counts ? (field.most ?? nothing) : nothing}
      aria-required=${field.required}
      aria-invalid=${isWrong}
      aria-describedby=${describedBy(id)}
      @input=${(event: Event) => type?.(field.name, (event.target as HTMLInputElement).value)}
      @keydown=${press}
    />${counts ? html`${button(false)}${button(true)}` : nothing}</span
  >`
}

function rowsOf(text: string): number {
  return Math.min(12, Math.max(text.split('\n').length, Math.ceil(text.length / 60)))
}

function choiceText(choice: SchemaField['allowed'][number]): string {
  return visible(typeof choice === 'string' ? choice : JSON.stringify(choice))
}
