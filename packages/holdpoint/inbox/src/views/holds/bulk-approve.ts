/**
 * `<bulk-approve>`: every selected call with all of its arguments, and one button below the last of them. It wakes once
 * the end was on the screen and a moment has passed; a press that the browser does not vouch for does nothing. What was
 * read is what is approved: news of any call begin the reading anew, from the top.
 */
import { describeCall } from '@holdpoint/core'
import { chooseMessages } from '@holdpoint/card/presentation'
import { html, LitElement, nothing } from 'lit'
import type { PropertyDeclarations, TemplateResult } from 'lit'
import type { ApprovalDetail } from '../../api/answers.ts'
import { MOST_AT_ONCE } from '../../model/holds/bulk-rules.ts'
import type { Detail } from '../../model/holds/details.ts'
import type { Inbox } from '../../model/inbox.ts'
import { fill } from '@holdpoint/card/presentation'
import { keepInOneLine, showInOneLine } from '../../words/one-line.ts'
import type { Words } from '../../words/words.ts'
import { drawArgumentTree } from './argument-tree.ts'
import { askedOf, drawEntity } from './asked-view.ts'
import { drawLoading } from '../parts/empty.ts'

const LOOK_FIRST_MS = 600

interface SeenCall {
  readonly hold: string
  readonly digest: string
}

/** What stands on the screen, since when, and whether its end was there. */
interface Shown {
  readonly calls: readonly SeenCall[]
  readonly key: string
  readonly since: number
  readonly isRead: boolean
}

export class BulkApprove extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    inbox: { attribute: false },
    ids: { attribute: false },
    shown: { state: true },
    sending: { state: true },
  }

  declare inbox: Inbox
  declare ids: readonly string[]
  declare private shown: Shown | null
  declare private sending: boolean
  private hasChanged = false
  private watcher: IntersectionObserver | null = null

  constructor() {
    super()
    this.ids = []
    this.shown = null
    this.sending = false
  }

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  protected override firstUpdated(): void {
    for (const id of this.ids.slice(0, MOST_AT_ONCE)) {
      void this.inbox.details.load(id).then(() => this.requestUpdate())
    }
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.watcher?.disconnect()
  }

  /** After the drawing: what is on the screen now is what was drawn. */
  protected override updated(): void {
    const details = this.pending()
    const key = details === null ? null : keyOf(details)
    if (details === null || key === null || key === this.shown?.key) return
    this.hasChanged = this.shown !== null
    const calls = details.map(({ approval: { id, edit, digest } }) => ({ hold: id, digest: edit?.digest ?? digest }))
    this.shown = { calls, key, since: performance.now(), isRead: false }
    this.querySelector('.bulk-calls')?.scrollTo(0, 0)
    this.watch(key)
  }

  private watch(key: string): void {
    this.watcher?.disconnect()
    const end = this.querySelector('.end')
    if (end === null) return
    const watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting) || document.visibilityState !== 'visible') return
      // A sighting of the end of other arguments may still be on its way.
      if (this.watcher !== watcher || this.shown?.key !== key) return
      this.shown = { ...this.shown, isRead: true }
      watcher.disconnect()
    })
    this.watcher = watcher
    watcher.observe(end)
  }

  override render(): TemplateResult {
    const { words, locale } = this.inbox.state()
    const details = this.pending()
    if (details === null) return drawLoading(words)
    const isRead = this.shown?.isRead === true && this.shown.key === keyOf(details)
    return html`<div class="bulk-calls" tabindex="0" role="region" aria-label=${words.bulkCalls}>
        <ol>
          ${details.map((detail) => drawCall(detail, words, locale))}
        </ol>
        <div class="end"></div>
      </div>
      <p class="quiet-text" role="status">
        ${isRead ? words.bulkRuns : this.hasChanged ? words.bulkChanged : words.bulkReadFirst}
      </p>
      <div class="buttons">
        <button
          type="button"
          class="main"
          id="bulk-approve"
          ?disabled=${!isRead || this.sending}
          @click=${this.approve}
        >
          ${fill(words.approveAll, { n: details.length })}
        </button>
        <button type="button" class="plain" @click=${() => this.inbox.change({ dialog: 'none' })}>${words.back}</button>
      </div>`
  }

  /** `null` until every one is there. */
  private pending(): readonly Detail[] | null {
    const details = this.ids.map((id) => this.inbox.details.get(id))
    const known = details.filter((detail): detail is Detail => detail !== null && 'approval' in detail)
    return known.length === details.length ? known.filter(({ approval }) => approval.state === 'pending') : null
  }

  private readonly approve = async (event: Event): Promise<void> => {
    const details = this.pending()
    const { shown } = this
    if (!event.isTrusted || shown?.isRead !== true || details === null || this.sending) return
    if (shown.key !== keyOf(details) || performance.now() - shown.since < LOOK_FIRST_MS) return
    this.sending = true
    // At once, so that they can be taken back at once. Each of these calls and no other: nothing is allowed beside
    // them.
    const plainYes = { answer: 'approve', reason: null, edits: null, grant: null } as const
    await this.inbox.decisions.sendTogether(shown.calls.map((call) => ({ ...plainYes, ...call })))
    this.inbox.change({ dialog: 'none', selected: new Set() })
  }
}

function drawCall({ approval, invocation }: Detail, words: Words, locale: string): TemplateResult {
  const { title, consequence, warnings, body } = describeCall(approval.preview)
  const question = askedOf(invocation, locale)
  return html`<li>
    <strong>${keepInOneLine(title)}</strong>
    ${consequence === 'irreversible' ? html`<p class="warning">⚠ ${words.cannotBeUndone}</p>` : nothing}
    ${warnings.map((warning) => html`<p class="warning">⚠ ${keepInOneLine(warning)}</p>`)}
    ${question === null ? nothing : drawEntity(question, chooseMessages(locale))}
    <dl class="facts">
      <dt>${words.askedBy}</dt>
      <dd>${requesterOf(approval, words)}</dd>
      <dt>${words.claim}</dt>
      <dd>
        ${
          question?.claim
            ? html`<p class=${question.claim.given ? 'claim' : 'quiet-text'}>${question.claim.text}</p>`
            : nothing
        }
      </dd>
    </dl>
    ${body.map((part) => (part.kind === 'arguments' ? drawArgumentTree(part.root, words) : nothing))}
  </li>`
}

function requesterOf({ principal, client }: ApprovalDetail, words: Words): string {
  return fill(words.callBy, { who: showInOneLine(principal), client: showInOneLine(client) })
}

/** Everything that is read before the press, so that nothing of it can change unnoticed. */
function keyOf(details: readonly Detail[]): string {
  return JSON.stringify(
    details.map(({ approval: { id, edit, digest, preview, principal, client, rationale } }) => [
      [id, edit?.digest ?? digest, preview],
      [principal, client, rationale],
    ]),
  )
}

declare global {
  interface HTMLElementTagNameMap {
    'bulk-approve': BulkApprove
  }
}
