/**
 * What a form offers to choose from: this call or not, then what may stand beyond it. The core is asked for each standing
 * answer, so that nothing is offered which would be refused. Choices are told apart by their words, on their own hold.
 */
import { describeScope, LONGEST_BY_HOST_MS, openedScope, whyNotStanding } from '@holdpoint/core'
import type { Grant, GrantRequest, Hold } from '@holdpoint/core'

export interface FormChoice {
  readonly label: string
  readonly answer: 'approve' | 'decline'
  /** This call and no other: what a yes would open beside it stays closed. */
  readonly once: boolean
  /** `written`: what the person wrote beside the choice. */
  readonly grant: GrantRequest | 'written' | null
}

const RUN_ONCE: FormChoice = { label: 'Run it once', answer: 'approve', once: true, grant: null }
const DO_NOT_RUN: FormChoice = { label: "Don't run it", answer: 'decline', once: false, grant: null }

const RUN_AND_ALLOW: readonly FormChoice[] = [
  {
    label: 'Run it, and the same arguments again in this session',
    answer: 'approve',
    once: false,
    grant: { for: 'session', arguments: 'same' },
  },
  {
    label: 'Run it, and this tool for the next 30 minutes',
    answer: 'approve',
    once: false,
    grant: { for: LONGEST_BY_HOST_MS, arguments: 'any' },
  },
]
const RUN_AS_WRITTEN: FormChoice = {
  label: 'Run it, and further calls as written below',
  answer: 'approve',
  once: false,
  grant: 'written',
}
const REFUSE: readonly FormChoice[] = [
  {
    label: "Don't run it, and refuse this tool for this session",
    answer: 'decline',
    once: false,
    grant: { for: 'session', arguments: 'any' },
  },
  {
    label: "Don't run it, and refuse further calls as written below",
    answer: 'decline',
    once: false,
    grant: 'written',
  },
]

/** Where this may not stand, nothing that somebody writes may. */
const NARROWEST: GrantRequest = { for: 'session', arguments: 'same' }

/** Of the words for a scope in a choice; the message above says them whole. */
const LONGEST_SCOPE_WORDS = 120

/** The first two are for this call alone. */
export function choicesFor(hold: Hold): readonly FormChoice[] {
  const standing = [...yesBeyond(hold), RUN_AS_WRITTEN, ...REFUSE]
  return [RUN_ONCE, DO_NOT_RUN, ...standing.filter((choice) => mayStand(hold, choice))]
}

/** Why this may not stand beside the answer by the host's word; `null`: it may. */
export function whyNotBeside(hold: Hold, answer: FormChoice['answer'], request: GrantRequest): string | null {
  return whyNotStanding(request, { hold, effect: effectOf(answer), assurance: 'host' })
}

export function effectOf(answer: FormChoice['answer']): Grant['effect'] {
  return answer === 'approve' ? 'allow' : 'deny'
}

function yesBeyond(hold: Hold): readonly FormChoice[] {
  const scope = openedScope(hold.ruling)
  if (scope === null) return RUN_AND_ALLOW
  const label = `Run it, and ${clipped(describeScope(hold.call.tool, scope))} for this session`
  return [{ label, answer: 'approve', once: false, grant: null }]
}

function mayStand(hold: Hold, { answer, grant }: FormChoice): boolean {
  return grant === null || whyNotBeside(hold, answer, grant === 'written' ? NARROWEST : grant) === null
}

function clipped(words: string): string {
  const letters = Array.from(words)
  return letters.length <= LONGEST_SCOPE_WORDS ? words : `${letters.slice(0, LONGEST_SCOPE_WORDS - 1).join('')}…`
}
