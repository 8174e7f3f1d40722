/** What a person can answer. The row is there only while the hold waits; once decided it is gone. */
import type { GrantRequest } from '@holdpoint/core'
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { readDraft } from '../edit/arguments-draft.ts'
import { fill } from '../presentation/message-table.ts'
import type { QuestionSection } from '../presentation/question-section.ts'
import { formatTimeLeft } from '../presentation/question-section.ts'
import type { Panel } from '../card-state.ts'
import type { DrawContext } from './draw-context.ts'
import { drawEditor } from './draw-editor.ts'
import { drawGrant } from './draw-grant.ts'
import { drawVisible } from './draw-visible.ts'

export function drawActions(question: QuestionSection, view: DrawContext): TemplateResult {
  const { messages, state, notice } = view
  return html`${drawPanel(question, view)}
    <div class="actions" part="actions">
      <p class="standing">
        ${question.quorum === null ? nothing : html`<span class="quorum">${question.quorum}</span>`}
        ${question.deadline === null || question.standing === 'over' ? nothing : drawTimer(question.deadline, view)}
      </p>
      ${question.standing === 'over' ? nothing : html`<div class="row" id="row">${drawButtons(question, view)}</div>`}
      <p class="hint" role="status">
        ${(question.standing !== 'over' && state.hint) || (notice ?? question.notice ?? (state.read ? '' : messages.readFirst))}
      </p>
    </div>`
}

function drawTimer(deadline: number, { messages, state }: DrawContext): TemplateResult {
  const left = deadline - state.now
  return html`<span class="timer ${left < 60_000 ? 'urgent' : ''}" role="timer"
    >${fill(messages.timeLeft, { time: formatTimeLeft(left) })}</span
  >`
}

function drawButtons(question: QuestionSection, view: DrawContext): TemplateResult {
  const { messages, state, show } = view
  const { panel, sending } = state
  if (sending) return html`<button class="main" type="button" aria-disabled="true">${messages.sending}</button>`
  const open = (next: Panel, text: string): TemplateResult =>
    html`<button class="plain" part="button" type="button" name=${next} @click=${() => show(next)}>${text}</button>`
  const no = (text: string): TemplateResult =>
    html`<button
      class="no"
      part="button decline"
      type="button"
      @click=${(event: Event) => view.answer(event, 'decline', null)}
    >
      ${text}
    </button>`
  if (panel === 'none') {
    return html`${question.choices.map(({ name, words, grant }) => (name === 'no' ? no(words) : drawYes(words, state.read, grant, view)))}
      <button
        class="plain"
        part="button cancel"
        type="button"
        @click=${(event: Event) => view.answer(event, 'cancel', null)}
      >
        ${messages.cancelCall}</button
      >${open('more', messages.more)}`
  }
  return html`${
      panel === 'more'
        ? html`${question.editable ? open('edit', messages.edit) : nothing}
          ${question.grants.length === 0 ? nothing : open('allow', messages.allowFor)}${open('decline', messages.declineWith)}`
        : panel === 'decline'
          ? no(messages.declineNow)
          : drawConfirm(question, view)
    }<button class="plain" part="button" type="button" name="back" @click=${view.back}>${messages.back}</button>`
}

function drawConfirm({ standing }: QuestionSection, view: DrawContext): TemplateResult | typeof nothing {
  const { messages, state } = view
  if (standing !== 'open') return nothing
  if (state.draft === null) return drawYes(messages.confirmAllow, state.read, null, view)
  const edit = readDraft(state.draft, messages)
  return drawYes(messages.confirmChanges, state.read && edit.ok && edit.changes.length > 0, null, view)
}

/** Never where the focus goes by itself: `main`. */
function drawYes(text: string, ready: boolean, beside: GrantRequest | null, view: DrawContext): TemplateResult {
  return html`<button
    class="main"
    part=${beside === null ? 'button confirm' : 'button confirm-scope'}
    type="button"
    ?disabled=${!ready}
    @click=${(event: Event) => view.answer(event, 'approve', beside)}
  >
    ${drawVisible(text)}
  </button>`
}

function drawPanel(question: QuestionSection, view: DrawContext): TemplateResult | typeof nothing {
  const { messages, state } = view
  switch (state.panel) {
    case 'decline':
      return html`<div class="panel" part="panel">
        <label
          >${messages.reason} <span class="about">${messages.reasonHelp}</span>
          <textarea name="reason" rows="2" maxlength="2000"></textarea>
        </label>
        ${question.denials.length === 0 ? nothing : drawGrant(question, view, true)}
      </div>`
    case 'allow':
      return html`<div class="panel" part="panel">${drawGrant(question, view, false)}</div>`
    case 'edit':
      return state.draft === null ? nothing : drawEditor(state.draft, view)
    case 'none':
    case 'more':
    case 'retry':
      return nothing
  }
}
