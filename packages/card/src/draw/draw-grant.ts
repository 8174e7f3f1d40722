/** The choices of a standing answer, and what was chosen. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { GrantRequest } from '@holdpoint/core'
import type { MessageTable } from '../presentation/message-table.ts'
import type { QuestionSection } from '../presentation/question-section.ts'
import { HALF_AN_HOUR_MS, WORKING_DAY_MS } from '../presentation/question-section.ts'

/** With `once`, no standing answer is the first choice: a decline alone. */
export function drawGrant(question: QuestionSection, messages: MessageTable, once: boolean): TemplateResult {
  const option = (value: string, text: string): TemplateResult => html`<option value=${value}>${text}</option>`
  const lengths: { readonly [value: string]: string } = {
    session: messages.session,
    [HALF_AN_HOUR_MS]: messages.minutes30,
    [WORKING_DAY_MS]: messages.hours8,
    always: messages.always,
  }
  return html`<div class="grant">
    <label
      >${messages.howLong}
      <select name="for">
        ${once ? option('', messages.once) : nothing}
        ${question.lengths.map((length) => option(String(length), lengths[length] ?? ''))}
      </select></label
    >
    <label
      >${messages.which}
      <select name="arguments">
        ${option('same', messages.same)} ${once || question.grants === 'any' ? option('any', messages.any) : nothing}
      </select></label
    >
    ${
      once
        ? nothing
        : html`<label
              >${messages.times} <input name="times" type="number" min="1" step="1" placeholder=${messages.noLimit}
            /></label>
            ${
              question.amounts.length === 0
                ? nothing
                : html`<label
                      >${messages.amountOf}
                      <select name="path">
                        ${question.amounts.map((path) => option(path, path))}
                      </select></label
                    >
                    <label
                      >${messages.amount}
                      <input name="total" type="number" min="0" step="any" placeholder=${messages.noLimit}
                    /></label>`
            }`
    }
  </div>`
}

/** `undefined`: a limit was typed that is none, so nothing may be granted. */
export function readGrant(root: ParentNode): GrantRequest | null | undefined {
  const text = (name: string): string =>
    root.querySelector<HTMLInputElement | HTMLSelectElement>(`.grant [name="${name}"]`)?.value ?? ''
  const isMistyped = [...root.querySelectorAll<HTMLInputElement>('.grant input')].some(
    (input) => !input.checkValidity(),
  )
  if (isMistyped) return undefined
  const lasting = text('for')
  if (lasting === '') return null
  const which = text('arguments') === 'any' ? 'any' : 'same'
  return {
    for: lasting === 'session' || lasting === 'always' ? lasting : Number(lasting),
    arguments: which,
    ...(text('times') === '' ? {} : { times: Number(text('times')) }),
    ...(text('total') === '' ? {} : { amount: { path: text('path'), total: Number(text('total')) } }),
  }
}
