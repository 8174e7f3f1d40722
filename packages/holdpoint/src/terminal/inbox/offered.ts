/** What may be done with a call besides a plain yes or no, or why not. Keys that would be refused are not offered. */
import {
  STANDING_LENGTHS,
  answersFor,
  checkEligibility,
  choicesFor,
  exampleGrantWords,
  isEditable,
  mayAskAgain,
  say,
  whyNoneStands,
  whyNotStanding,
} from '@holdpoint/core'
import type { Choice, Assurance, Grant, GrantRequest, Hold, ListedHold, StandingOffer } from '@holdpoint/core'
import type { InboxContents, InboxVoice } from './inbox-backend.ts'

/** A choice, by the key that makes it. */
export interface KeyChoice<Value> {
  readonly key: string
  readonly words: string
  readonly value: Value
}

/** A standing answer that a person may want to give. */
export interface StandingChoice {
  readonly hold: Hold
  readonly answer: 'approve' | 'decline'
  readonly assurance: Assurance
}

/** Leads to a line in which all of it is typed. */
export const IN_WORDS = { key: 'w', words: 'in words…' } as const

/** Said where nothing that waits could be approved. */
export const ONLY_DECLINED_HERE =
  "Here you can only decline. To approve: the page (command open), or set HOLDPOINT_TOKEN to an approver's token."

/** Of a call that may be asked again. */
export const NO_EFFECT = 'It is known that this had no effect.'

const ANSWER_KEYS = { scope: 's', once: 'a', no: 'd' } as const

const LENGTH_WORDS = ['this session', '30 minutes', '8 hours', 'until revoked'] as const
const LENGTHS = STANDING_LENGTHS.map((value, index): KeyChoice<GrantRequest['for']> => ({
  key: `${index + 1}`,
  words: LENGTH_WORDS[index] ?? '',
  value,
}))
const COVERED: readonly KeyChoice<'same' | 'any'>[] = [
  { key: '1', words: 'only with these arguments', value: 'same' },
  { key: '2', words: 'any arguments of this tool', value: 'any' },
]

/** `null`: a yes of this voice would count. */
export function whyNotApproved(hold: ListedHold, voice: InboxVoice | null): string | null {
  if (voice === null) return "This token decides nothing: use an approver's."
  return checkEligibility(hold, { answer: 'approve', ...voice })?.message ?? null
}

/** Whether there is something to decide, and no yes of the person here would count for any of it. */
export function isOnlyDeclined({ waiting, voice }: Pick<InboxContents, 'waiting' | 'voice'>): boolean {
  return waiting.length > 0 && waiting.every(({ hold }) => whyNotApproved(hold, voice) !== null)
}

/** `null`: other arguments may be put in place of these. */
export function whyNotEdited(hold: Hold): string | null {
  if (isEditable(hold)) return null
  if (hold.undoOf !== undefined) return 'An offer to take a call back is decided as it is.'
  return 'Its arguments cannot be changed: the tool does not say which ones it takes.'
}

/** `null`: a new question about the same call may be made from here. */
export function whyNotAskedAgain(hold: ListedHold, voice: InboxVoice | null): string | null {
  if (!mayAskAgain(hold)) return say('mayHaveTakenEffect')
  return voice === null ? "This token decides nothing: use an approver's." : null
}

/** `null`: a yes may stand for further calls. */
export function whyNotAllowed(hold: Hold): string | null {
  const why = whyNoneStands(hold, 'allow')
  return why === null ? null : `Cannot be granted: ${why}`
}

/** `null`: a no may stand for further calls. */
export function whyNotRefused(hold: Hold): string | null {
  return whyNoneStands(hold, 'deny')
}

/** A first answer of the hold, by its key; the same keys as in the browser. */
export function firstAnswers(hold: Hold): readonly KeyChoice<Choice>[] {
  return choicesFor(hold).map((choice) => ({ key: ANSWER_KEYS[choice.name], words: choice.words, value: choice }))
}

/** How long an answer by a word of this assurance may stand. */
export function offeredLengths(offer: StandingChoice): readonly KeyChoice<GrantRequest['for']>[] {
  const { lengths } = offeredBeside(offer)
  return LENGTHS.filter(({ value }) => lengths.includes(value))
}

/** For which arguments it may stand. */
export function offeredArguments(offer: StandingChoice): readonly KeyChoice<'same' | 'any'>[] {
  const { arguments: covered } = offeredBeside(offer)
  return COVERED.filter(({ value }) => covered.includes(value))
}

function offeredBeside({ hold, answer, assurance }: StandingChoice): StandingOffer {
  return answersFor(hold, { assurance })[effectOf(answer)]
}

/** `null`: it may stand beside the answer. */
export function whyNotBeside({ hold, answer, assurance }: StandingChoice, request: GrantRequest): string | null {
  return whyNotStanding(request, { hold, effect: effectOf(answer), assurance })
}

/** The question to a person who gives a standing answer in words. */
export function askForWords({ hold, answer, assurance }: StandingChoice): string {
  const example = exampleGrantWords(hold, [effectOf(answer)], assurance) ?? 'same 30m'
  return `${answer === 'approve' ? 'Allow' : 'Refuse'} which further calls? For example: ${example}.`
}

function effectOf(answer: StandingChoice['answer']): Grant['effect'] {
  return answer === 'approve' ? 'allow' : 'deny'
}
