/** The choices of a standing answer. What they mean together is read in `edit/read-grant.ts`. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { MINUTE_MS } from '../edit/read-grant.ts'
import type { QuestionSection } from '../presentation/question-section.ts'
import { HALF_AN_HOUR_MS, WORKING_DAY_MS } from '../presentation/question-section.ts'
import type { DrawContext } from './draw-context.ts'
import { drawConditions, drawOption } from './draw-conditions.ts'

/** A year: who wants more takes "until revoked". */
const MOST_MINUTES = 525_600

/** With `once`, no standing answer is the first choice: a decline alone. */
export function drawGrant(question: QuestionSection, view: DrawContext, once: boolean): TemplateResult {
  const { messages, state, change } = view
  const lengths: { readonly [value: string]: string } = {
    session: messages.session,
    [HALF_AN_HOUR_MS]: messages.minutes30,
    [WORKING_DAY_MS]: messages.hours8,
    always: messages.always,
  }
  const most = mostMinutes(question)
  const which = once ? question.denials : question.grants
  const choose = ({ target }: Event): void => {
    const { name, value } = target as HTMLSelectElement
    change({ chosen: new Map([...state.chosen, [name, value]]), hint: '' })
  }
  return html`<div class="grant" @change=${choose}>
    <label
      >${messages.howLong}
      <select name="for">
        ${once ? drawOption('', messages.once) : nothing}
        ${question.lengths.map((length) => drawOption(String(length), lengths[length] ?? ''))}
        ${most === 0 ? nothing : drawOption('minutes', messages.otherMinutes)}
      </select></label
    >
    ${
      state.chosen.get('for') === 'minutes'
        ? html`<label
            >${messages.minutes}
            <input name="minutes" type="number" min="1" max=${most} placeholder="1 – ${most}" required
          /></label>`
        : nothing
    }
    <label
      >${messages.which}
      <select name="arguments">
        ${which.map((covered) => drawOption(covered, messages[covered]))}
      </select></label
    >
    ${(state.chosen.get('arguments') ?? which[0]) === 'where' ? drawConditions(question, view) : nothing}
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
                        ${question.amounts.length > 1 ? drawOption('', '') : nothing}
                        ${question.amounts.map(({ path, label }) => drawOption(path, label))}
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

/** As long as the longest length that the hold offers. */
function mostMinutes({ lengths }: QuestionSection): number {
  const numbers = lengths.filter((length) => typeof length === 'number')
  return lengths.includes('always') ? MOST_MINUTES : Math.max(0, ...numbers) / MINUTE_MS
}
