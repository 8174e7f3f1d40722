/** Every tool call as it happens, and as far back as the log goes: passed, held, denied. One row each, to be opened. */
import type { Invocation, MessageTable, ToolOpenDetail } from '@holdpoint/card'
import { approvalIn } from '@holdpoint/core'
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ActivityCall } from '../api/answers.ts'
import { activityKey, WAYS } from '../model/activity-log.ts'
import type { Inbox } from '../model/inbox.ts'
import { fromDetail, fromCall, hasPassed } from '../model/holds/invocation.ts'
import { recordDetail } from '../model/record-words.ts'
import { holdAddress, isFiltered, NO_FILTER } from '../model/route.ts'
import { ago, clock } from '../model/times.ts'
import { fill } from '@holdpoint/card/presentation'
import { keepInOneLine, showInOneLine } from '../words/one-line.ts'
import { drawEmpty } from './parts/empty.ts'
import { drawChoice, drawServerChoice } from './holds/filter-bar.ts'
import { icon } from './parts/icons.ts'
import { riskMark, stateMark } from './parts/marks.ts'
import { openLink } from './parts/open-link.ts'
import { follow } from './parts/page-link.ts'
import { drawPaged } from './parts/paged-view.ts'
import { whenChanged } from './parts/when-changed.ts'
import { withProgram } from '../words/program.ts'
import { shownTitle } from '../words/shown-title.ts'

interface DrawnCall {
  readonly text: string
  readonly invocation: Invocation
  readonly messages: Partial<MessageTable>
}

const drawn = new Map<string, DrawnCall>()
const MOST_DRAWN = 400
/** Rows that the person opened, until the page is left. */
const opened = new Set<string>()
const OUTCOMES = {
  running: 'dispatching',
  done: 'succeeded',
  error: 'failed',
  cancelled: 'cancelled',
  unknown: 'unknown',
} as const

export function drawActivity(inbox: Inbox): TemplateResult {
  const { words, connected, route } = inbox.state()
  const problem = inbox.activity.problem()
  const filtered = isFiltered(route.filter)
  return html`<section class="page" aria-labelledby="view-title">
    <header class="view-head">
      <h1 id="view-title">${words.pages.activity}</h1>
      ${
        connected && problem === null
          ? html`<span class="live"><span class="pulse" aria-hidden="true"></span>${words.live}</span>`
          : html`<span class="live lost">${words.notLive}</span>`
      }
    </header>
    <p class="lead">${words.activityLead}</p>
    <div class="filters" role="search" aria-label=${words.filters}>
      ${drawChoice(
        inbox,
        'state',
        words.howFilter,
        WAYS.map((way) => [way, words.how[way]]),
      )}
      ${drawChoice(inbox, 'risk', words.risk, Object.entries(words.risks))} ${drawServerChoice(inbox)}
      ${
        filtered
          ? html`<button
              type="button"
              class="chip-button"
              aria-label=${words.clearFilters}
              @click=${() => inbox.filter(NO_FILTER)}
            >
              ${words.clear}
            </button>`
          : nothing
      }
    </div>
    ${drawPaged<ActivityCall>(inbox, {
      log: inbox.activity,
      label: words.pages.activity,
      list: 'activity',
      keyOf: activityKey,
      drawItem: (call) => drawCall(inbox, call),
      empty: () =>
        filtered
          ? drawEmpty('search', words.nothingFits, words.nothingFitsHint)
          : drawEmpty('activity', words.noActivity, withProgram(words.noActivityHint)),
    })}
  </section>`
}

