/**
 * What a chat shows of a hold: the description of its call, as the inbox shows it, with what may be answered there. A message
 * that the platform would cut is shortened here, and then nothing in the chat approves it: its reader is led to the page.
 *
 * It shows the agent's claim to approvers only, marked as a claim; and it never says more of a decision than the hold does.
 */
import {
  answersFor,
  approvalsOf,
  deciderName,
  contentLines,
  decisiveVerdict,
  describeMasked,
  keepInOneLine,
  plainContentLine,
  previewIn,
  runsInClient,
  showHiddenCharacters,
} from '@holdpoint/core'
import type { CallDescription, DescriptionPart, Hold, Preview, Verdict } from '@holdpoint/core'
import { sayIn, translate } from '@holdpoint/core/sentence'
import type { ChannelMessage, MessageButton, MessagePart } from '../channel-message.ts'
import { approveButton } from './approve-button.ts'
import { moment, questionWord, timeLeft } from './question-words.ts'
import type { WordName } from './question-words.ts'

export interface QuestionOptions {
  /** `approver`: a person who decides for others, and may know what the agent claims. `requester`: the person the agent works for. */
  readonly audience: 'approver' | 'requester'
  readonly locale: string
  /** What a reply has to name. */
  readonly code: string
  /** The ids of the buttons; `null`: the platform draws none here, so replies answer. */
  readonly buttons: { readonly approve: string; readonly decline: string } | null
  /** Whether a text written there can count: only where the platform vouches for it. */
  readonly signsReplies: boolean
  /** A page that the reader's device can reach; `null`: there is none. */
  readonly page: string | null
  /** How the chat is called in "decided …"; a verdict that came through it is said to have come from here. */
  readonly here: string
  /** Whether several people read it: there the platform hands us only what mentions the bot. */
  readonly inGroup: boolean
  /** When it is drawn, for the time that is left. */
  readonly now: number
  readonly fits: (message: ChannelMessage) => boolean
}

export interface QuestionMessage {
  readonly message: ChannelMessage
  /** Whether every byte of the call stands in it: only then may a press or a reply there approve. */
  readonly whole: boolean
}

export function questionMessage(hold: Hold, options: QuestionOptions): QuestionMessage {
  const description = describeMasked(previewIn(hold.preview, hold.call.tool, options.locale), options.locale)
  if (hold.state !== 'pending')
    return {
      message: shortEnough(SHARES_OF_AN_END, (share) => endedMessage(hold, description, options, share), options.fits),
      whole: true,
    }
  const whole = openMessage(hold, description, options, null)
  if (options.fits(whole)) return { message: whole, whole: true }
  // The largest share of each long text that still fits.
  let [shortest, longest] = [LEAST_SHOWN, MOST_SHOWN]
  while (longest - shortest > STEP_OF_SHARE) {
    const middle = Math.floor((shortest + longest) / 2)
    if (options.fits(openMessage(hold, description, options, { share: middle, rows: MOST_SHORT_ROWS })))
      shortest = middle
    else longest = middle
  }
  const rooms = [{ share: shortest, rows: MOST_SHORT_ROWS }, BARE_ROOM] as const
  const message = shortEnough(rooms, (room) => openMessage(hold, description, options, room), options.fits)
  return { message, whole: false }
}

/** The first that fits; the last has to fit everywhere. */
function shortEnough<Size>(
  sizes: readonly [Size, ...Size[]],
  draw: (size: Size) => ChannelMessage,
  fits: QuestionOptions['fits'],
): ChannelMessage {
  const [first, ...others] = sizes
  let message = draw(first)
  for (const size of others) if (!fits(message)) message = draw(size)
  return message
}

/** What a message has room for: so much of each text, and so many rows of each list. */
interface Room {
  readonly share: number
  readonly rows: number
}

/** In characters of each text of a shortened message. */
const LEAST_SHOWN = 80
const MOST_SHOWN = 4000
const STEP_OF_SHARE = 40
/** Of lists in a shortened message: fields, warnings. */
const MOST_SHORT_ROWS = 8
/** Where even that does not fit: texts of three bytes a character, on a platform that counts bytes. */
const BARE_ROOM: Room = { share: LEAST_SHOWN, rows: 1 }
const SHARES_OF_AN_END = [160, LEAST_SHOWN, 40] as const

