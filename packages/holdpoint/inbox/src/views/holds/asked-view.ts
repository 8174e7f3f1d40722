/**
 * What was asked, once it is decided: the same facts that stood above the buttons, to be read and no more. And what the
 * agent claimed when it asked for the same again, whether decided or not.
 */
import type { Invocation } from '@holdpoint/card'
import { chooseMessages, present, sectionOf } from '@holdpoint/card/presentation'
import type { MessageTable, QuestionSection } from '@holdpoint/card/presentation'
import { maskText } from '@holdpoint/core'
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { Detail } from '../../model/holds/details.ts'
import type { Inbox } from '../../model/inbox.ts'
import { clock } from '../../model/times.ts'
import { visibleText } from '../../words/one-line.ts'
import { riskMark } from '../parts/marks.ts'

export function drawAsked(inbox: Inbox, { approval, invocation }: Detail): TemplateResult | typeof nothing {
  const { words, locale } = inbox.state()
  if (approval.state === 'pending') return nothing
  const question = askedOf(invocation, locale)
  if (question === null) return nothing
  const messages = chooseMessages(locale)
  return html`<section class="panel part asked" aria-labelledby="asked-title">
    <h2 id="asked-title">${words.whatWasAsked}</h2>
    <p class="asked-title">${riskMark(question.risk, words)}<strong>${question.title}</strong></p>
    ${question.why === null ? nothing : html`<p class="quiet-text">${question.why}</p>`}
    ${question.warnings.map((warning) => html`<p class="warning">⚠ ${warning}</p>`)} ${drawEntity(question, messages)}
    ${
      question.claim === null
        ? nothing
        : html`<dl class="facts">
            <dt>${question.claim.label}</dt>
            <dd><p class=${question.claim.given ? 'claim' : 'quiet-text'}>${question.claim.text}</p></dd>
          </dl>`
    }
    <details>
      <summary>${messages.details}</summary>
      <dl class="facts">
        ${question.details.map(
          ({ label, text }) =>
            html`<dt>${label}</dt>
              <dd>${text}</dd>`,
        )}
      </dl>
    </details>
  </section>`
}

export function drawLaterClaims(inbox: Inbox, { approval }: Detail): TemplateResult | typeof nothing {
  const { words, locale } = inbox.state()
  const later = approval.later_rationales ?? []
  if (later.length === 0) return nothing
  const { noClaim } = chooseMessages(locale)
  return html`<section class="panel part later" aria-labelledby="later-title">
    <h2 id="later-title">${words.askedAgain}</h2>
    <dl class="facts">
      ${later.map(
        ({ at, rationale }) =>
          html`<dt><time datetime=${at}>${clock(at, locale)}</time></dt>
            <dd>
              ${rationale === null ? html`<p class="quiet-text">${noClaim}</p>` : html`<p class="claim">${maskText(visibleText(rationale), words.language)}</p>`}
            </dd>`,
      )}
    </dl>
  </section>`
}

/** The question as it stood while it waited. Nothing can be pressed in it. */
export function askedOf(invocation: Invocation, locale: string): QuestionSection | null {
  const { hold } = invocation
  if (hold === undefined || hold === null) return null
  return sectionOf(
    present({ ...invocation, state: 'pending', hold: { ...hold, state: 'pending' } }, 0, locale),
    'question',
  )
}

/** What the call is about: both sides of a change, and what hangs on it. */
export function drawEntity(
  { entity, source }: QuestionSection,
  messages: MessageTable,
): TemplateResult | typeof nothing {
  if (entity === null) return nothing
  return html`<dl class="facts entity">
      ${entity.fields.map(
        ({ label, before, after }) =>
          html`<dt>${label}</dt>
            <dd>
              ${
                after === null
                  ? before
                  : html`<del><span class="quiet">${messages.before}: </span>${before}</del> →
                      <ins><span class="quiet">${messages.after}: </span>${after}</ins>`
              }
            </dd>`,
      )}
      ${entity.impact.map(
        ({ label, value }) =>
          html`<dt>${label}</dt>
            <dd><strong>${value}</strong></dd>`,
      )}
    </dl>
    <p class="quiet-text">${source}</p>`
}
