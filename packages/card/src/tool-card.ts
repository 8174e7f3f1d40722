/**
 * `<tool-card>`: one tool call, from waiting to done, and the question of its hold. It draws what it is given and tells
 * what people do; it fetches nothing, decides nothing, and takes no markup from any text.
 */
import type { GrantRequest } from '@holdpoint/core'
import { html, nothing } from 'lit/html.js'
import type { TemplateResult } from 'lit/html.js'
import type { HoldVerdictDetail, ToolCardEventMap, ToolCopyDetail } from './card-events.ts'
import { FRESH, isShownAlike, stateUnder } from './card-state.ts'
import type { CardState, Panel } from './card-state.ts'
import { copyText } from './copy-text.ts'
import { drawActions } from './draw/draw-actions.ts'
import { drawArguments } from './draw/draw-arguments.ts'
import { drawHeader } from './draw/draw-header.ts'
import { drawError, drawVerdict } from './draw/draw-outcome.ts'
import { drawProgress } from './draw/draw-progress.ts'
import { drawDetails, drawQuestion } from './draw/draw-question.ts'
import { drawResult } from './draw/draw-result.ts'
import { beginMarks } from './draw/draw-visible.ts'
import type { DrawContext } from './draw/draw-context.ts'
import { defineElement, DrawnElement } from './drawn-element.ts'
import { readDraft, startDraft } from './edit/arguments-draft.ts'
import { readGrant } from './edit/read-grant.ts'
import { createClickGuard } from './guard/click-guard.ts'
import type { Invocation, InvocationState } from './invocation.ts'
import type { MessageTable } from './presentation/message-table.ts'
import { chooseMessages } from './presentation/message-table.ts'
import type { CardPresentation, CardSection } from './presentation/present-card.ts'
import { presentBadge, presentCard, sectionOf } from './presentation/present-card.ts'
import type { Audience } from './presentation/question-section.ts'
import { cardStyle } from './style/card-style.ts'
import { contentStyle } from './style/content-style.ts'
import { toStyleSheet } from './style/css.ts'
import { fieldStyle } from './style/field-style.ts'
import { questionStyle } from './style/question-style.ts'
import { tokenStyle } from './style/token-style.ts'

/** How long running stays on the badge where the host reports nothing between waiting and the end. */
export const RUNNING_SHOWN_MS = 400
const COPIED_SHOWN_MS = 1600
/** As long as the end of what must be read is on the screen, but behind the answers. */
const LOOK_EVERY_MS = 100
/** The first paint does not wait for the end of a long result. */
const REST_AFTER_MS = 300
/** Of an opened panel; where it has no fields, its first button that decides nothing. */
const FIRST_PLACE = '.panel :is(input, select, textarea), #row [name], [name=back]'

let sheet: CSSStyleSheet | undefined

type CardEvents = HTMLElementEventMap & ToolCardEventMap

