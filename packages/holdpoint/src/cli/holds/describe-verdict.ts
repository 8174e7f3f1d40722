/** One person's answer in one line. */
import { deciderName } from '@holdpoint/core'
import type { Verdict } from '@holdpoint/core'
import { shortDuration } from '../duration.ts'
import { showInOneLine } from '../one-line.ts'

export const PAST: { readonly [answer in Verdict['answer']]: string } = {
  approve: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
}

/** `approved by ana via api (identified) 3m ago: "fine"`. */
export function describeVerdict(verdict: Verdict, now: number): string {
  const reason = verdict.reason === null ? '' : `: "${showInOneLine(verdict.reason)}"`
  const age = shortDuration(now - verdict.at)
  const edits = verdict.edits === null ? '' : ' with changes'
  return `${PAST[verdict.answer]}${edits} by ${showInOneLine(deciderName(verdict))} via ${verdict.via} (${verdict.assurance}) ${age} ago${reason}`
}
