/**
 * Arguments that a person put in place of the requested ones. Both are kept: the requested bytes find the hold again,
 * the approved ones are shown and sent. Nothing here judges an edit; a `CheckedEdit` was judged by the surface that
 * brings it.
 */
import type { PublicCode } from '../answer/public-refusal.ts'
import type { Preview } from '../preview/preview.ts'
import type { Ruling } from '../policy/ruling.ts'
import type { Hold } from './hold.ts'
import type { ListedHold } from './listed-hold.ts'

export interface HoldEdit {
  /** The approved arguments as they were written, byte for byte. */
  readonly argumentsText: string
  readonly digest: string
  readonly by: string
  readonly at: number
}

/** An edit that was read strictly, fits the tool's schema, and was ruled anew under the policy in force. */
export interface CheckedEdit {
  readonly argumentsText: string
  readonly digest: string
  readonly ruling: Ruling
  readonly policyHash: string
  /** What people are shown from now on. */
  readonly preview: Preview
}

export type EditCheck =
  | { readonly ok: true; readonly edit: CheckedEdit }
  | { readonly ok: false; readonly code: Extract<PublicCode, 'EDIT_REFUSED'>; readonly message: string }

/** Arguments that a person wants to put in place of the requested ones. */
export interface EditDraft {
  readonly hold: Hold
  readonly argumentsText: string
  /** Who edits, for what others are shown. */
  readonly by: string
}

/** Judges a draft, alike for every surface that takes one. */
export type CheckEdit = (draft: EditDraft) => Promise<EditCheck>

/** The edited arguments are none that this tool takes: every surface answers with this code. */
export function refuseEdit(message: string): Extract<EditCheck, { readonly ok: false }> {
  return { ok: false, code: 'EDIT_REFUSED', message }
}

/** Whether an edit can be judged at all, and would still count. */
export function isEditable({ state, inputSchemaText, undoOf }: ListedHold): boolean {
  return state === 'pending' && inputSchemaText !== null && undoOf === undefined
}

/** What is shown and sent. */
export function approvedArguments(hold: Hold): string {
  return hold.edit?.argumentsText ?? hold.call.argumentsText
}

export function approvedDigest(hold: Hold): string {
  return hold.edit?.digest ?? hold.call.digest
}
