/** What a person can answer. The row is there only while the hold waits; once decided it is gone. */
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import { readDraft, startDraft } from '../edit/edit-draft.ts'
import type { EditDraft } from '../edit/edit-draft.ts'
import { fill } from '../presentation/message-table.ts'
import type { QuestionSection } from '../presentation/question-section.ts'
import { formatTimeLeft } from '../presentation/question-section.ts'
import { sectionOf } from '../presentation/present-card.ts'
import type { CardView, Panel } from './card-view.ts'
import { drawEditor } from './draw-editor.ts'
import { drawGrant } from './draw-grant.ts'

/** Of an opened panel. */
const FIRST_FIELD = '.panel :is(input, select, textarea)'

export function drawActions(question: QuestionSection, view: CardView): TemplateResult {
  const { messages, state, notice } = view
  return html`<div class="actions" part="actions">
    ${drawPanel(question, view)}
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

function drawTimer(deadline: number, { messages, state }: CardView): TemplateResult {
  const left = deadline - state.now
  return html`<span class="timer ${left < 60_000 ? 'urgent' : ''}" role="timer"
    >${fill(messages.timeLeft, { time: formatTimeLeft(left) })}</span
  >`
}

function drawButtons(question: QuestionSection, view: CardView): TemplateResult {
  const { messages, state } = view
  const { panel, sending } = state
  if (sending) return html`<button class="main" type="button" aria-disabled="true">${messages.sending}</button>`
  const open = (next: Panel, text: string): TemplateResult =>
    html`<button
      class=${next === 'decline' ? 'no' : 'plain'}
      part="button"
      type="button"
      name=${next}
      @click=${() => view.change({ panel: next, draft: next === 'edit' ? draftOf(view) : null, chosen: new Map(), hint: '' }, FIRST_FIELD)}
    >
      ${text}
    </button>`
  const back = html`<button
    class="plain"
    part="button"
    type="button"
    @click=${() => view.change({ panel: 'none', draft: null, hint: '' }, `[name=${panel}]`)}
  >
    ${messages.back}
  </button>`
  if (panel === 'decline') {
    return html`<button
        class="no"
        part="button decline"
        type="button"
        @click=${(event: Event) => view.answer(event, 'decline')}
      >
        ${messages.declineNow}</button
      >${back}`
  }
  const confirm = drawConfirm(question, view)
  if (panel !== 'none') return html`${confirm}${back}`
  return html`${confirm}${open('decline', messages.decline)}
    ${question.editable ? open('edit', messages.edit) : nothing}
    ${question.grants.length === 0 ? nothing : open('allow', messages.allowFor)}
    <button class="plain" part="button cancel" type="button" @click=${(event: Event) => view.answer(event, 'cancel')}>
      ${messages.cancelCall}
    </button>`
}

function drawConfirm(question: QuestionSection, view: CardView): TemplateResult | typeof nothing {
  const { messages, state } = view
  if (question.standing !== 'open') return nothing
  const edit = state.panel === 'edit' && state.draft !== null ? readDraft(state.draft, messages) : null
  const ready = state.read && (edit === null || (edit.ok && edit.changes.length > 0))
  const text = { edit: messages.confirmChanges, allow: messages.confirmAllow }[state.panel as 'edit' | 'allow']
  return html`<button
    class="main"
    part="button confirm"
    type="button"
    ?disabled=${!ready}
    @click=${(event: Event) => view.answer(event, 'approve')}
  >
    ${text ?? messages.confirm}
  </button>`
}

function drawPanel(question: QuestionSection, view: CardView): TemplateResult | typeof nothing {
  const { messages, state } = view
  switch (state.panel) {
    case 'decline':
      return html`<div class="panel" part="panel">
        <label
          >${messages.reason} <span class="about">${messages.reasonHelp}</span>
          <textarea name="reason" rows="2" maxlength="2000"></textarea>
        </label>
        ${drawGrant(question, view, true)}
      </div>`
    case 'allow':
      return html`<div class="panel" part="panel">${drawGrant(question, view, false)}</div>`
    case 'edit':
      return state.draft === null ? nothing : drawEditor(state.draft, view)
    case 'none':
    case 'retry':
      return nothing
  }
}

function draftOf({ invocation, presentation }: CardView): EditDraft {
  return startDraft(sectionOf(presentation, 'arguments')?.text ?? '', invocation.inputSchema)
}
