/** An empty list, one that is loading, or one that failed: each says what it is and what happens next. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ApiProblem } from '../../api/request.ts'
import { problemText } from '../../model/inbox.ts'
import { keepInOneLine } from '../../words/one-line.ts'
import type { Words } from '../../words/words.ts'
import { icon } from './icons.ts'
import type { IconName } from './icons.ts'

export function drawEmpty(name: IconName, title: string, text: string): TemplateResult {
  return html`<div class="empty-state">
    <span class="empty-icon">${icon(name)}</span>
    <p class="empty-title">${title}</p>
    <p>${text}</p>
  </div>`
}

export function drawLoading(words: Words): TemplateResult {
  return html`<div class="skeleton" role="status" aria-label=${words.loading}>
    <span></span><span></span><span></span><span></span>
  </div>`
}

export function drawProblem(problem: ApiProblem, words: Words, again: (() => void) | null): TemplateResult {
  return html`<div class="empty-state" role="alert">
    <span class="empty-icon bad">${icon('warning')}</span>
    <p class="empty-title">${words.somethingWrong}</p>
    <p>${keepInOneLine(problemText(problem, words))}</p>
    ${again === null ? nothing : html`<button type="button" @click=${again}>${words.tryAgain}</button>`}
  </div>`
}
