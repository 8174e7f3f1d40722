/**
 * One hold: its card, what a person still has to say about it, its timeline, its records and where else it can be seen.
 */
import type { HoldVerdictDetail, ToolOpenDetail } from '@holdpoint/card'
import { ARMED_MS } from '@holdpoint/core'
import { html, nothing } from 'lit'
import type { TemplateResult } from 'lit'
import type { ApprovalDetail, ShownRecord } from '../../api/answers.ts'
import { approvedSoFar, hasApproved } from '../../model/holds/decision-words.ts'
import type { Detail } from '../../model/holds/details.ts'
import type { Inbox } from '../../model/inbox.ts'
import { recordDetail, recordWho } from '../../model/record-words.ts'
import { holdAddress, NO_FILTER } from '../../model/route.ts'
import { clock } from '../../model/times.ts'
import { fill } from '@holdpoint/card/presentation'
import { inPageLanguage } from '../../words/in-page-language.ts'
import { keepInOneLine, showInOneLine } from '../../words/one-line.ts'
import type { Words } from '../../words/words.ts'
import { armedHold, disarm } from './armed-answer.ts'
import { askAgain, drawAskAgain } from './ask-again-view.ts'
import { drawAsked, drawLaterClaims } from './asked-view.ts'
import { drawEmpty, drawLoading, drawProblem } from '../parts/empty.ts'
import { icon } from '../parts/icons.ts'
import { openLink } from '../parts/open-link.ts'
import { follow } from '../parts/page-link.ts'
import { drawResolve } from './resolve-view.ts'
import { whenChanged } from '../parts/when-changed.ts'
import { drawSurfaces } from './surfaces-view.ts'
import { drawApproved } from './undo-view.ts'
import { withProgram } from '../../words/program.ts'

export function drawHoldPage(inbox: Inbox, id: string): TemplateResult {
  const { words } = inbox.state()
  const detail = inbox.details.get(id)
  const title =
    detail !== null && 'approval' in detail ? `${detail.approval.tool}, ${detail.approval.server}` : words.openHold
  return html`<div class="single">
    <h1 class="quiet">${showInOneLine(title)}</h1>
    <a class="crumb" href="/" @click=${follow(inbox, { page: 'waiting', filter: NO_FILTER })}
      >${icon('back')}${words.allApprovals}</a
    >
    ${drawDetail(inbox, id)}
  </div>`
}

export function drawDetail(inbox: Inbox, id: string): TemplateResult {
  const { words } = inbox.state()
  const detail = inbox.details.get(id)
  if (detail === null) return drawLoading(words)
  if (!('approval' in detail)) {
    if (detail.code === 'NOT_FOUND') return drawEmpty('search', words.noSuchHold, words.noSuchHoldHint)
    return drawProblem(detail, words, () => void inbox.details.load(id))
  }
  return drawKnown(inbox, detail)
}

/** Said before a press: why the person's yes would not count, as the service judges it. */
function whyNotCounted({ approve_refused: refused, approvers, quorum }: ApprovalDetail, words: Words): string | null {
  if (refused === null) return null
  // Of several people, the service says what the one who reads lacks.
  if (refused.code !== 'NOT_AN_APPROVER' || approvers === null || quorum > 1) {
    return inPageLanguage(refused.message, 'message', words)
  }
  return fill(words.onlyApprovers, { who: approvers.map(showInOneLine).join(', ') })
}

