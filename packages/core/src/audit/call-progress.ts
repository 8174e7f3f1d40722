/** How a call that passed goes on, as its later records tell it: said and read back by the same sentences. */
import { CALL_RECORDS } from '../sentence/call-sentences.ts'
import { matchTemplate } from '../sentence/match-template.ts'
import { say } from '../sentence/say.ts'
import { readTemplate } from '../sentence/slots.ts'

const SENTENCES = {
  running: 'stillRunning',
  done: 'endedDone',
  error: 'endedInError',
  'no answer': 'endedUnanswered',
  cancelled: 'endedCancelled',
} as const

export type CallProgress = keyof typeof SENTENCES

const TEMPLATES = Object.entries(SENTENCES).map(([how, name]) => ({
  how: how as CallProgress,
  template: readTemplate(CALL_RECORDS[name][0]),
}))

/** After how long, since that tells calls apart that are alike in everything else. */
export function describeCallProgress(how: CallProgress, afterMs: number): string {
  return say(SENTENCES[how], { ms: afterMs })
}

/** `null`: it tells nothing of the kind. */
export function readCallProgress(detail: string): { readonly how: CallProgress; readonly afterMs: number } | null {
  for (const { how, template } of TEMPLATES) {
    const [ms] = matchTemplate(template, detail, detail, 'left') ?? []
    if (ms !== undefined && /^\d+$/.test(ms)) return { how, afterMs: Number(ms) }
  }
  return null
}
