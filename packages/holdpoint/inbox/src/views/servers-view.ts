/**
 * Servers that were seen, their tools, how risky each is and why. Another rating becomes YAML to paste; nothing is
 * written.
 */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ShownServer, ToolView } from '../api/answers.ts'
import type { Inbox } from '../model/inbox.ts'
import { policyProposal, proposalPlaces } from '../model/policy-proposal.ts'
import type { ProposedRating } from '../model/policy-proposal.ts'
import { fill } from '@holdpoint/card/presentation'
import { showInOneLine } from '../words/one-line.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import { drawEmpty } from './parts/empty.ts'
import { drawFetched } from './parts/fetched-page.ts'
import { riskMark } from './parts/marks.ts'
import { drawOptions } from './parts/options.ts'

/** Kept until they are dismissed, in the order they were chosen. */
const proposed = new Map<string, ProposedRating>()

export function drawServers(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  return drawFetched(inbox, {
    title: words.pages.servers,
    lead: words.serversLead,
    remote: inbox.servers,
    body: ({ servers }) =>
      servers.length === 0
        ? drawEmpty('servers', words.noServers, words.noServersHint)
        : html`${servers.map((server) => drawServer(inbox, server))} ${drawProposal(inbox)}`,
  })
}

function drawServer(inbox: Inbox, server: ShownServer): TemplateResult {
  const { words } = inbox.state()
  return html`<section class="panel part server" aria-label=${showInOneLine(server.name)}>
    <div class="item-head">
      <h2>${showInOneLine(server.name)}</h2>
      ${server.configured ? html`<span class="mark">${words.configured}</span>` : nothing}
      <span class="quiet-text">${fill(words.toolCount, { n: server.tools.length })}</span>
    </div>
    <p class="quiet-text">
      <code
        >${server.display === null ? '' : `${showInOneLine(server.display)} · `}${showInOneLine(server.identity)}</code
      >
    </p>
    ${
      server.tools.length === 0
        ? html`<p>${words.noToolsSeen}</p>`
        : html`<ul class="tools">
            ${server.tools.map((tool) => drawTool(inbox, server, tool))}
          </ul>`
    }
  </section>`
}

function drawTool(inbox: Inbox, server: ShownServer, tool: ToolView): TemplateResult {
  const { words } = inbox.state()
  const key = `${server.identity} ${tool.name}`
  const risk = proposed.get(key)?.risk ?? tool.risk
  const propose = (next: string): void => {
    if (next === tool.risk) proposed.delete(key)
    else proposed.set(key, { server, tool: tool.name, risk: next })
    inbox.change({})
  }
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
      <select @change=${(event: Event) => propose((event.target as HTMLSelectElement).value)}>
        ${drawOptions(
          ['low', 'medium', 'high'].map((level) => [level, words.risks[level] ?? level]),
          risk,
        )}
      </select></label
    >
  </li>`
}

function drawProposal(inbox: Inbox): TemplateResult | typeof nothing {
  const { words } = inbox.state()
  if (proposed.size === 0) return nothing
  const ratings = [...proposed.values()]
  const yaml = policyProposal(ratings)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(yaml)
    inbox.toast(words.copied, 'plain')
  }
  const dismiss = (): void => {
    proposed.clear()
    inbox.change({})
  }
  return html`<div class="proposal" role="status">
    <p>${fill(words.proposalHint, { places: proposalPlaces(ratings).join(words.comma) })}</p>
    <pre tabindex="0">${yaml}</pre>
    <div class="buttons">
      <button type="button" @click=${() => void copy()}>${words.copy}</button>
      <button type="button" class="plain" @click=${dismiss}>${words.dismiss}</button>
    </div>
  </div>`
}