/** `room`: `null` for all of it. */
function openMessage(
  hold: Hold,
  description: CallDescription,
  options: QuestionOptions,
  room: Room | null,
): ChannelMessage {
  const { locale, code, page } = options
  const clip = clipper(locale, room?.share ?? null)
  const isWhole = room === null
  const rows = room?.rows ?? Number.POSITIVE_INFINITY
  const mayApprove =
    isWhole && answersFor(hold, { assurance: 'identified' }).choices.some(({ name }) => name === 'once')
  const byCode = hold.ruling.code === 'always'
  const ids =
    options.buttons === null ? null : { ...options.buttons, approve: approveButton(options.buttons.approve, hold) }
  const buttons = ids === null ? [] : buttonsOf(ids, locale, mayApprove && !byCode)
  const how = howToAnswer({ mayApprove, byCode, hasButtons: buttons.length > 0, signsReplies: options.signsReplies })
  const { facts } = description
  const approvals = approvalsOf(hold).length
  const risk = sayIn(locale, facts.risk)
  const parts: readonly (MessagePart | null)[] = [
    ...warningsOf(description, locale, clip, rows),
    ...description.body.map((part) => bodyPart(part, hold.preview, locale, clip, rows)),
    plain(questionWord(locale, 'risk', { risk, why: clip(facts.why) })),
    plain(
      questionWord(locale, 'askedBy', {
        principal: clip(facts.askedBy.principal),
        client: clip(facts.askedBy.client),
        tool: clip(facts.tool),
        server: clip(facts.server.name),
      }),
    ),
    options.audience === 'approver' ? claimOf(facts.rationale, locale, clip) : null,
    hold.ruling.quorum > 1
      ? plain(questionWord(locale, 'needed', { given: approvals, needed: hold.ruling.quorum }))
      : null,
    isWhole ? null : { kind: 'line', tone: 'warning', text: questionWord(locale, 'tooLong') },
    muted(
      questionWord(locale, 'answerBy', {
        when: moment(hold.decideBy, locale),
        left: timeLeft(hold.decideBy - options.now, locale),
      }),
    ),
    muted(questionWord(locale, how, { code })),
    options.inGroup && options.signsReplies ? muted(questionWord(locale, 'mentionMe')) : null,
    page === null ? muted(questionWord(locale, 'noPage', { id: hold.id })) : null,
  ]
  return {
    title: clip(description.title),
    risk: facts.risk,
    parts: parts.filter((part) => part !== null),
    buttons,
    link: page === null ? null : { text: questionWord(locale, isWhole ? 'openPage' : 'readAll'), url: page },
  }
}

/** Nothing is suggested that could not count. */
function howToAnswer(can: {
  readonly mayApprove: boolean
  readonly byCode: boolean
  readonly hasButtons: boolean
  readonly signsReplies: boolean
}): WordName {
  if (can.signsReplies) {
    if (!can.mayApprove) return 'declineOnly'
    return can.hasButtons ? (can.byCode ? 'codeAlone' : 'replyWith') : 'replyOnly'
  }
  if (!can.hasButtons) return 'elsewhere'
  return can.mayApprove && !can.byCode ? 'pressOnly' : 'pressToDecline'
}

function warningsOf(
  { consequence, warnings }: CallDescription,
  locale: string,
  clip: (text: string) => string,
  most: number,
): readonly MessagePart[] {
  const said = [...(consequence === 'irreversible' ? [questionWord(locale, 'irreversible')] : []), ...warnings]
  return said.slice(0, most).map((text) => ({
    kind: 'line',
    tone: 'warning',
    text: clip(text),
  }))
}

function bodyPart(
  part: DescriptionPart,
  preview: Preview,
  locale: string,
  clip: (text: string) => string,
  most: number,
): MessagePart {
  switch (part.kind) {
    case 'fields': {
      const rows = [
        ...part.fields.map(({ label, before, after }) => ({
          name: clip(label),
          now: clip(before),
          after: after === null ? null : clip(after),
        })),
        ...part.impact.map(({ label, value }) => ({ name: clip(label), now: clip(value), after: null })),
      ]
      const label = questionWord(locale, 'asTold', { source: clip(part.source) })
      return { kind: 'fields', label, rows: rows.slice(0, most) }
    }
    case 'arguments': {
      const text = contentLines(preview).map(plainContentLine).join('\n')
      return text === ''
        ? plain(questionWord(locale, 'noArguments'))
        : { kind: 'block', label: questionWord(locale, 'arguments'), text: clip(text) }
    }
  }
}

function claimOf(rationale: string | null, locale: string, clip: (text: string) => string): MessagePart {
  return rationale === null
    ? muted(questionWord(locale, 'agentSaysNothing'))
    : { kind: 'claim', label: questionWord(locale, 'agentSays'), text: clip(rationale) }
}

