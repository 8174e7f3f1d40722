/**
 * `<bulk-approve>`: every selected call with all of its arguments, and one button below the last of them. It wakes once the
 * end was on the screen and a moment has passed; a press that the browser does not vouch for does nothing.
 */
import { html, LitElement } from 'lit'
import type { PropertyDeclarations, TemplateResult } from 'lit'
import { MOST_AT_ONCE } from '../model/bulk-rules.ts'
import type { Detail } from '../model/details.ts'
import type { Inbox } from '../model/inbox.ts'
import { fill } from '../words/fill.ts'
import { oneLine } from '../words/one-line.ts'
import { drawArgumentTree } from './argument-tree.ts'
import { drawLoading } from './empty.ts'

const LOOK_FIRST_MS = 600

export class BulkApprove extends LitElement {
  static override readonly properties: PropertyDeclarations = {
    inbox: { attribute: false },
    ids: { attribute: false },
    seen: { state: true },
    sending: { state: true },
  }

  declare inbox: Inbox
  declare ids: readonly string[]
  declare private seen: boolean
  declare private sending: boolean
  private shownSince = Number.POSITIVE_INFINITY
  private watcher: IntersectionObserver | null = null

  constructor() {
    super()
    this.ids = []
    this.seen = false
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

  protected override updated(): void {
    const end = this.querySelector('.end')
    if (end === null || this.watcher !== null) return
    this.shownSince = performance.now()
    this.watcher = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting) || document.visibilityState !== 'visible') return
      this.seen = true
      this.watcher?.disconnect()
    })
    this.watcher.observe(end)
  }

  override render(): TemplateResult {
    const { words } = this.inbox.state()
    const details = this.pending()
    if (details === null) return drawLoading(words)
    return html`<div class="bulk-calls" tabindex="0" role="region" aria-label=${words.bulkCalls}>
        <ol>
          ${details.map(
            ({ approval }) =>
              html`<li>
                <strong>${oneLine(approval.preview.entity?.title ?? approval.preview.title)}</strong>
                ${approval.preview.warnings.map((warning) => html`<p class="warning">⚠ ${oneLine(warning)}</p>`)}
                ${drawArgumentTree(approval.preview.arguments, words)}
              </li>`,
          )}
        </ol>
        <div class="end"></div>
      </div>
      <p class="quiet-text" role="status">${this.seen ? words.bulkRuns : words.bulkReadFirst}</p>
      <div class="buttons">
        <button
          type="button"
          class="main"
          id="bulk-approve"
          ?disabled=${!this.seen || this.sending}
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
    if (!event.isTrusted || !this.seen || details === null || this.sending) return
    if (performance.now() - this.shownSince < LOOK_FIRST_MS) return
    this.sending = true
    for (const { approval } of details) {
      const digest = approval.edit?.digest ?? approval.digest
      await this.inbox.decisions.send({
        hold: approval.id,
        answer: 'approve',
        reason: null,
        edits: null,
        grant: null,
        digest,
      })
    }
    this.inbox.change({ dialog: 'none', selected: new Set() })
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'bulk-approve': BulkApprove
  }
}
