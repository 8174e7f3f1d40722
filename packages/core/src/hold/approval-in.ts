/**
 * An approval in the language of whoever looks. Only sentences of ours are turned: reasons, notes on an outcome and everything
 * that an agent, a server or the policy says stay as they were said.
 */
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
  const said = (sentence: string): string => translate(sentence, locale)
  const { outcome, preview } = view
  return {
    ...view,
    why: said(view.why),
    warnings: view.warnings.map(said),
    also_allows: view.also_allows === null ? null : said(view.also_allows),
    // What a person found out is their note.
    note: view.note === null || view.state === 'resolved' ? view.note : said(view.note),
    outcome: outcome?.kind === 'lost' ? { ...outcome, reason: said(outcome.reason) } : outcome,
    ...(preview === undefined ? {} : { preview: previewIn(preview, locale) }),
  }
}
