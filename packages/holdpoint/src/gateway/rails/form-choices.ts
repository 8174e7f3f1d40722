/**
 * What a form offers to choose from: this call or not, then what may stand beyond it. The core is asked for each standing
 * answer, so that nothing is offered which would be refused. Choices are told apart by their words, on their own hold.
 */
import { LONGEST_BY_HOST_MS, openedScope, whyNotStanding } from '@holdpoint/core'
import type { Grant, GrantRequest, Hold } from '@holdpoint/core'

export interface FormChoice {
  readonly label: string
  readonly answer: 'approve' | 'decline'
  /** This call and no other: what a yes would open beside it stays closed. */
  readonly once: boolean
  /** `written`: what the person wrote beside the choice. */
  readonly grant: GrantRequest | 'written' | null
}

/** The ordinary yes: nothing beside the call, or the scope that the message names. */
const RUN_IT = 'Run it once'
const RUN_ONCE: FormChoice = { label: RUN_IT, answer: 'approve', once: true, grant: null }
const RUN_AND_OPEN: FormChoice = { label: RUN_IT, answer: 'approve', once: false, grant: null }
const RUN_ONLY_THIS: FormChoice = {
  label: 'Run only this call, and ask again next time',
  answer: 'approve',
  once: true,
  grant: null,
}
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

/** The first two are yes and no; what stands beyond the call because of them, the message says. */
export function choicesFor(hold: Hold): readonly FormChoice[] {
  const opens = opensScope(hold)
  const further = [...(opens ? [RUN_ONLY_THIS] : RUN_AND_ALLOW), RUN_AS_WRITTEN, ...REFUSE]
  return [opens ? RUN_AND_OPEN : RUN_ONCE, DO_NOT_RUN, ...further.filter((choice) => mayStand(hold, choice))]
}

/** How to be asked again where a yes opens a scope, for the message beside these choices; `null` where it opens none. */
export function wayOut(hold: Hold): string | null {
  return opensScope(hold) ? `So does "${RUN_IT}"; to be asked again, choose "${RUN_ONLY_THIS.label}".` : null
}

/** Only what the person is told can be opened: a question that was stored without the sentence is about its call alone. */
function opensScope({ ruling, preview }: Hold): boolean {
  return openedScope(ruling) !== null && typeof preview.alsoAllows === 'string'
}

/** Why this may not stand beside the answer by the host's word; `null`: it may. */
export function whyNotBeside(hold: Hold, answer: FormChoice['answer'], request: GrantRequest): string | null {
  return whyNotStanding(request, { hold, effect: effectOf(answer), assurance: 'host' })
}

export function effectOf(answer: FormChoice['answer']): Grant['effect'] {
  return answer === 'approve' ? 'allow' : 'deny'
}

function mayStand(hold: Hold, { answer, grant }: FormChoice): boolean {
  return grant === null || whyNotBeside(hold, answer, grant === 'written' ? NARROWEST : grant) === null
}
