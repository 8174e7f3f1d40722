/** The question above the arguments: how risky, what happens, who asks. The agent's words stand apart, as a claim. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { QuestionSection } from '../presentation/question-section.ts'
import type { DrawContext } from './draw-context.ts'
import { drawChange } from './draw-change.ts'
import { drawVisible } from './draw-visible.ts'

export function drawQuestion(question: QuestionSection, { messages }: DrawContext): TemplateResult {
  const { entity, claim } = question
  return html`<div class="question" part="question">
    <p class="ask">
      <span class="risk ${question.risk}" part="risk">${question.riskText}</span>
      <strong class="title"><bdi>${drawVisible(question.title)}</bdi></strong>
    </p>
    ${question.why === null ? nothing : html`<p class="why">${drawVisible(question.why)}</p>`}
    ${question.warnings.map((warning) => html`<p class="warning">${drawVisible(warning)}</p>`)}
    ${
      entity === null
        ? nothing
        : html`<div class="entity" part="preview">
            ${
              entity.fields.length === 0
                ? nothing
                : html`<dl class="facts">
                    ${entity.fields.map(({ label, before, after }) =>
                      after === null
                        ? html`<dt>${drawVisible(label)}</dt>
                            <dd>${drawVisible(before)}</dd>`
                        : drawChange({ label, before, after }, messages),
                    )}
                  </dl>`
            }
            ${
              entity.impact.length === 0
                ? nothing
                : html`<ul class="impact" aria-label=${messages.impact}>
                    ${entity.impact.map(
                      ({ label, value }) =>
                        html`<li><strong>${drawVisible(value)}</strong> <span>${drawVisible(label)}</span></li>`,
                    )}
                  </ul>`
            }
            <p class="source">${drawVisible(question.source ?? '')}</p>
          </div>`
    }
    <dl class="facts">
      ${question.facts.map(
        ({ label, text }) =>
          html`<dt>${label}</dt>
            <dd>${drawVisible(text)}</dd>`,
      )}
      ${
        claim === null
          ? nothing
          : html`<dt>${claim.label}</dt>
              <dd class=${claim.given ? 'claim' : 'absent'} part="claim">${drawVisible(claim.text)}</dd>`
      }
    </dl>
  </div>`
}
