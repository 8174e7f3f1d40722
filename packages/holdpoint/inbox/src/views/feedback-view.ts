/** What agents reported. The words are theirs: shown as such, never obeyed. */
import { showHiddenCharacters } from '@holdpoint/core'
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { FeedbackView } from '../api/answers.ts'
import type { Inbox } from '../model/inbox.ts'
import { ago } from '../model/times.ts'
import { fill } from '@holdpoint/card/presentation'
import { showInOneLine } from '../words/one-line.ts'
import { drawEmpty } from './parts/empty.ts'
import { drawChoice } from './holds/filter-bar.ts'
import { drawPaged } from './parts/paged-view.ts'

const SPANS = ['24h', '7d', '30d'] as const

export function drawFeedback(inbox: Inbox): TemplateResult {
  const { words, route } = inbox.state()
  const { state, since } = route.filter
  return html`<section class="page" aria-labelledby="view-title" aria-busy=${inbox.feedback.loading()}>
    <header class="view-head">
      <h1 id="view-title">${words.pages.feedback}</h1>
    </header>
    <p class="lead">${words.feedbackLead}</p>
    <div class="filters" role="search" aria-label=${words.filters}>
      ${drawChoice(inbox, 'state', words.severity, Object.entries(words.severities))}
      ${drawChoice(
        inbox,
        'since',
        words.since,
        SPANS.map((span) => [span, words.spans[span] ?? span]),
      )}
    </div>
    ${drawPaged<FeedbackView>(inbox, {
      log: inbox.feedback,
      label: words.pages.feedback,
      list: 'cards',
      keyOf: ({ id }) => id,
      drawItem: (entry) => drawEntry(inbox, entry),
      empty: () =>
        state !== '' || since !== ''
          ? drawEmpty('search', words.nothingFits, words.nothingFitsHint)
          : drawEmpty('feedback', words.noFeedback, words.noFeedbackHint),
    })}
  </section>`
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
      <strong class="name">${showInOneLine(entry.tool_called ?? entry.server)}</strong>
      <span class="quiet-text"
        >${fill(words.callBy, { who: showInOneLine(entry.principal), client: showInOneLine(entry.client) })} ·
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
