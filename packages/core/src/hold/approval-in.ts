/**
 * An approval in the reader's language. Only sentences of ours are translated: reasons, notes on an outcome and
 * everything that an agent, a server or the policy says stay as they were said.
 */
import { choicesIn } from '../choice/choices.ts'
import { previewIn } from '../preview/preview-in.ts'
import type { Preview } from '../preview/preview.ts'
import { otherLanguage } from '../sentence/language.ts'
import { translate } from '../sentence/translate.ts'
import type { ApprovalView } from './approval-view.ts'

export function approvalIn<View extends ApprovalView & { readonly preview?: Preview }>(
  view: View,
  locale: string,
): View {
  if (otherLanguage(locale) === null) return view
  const { outcome, preview } = view
  return {
    ...view,
    why: translate(view.why, 'rating', locale),
    warnings: view.warnings.map((warning) => translate(warning, 'warning', locale)),
    choices: choicesIn(view.choices, view.tool, locale),
    // What a person found out is their note.
    note: view.note === null || view.state === 'resolved' ? view.note : translate(view.note, 'note', locale),
    outcome: outcome?.kind === 'lost' ? { ...outcome, reason: translate(outcome.reason, 'failure', locale) } : outcome,
    ...(preview === undefined ? {} : { preview: previewIn(preview, view.tool, locale) }),
  }
}