function drawKnown(inbox: Inbox, detail: Detail): TemplateResult {
  const { words, session, locale } = inbox.state()
  const { approval, invocation, notice } = detail
  const name = session?.name ?? null
  const soFar = approvedSoFar(approval, name, words)
  const mine = hasApproved(approval, name)
    ? fill(words.youApprovedSoFar, { have: approval.approvals, need: approval.quorum })
    : whyNotCounted(approval, words)
  const shown = armedHold() === approval.id ? fill(words.armed, { n: ARMED_MS / 1000 }) : (notice ?? mine)
  const canDecide = session?.can_decide === true
  const answer = (event: CustomEvent<HoldVerdictDetail>): void => {
    disarm()
    if (canDecide) void inbox.decisions.send(event.detail)
  }
  return html`<article class="hold detail" data-state=${approval.state} aria-label=${showInOneLine(approval.tool)}>
    ${approval.state === 'pending' ? drawEdit(approval, words) : nothing}
    <tool-card
      class=${canDecide ? '' : 'read-only'}
      data-hold=${approval.id}
      .invocation=${whenChanged(invocation)}
      .locale=${locale}
      .notice=${shown === null ? null : keepInOneLine(shown)}
      opens="web"
      @hold-verdict=${answer}
      @tool-retry=${(event: Event) => {
        // Nothing runs yet: the card shows no running.
        event.preventDefault()
        if (canDecide) void askAgain(inbox, approval.id)
      }}
      @tool-open=${(event: CustomEvent<ToolOpenDetail>) => openLink(inbox, event)}
    ></tool-card>
    ${isCut(approval) ? html`<p class="said" id="cut">${words.resultCut}</p>` : nothing}
    ${
      notice !== null && approval.state !== 'pending'
        ? html`<p class="said bad" role="alert" id="conflict">
            ${icon('warning')}<span>${keepInOneLine(notice)}</span>
          </p>`
        : nothing
    }
    ${approval.state === 'pending' && !canDecide ? html`<p class="said">${withProgram(words.readOnly)}</p>` : nothing}
    ${soFar === null ? nothing : html`<p class="said" id="so-far">${soFar}</p>`} ${drawApproved(inbox, approval)}
    ${drawAskAgain(inbox, approval)}
    ${approval.note === null || isNoteInCard(approval) ? nothing : html`<p class="said">${keepInOneLine(approval.note)}</p>`}
    ${approval.state === 'unknown' && canDecide ? drawResolve(inbox, approval.id) : nothing} ${drawAsked(inbox, detail)}
    ${drawLaterClaims(inbox, detail)} ${drawTimeline(inbox, detail)} ${drawSurfaces(inbox, detail)}
    ${drawRecords(detail.records, words, locale)}
  </article>`
}

/** The card already shows the note of the person who resolved the call. */
function isNoteInCard({ outcome, note }: ApprovalDetail): boolean {
  return outcome?.kind === 'resolved' && outcome.note === note
}

function isCut({ outcome }: ApprovalDetail): boolean {
  return outcome?.kind === 'result' && outcome.truncated
}

/** The arguments that a person put in place of the requested ones; the card shows what would run. */
function drawEdit({ edit }: ApprovalDetail, words: Words): TemplateResult | typeof nothing {
  if (edit === null) return nothing
  return html`<section class="panel edited" aria-labelledby="edited-title">
    <h2 id="edited-title">${fill(words.editedBy, { who: showInOneLine(edit.by) })}</h2>
    <ul>
      ${edit.difference.map(
        ({ path, requested, approved }) =>
          html`<li>
            <code>${keepInOneLine(path)}</code> <del>${keepInOneLine(requested ?? words.nothing)}</del> →
            <ins>${keepInOneLine(approved ?? words.nothing)}</ins>
          </li>`,
      )}
    </ul>
  </section>`
}

function drawTimeline(inbox: Inbox, { records, approval }: Detail): TemplateResult | typeof nothing {
  const { words, locale } = inbox.state()
  if (records.length === 0) return nothing
  return html`<section class="panel part" aria-labelledby="timeline-title">
    <h2 id="timeline-title">${words.timeline}</h2>
    <ol class="timeline">
      ${records.map(
        (record) =>
          html`<li class=${record.kind}>
            <span class="timeline-what"
              >${words.records[record.kind] ?? record.kind} ${drawNamed(recordWho(record, words), 'timeline-who')}</span
            >
            <time datetime=${record.at}>${clock(record.at, locale)}</time>
            ${drawNamed(recordDetail(record, words), 'timeline-detail')}
          </li>`,
      )}
    </ol>
    ${
      approval.undo_of === null
        ? nothing
        : html`<p>
            <a
              href=${holdAddress(approval.undo_of)}
              @click=${follow(inbox, { page: 'hold', id: approval.undo_of, filter: NO_FILTER })}
              >${words.takesBack}</a
            >
          </p>`
    }
  </section>`
}

/** Ids of processes and attempts tell people nothing; the records below have them. */
function drawNamed(text: string | null, kind: string): TemplateResult | typeof nothing {
  if (text === null || /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(text)) return nothing
  return html`<span class=${kind}>${keepInOneLine(text)}</span>`
}

function drawRecords(records: readonly ShownRecord[], words: Words, locale: string): TemplateResult | typeof nothing {
  if (records.length === 0) return nothing
  return html`<details class="panel part records">
    <summary>${fill(words.auditRecords, { n: records.length })}</summary>
    <div class="table-box" tabindex="0" role="region" aria-label=${words.pages.audit}>
      <table>
        <thead>
          <tr>
            <th>${words.when}</th>
            <th>${words.record}</th>
            <th>${words.what}</th>
            <th>${words.hash}</th>
          </tr>
        </thead>
        <tbody>
          ${records.map(
            (record) =>
              html`<tr>
                <td>${clock(record.at, locale)}</td>
                <td><code>${record.chain}#${record.sequence}</code></td>
                <td><code>${record.kind}</code></td>
                <td><code title=${record.hash}>${record.hash.slice(0, 16)}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`
}
