/** The chats in which people are asked: whether each is reached, what to do where it is not, and what stands open there. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { serverNow } from '../api/clock.ts'
import type { ShownProcess, ShownChannel } from '../api/answers.ts'
import { channelState, isAway, platformName } from '../model/channels.ts'
import type { Inbox } from '../model/inbox.ts'
import { ago, span } from '../model/times.ts'
import { fill } from '@holdpoint/card/presentation'
import { inPageLanguage } from '../words/in-page-language.ts'
import { keepInOneLine, showInOneLine } from '../words/one-line.ts'
import { withProgram } from '../words/program.ts'
import type { Words } from '../words/words.ts'
import { drawEmpty } from './parts/empty.ts'
import { drawFetched } from './parts/fetched-page.ts'
import { icon } from './parts/icons.ts'

export function drawChannels(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  return drawFetched(inbox, {
    title: words.pages.channels,
    lead: words.channelsLead,
    remote: inbox.channels,
    body: ({ channels }) =>
      channels.length === 0
        ? drawEmpty('channels', words.noChannels, withProgram(words.noChannelsHint))
        : html`${channels.map((channel) => drawChannel(channel, words))}`,
  })
}

function drawChannel(channel: ShownChannel, words: Words): TemplateResult {
  const name = platformName(channel.platform, words)
  const failed = channel.failed_deliveries
  return html`<section class="panel part channel" aria-label=${name}>
    <div class="item-head">
      <h2>${name}</h2>
      ${channel.name === channel.platform ? nothing : html`<code class="quiet-text">${showInOneLine(channel.name)}</code>`}
      <span class="mark ${channel.state}">${channelState(channel.state, words)}</span>
      <span class="quiet-text">${sinceText(channel, words)}</span>
    </div>
    ${drawProblem(channel, words)}
    ${channel.processes
      .slice(1)
      .filter(isAway)
      .map(
        (other) =>
          html`<p class="quiet-text">${fill(words.otherProcesses, { state: channelState(other.state, words) })}</p>
            ${drawProblem(other, words)}`,
      )}
    <p class="channel-counts">
      <span>${fill(words.openQuestions, { n: channel.open_questions })}</span>
      <span class=${failed === 0 ? 'quiet-text' : 'bad'}
        >${failed === 0 ? words.noFailedDeliveries : fill(words.failedDeliveries, { n: failed })}</span
      >
    </p>
  </section>`
}

function drawProblem({ problem }: ShownProcess, words: Words): TemplateResult | typeof nothing {
  if (problem === null) return nothing
  return html`<p class="channel-problem">
    ${icon('warning')}<span>${keepInOneLine(inPageLanguage(problem, 'message', words))}</span>
  </p>`
}

function sinceText({ state, since, last_connected: last }: ShownChannel, words: Words): string {
  if (state === 'connected')
    return fill(words.connectedFor, { time: span(serverNow() - Date.parse(since ?? ''), words) })
  if (last !== null) return fill(words.lastConnected, { when: ago(Date.parse(last), words) })
  return state === 'closed' ? '' : words.neverConnected
}
