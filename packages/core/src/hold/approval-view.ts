/** The hold as REST and `--json` show it. One shape for both, so that scripts can move between them. */
import { choicesFor } from '../choice/choices.ts'
import type { Choice } from '../choice/choices.ts'
import { whyNotGrantable } from '../grant/why-not-grantable.ts'
import type { JsonValue } from '../json/json-value.ts'
import { readStrict } from '../json/read-strict.ts'
import { findArgumentChanges } from '../preview/argument-difference.ts'
import type { ArgumentChange } from '../preview/argument-difference.ts'
import type { Titles } from '../description/titles.ts'
import { titlesOf } from '../preview/preview-in.ts'
import { describeCall } from '../preview/call-description.ts'
import { toProvenanceView } from '../call/provenance.ts'
import type { ProvenanceView } from '../call/provenance.ts'
import { showInOneLine } from '../preview/visible-text.ts'
import { maskPreview } from '../secret/mask-preview.ts'
import { mayAskAgain } from './ask-again.ts'
import { isEditable } from './edit.ts'
import type { Hold, Outcome } from './hold.ts'
import type { HoldPart, ListedHold } from './listed-hold.ts'
import { approvalsOf, decisiveVerdict } from './quorum.ts'

export interface ApprovalView {
  readonly id: string
  readonly state: Hold['state']
  readonly tenant: string
  readonly server: string
  readonly server_identity: string
  readonly tool: string
  readonly risk: string
  readonly rule: string
  readonly why: string
  /** What it would do, in one line, as far as the reader may know it: shown in lists and notifications. */
  readonly titles: Titles
  readonly summary: string
  readonly arguments: JsonValue
  readonly digest: string
  /** What a person put in place of `arguments`, which stay those that were asked for. */
  readonly edit: EditView | null
  readonly rationale: string | null
  readonly principal: string
  readonly client: string
  readonly created_at: string
  readonly decide_by: string
  /** Until then an approval can be taken back, and the call does not run; `null` where it runs at once. */
  readonly run_after: string | null
  readonly execute_by: string | null
  readonly decided_at: string | null
  readonly decided_by: string | null
  /** The person behind `decided_by`, where one is known. */
  readonly decided_by_person: string | null
  readonly via: string | null
  readonly assurance: string | null
  readonly reason: string | null
  readonly approvals: number
  /** The people whose approval counts, in the order they gave it; `decided_by` is the one that was decisive. */
  readonly approved_by: readonly string[]
  /** The people behind them, in the same order; `null` where none is known. */
  readonly approved_by_people: readonly (string | null)[]
  readonly quorum: number
  /** Who may approve; `null`: every approver. Any person who may decide at all may say no. */
  readonly approvers: readonly string[] | null
  readonly warnings: readonly string[]
  /** The answers it is asked with, in their order; none once it is decided. */
  readonly choices: readonly Choice[]
  /** Whether a person may turn a yes to it into a standing permission. */
  readonly grantable: boolean
  /** Whether a person may still put other arguments in place of these. */
  readonly editable: boolean
  readonly outcome: OutcomeView | null
  /** Whether it is known to have had no effect, so that a person may ask again. */
  readonly may_ask_again: boolean
  readonly note: string | null
  /** The client that runs it itself once it is approved; `null`: the gateway in front of the server does. */
  readonly runs_in: string | null
  /** Where the call comes from, by its client's word. */
  readonly provenance: ProvenanceView | null
  /** The hold whose call this one would take back. */
  readonly undo_of: string | null
  /** What a list leaves out of a large one, `null` in its place: looked up by its id, it is whole. */
  readonly left_out: readonly HoldPart[]
}

export interface EditView {
  readonly requested: JsonValue
  readonly approved: JsonValue
  /** Of the approved arguments. */
  readonly digest: string
  readonly by: string
  readonly at: string
  readonly difference: readonly ArgumentChange[]
}

export type OutcomeView =
  | { readonly kind: 'result'; readonly is_error: boolean; readonly result: JsonValue; readonly truncated: boolean }
  | { readonly kind: 'error'; readonly error: JsonValue }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'resolved'; readonly executed: boolean; readonly by: string; readonly note: string }

export function toApprovalView(hold: ListedHold): ApprovalView {
  const decisive = decisiveVerdict(hold)
  const approvals = approvalsOf(hold)
  const shown = maskPreview(hold.preview)
  return {
    id: hold.id,
    state: hold.state,
    tenant: hold.call.tenant,
    server: hold.call.server.name,
    server_identity: hold.call.server.identity,
    tool: hold.call.tool,
    risk: hold.ruling.risk,
    rule: hold.ruling.rule,
    why: hold.ruling.why,
    titles: titlesOf(shown, hold.call.tool),
    summary: describeCall(shown).summary,
    arguments: parsed(hold.call.argumentsText),
    digest: hold.call.digest,
    edit: toEditView(hold),
    rationale: hold.call.rationale,
    principal: hold.call.principal,
    client: hold.call.client.name,
    created_at: moment(hold.createdAt),
    decide_by: moment(hold.decideBy),
    run_after: hold.state === 'approved' && hold.runAfter !== null ? moment(hold.runAfter) : null,
    execute_by: hold.executeBy === null ? null : moment(hold.executeBy),
    decided_at: hold.decidedAt === null ? null : moment(hold.decidedAt),
    decided_by: decisive?.by ?? null,
    decided_by_person: decisive?.person ?? null,
    via: decisive?.via ?? null,
    assurance: decisive?.assurance ?? null,
    reason: decisive?.reason ?? null,
    approvals: approvals.length,
    approved_by: approvals.map(({ by }) => by),
    approved_by_people: approvals.map(({ person }) => person ?? null),
    quorum: hold.ruling.quorum,
    approvers: hold.ruling.approvers,
    warnings: hold.preview.warnings,
    choices: hold.state === 'pending' ? choicesFor(hold) : [],
    grantable: whyNotGrantable(hold.ruling) === null,
    editable: isEditable(hold),
    outcome: hold.outcome === null ? null : toOutcomeView(hold.outcome),
    may_ask_again: mayAskAgain(hold),
    note: hold.note,
    runs_in: runsInClient(hold),
    provenance: toProvenanceView(hold.call.provenance),
    undo_of: hold.undoOf ?? null,
    left_out: hold.leftOut ?? [],
  }
}

/** The name is the client's own word, made visible like every text of it. */
export function runsInClient({ call }: ListedHold): string | null {
  return call.runBy === 'requester' ? showInOneLine(call.client.name) : null
}

function toEditView({ call, edit }: ListedHold): EditView | null {
  if (edit === null) return null
  return {
    requested: parsed(call.argumentsText),
    approved: parsed(edit.argumentsText),
    digest: edit.digest,
    by: edit.by,
    at: moment(edit.at),
    difference: findArgumentChanges(call.argumentsText, edit.argumentsText),
  }
}

function toOutcomeView(outcome: Outcome): OutcomeView {
  switch (outcome.kind) {
    case 'result':
      return {
        kind: 'result',
        is_error: outcome.isError,
        result: parsed(outcome.resultText),
        truncated: outcome.truncated,
      }
    case 'error':
      return { kind: 'error', error: parsed(outcome.errorText) }
    case 'lost':
    case 'resolved':
      return outcome
  }
}

/** Stored text was valid when stored; a result cut for size is shown as the text it is. */
function parsed(text: string): JsonValue {
  const reading = readStrict(text)
  if (reading.ok) return reading.value
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return text
  }
}

function moment(at: number): string {
  return new Date(at).toISOString()
}
