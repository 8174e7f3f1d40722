/** Standing answers: what they allow or deny, how much of it is used, and their end. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { GrantView } from '../api/answers.ts'
import { request } from '../api/request.ts'
import { problemText } from '../model/inbox.ts'
import type { Inbox } from '../model/inbox.ts'
import { holdAddress, NO_FILTER } from '../model/route.ts'
import { ago, clock, left } from '../model/times.ts'
import { fill } from '@holdpoint/card/presentation'
import { keepInOneLine, showInOneLine } from '../words/one-line.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import type { Words } from '../words/words.ts'
import { drawEmpty } from './parts/empty.ts'
import { drawFetched } from './parts/fetched-page.ts'
import { riskMark } from './parts/marks.ts'
import { follow } from './parts/page-link.ts'

export function drawGrants(inbox: Inbox): TemplateResult {
  const { words } = inbox.state()
  return drawFetched(inbox, {
    title: words.pages.grants,
    lead: words.grantsLead,
    remote: inbox.grants,
    body: ({ grants }) => {
      if (grants.length === 0) return drawEmpty('grants', words.noGrants, words.noGrantsHint)
      const standing = grants.filter(({ state }) => state === 'standing')
      const ended = grants.filter(({ state }) => state !== 'standing')
      return html`<ul class="cards">
          ${standing.map((grant) => drawGrant(inbox, grant))}
        </ul>
        ${
          ended.length === 0
            ? nothing
            : html`<details class="part">
                <summary>${fill(words.endedGrants, { n: ended.length })}</summary>
                <ul class="cards">
                  ${ended.map((grant) => drawGrant(inbox, grant))}
                </ul>
              </details>`
        }`
    },
  })
}

function drawGrant(inbox: Inbox, grant: GrantView): TemplateResult {
  const { words, session, locale } = inbox.state()
  const revoke = async (event: Event): Promise<void> => {
    if (!event.isTrusted) return
    const answer = await request<GrantView>('DELETE', `/admin/grants/${encodeURIComponent(grant.id)}`)
    inbox.toast(answer.ok ? words.revoked : problemText(answer.problem, words), answer.ok ? 'good' : 'bad')
    await inbox.grants.load()
  }
  return html`<li class="panel item ${grant.state}" data-grant=${grant.id}>
    <div class="item-head">
      <span class="mark ${grant.effect}">${words.effects[grant.effect]}</span>
      <strong class="name">${showInOneLine(grant.tool)}</strong>
      <span class="quiet-text">${showInOneLine(grant.server)}</span>
      ${riskMark(grant.risk, words)}
      ${grant.state === 'standing' ? nothing : html`<span class="mark">${words.grantStates[grant.state]}</span>`}
    </div>
    <p>${keepInOneLine(summaryOf(grant, words, locale))}</p>
    <dl class="facts">
      <dt>${words.used}</dt>
      <dd>${drawUsage(grant)}</dd>
      ${
        grant.expires_at === null
          ? nothing
          : html`<dt>${words.ends}</dt>
              <dd>${clock(grant.expires_at, locale)} (${left(Date.parse(grant.expires_at), words)})</dd>`
      }
      <dt>${words.madeBy}</dt>
      <dd>
        ${showInOneLine(grant.created_by)}, ${ago(Date.parse(grant.created_at), words)}
        ${
          grant.approval === null
            ? nothing
            : html`·
                <a
                  href=${holdAddress(grant.approval)}
                  @click=${follow(inbox, { page: 'hold', id: grant.approval, filter: NO_FILTER })}
                  >${words.fromThisCall}</a
                >`
        }
      </dd>
      ${
        grant.revoked_by === null
          ? nothing
          : html`<dt>${words.revokedBy}</dt>
              <dd>${showInOneLine(inPageLanguage(grant.revoked_by, 'actor', words))}</dd>`
      }
    </dl>
    ${
      grant.state === 'standing' && session?.can_decide === true
        ? html`<div class="buttons">
            <button type="button" class="no" @click=${(event: Event) => void revoke(event)}>${words.revoke}</button>
          </div>`
        : nothing
    }
  </li>`
}

/** With the moment of its end as the reader tells time. What is stored stays as it is. */
function summaryOf({ summary, expires_at }: GrantView, words: Words, locale: string): string {
  const text = inPageLanguage(summary, 'grant', words)
  const at = expires_at === null ? -1 : text.lastIndexOf(expires_at)
  if (expires_at === null || at < 0) return text
  return text.slice(0, at) + clock(expires_at, locale) + text.slice(at + expires_at.length)
}

function drawUsage({ used, limits }: GrantView): TemplateResult {
  const share = limits.count === null ? null : used.count / limits.count
  return html`${used.count}${limits.count === null ? '' : ` / ${limits.count}`}
  ${limits.amount === null ? nothing : html` · ${showInOneLine(limits.amount.path)}: ${used.amount} / ${limits.amount.total}`}
  ${share === null ? nothing : html`<progress max="1" .value=${Math.min(1, share)} aria-label=${`${used.count} / ${limits.count}`}></progress>`}`
}
