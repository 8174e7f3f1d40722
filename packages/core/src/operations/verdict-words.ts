/**
 * What the log tells of a verdict: the answer, where it was given, whose word it is; and what follows, in other words.
 */
import type { Verdict } from '../hold/verdict.ts'
import { say } from '../sentence/say.ts'

type Said = Pick<Verdict, 'answer' | 'via' | 'assurance'> & Partial<Pick<Verdict, 'edits'>>

/** `approve with edits via page (identified): looks fine`. `more`: a reason, a code; `null`: nothing. */
export function verdictWords(verdict: Said, more: string | null): string {
  const said = { answer: answerWords(verdict), rail: verdict.via, assurance: verdict.assurance }
  return more === null ? say('saidVia', said) : say('saidViaBecause', { ...said, more })
}

/** Only approvals change the arguments. */
function answerWords({ answer, edits = null }: Said): string {
  return answer === 'approve' && edits !== null ? say('approveWithEdits') : answer
}
