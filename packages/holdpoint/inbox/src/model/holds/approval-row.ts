/**
 * What the list keeps of a hold: a few hundred bytes, so that 100,000 fit. Every text is visible and one line already.
 */
import type { ApprovalView } from '../../api/answers.ts'
import { showInOneLine } from '../../words/one-line.ts'

export interface ApprovalRow {
  readonly id: string
  readonly state: ApprovalView['state']
  readonly server: string
  readonly identity: string
  readonly tool: string
  readonly risk: string
  /** Only a reminder of which call it is: the whole is shown where it can be decided. */
  readonly glimpse: string
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

const LONGEST_GLIMPSE = 140

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
    glimpse: glimpseOf(approval.edit?.approved ?? approval.arguments),
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

function glimpseOf(value: unknown): string {
  const text = plain(value, 0)
  return showInOneLine(text.length > LONGEST_GLIMPSE ? `${text.slice(0, LONGEST_GLIMPSE)}…` : text)
}

/** `id: 42, note: "…"`: fewer marks than JSON, easier to scan. */
function plain(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null || depth > 2) return JSON.stringify(value)?.slice(0, 200) ?? ''
  if (Array.isArray(value))
    return `[${value
      .slice(0, 8)
      .map((item) => plain(item, depth + 1))
      .join(', ')}]`
  const members = Object.entries(value)
    .slice(0, 12)
    .map(([key, member]) => `${key}: ${plain(member, depth + 1)}`)
    .join(', ')
  return depth === 0 ? members : `{${members}}`
}