/** The types of the card's events for listeners, joined to the class below. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the class has both methods, from HTMLElement
export interface ToolCard {
  addEventListener<Name extends keyof CardEvents>(
    type: Name,
    listener: (this: ToolCard, event: CardEvents[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<Name extends keyof CardEvents>(
    type: Name,
    listener: (this: ToolCard, event: CardEvents[Name]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- as above
export class ToolCard extends DrawnElement {
  static readonly observedAttributes: readonly string[] = ['locale', 'audience', 'notice', 'opens']

  declare invocation: Invocation | null
  /** `null` or empty: the language of the document. */
  declare locale: string | null
  /** Words of the host's own, over those of the locale. */
  declare messages: Partial<MessageTable> | null
  /** End users are not shown what the agent claims. */
  declare audience: Audience | null
  /** One sentence about the last answer, such as who was faster. */
  declare notice: string | null
  /** `web`: the host opens web addresses only, so the address of another resource is copied. */
  declare opens: 'web' | null

  #state: CardState = FRESH
  #shown: InvocationState = 'pending'
  #taken: Invocation | null = null
  #spoken: readonly unknown[] = []
  #presentation: CardPresentation | null = null
  #words: MessageTable = chooseMessages('en')
  readonly #guard = createClickGuard()
  #endWatcher: IntersectionObserver | null = null
  #watchedEnd: Element | null = null
  #sighting: ReturnType<typeof setInterval> | undefined
  #clock: ReturnType<typeof setInterval> | undefined
  #passing: ReturnType<typeof setTimeout> | undefined
  /** What had the focus before the last drawing, and where it goes after it; empty: where it is. */
  #focused: Element | null = null
  #aim = ''

  override connectedCallback(): void {
    sheet ??= toStyleSheet(tokenStyle + cardStyle + contentStyle + questionStyle + fieldStyle)
    this.root.adoptedStyleSheets = [sheet]
    super.connectedCallback()
  }

  disconnectedCallback(): void {
    clearInterval(this.#clock)
    clearTimeout(this.#passing)
    this.#clock = undefined
    this.#passing = undefined
    this.#shown = this.invocation?.state ?? 'pending'
    this.#forget()
  }

  protected override draw(): TemplateResult | typeof nothing {
    this.#prepare()
    beginMarks()
    this.#focused = this.root.activeElement
    const { invocation } = this
    const presentation = this.#presentation
    if (invocation === null || presentation === null) return nothing
    const view = this.#view(invocation, presentation)
    const isSettled = this.#shown === invocation.state
    const show = <Kind extends CardSection['kind']>(
      kind: Kind,
      draw: (section: Extract<CardSection, { readonly kind: Kind }>, view: DrawContext) => TemplateResult,
    ): TemplateResult | typeof nothing => {
      const section = sectionOf(presentation, kind)
      return section === null ? nothing : draw(section, view)
    }
    return html`<article
      part="card"
      role="region"
      aria-label=${presentation.region}
      data-state=${this.#shown}
      @keydown=${(event: KeyboardEvent) => this.#escape(event)}
    >
      ${drawHeader(view)}${drawProgress(view)}
      <slot name="before"></slot>
      ${show('question', drawQuestion)}${show('verdict', drawVerdict)}${isSettled ? show('error', drawError) : nothing}
      ${show('arguments', drawArguments)}${show('question', drawDetails)}${show('question', drawActions)}${isSettled ? show('result', drawResult) : nothing}
      <slot name="after"></slot>
      <dialog @click=${closeImage} @close=${closeImage}></dialog>
    </article>`
  }

  protected override drawn(): void {
    this.#moveFocus()
    const question = this.#section('question')
    this.#guard.watch(this.root.querySelector('#row'))
    this.#watchEnd(question === null || this.#state.read ? null : this.root.querySelector('#end'))
    if (question !== null && question.standing !== 'over') {
      this.#clock ??= setInterval(
        () => document.visibilityState === 'visible' && this.#change({ now: Date.now() }),
        1000,
      )
    } else {
      clearInterval(this.#clock)
      this.#clock = undefined
    }
    if (!this.#state.isWhole && this.root.querySelector('.rest:empty') !== null)
      setTimeout(() => this.#change({ isWhole: true }), REST_AFTER_MS)
  }

  /**
   * Keeps the keyboard's focus in the card when the pressed button goes away, for whatever reason. Never onto an
   * answer: a second press must neither run the call nor refuse it.
   */
  #moveFocus(): void {
    const find = (places: string): HTMLElement | null => this.root.querySelector(places)
    const isLost = this.#focused !== null && this.root.activeElement === null
    const aim = this.#aim === '' ? null : find(this.#aim)
    const place = aim ?? (isLost ? (find('.verdict, #row [aria-disabled], #row [name]') ?? find('.name')) : null)
    this.#aim = ''
    place?.focus()
  }

  #change(change: Partial<CardState>, focus = ''): void {
    this.#state = { ...this.#state, ...change }
    this.#aim ||= focus
    this.redraw()
  }

  /**
   * Opens a panel that asks for more, with the cursor in it. Opening decides nothing. `false`: there is none such here.
   */
  show(panel: Panel): boolean {
    if (panel === 'edit' && this.#section('question')?.editable !== true) return false
    const { panel: openedFrom } = this.#state
    const text = this.#section('arguments')?.text ?? ''
    const draft = panel === 'edit' ? startDraft(text, this.invocation?.inputSchema) : null
    this.#change({ panel, openedFrom, draft, chosen: new Map(), hint: '' }, FIRST_PLACE)
    return true
  }

  /** Out of a panel, with nothing decided: to what it was opened with. */
  #back(): void {
    const { panel, openedFrom } = this.#state
    // Where a key opened it there is no button of that name: to the one that stands for all of them.
    this.#change({ panel: openedFrom, openedFrom: 'none', draft: null, hint: '' }, `[name=${panel}], [name=more]`)
  }

  #escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing || this.#state.panel === 'none' || this.#state.sending) return
    // Whatever stands around the card has an Escape of its own.
    event.preventDefault()
    event.stopPropagation()
    this.#back()
  }

  #view(invocation: Invocation, presentation: CardPresentation): DrawContext {
    return {
      invocation,
      presentation,
      messages: this.#words,
      // On its way from one state to another, the state has words; once there, how the hold stands may have more.
      badge: this.#shown === invocation.state ? presentation.badge : presentBadge(this.#shown, this.#words),
      notice: this.notice,
      opensAll: this.opens !== 'web',
      state: this.#state,
      change: (change, focus) => this.#change(change, focus),
      show: (panel) => this.show(panel),
      back: () => this.#back(),
      answer: (event, answer, beside) => this.#answer(event, answer, beside),
      retry: (asked) => this.#retry(asked),
      copy: (what, text) => void this.#copy(what, text),
      open: (event, uri) => {
        if (!this.#tell('tool-open', { id: invocation.id, uri })) event.preventDefault()
      },
      zoom: (event) => this.#showImage(event),
    }
  }

  /** Presents anew what changed; the rest of a redraw is cheap, whatever the size of the result. */
  #prepare(): void {
    const locale = this.locale || document.documentElement.lang || 'en'
    const spoken = [this.invocation, locale, this.messages, this.audience, this.#isDeadlineOver()]
    if (spoken.every((part, index) => part === this.#spoken[index])) return
    if (this.invocation !== this.#taken) this.#take(this.#taken, this.invocation)
    this.#taken = this.invocation
    this.#spoken = spoken
    const messages = this.messages ?? {}
    const audience = this.audience ?? 'approver'
    this.#words = chooseMessages(locale, messages)
    this.#presentation =
      this.invocation === null ? null : presentCard(this.invocation, Date.now(), locale, { audience, messages })
  }

  /** Another call, or news of the same one. */
  #take(before: Invocation | null, next: Invocation | null): void {
    if (next === null) return
    const isSame = before?.id === next.id
    const isSameQuestion = isSame && isShownAlike(before.hold, next.hold)
    if (!isSameQuestion) this.#forget()
    this.#state = stateUnder(isSame ? this.#state : FRESH, isSame ? before : null, next, isSameQuestion)
    this.#pass(isSame ? this.#shown : next.state, next.state)
  }

  /** Another question under the pointer counts as a card that has just appeared. */
  #forget(): void {
    this.#guard.watch(null)
    this.#watchEnd(null)
  }

  /** Done and failed never follow waiting directly: running is shown in between. */
  #pass(from: InvocationState, to: InvocationState): void {
    const isEnd = to === 'success' || to === 'error'
    if (isEnd && this.#passing !== undefined) return
    clearTimeout(this.#passing)
    this.#passing = undefined
    this.#shown = to
    if (!isEnd || from !== 'pending') return
    this.#shown = 'running'
    this.#passing = setTimeout(() => {
      this.#passing = undefined
      this.#shown = this.invocation?.state ?? to
      this.redraw()
    }, RUNNING_SHOWN_MS)
  }

  #section<Kind extends CardSection['kind']>(kind: Kind): Extract<CardSection, { readonly kind: Kind }> | null {
    return this.#presentation === null ? null : sectionOf(this.#presentation, kind)
  }

  #isDeadlineOver(): boolean {
    const decideBy = Date.parse(this.invocation?.hold?.decide_by ?? '')
    return decideBy <= Date.now()
  }

  /** The end of the arguments counts as displayed once it was on screen, inside its own box too. */
  #watchEnd(end: Element | null): void {
    if (end === this.#watchedEnd) return
    this.#watchedEnd = end
    this.#endWatcher?.disconnect()
    this.#endWatcher = null
    clearInterval(this.#sighting)
    if (end === null) return
    const watcher = new IntersectionObserver((entries) => {
      // A sighting of the end of other arguments may still be on its way.
      if (this.#endWatcher !== watcher) return
      clearInterval(this.#sighting)
      if (entries.some((entry) => entry.isIntersecting)) this.#look(end)
    })
    this.#endWatcher = watcher
    // Other arguments begin at their beginning, also where the end of those before was in view.
    end.parentElement?.scrollTo(0, 0)
    watcher.observe(end)
  }

  /** What lies behind the answers, where these stay in sight, was on the screen of nobody. */
  #look(end: Element): void {
    const answers = this.root.querySelector('.actions')
    const isCovered = (): boolean =>
      answers !== null && end.getBoundingClientRect().bottom > answers.getBoundingClientRect().top + 1
    if (!isCovered()) return this.#change({ read: true })
    this.#sighting = setInterval(() => {
      if (!isCovered()) this.#change({ read: true })
    }, LOOK_EVERY_MS)
  }

  #answer(event: Event, answer: HoldVerdictDetail['answer'], beside: GrantRequest | null): void {
    const question = this.#section('question')
    const state = this.#state
    if (question === null || state.sending || question.standing === 'over' || this.#isDeadlineOver()) return
    const refusal = this.#guard.check(event)
    if (refusal !== null) {
      this.#change({ hint: refusal === 'too-early' ? this.#words.tooEarly : this.#words.notVisible })
      return
    }
    const isApproval = answer === 'approve'
    if (isApproval && (!state.read || question.standing !== 'open')) return
    const edit = isApproval && state.draft !== null ? readDraft(state.draft, this.#words) : null
    if (edit !== null && !edit.ok) return
    const hasGrant = state.panel === (isApproval ? 'allow' : 'decline')
    const reading = hasGrant ? readGrant(this.root, question.plain) : ({ ok: true, grant: beside } as const)
    if (!reading.ok) {
      this.#change({ hint: this.#words[reading.why] })
      return
    }
    const { grant } = reading
    const reason = this.root.querySelector<HTMLTextAreaElement>('[name="reason"]')?.value.trim() ?? ''
    this.#change({ sending: true, hint: '' })
    this.#tell('hold-verdict', {
      hold: question.hold,
      answer,
      reason: answer === 'decline' && reason !== '' ? reason : null,
      edits: edit?.text ?? null,
      grant,
      digest: question.digest,
    })
  }

  #retry(asked: boolean): void {
    if (this.invocation === null) return
    if (this.#tell('tool-retry', { id: this.invocation.id, asked })) this.#shown = 'running'
    this.#change({ panel: 'none' })
  }

  async #copy(what: ToolCopyDetail['what'], text: string): Promise<void> {
    if (this.invocation === null) return
    const goesOn = this.#tell('tool-copy', { id: this.invocation.id, what, text })
    if (goesOn && !(await copyText(text))) return
    this.#change({ copied: what === 'link' ? text : what })
    setTimeout(() => this.#change({ copied: null }), COPIED_SHOWN_MS)
  }

  #showImage(event: Event): void {
    const dialog = this.root.querySelector('dialog')
    const image = (event.currentTarget as Element).querySelector('img')
    if (dialog === null || image === null) return
    const close = document.createElement('button')
    close.className = 'small'
    close.textContent = this.#words.close
    dialog.setAttribute('aria-label', image.alt)
    dialog.replaceChildren(image.cloneNode(), close)
    dialog.showModal()
  }

  #tell<Name extends keyof ToolCardEventMap>(name: Name, detail: ToolCardEventMap[Name]['detail']): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }))
  }
}

function closeImage(event: Event): void {
  const dialog = event.currentTarget as HTMLDialogElement
  if (dialog.open) dialog.close()
  dialog.replaceChildren()
}

defineElement('tool-card', ToolCard, {
  invocation: null,
  locale: null,
  messages: null,
  audience: null,
  notice: null,
  opens: null,
})

declare global {
  interface HTMLElementTagNameMap {
    'tool-card': ToolCard
  }
}
