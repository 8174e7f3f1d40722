/** The frame around every page: where one is, what stands above everything, what was just said. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { isAway } from '../model/channels.ts'
import { waitingCount } from '../model/inbox.ts'
import type { Inbox } from '../model/inbox.ts'
import { NO_FILTER, PAGES, toAddress } from '../model/route.ts'
import type { PageName } from '../model/route.ts'
import { fill } from '@holdpoint/card/presentation'
import { keepInOneLine } from '../words/one-line.ts'
import { drawActivity } from './activity-view.ts'
import { drawAudit } from './audit-view.ts'
import { drawBanners } from './parts/banners.ts'
import { drawChannels } from './channels-view.ts'
import { drawBulkDialogs } from './holds/bulk-view.ts'
import { drawEmpty, drawLoading } from './parts/empty.ts'
import { drawFeedback } from './feedback-view.ts'
import { drawGrants } from './grants-view.ts'
import { drawHealth } from './health-view.ts'
import { drawHelp } from './help-view.ts'
import { drawHoldPage } from './holds/hold-detail.ts'
import { drawHoldList } from './holds/hold-list-view.ts'
import { icon } from './parts/icons.ts'
import { drawMenu } from './menu-view.ts'
import { drawPauseDialog } from './pause-view.ts'
import { modal } from './parts/modal.ts'
import { drawUnknownPage } from './unknown-page-view.ts'
import { follow } from './parts/page-link.ts'
import { drawPalette } from './palette-view.ts'
import { drawServers } from './servers-view.ts'
import { drawSettings } from './settings-view.ts'
import { drawSignIn } from './sign-in-view.ts'
import { drawUndoNotes } from './holds/undo-view.ts'

const TABS: readonly PageName[] = ['waiting', 'history', 'activity']

export function drawShell(inbox: Inbox): TemplateResult {
  const { phase, words, session, announcement, toasts, dialog } = inbox.state()
  const isIn = phase === 'ready' && session !== null
  return html`<a class="skip" href="#main">${words.skip}</a>
    <div class="app ${isIn ? '' : 'out'}">
      ${drawTop(inbox, isIn)} ${isIn ? drawSide(inbox) : nothing}
      <div class="body">
        ${drawBanners(inbox)}
        <main id="main" tabindex="-1">${drawMain(inbox)}</main>
      </div>
      ${isIn ? drawTabs(inbox) : nothing}
    </div>
    <div class="toasts">
      <div class="said-notes" role="status" aria-live="polite">
        ${toasts.map(({ text, tone }) => html`<p class="toast ${tone}">${keepInOneLine(text)}</p>`)}
      </div>
      ${isIn ? drawUndoNotes(inbox) : nothing}
    </div>
    <div class="quiet" id="announce" role="status" aria-live="polite">${announcement}</div>
    ${isIn ? drawBulkDialogs(inbox) : nothing} ${dialog === 'help' ? drawHelp(inbox) : nothing}
    ${dialog === 'palette' && isIn ? drawPalette(inbox) : nothing}
    ${dialog === 'pause' && isIn ? drawPauseDialog(inbox) : nothing}
    ${dialog === 'menu' && isIn ? drawMenuDialog(inbox) : nothing}`
}

function drawMain(inbox: Inbox): TemplateResult {
  const { phase, route, words } = inbox.state()
  if (phase === 'signed-out') return drawSignIn(inbox)
  if (phase === 'unreachable') return drawEmpty('warning', words.unreachable, words.unreachableHint)
  if (phase === 'starting') return drawLoading(words)
  switch (route.page) {
    case 'waiting':
    case 'history':
      return drawHoldList(inbox)
    case 'hold':
      return drawHoldPage(inbox, route.id)
    case 'activity':
      return drawActivity(inbox)
    case 'grants':
      return drawGrants(inbox)
    case 'feedback':
      return drawFeedback(inbox)
    case 'servers':
      return drawServers(inbox)
    case 'channels':
      return drawChannels(inbox)
    case 'audit':
      return drawAudit(inbox)
    case 'health':
      return drawHealth(inbox)
    case 'settings':
      return drawSettings(inbox)
    case 'unknown':
      return drawUnknownPage(inbox)
  }
}

function drawTop(inbox: Inbox, isIn: boolean): TemplateResult {
  const { words } = inbox.state()
  return html`<header class="top">
    <a class="brand" href="/" @click=${follow(inbox, { page: 'waiting', filter: NO_FILTER })}
      ><img src="/page/icon.svg" alt="" width="28" height="28" /><span>Holdpoint</span></a
    >
    ${
      isIn
        ? html`<button
            type="button"
            class="icon-button"
            aria-label=${words.menu}
            aria-haspopup="dialog"
            @click=${() => inbox.change({ dialog: 'menu' })}
          >
            ${icon('menu')}
          </button>`
        : nothing
    }
  </header>`
}

function drawSide(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  return html`<aside class="side" aria-label=${words.menu}>
    <nav aria-label=${words.navigation}>${PAGES.map((page) => drawLink(inbox, page))}</nav>
    ${drawMenu(inbox)}
  </aside>`
}

function drawTabs(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  return html`<nav class="tabs" aria-label=${words.tabs}>
    ${TABS.map((page) => drawLink(inbox, page))}
    <button type="button" class="nav-link" aria-haspopup="dialog" @click=${() => inbox.change({ dialog: 'menu' })}>
      ${icon('menu')}<span>${words.more}</span>
    </button>
  </nav>`
}

function drawLink(inbox: Inbox, page: PageName): TemplateResult {
  const { words, route } = inbox.state()
  const current = route.page === page || (route.page === 'hold' && page === 'waiting')
  const { pending, unknown } = page === 'waiting' ? waitingCount(inbox) : { pending: 0, unknown: 0 }
  const away = page === 'channels' ? (inbox.channels.value()?.channels ?? []).filter(isAway).length : 0
  const target = { page, filter: NO_FILTER } as const
  return html`<a
    class="nav-link"
    href=${toAddress(target)}
    aria-current=${current ? 'page' : nothing}
    @click=${follow(inbox, target)}
  >
    ${icon(page)}<span>${words.pages[page]}</span>
    ${pending === 0 ? nothing : html`<span class="count" aria-label=${fill(words.countWaiting, { n: pending })}>${pending > 999 ? '999+' : pending}</span>`}
    ${away === 0 ? nothing : html`<span class="count lost" aria-label=${fill(words.countAway, { n: away })}>${away}</span>`}
    ${unknown === 0 ? nothing : html`<span class="count lost" aria-label=${fill(words.countUnknown, { n: unknown })}>${unknown > 999 ? '999+' : unknown}</span>`}
  </a>`
}

function drawMenuDialog(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  const close = (): void => inbox.change({ dialog: 'none' })
  return html`<dialog class="dialog sheet" aria-label=${words.menu} ${modal} @close=${close}>
    <nav aria-label=${words.navigation}>${PAGES.map((page) => drawLink(inbox, page))}</nav>
    ${drawMenu(inbox)}
    <div class="buttons"><button type="button" @click=${close}>${words.close}</button></div>
  </dialog>`
}
