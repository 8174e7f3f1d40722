/**
 * What stands above everything: the gate is off or paused, the store noticed something about itself, a link was used
 * twice, the connection is gone.
 */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ApprovalRow } from '../../model/holds/approval-row.ts'
import type { Inbox } from '../../model/inbox.ts'
import { setPaused } from '../../model/pause.ts'
import { NO_FILTER, toAddress } from '../../model/route.ts'
import { isNoticeSeen, writeNoticeSeen } from '../../model/settings.ts'
import { signOut } from '../../model/sign-in.ts'
import { clock } from '../../model/times.ts'
import { fill } from '@holdpoint/card/presentation'
import { keepInOneLine, showInOneLine } from '../../words/one-line.ts'
import { shownTitle } from '../../words/shown-title.ts'
import { inPageLanguage } from '../../words/in-page-language.ts'
import { icon } from './icons.ts'
import { follow } from './page-link.ts'

export function drawBanners(inbox: Inbox): TemplateResult {
  const { session, words, locale, connected, trouble, phase, lost } = inbox.state()
  const { paused, off } = session?.gate ?? { paused: null, off: null }
  const used = session?.link_used_again_at ?? null
  const since = paused === null || paused.at === '' ? '' : clock(paused.at, locale)
  return html`<div class="banners" id="banners" role="region" aria-label=${words.notices}>
    ${
      off === null
        ? nothing
        : html`<div class="banner stop gate-off" role="alert">
            ${icon('warning')}
            <p><strong>${keepInOneLine(inPageLanguage(off, 'message', words))}</strong> ${words.gateOffMeans}</p>
          </div>`
    }
    ${(session?.notices ?? []).map(
      ({ what }) =>
        html`<div class="banner stop store-notice" role="alert">
          ${icon('warning')}
          <p><strong>${keepInOneLine(inPageLanguage(what, 'message', words))}</strong> ${words.noticeAccepted}</p>
        </div>`,
    )}
    ${
      paused === null
        ? nothing
        : html`<div class="banner paused" role="status">
            ${icon('pause')}
            <p>
              <strong>${fill(words.pausedBy, { who: showInOneLine(inPageLanguage(paused.by, 'actor', words)) })}</strong
              >${since === '' ? '' : ` · ${since}`}${words.stop}${words.pausedMeans}${paused.can_resume || session?.can_decide !== true ? '' : ` ${words.operatorEnds}`}
            </p>
            ${
              paused.can_resume
                ? html`<button type="button" @click=${() => void setPaused(inbox, false)}>
                    ${icon('play')}${words.resume}
                  </button>`
                : nothing
            }
          </div>`
    }
    ${
      used === null || isNoticeSeen(used)
        ? nothing
        : html`<div class="banner stop" role="alert">
            ${icon('warning')}
            <p>${fill(words.linkUsedTwice, { when: clock(used, locale) })}</p>
            <button type="button" @click=${() => void signOut()}>${words.signOut}</button>
            <button
              type="button"
              class="plain"
              @click=${() => {
                writeNoticeSeen(used)
                inbox.change({})
              }}
            >
              ${words.itWasMe}
            </button>
          </div>`
    }
    ${
      trouble !== null && phase === 'ready'
        ? html`<div class="banner stop" role="alert">
            ${icon('warning')}
            <p>${keepInOneLine(trouble)}</p>
            <button type="button" class="plain" @click=${() => inbox.change({ trouble: null })}>
              ${words.dismiss}
            </button>
          </div>`
        : nothing
    }
    ${lost.map((row) => drawLost(inbox, row))}
    ${
      connected || phase !== 'ready'
        ? nothing
        : html`<div class="banner offline" role="status">
            <span class="pulse" aria-hidden="true"></span>
            <p>${words.connectionLost}</p>
          </div>`
    }
  </div>`
}

function drawLost(inbox: Inbox, row: ApprovalRow): TemplateResult {
  const { words, lost } = inbox.state()
  const target = { page: 'hold', id: row.id, filter: NO_FILTER } as const
  return html`<div class="banner stop lost" role="alert">
    ${icon('warning')}
    <p>${fill(words.outcomeLost, { title: shownTitle(row.titles, words) })}</p>
    <a href=${toAddress(target)} @click=${follow(inbox, target)}>${words.lookAtIt}</a>
    <button type="button" class="plain" @click=${() => inbox.change({ lost: lost.filter(({ id }) => id !== row.id) })}>
      ${words.dismiss}
    </button>
  </div>`
}