/** One row: what it is, how it stands, when. What else is known of it is drawn only once it is opened. */
function drawCall(inbox: Inbox, call: ActivityCall): TemplateResult {
  const { words } = inbox.state()
  const { approval } = call
  const key = activityKey(call)
  const how = hasPassed(call) ? 'passed' : call.kind === 'hold-created' ? 'held' : 'denied'
  const isOpen = opened.has(key)
  const toggle = (): void => {
    if (!opened.delete(key)) opened.add(key)
    inbox.change({})
  }
  const tool = showInOneLine(call.tool ?? '')
  const state = stateOf(call)
  const names = [showInOneLine(call.server ?? ''), showInOneLine(call.client ?? '')].filter((name) => name !== '')
  return html`<li class="call ${how}" data-call=${key}>
    <div class="call-row">
      <button type="button" class="call-open" aria-expanded=${isOpen} @click=${toggle}>
        <span class="call-how ${how}">${icon(how)}<span class="quiet">${words.how[how]}</span></span>
        <span class="call-title">${approval === null ? tool : shownTitle(approval.titles, words)}</span>
        <span class="call-names"
          >${approval === null ? nothing : html`<code>${tool}</code> · `}${names.join(' · ')}</span
        >
        <span class="call-marks">
          ${call.risk === null || call.risk === 'low' ? nothing : riskMark(call.risk, words)}
          ${state === null ? nothing : stateMark(state, words)}
        </span>
        <time datetime=${call.at}>${ago(Date.parse(call.at), words)}</time>
        ${icon(isOpen ? 'less' : 'more')}
      </button>
      ${
        approval === null
          ? nothing
          : html`<a
              class="call-link"
              href=${holdAddress(approval.id)}
              @click=${follow(inbox, { page: 'hold', id: approval.id, filter: NO_FILTER })}
              >${approval.state === 'pending' ? words.decideIt : words.lookAtIt}</a
            >`
      }
    </div>
    ${isOpen ? drawDetails(inbox, call, how) : nothing}
  </li>`
}

function drawDetails(inbox: Inbox, call: ActivityCall, how: 'passed' | 'held' | 'denied'): TemplateResult {
  const { words, locale } = inbox.state()
  const { approval } = call
  const drawnCall = toDrawn(inbox, call)
  const detail = recordDetail(call, words)
  return html`<div class="call-more">
    <tool-card
      class="read-only ${approval?.preview === undefined ? 'head-only' : ''}"
      .invocation=${whenChanged(drawnCall.invocation)}
      .locale=${locale}
      .messages=${whenChanged(drawnCall.messages)}
      opens="web"
      @tool-open=${(event: CustomEvent<ToolOpenDetail>) => openLink(inbox, event)}
    ></tool-card>
    <p class="call-about">
      <span
        >${fill(words.callBy, { who: showInOneLine(call.principal ?? ''), client: showInOneLine(call.client ?? '') })}</span
      >
      ${call.rule === null ? nothing : html`<span>${fill(words.ruleNamed, { rule: showInOneLine(call.rule) })}</span>`}
      ${detail === null || how === 'held' ? nothing : html`<span>${keepInOneLine(detail)}</span>`}
      <time datetime=${call.at}>${clock(call.at, locale)}</time>
    </p>
  </div>`
}

/** In the words for held calls, so that the same end has one name. Of what the gate denied nothing ran. */
function stateOf({ approval, outcome }: ActivityCall): string | null {
  if (approval !== null) return approval.state
  return outcome === null ? null : OUTCOMES[outcome]
}

/** The same objects while nothing changed: the card takes others for news. Each card is a landmark of its own name. */
function toDrawn(inbox: Inbox, call: ActivityCall): DrawnCall {
  const { words } = inbox.state()
  const key = activityKey(call)
  const trust = inbox.trust(call.server ?? '', call.approval?.server_identity ?? null)
  const text = `${trust} ${call.outcome} ${words.callNumbered} ${JSON.stringify(call.approval)}`
  const known = drawn.get(key)
  if (known?.text === text) return known
  const invocation =
    call.approval === null ? fromCall(call, trust) : fromDetail(approvalIn(call.approval, words.language), trust, words)
  const region = fill(words.callNumbered, { n: call.sequence })
  const fresh: DrawnCall = { text, invocation, messages: { region } }
  drawn.set(key, fresh)
  const oldest = drawn.keys().next().value
  if (drawn.size > MOST_DRAWN && oldest !== undefined) drawn.delete(oldest)
  return fresh
}
