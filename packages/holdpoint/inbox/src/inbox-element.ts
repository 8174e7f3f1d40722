/** `<holdpoint-inbox>`: draws the inbox into the document, at most once per frame, and passes keys on. */
import { LitElement } from 'lit'
import type { TemplateResult } from 'lit'
import { onKeyChanged } from './api/key.ts'
import { needsPerson } from './model/holds/approval-row.ts'
import { createInbox, waitingCount } from './model/inbox.ts'
import type { Inbox, InboxPageState } from './model/inbox.ts'
import { showCount } from './model/notifications.ts'
import { followArmed } from './views/holds/armed-answer.ts'
import { askBeforeLeaving, noteTyping } from './views/holds/drafts.ts'
import { keepFocus, noteFocus } from './views/parts/kept-focus.ts'
import { handleKey } from './views/parts/keys.ts'
import { applyPreferences } from './views/preferences.ts'
import { drawShell } from './views/shell.ts'
import { forgetShownCard, noteShownCard } from './views/holds/shown-card.ts'

const TICK_MS = 1000
const ACTIVITY_MS = 2000
const SURFACES_MS = 5000
const HEALTH_MS = 5000
const CHANNELS_MS = 30_000

export class HoldpointInbox extends LitElement {
  readonly inbox: Inbox = createInbox(() => this.drawSoon())
  private isDue = false

  protected override createRenderRoot(): HTMLElement {
    return this
  }

  override connectedCallback(): void {
    super.connectedCallback()
    applyPreferences()
    addEventListener('keydown', (event) => handleKey(this.inbox, event))
    addEventListener('hashchange', () => {
      if (location.hash.startsWith('#sign-in=')) void this.inbox.start()
    })
    matchMedia('(min-width: 1040px)').addEventListener('change', () => this.requestUpdate())
    document.addEventListener('visibilitychange', forgetShownCard)
    document.addEventListener('focusin', noteFocus)
    document.addEventListener('beforeinput', noteTyping)
    addEventListener('beforeunload', askBeforeLeaving)
    onKeyChanged(() => location.reload())
    setInterval(() => this.tick(), TICK_MS)
    setInterval(() => this.followActivity(), ACTIVITY_MS)
    setInterval(() => this.followSurfaces(), SURFACES_MS)
    setInterval(() => this.followHealth(), HEALTH_MS)
    setInterval(() => this.followChannels(), CHANNELS_MS)
    void this.inbox.start()
  }

  override render(): TemplateResult {
    return drawShell(this.inbox)
  }

  protected override updated(): void {
    noteShownCard()
    followArmed()
    keepFocus()
    const { session, locale } = this.inbox.state()
    const page = titleOf(this.inbox.state())
    const lang = locale.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en'
    if (document.documentElement.lang !== lang) document.documentElement.lang = lang
    const count = session === null ? { pending: 0, unknown: 0 } : waitingCount(this.inbox)
    showCount(count, `${page} · Holdpoint`, (session?.gate.off ?? null) !== null)
  }

  /** Background tabs draw no frames, and their title still has to count. */
  private drawSoon(): void {
    if (this.isDue) return
    this.isDue = true
    const draw = (): void => {
      if (!this.isDue) return
      this.isDue = false
      this.requestUpdate()
    }
    if (document.visibilityState === 'visible') requestAnimationFrame(draw)
    setTimeout(draw, document.visibilityState === 'visible' ? 100 : 0)
  }

  private tick(): void {
    const { focus, phase } = this.inbox.state()
    if (phase !== 'ready') return
    this.inbox.waiting.sweep(focus)
    this.inbox.list().sweep(focus)
    if (document.visibilityState === 'visible') this.requestUpdate()
  }

  private followActivity(): void {
    const { route, phase, connected } = this.inbox.state()
    if (route.page !== 'activity' || phase !== 'ready' || !connected || document.visibilityState !== 'visible') return
    if (!this.inbox.activity.loading()) void this.inbox.activity.load()
  }

  /** Also, and above all, while nothing comes: a page that stays green then would lie. */
  private followHealth(): void {
    const { route, phase } = this.inbox.state()
    if (phase !== 'ready' || document.visibilityState !== 'visible') return
    const { health, readiness, channels } = this.inbox
    const shown = route.page === 'health' ? [health, readiness, channels] : route.page === 'channels' ? [channels] : []
    for (const asked of shown) if (!asked.loading()) void asked.load()
  }

  /** On every page the navigation says that a chat is not reached. */
  private followChannels(): void {
    const { phase } = this.inbox.state()
    if (phase !== 'ready' || document.visibilityState !== 'visible' || this.inbox.channels.loading()) return
    void this.inbox.channels.load()
  }

  /** A question that is shown elsewhere changes no hold, so no event comes. */
  private followSurfaces(): void {
    const { focus, phase, connected } = this.inbox.state()
    if (focus === null || phase !== 'ready' || !connected || document.visibilityState !== 'visible') return
    const detail = this.inbox.details.get(focus)
    if (detail !== null && 'approval' in detail && needsPerson(detail.approval)) void this.inbox.details.load(focus)
  }
}

function titleOf({ route, words }: InboxPageState): string {
  if (route.page === 'unknown') return words.unknownPage
  return words.pages[route.page === 'hold' ? 'waiting' : route.page]
}
