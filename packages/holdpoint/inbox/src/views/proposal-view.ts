/**
 * Other ratings, as they are proposed: YAML to copy, and what they would have changed for the last recorded calls, ruled by
 * the service as it rules calls. It puts nothing in force: the file is changed by a person, and a looser one waits for one.
 */
import { fill } from '@holdpoint/card/presentation'
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { RulingChange, RuledEitherWay, ShownServer, ToolView, TrialOfRatings } from '../api/answers.ts'
import { request } from '../api/request.ts'
import type { ApiProblem } from '../api/request.ts'
import { problemText } from '../model/inbox.ts'
import type { Inbox } from '../model/inbox.ts'
import { policyProposal, proposalPlaces } from '../model/policy-proposal.ts'
import type { ProposedRating } from '../model/policy-proposal.ts'
import { holdAddress, NO_FILTER } from '../model/route.ts'
import { ago } from '../model/times.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import { keepInOneLine } from '../words/one-line.ts'
import { shownTitle } from '../words/shown-title.ts'
import { withProgram } from '../words/program.ts'
import type { Words } from '../words/words.ts'
import { follow } from './parts/page-link.ts'

/** Kept until they are dismissed, in the order they were chosen. */
const proposed = new Map<string, ProposedRating>()
/** Of exactly the ratings that stand there now. */
let trial: 'none' | 'loading' | TrialOfRatings | ApiProblem = 'none'

export function propose(inbox: Inbox, server: ShownServer, tool: ToolView, risk: string): void {
  const key = keyOf(server, tool)
  if (risk === tool.risk) proposed.delete(key)
  else proposed.set(key, { server, tool: tool.name, risk })
  trial = 'none'
  inbox.change({})
}

export function proposedRisk(server: ShownServer, tool: ToolView): string | null {
  return proposed.get(keyOf(server, tool))?.risk ?? null
}

function keyOf(server: ShownServer, tool: ToolView): string {
  return `${server.identity} ${tool.name}`
}

export function drawProposal(inbox: Inbox): TemplateResult | typeof nothing {
  const { words, session } = inbox.state()
  if (proposed.size === 0) return nothing
  const ratings = [...proposed.values()]
  const yaml = policyProposal(ratings)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(yaml)
    inbox.toast(words.copied, 'plain')
  }
  const dismiss = (): void => {
    proposed.clear()
    trial = 'none'
    inbox.change({})
  }
  return html`<section class="proposal" aria-labelledby="proposal-title">
    <h2 id="proposal-title">${words.proposal}</h2>
    <p>${fill(words.proposalHint, { places: proposalPlaces(ratings).join(words.comma) })}</p>
    <pre tabindex="0">${yaml}</pre>
    ${session?.can_decide === true ? nothing : html`<p class="quiet-text">${words.onlyApproversBackTest}</p>`}
    <div class="trial" role="status">${drawTrial(inbox)}</div>
    <div class="buttons">
      <button type="button" @click=${() => void copy()}>${words.copy}</button>
      ${
        session?.can_decide === true
          ? html`<button type="button" ?disabled=${trial === 'loading'} @click=${() => void tryOut(inbox, ratings)}>
              ${trial === 'loading' ? words.backTesting : words.backTest}
            </button>`
          : nothing
      }
      <button type="button" class="plain" @click=${dismiss}>${words.dismiss}</button>
    </div>
  </section>`
}

async function tryOut(inbox: Inbox, ratings: readonly ProposedRating[]): Promise<void> {
  trial = 'loading'
  inbox.change({})
  const sent = ratings.map(({ server, tool, risk }) => ({ server: server.name, tool, risk }))
  const answer = await request<TrialOfRatings>('POST', '/admin/policy/replay', { ratings: sent })
  // Another rating was chosen meanwhile: what comes is not about what stands there.
  if (trial !== 'loading') return
  trial = answer.ok ? answer.body : answer.problem
  inbox.change({})
}

function drawTrial(inbox: Inbox): TemplateResult | typeof nothing {
  const { words } = inbox.state()
  if (trial === 'none' || trial === 'loading') return nothing
  if ('code' in trial) return html`<p class="trouble">${keepInOneLine(problemText(trial, words))}</p>`
  const { loosens, calls, passed, changed } = trial
  const counts = { n: calls, changed: changed.length }
  const found =
    calls === 0
      ? words.backTestNothing
      : fill(changed.length === 0 ? words.backTestSame : words.backTestChanged, counts)
  return html`<p>${withProgram(loosens.length === 0 ? words.proposalTighter : words.proposalLooser)}</p>
    ${loosens.map((sentence) => html`<p class="quiet-text">${keepInOneLine(inPageLanguage(sentence, 'loosening', words))}</p>`)}
    <p>${found}</p>
    ${
      changed.length === 0
        ? nothing
        : html`<ul class="trial-changes">
            ${changed.map((change) => drawChange(inbox, change))}
          </ul>`
    }
    ${passed === 0 ? nothing : html`<p class="quiet-text">${fill(words.backTestPassed, { n: passed })}</p>`}`
}

function drawChange(inbox: Inbox, { hold, titles, at, before, after }: RulingChange): TemplateResult {
  const { words } = inbox.state()
  return html`<li>
    <a href=${holdAddress(hold)} @click=${follow(inbox, { page: 'hold', id: hold, filter: NO_FILTER })}
      >${shownTitle(titles, words)}</a
    >
    <span class="quiet-text"
      >${fill(words.ruledChange, { before: ruledText(before, words), after: ruledText(after, words) })} ·
      ${ago(Date.parse(at), words)}</span
    >
  </li>`
}

function ruledText({ risk, answer, asking }: RuledEitherWay, words: Words): string {
  const how =
    answer === 'ask' ? `${words.answers[answer]} ${words.asking[asking] ?? asking}` : (words.answers[answer] ?? answer)
  return `${words.risks[risk] ?? risk}${words.comma}${how}`
}
