/** Whether everything that decides works: the service, its store, this page's stream, the gate, the log. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { problemText, waitingCount } from '../model/inbox.ts'
import type { Inbox } from '../model/inbox.ts'
import { setPaused } from '../model/pause.ts'
import { oneLine } from '../words/one-line.ts'
import { said } from '../words/said.ts'
import { drawVerification } from './audit-view.ts'
import { icon } from './icons.ts'

export function drawHealth(inbox: Inbox): TemplateResult {
  const { words, session, connected } = inbox.state()
  const health = inbox.health.value()
  const ready = inbox.readiness
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
      ${line(health === null ? (inbox.health.problem() === null ? null : false) : true, words.service, health === null ? '…' : `Holdpoint ${health.version}`)}
      ${line(ready.problem() !== null ? false : ready.value() === null ? null : true, words.store, ready.problem() === null ? words.storeReady : problemText(ready.problem() ?? { code: '', message: '' }, words))}
      ${line(connected, words.stream, connected ? words.streamOpen : words.connectionLost)}
      ${line(off === null, words.gate, off === null ? words.gateHolds : oneLine(said(off, 'message', words)))}
      ${line(paused === null, words.pauseState, paused === null ? words.notPaused : words.pausedMeans)}
      ${line(true, words.waitingNow, String(pending))}
      ${unknown === 0 ? nothing : line(false, words.unknownNow, String(unknown))}
    </ul>
    <div class="buttons">
      ${
        session?.can_decide !== true
          ? nothing
          : paused === null
            ? html`<button type="button" class="no" @click=${() => void setPaused(inbox, true)}>
                ${icon('pause')}${words.pauseAll}
              </button>`
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
        @click=${() => void Promise.all([inbox.health.load(), inbox.readiness.load()])}
      >
        ${words.tryAgain}
      </button>
    </div>
    <p class="quiet-text">${words.pauseMeans}</p>
    ${drawVerification(inbox)}
  </section>`
}
