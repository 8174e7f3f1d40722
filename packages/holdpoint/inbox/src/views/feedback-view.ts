/** What agents reported. The words are theirs: shown as such, never obeyed. */
import { showHiddenCharacters } from '@holdpoint/core'
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { FeedbackView } from '../api/answers.ts'
import type { Inbox } from '../model/inbox.ts'
import { ago } from '../model/times.ts'
import { fill } from '../words/fill.ts'
import { oneLine } from '../words/one-line.ts'
import { drawEmpty } from './empty.ts'
import { drawFetched } from './fetched-page.ts'
import { drawOptions } from './options.ts'

export function drawFeedback(inbox: Inbox): TemplateResult {
  const { words, route } = inbox.state()
  const chosen = route.filter.state
  return drawFetched(inbox, {
    title: words.pages.feedback,
    lead: words.feedbackLead,
    remote: inbox.feedback,
    actions: html`<label class="choice ${chosen === '' ? '' : 'set'}"
      ><span>${words.severity}</span>
      <select @change=${(event: Event) => inbox.filter({ state: (event.target as HTMLSelectElement).value })}>
        ${drawOptions([['', words.all], ...Object.entries(words.severities)], chosen)}
      </select></label
    >`,
    body: ({ feedback }) => {
      const shown = feedback.filter(({ severity }) => chosen === '' || severity === chosen)
      if (shown.length === 0) return drawEmpty('feedback', words.noFeedback, words.noFeedbackHint)
      return html`<ul class="cards">
        ${shown.map((entry) => drawEntry(inbox, entry))}
      </ul>`
    },
  })
}

function drawEntry(inbox: Inbox, entry: FeedbackView): TemplateResult {
  const { words } = inbox.state()
  const fact = (label: string, text: string | null): TemplateResult | typeof nothing =>
    text === null
      ? nothing
      : html`<dt>${label}</dt>
          <dd class="claim">${showHiddenCharacters(text).text}</dd>`
  return html`<li class="panel item">
    <div class="item-head">
      <span class="mark severity ${entry.severity}">${words.severities[entry.severity] ?? entry.severity}</span>
      <strong class="name">${oneLine(entry.tool_called ?? entry.server)}</strong>
      <span class="quiet-text"
        >${fill(words.callBy, { who: oneLine(entry.principal), client: oneLine(entry.client) })} ·
        ${ago(Date.parse(entry.at), words)}</span
      >
    </div>
    <dl class="facts">
      ${fact(words.attempted, entry.attempted_action)} ${fact(words.expected, entry.expected_outcome)}
      ${fact(words.happened, entry.actual_outcome)} ${fact(words.errorSeen, entry.error_seen)}
      ${fact(words.claim, entry.rationale)}
    </dl>
  </li>`
}
