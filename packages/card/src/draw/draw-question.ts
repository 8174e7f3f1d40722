/** The question around the arguments: above them how risky it is and what happens, below them who asks. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { QuestionSection } from '../presentation/question-section.ts'
import type { DrawContext } from './draw-context.ts'
import { drawChange } from './draw-change.ts'
import { drawVisible } from './draw-visible.ts'

export function drawQuestion(question: QuestionSection, { messages }: DrawContext): TemplateResult {
  const { entity } = question
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
            </div>
            <p class="source">${drawVisible(question.source ?? '')}</p>`
    }
  </div>`
}

/** Behind what would be sent: the agent's words, as a claim, and what few people need to decide, closed. */
export function drawDetails({ claim, details }: QuestionSection, { messages }: DrawContext): TemplateResult {
  return html`${
      claim === null
        ? nothing
        : html`<dl class="question facts">
            <dt>${claim.label}</dt>
            <dd class=${claim.given ? 'claim' : 'absent'} part="claim">${drawVisible(claim.text)}</dd>
          </dl>`
    }
    <details class="section" part="details">
      <summary>${messages.details}</summary>
      <dl class="question facts">
        ${details.map(
          ({ label, text }) =>
            html`<dt>${label}</dt>
              <dd>${drawVisible(text)}</dd>`,
        )}
      </dl>
    </details>`
}
