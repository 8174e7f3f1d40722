/**
 * Servers that are configured or were seen: how each stands, its tools, how risky they are and why. Another rating
 * becomes a proposal; nothing is written.
 */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import { serverNow } from '../api/clock.ts'
import type { ShownServer, ToolView } from '../api/answers.ts'
import type { Inbox } from '../model/inbox.ts'
import { isFiltered, NO_FILTER } from '../model/route.ts'
import type { Filter } from '../model/route.ts'
import { span } from '../model/times.ts'
import { fill } from '@holdpoint/card/presentation'
import { keepInOneLine, showInOneLine } from '../words/one-line.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import type { Words } from '../words/words.ts'
import { drawChoice, drawSearch } from './holds/filter-bar.ts'
import { drawEmpty } from './parts/empty.ts'
import { drawFetched } from './parts/fetched-page.ts'
import { icon } from './parts/icons.ts'
import { riskMark } from './parts/marks.ts'
import { drawOptions } from './parts/options.ts'
import { drawProposal, propose, proposedRisk } from './proposal-view.ts'

export function drawServers(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  return drawFetched(inbox, {
    title: words.pages.servers,
    lead: words.serversLead,
    remote: inbox.servers,
    body: ({ servers }) =>
      servers.length === 0
        ? drawEmpty('servers', words.noServers, words.noServersHint)
        : html`${drawFilters(inbox)} ${drawFound(inbox, servers)} ${drawProposal(inbox)}`,
  })
}

function drawFilters(inbox: Inbox): TemplateResult {
  const { words, route } = inbox.state()
  return html`<div class="filters" role="search" aria-label=${words.filters}>
    ${drawSearch(inbox, words.findTool, words.findTool)}
    ${drawChoice(inbox, 'state', words.stateOfServer, Object.entries(words.serverStates))}
    ${drawChoice(inbox, 'risk', words.risk, Object.entries(words.risks))}
    ${
      isFiltered(route.filter)
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
  </div>`
}

function drawFound(inbox: Inbox, servers: readonly ShownServer[]): TemplateResult {
  const { words, route } = inbox.state()
  const found = servers.flatMap((server) => {
    const tools = fittingTools(server, route.filter)
    return tools === null ? [] : [drawServer(inbox, server, tools)]
  })
  return found.length === 0 ? drawEmpty('search', words.nothingFits, words.nothingFitsHint) : html`${found}`
}

/** All of them where the server itself is meant; `null`: neither it nor any of them fits. */
function fittingTools(server: ShownServer, { q, state, risk }: Filter): readonly ToolView[] | null {
  if (state !== '' && server.state !== state) return null
  const words = q
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const has = (text: string): boolean => words.every((word) => text.toLocaleLowerCase().includes(word))
  const ofRisk = server.tools.filter((tool) => risk === '' || tool.risk === risk)
  const named = has(server.name) ? ofRisk : ofRisk.filter((tool) => has(`${server.name} ${tool.name}`))
  if (named.length > 0) return named
  return risk === '' && has(server.name) ? [] : null
}

function drawServer(inbox: Inbox, server: ShownServer, tools: readonly ToolView[]): TemplateResult {
  const { words } = inbox.state()
  const n = tools.length
  const all = server.tools.length
  return html`<section class="panel part server ${server.state}" aria-label=${showInOneLine(server.name)}>
    <div class="item-head">
      <h2>${showInOneLine(server.name)}</h2>
      <span class="mark ${server.state}">${words.serverStates[server.state]}</span>
      ${server.configured ? html`<span class="mark">${words.configured}</span>` : nothing}
      <span class="quiet-text">${sinceText(server, words)}</span>
      <span class="quiet-text server-count"
        >${n === all ? fill(words.toolCount, { n }) : fill(words.toolsFound, { n, all })}</span
      >
    </div>
    ${
      server.problem === null
        ? nothing
        : html`<p class="channel-problem">
            ${icon('warning')}<span>${keepInOneLine(inPageLanguage(server.problem, 'failure', words))}</span>
          </p>`
    }
    <p class="quiet-text">
      <code
        >${server.display === null ? '' : `${showInOneLine(server.display)} · `}${showInOneLine(server.identity)}</code
      >
    </p>
    ${
      all === 0
        ? html`<p>${words.noToolsSeen}</p>`
        : html`<ul class="tools">
            ${tools.map((tool) => drawTool(inbox, server, tool))}
          </ul>`
    }
  </section>`
}

/** For how long it stands so, or what has to happen for it to be started. */
function sinceText({ state, since }: ShownServer, words: Words): string {
  if (state === 'unseen') return words.serverUnseen
  if (state === 'idle') return words.serverIdle
  return since === null ? '' : fill(words.serverSince, { time: span(serverNow() - Date.parse(since), words) })
}

function drawTool(inbox: Inbox, server: ShownServer, tool: ToolView): TemplateResult {
  const { words } = inbox.state()
  const risk = proposedRisk(server, tool) ?? tool.risk
  return html`<li class="tool">
    <div class="tool-head">
      <code class="name">${showInOneLine(tool.name)}</code>
      ${riskMark(tool.risk, words)}
      <span class="mark answer ${tool.answer}"
        >${words.answers[tool.answer] ?? tool.answer}${tool.answer === 'ask' ? ` · ${words.asking[tool.asking] ?? tool.asking}` : ''}</span
      >
      ${tool.irreversible ? html`<span class="mark high">${words.irreversible}</span>` : nothing}
      ${tool.changed ? html`<span class="mark medium">${words.definitionChanged}</span>` : nothing}
    </div>
    <p class="tool-why">
      ${showInOneLine(inPageLanguage(tool.why, 'rating', words))}
      <span class="quiet-text">${fill(words.ruleNamed, { rule: showInOneLine(tool.rule) })}</span>
      ${tool.depends === null ? nothing : html`<span class="quiet-text">${showInOneLine(inPageLanguage(tool.depends, 'rating', words))}</span>`}
    </p>
    <label class="choice small-choice"
      ><span>${words.rateDifferently}</span>
      <select @change=${(event: Event) => propose(inbox, server, tool, (event.target as HTMLSelectElement).value)}>
        ${drawOptions(
          ['low', 'medium', 'high'].map((level) => [level, words.risks[level] ?? level]),
          risk,
        )}
      </select></label
    >
  </li>`
}
