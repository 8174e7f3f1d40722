/**
 * An approval for lists, streams and readers who may not decide: the same fields, with the secrets in them masked. Who
 * may decide gets one approval whole, by its id.
 */
import type { ApprovalView, EditView, OutcomeView } from '../hold/approval-view.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import type { ArgumentChange } from '../preview/argument-difference.ts'
import type { Preview } from '../preview/preview.ts'
import { maskJson } from './mask-json.ts'
import { maskPreview } from './mask-preview.ts'
import { maskSentText, maskText } from './mask-text.ts'

interface More {
  readonly preview?: Preview
  readonly arguments_text?: string
  readonly later_rationales?: readonly { readonly at: string; readonly rationale: string | null }[]
}

export function maskApproval<View extends ApprovalView & More>(view: View): View {
  const { edit, outcome, preview, arguments_text: argumentsText, later_rationales: later } = view
  return {
    ...view,
    tool: maskText(view.tool),
    rule: maskText(view.rule),
    why: maskText(view.why),
    summary: maskText(view.summary),
    arguments: maskJson(view.arguments),
    edit: edit === null ? null : maskEdit(edit),
    rationale: view.rationale === null ? null : maskSentText(view.rationale),
    reason: view.reason === null ? null : maskSentText(view.reason),
    warnings: view.warnings.map((warning) => maskText(warning)),
    outcome: outcome === null ? null : maskOutcome(outcome),
    note: view.note === null ? null : maskText(view.note),
    ...(preview === undefined ? {} : { preview: maskPreview(preview) }),
    ...(argumentsText === undefined ? {} : { arguments_text: maskJsonText(argumentsText) }),
    ...(later === undefined
      ? {}
      : {
          later_rationales: later.map(({ at, rationale }) => ({
            at,
            rationale: rationale === null ? null : maskSentText(rationale),
          })),
        }),
  }
}

function maskEdit(edit: EditView): EditView {
  return {
    ...edit,
    requested: maskJson(edit.requested),
    approved: maskJson(edit.approved),
    difference: maskDifference(edit.difference),
  }
}

/** What an edit changed, as it is shown. */
export function maskDifference(changes: readonly ArgumentChange[]): readonly ArgumentChange[] {
  return changes.map(({ path, requested, approved }) => ({
    path: maskText(path),
    requested: requested === null ? null : maskSide(path, requested),
    approved: approved === null ? null : maskSide(path, approved),
  }))
}

/** The path is its name, and it is spelled as JSON. */
function maskSide(path: string, text: string): string {
  const start = `${path}: `
  const masked = maskText(start + text)
  return masked.startsWith(start) ? masked.slice(start.length) : maskText(text)
}

function maskOutcome(outcome: OutcomeView): OutcomeView {
  switch (outcome.kind) {
    case 'result':
      return { ...outcome, result: maskJson(outcome.result) }
    case 'error':
      return { ...outcome, error: maskJson(outcome.error) }
    case 'lost':
      return { ...outcome, reason: maskText(outcome.reason) }
    case 'resolved':
      return { ...outcome, note: maskSentText(outcome.note) }
  }
}

/** The text as it was sent where no secret is in it. */
function maskJsonText(text: string): string {
  const value = JSON.parse(text) as JsonObject
  const masked: JsonValue = maskJson(value)
  const spelled = JSON.stringify(masked)
  return spelled === JSON.stringify(value) ? text : spelled
}