function buttonsOf(
  ids: { readonly approve: string; readonly decline: string },
  locale: string,
  mayApprove: boolean,
): readonly MessageButton[] {
  const asksReason = { label: questionWord(locale, 'reason'), placeholder: questionWord(locale, 'reasonHint') }
  const approve: MessageButton = {
    id: ids.approve,
    text: questionWord(locale, 'approve'),
    tone: 'approve',
    asksReason: null,
  }
  const decline: MessageButton = { id: ids.decline, text: questionWord(locale, 'decline'), tone: 'decline', asksReason }
  return mayApprove ? [approve, decline] : [decline]
}

/** After the decision: who, when and where, how it ended, and no button. */
function endedMessage(
  hold: Hold,
  description: CallDescription,
  options: QuestionOptions,
  share: number,
): ChannelMessage {
  const { locale, page } = options
  const clip = clipper(locale, share)
  const lines = endingLines(hold, options)
  return {
    title: clip(description.title),
    risk: null,
    parts: lines.map((text, index) => (index === 0 ? plain(clip(text)) : muted(clip(text)))),
    buttons: [],
    link: page === null ? null : { text: questionWord(locale, 'openPage'), url: page },
  }
}

/** What happened to a hold, in a few lines; also what a late press is answered with. */
export function endingLines(hold: Hold, { locale, here }: Pick<QuestionOptions, 'locale' | 'here'>): readonly string[] {
  const verdict = decisiveVerdict(hold)
  const decided = verdict === null ? null : decidedLine(hold, verdict, locale, here)
  const reason = verdict?.reason ?? null
  const lines = [
    decided,
    reason === null
      ? null
      : questionWord(locale, 'reasonGiven', { reason: keepInOneLine(showHiddenCharacters(reason).text) }),
    stateLine(hold, locale, verdict),
  ]
  return lines.filter((line) => line !== null)
}

function decidedLine(hold: Hold, verdict: Verdict, locale: string, here: string): string {
  const names = {
    approve: hold.edit === null ? 'approvedBy' : 'approvedWithChanges',
    decline: 'declinedBy',
    cancel: 'cancelledBy',
  } as const
  const who = verdict.answer === 'approve' ? approvalsOf(hold).map(deciderName).join(', ') : deciderName(verdict)
  return questionWord(locale, names[verdict.answer], {
    who,
    when: moment(verdict.at, locale),
    where: whereOf(verdict, locale, here),
  })
}

/** A verdict of a platform's identity came through a chat; of this one, if it is of the same platform. */
function whereOf({ by, via }: Verdict, locale: string, here: string): string {
  if (via !== 'channel') return questionWord(locale, 'onRail', { rail: translate(via, 'rail', locale) })
  const platform = /^([^:]+):/.exec(by)?.[1] ?? via
  return platform === here ? questionWord(locale, 'here') : questionWord(locale, 'onChannel', { channel: platform })
}

function stateLine(hold: Hold, locale: string, verdict: Verdict | null): string | null {
  switch (hold.state) {
    case 'pending':
    case 'declined':
      return null
    case 'approved': {
      const client = runsInClient(hold)
      return client === null ? questionWord(locale, 'willRun') : questionWord(locale, 'runsInClient', { client })
    }
    case 'dispatching':
      return questionWord(locale, 'running')
    case 'succeeded':
    case 'failed':
    case 'unknown':
      return questionWord(locale, hold.state)
    case 'cancelled':
      return verdict?.answer === 'cancel' ? null : questionWord(locale, 'cancelled')
    case 'expired':
      return questionWord(locale, 'expired')
    case 'invalidated':
      return questionWord(locale, 'invalidated', { why: translate(hold.note ?? '', 'note', locale) })
    case 'resolved': {
      const who = hold.outcome?.kind === 'resolved' ? hold.outcome.by : ''
      const ran = hold.outcome?.kind === 'resolved' && hold.outcome.executed
      return questionWord(locale, ran ? 'resolvedRan' : 'resolvedNotRun', { who })
    }
  }
}

function clipper(locale: string, share: number | null): (text: string) => string {
  return (text) => {
    if (share === null || text.length <= share) return text
    const kept = Array.from(text.slice(0, share)).slice(0, -1).join('')
    return `${kept}${questionWord(locale, 'leftOut', { n: text.length - kept.length })}`
  }
}

function plain(text: string): MessagePart {
  return { kind: 'line', tone: 'plain', text }
}

function muted(text: string): MessagePart {
  return { kind: 'line', tone: 'muted', text }
}
