/**
 * What the list keeps of a hold: a few hundred bytes, so that 100,000 fit. Every text is visible and one line already.
 */
import type { Titles } from '@holdpoint/core'
import type { ApprovalView } from '../../api/answers.ts'
import { showInOneLine } from '../../words/one-line.ts'

export interface ApprovalRow {
  readonly id: string
  readonly state: ApprovalView['state']
  readonly server: string
  readonly identity: string
  readonly tool: string
  readonly risk: string
  /** What it would do, in each language: a reminder of which call it is; the whole is shown where it can be decided. */
  readonly titles: Titles
  readonly principal: string
  readonly client: string
  readonly warned: boolean
  readonly createdAt: number
  readonly decideBy: number
  readonly decidedAt: number | null
  /** An approved call runs no sooner; until then it can be taken back. */
  readonly runAfter: number | null
  readonly decidedBy: string | null
  readonly via: string | null
  readonly approvals: number
  readonly quorum: number
}

export function toApprovalRow(approval: ApprovalView): ApprovalRow {
  const { outcome } = approval
  // The person who resolved it comes before the one who approved it.
  const said =
    outcome?.kind === 'resolved' ? { by: outcome.by, via: null } : { by: approval.decided_by, via: approval.via }
  return {
    id: approval.id,
    state: approval.state,
    server: showInOneLine(approval.server),
    identity: showInOneLine(approval.server_identity),
    tool: showInOneLine(approval.tool),
    risk: approval.risk,
    titles: approval.titles,
    principal: showInOneLine(approval.principal),
    client: showInOneLine(approval.client),
    warned: approval.warnings.length > 0,
    createdAt: Date.parse(approval.created_at),
    decideBy: Date.parse(approval.decide_by),
    decidedAt: approval.decided_at === null ? null : Date.parse(approval.decided_at),
    runAfter: approval.run_after === null ? null : Date.parse(approval.run_after),
    decidedBy: said.by === null ? null : showInOneLine(said.by),
    via: said.via,
    approvals: approval.approvals,
    quorum: approval.quorum,
  }
}

/** Whether a person is still needed. */
export function needsPerson({ state }: Pick<ApprovalRow, 'state'>): boolean {
  return state === 'pending' || state === 'unknown'
}
