/** Whether everything that decides works: the service, its store, this page's stream, the gate, the log. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { channelState, isAway, platformName } from '../model/channels.ts'
import { problemText, waitingCount } from '../model/inbox.ts'
import type { Inbox } from '../model/inbox.ts'
import { setPaused } from '../model/pause.ts'
import type { Remote } from '../model/remote.ts'
import { keepInOneLine } from '../words/one-line.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import type { Words } from '../words/words.ts'
import { drawVerification } from './audit-view.ts'
import { icon } from './parts/icons.ts'
import { askToPause } from './pause-view.ts'

export function drawHealth(inbox: Inbox): TemplateResult {
  const { words, session, connected } = inbox.state()
  const health = inbox.health.value()
  const channels = inbox.channels.value()?.channels ?? []
  const paused = session?.gate.paused ?? null
  const off = session?.gate.off ?? null
  const { pending, unknown } = waitingCount(inbox)
  const line = (good: boolean | null, name: string, text: string): TemplateResult =>
    html`<li class="health-line ${good === null ? 'waiting' : good ? 'good' : 'bad'}">
      ${icon(good === false ? 'warning' : 'check')}<strong>${name}</strong><span>${text}</span>
    </li>`
  return html`<section class="page" aria-labelledby="view-title">
    <header class="view-head"><h1 id="view-title">${words.pages.health}</h1></header>
    <ul class="panel health">
      ${line(answeredBy(inbox.health), words.service, troubleOf(inbox.health, words) ?? (health === null ? '…' : `Holdpoint ${health.version}`))}
      ${line(answeredBy(inbox.readiness), words.store, troubleOf(inbox.readiness, words) ?? (inbox.readiness.value() === null ? '…' : words.storeReady))}
      ${line(connected, words.stream, connected ? words.streamOpen : words.connectionLost)}
      ${line(off === null, words.gate, off === null ? words.gateHolds : keepInOneLine(inPageLanguage(off, 'message', words)))}
      ${channels.length === 0 ? nothing : line(!channels.some(isAway), words.pages.channels, channels.map((channel) => `${platformName(channel.platform, words)}${words.colon}${channelState(channel.state, words)}`).join(' · '))}
      ${line(paused === null, words.pauseState, paused === null ? words.notPaused : words.pausedMeans)}
      ${line(true, words.waitingNow, String(pending))}
      ${unknown === 0 ? nothing : line(false, words.unknownNow, String(unknown))}
    </ul>
    <div class="buttons">
      ${
        session?.can_decide !== true
          ? nothing
          : paused === null
            ? html`<button type="button" class="no" aria-haspopup="dialog" @click=${askToPause(inbox)}>
                ${icon('pause')}${words.pauseAll}
              </button>`
            : !paused.can_resume
              ? nothing
              : html`<button type="button" class="main" @click=${() => void setPaused(inbox, false)}>
                  ${icon('play')}${words.resume}
                </button>`
      }
      <button type="button" ?disabled=${inbox.verification.loading()} @click=${() => void inbox.verification.load()}>
        ${icon('check')}${inbox.verification.loading() ? words.verifying : words.verify}
      </button>
      <button
        type="button"
        class="plain"
        @click=${() => void Promise.all([inbox.health.load(), inbox.readiness.load(), inbox.channels.load()])}
      >
        ${words.tryAgain}
      </button>
    </div>
    <p class="quiet-text">${words.pauseMeans}</p>
    ${drawVerification(inbox)}
  </section>`
}

/** `null`: it was not asked yet. After a failed attempt, the earlier answer no longer counts. */
function answeredBy(remote: Remote<unknown>): boolean | null {
  return remote.problem() === null ? (remote.value() === null ? null : true) : false
}

function troubleOf(remote: Remote<unknown>, words: Words): string | null {
  const problem = remote.problem()
  return problem === null ? null : problemText(problem, words)
}
