/** What the log tells of a verdict: the answer, where it was given, whose word it is; and what follows, in other words. */
import type { Verdict } from '../hold/verdict.ts'
import { say } from '../sentence/say.ts'

type Said = Pick<Verdict, 'answer' | 'via' | 'assurance'> & Partial<Pick<Verdict, 'edits' | 'once'>>

/** `approve once with edits via page (identified): looks fine`. `more`: a reason, a code; `null`: nothing. */
export function verdictWords(verdict: Said, more: string | null): string {
  const said = { answer: answerWords(verdict), rail: verdict.via, assurance: verdict.assurance }
  return more === null ? say('saidVia', said) : say('saidViaBecause', { ...said, more })
}

/** Only approvals are for once, or change the arguments. */
function answerWords({ answer, edits = null, once = false }: Said): string {
  if (answer !== 'approve') return answer
  if (edits === null) return once ? say('approveOnce') : answer
  return once ? say('approveOnceWithEdits') : say('approveWithEdits')
}
