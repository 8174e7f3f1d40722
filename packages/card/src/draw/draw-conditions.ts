/** One line for each plain argument of the call: what of it a standing answer holds fast. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { PlainArgument } from '../presentation/plain-arguments.ts'
import type { QuestionSection } from '../presentation/question-section.ts'
import type { DrawContext } from './draw-context.ts'
import { drawVisible } from './draw-visible.ts'

export function drawConditions({ plain }: QuestionSection, view: DrawContext): TemplateResult {
  return html`<div class="conditions" part="conditions">
    ${plain.map((argument, index) => drawCondition(argument, index, view))}
  </div>`
}

export function drawOption(value: string, text: string): TemplateResult {
  return html`<option value=${value}>${text}</option>`
}

function drawCondition(argument: PlainArgument, index: number, { messages, state }: DrawContext): TemplateResult {
  const rule = state.chosen.get(`is-${index}`) ?? ''
  const name = (part: string): string => `${part}-${index}`
  const label = (said: string): string => `${argument.label}: ${said}`
  const isRange = rule === 'between'
  const number = (part: string, said: string, value: unknown, least: string | number): TemplateResult =>
    html`<input
      name=${name(part)}
      aria-label=${label(said)}
      type="number"
      min=${least}
      step="any"
      required
      .value=${value}
    />`
  return html`<div class="condition">
    <label
      ><span class="key">${drawVisible(argument.label)}</span>
      <select name=${name('is')}>
        ${['', ...argument.rules].map((is) => drawOption(is, messages[(is || 'anything') as 'equal']))}
      </select></label
    >
    ${isRange ? html`${number('least', messages.atLeast, 0, 0)}<span>–</span>` : nothing}
    ${
      isRange || rule === 'at-most'
        ? number('most', messages['at-most'], argument.value, (isRange && state.chosen.get(name('least'))) || 0)
        : nothing
    }
    ${
      rule === 'one-of'
        ? html`<textarea
            name=${name('text')}
            aria-label=${label(messages['one-of'])}
            rows="2"
            required
            .value=${argument.value}
          ></textarea>`
        : nothing
    }
    ${
      rule === 'under' || rule === 'starting-with'
        ? html`<input
            name=${name('text')}
            aria-label=${label(messages[rule])}
            required
            .value=${rule === 'under' ? folderOf(String(argument.value)) : argument.value}
          />`
        : nothing
    }
  </div>`
}

/** The path itself, or what it stands in where it ends like a file. Never a root: who wants everything writes so. */
function folderOf(path: string): string {
  const folder = path.replace(/(?<=[/\\])[^/\\]+\.[^/\\]*$/, '')
  return /^(?:[a-z]:)?[/\\.~]*$/i.test(folder) ? '' : folder
}
