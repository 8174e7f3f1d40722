/** Where else a hold was asked about, where it was decided, and how to get at it from elsewhere. */
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ApprovalDetail } from '../../api/answers.ts'
import { platformName } from '../../model/channels.ts'
import type { Detail } from '../../model/holds/details.ts'
import type { Inbox } from '../../model/inbox.ts'
import { holdAddress, NO_FILTER } from '../../model/route.ts'
import { surfacesOf, surfaceText } from '../../model/holds/surfaces.ts'
import type { ShownSurface } from '../../model/holds/surfaces.ts'
import { ago } from '../../model/times.ts'
import { fill } from '@holdpoint/card/presentation'
import { showInOneLine } from '../../words/one-line.ts'
import type { Words } from '../../words/words.ts'
import { drawDeliveries } from './deliveries-view.ts'
import { follow } from '../parts/page-link.ts'
import { program } from '../../words/program.ts'

export function drawSurfaces(inbox: Inbox, { approval, records }: Detail): TemplateResult {
  const { words } = inbox.state()
  const surfaces = surfacesOf(records)
  const address = holdAddress(approval.id)
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(location.origin + address)
    inbox.toast(words.copied, 'plain')
  }
  return html`<section class="panel part surfaces" aria-labelledby="surfaces-title">
    <h2 id="surfaces-title">${words.surfaces}</h2>
    <dl class="facts">
      ${surfaces.length === 0 && approval.deliveries.length > 0 ? nothing : drawShown(surfaces, words)}
      ${drawDeliveries(approval.deliveries, words)} ${drawDecided(approval, words)}
      <dt>${words.surfacePage}</dt>
      <dd class="way-there">
        <a href=${address} @click=${follow(inbox, { page: 'hold', id: approval.id, filter: NO_FILTER })}>${address}</a>
        <button type="button" class="small" @click=${() => void copy()}>${words.copyLink}</button>
      </dd>
      <dt>${words.surfaceTerminal}</dt>
      <dd><code>${program()} show ${showInOneLine(approval.id)}</code></dd>
    </dl>
    <p class="quiet-text">
      ${approval.quorum > 1 ? fill(words.eachApproverCounts, { n: approval.quorum }) : words.firstAnswerCounts}
    </p>
  </section>`
}

function drawShown(surfaces: readonly ShownSurface[], words: Words): TemplateResult {
  return html`<dt>${words.alsoAskedOn}</dt>
    <dd>
      ${
        surfaces.length === 0
          ? words.askedNowhereElse
          : html`<ul id="asked-on">
              ${surfaces.map(
                ({ kind, client, at }) =>
                  html`<li>
                    ${surfaceText(kind, client, words)}${words.comma}<time datetime=${at}
                      >${ago(Date.parse(at), words)}</time
                    >
                  </li>`,
              )}
            </ul>`
      }
    </dd>`
}

function drawDecided(approval: ApprovalDetail, words: Words): TemplateResult | typeof nothing {
  const { decided_by, decided_by_person, decided_at, via } = approval
  if (decided_by === null || decided_at === null) return nothing
  const rail = via ?? ''
  const where =
    rail === 'channel'
      ? platformName(decided_by.slice(0, Math.max(0, decided_by.indexOf(':'))), words)
      : Object.hasOwn(words.rails, rail)
        ? (words.rails[rail] ?? rail)
        : showInOneLine(rail)
  return html`<dt>${words.decidedOn}</dt>
    <dd id="decided-on">
      ${fill(words.decidedWhere, { where, who: showInOneLine(decided_by_person ?? decided_by) })}${words.comma}<time
        datetime=${decided_at}
        >${ago(Date.parse(decided_at), words)}</time
      >
    </dd>`
}
