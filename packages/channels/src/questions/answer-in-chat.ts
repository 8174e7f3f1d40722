/**
 * Takes what people press and write in chats to the one door, `decide`. It finds the hold by a random button id or by the code of
 * the very chat; it knows the person by the platform's envelope alone, and what that is worth by the one rule of the core. It
 * refuses to approve what the message did not show whole, or showed before it was changed; a late or repeated answer is
 * answered with what happened.
 */
import { createHash } from 'node:crypto'
import {
  approvedDigest,
  channelAssurance,
  chatIdentity,
  decide,
  matchReply,
  readChatMessage,
  recordRefusedDecision,
  say,
} from '@holdpoint/core'
import type { Decision, Delivery, Hold, People, ReplyReading, ReplyWords, Store } from '@holdpoint/core'
import { translate } from '@holdpoint/core/sentence'
import type { Channel, ChannelPerson, EnvelopeTrust, Press, PressAnswer, Reply } from '../channel.ts'
import { approveButton, withoutMark } from './approve-button.ts'
import { endingLines } from './question-message.ts'
import type { QuestionMessage } from './question-message.ts'
import { questionWord } from './question-words.ts'
import { waitingQuestions } from './waiting-questions.ts'

export interface ChatAnswersOptions {
  readonly store: Store
  /** As they are now: a person who was removed a moment ago decides nothing. */
  readonly people: () => Promise<People>
  /** Words of the configuration, besides the built-in ones. */
  readonly words: () => ReplyWords
  readonly localeOf: (channel: string) => string
  /** What this delivery shows of the hold as it is now. */
  readonly messageOf: (channel: Channel, delivery: Delivery, hold: Hold) => QuestionMessage
}

export interface ChatAnswers {
  pressed(channel: Channel, press: Press): Promise<PressAnswer>
  /** Answers what is to be written into the chat; `null`: nothing, the text is none of our business. */
  wrote(channel: Channel, reply: Reply): Promise<string | null>
}

interface GivenAnswer {
  readonly delivery: Delivery
  readonly answer: 'approve' | 'decline'
  readonly by: ChannelPerson
  readonly envelope: EnvelopeTrust
  readonly how: 'press' | 'reply-with-code' | 'bare-word'
  /** The button as it was pressed. */
  readonly button: string | null
  readonly reason: string | null
}

export function createChatAnswers(options: ChatAnswersOptions): ChatAnswers {
  const { store } = options

  /** One line for the person who answered, and the hold as it is now. */
  async function give(
    channel: Channel,
    given: GivenAnswer,
  ): Promise<{ readonly notice: string; readonly hold: Hold | null }> {
    const { delivery, answer } = given
    const locale = options.localeOf(channel.about.name)
    const hold = await store.holds.get(delivery.hold)
    if (hold === null) return { notice: questionWord(locale, 'notKnown'), hold: null }
    if (hold.state !== 'pending') return { notice: happened(channel, hold, locale), hold }
    if (answer === 'approve') {
      const why = whyNotHere(channel, given, hold)
      const said = why === 'codeDemanded' && !channel.about.signsReplies ? 'pressToDecline' : why
      if (said !== null) return { notice: questionWord(locale, said, { code: delivery.code }), hold }
    }
    const by = chatIdentity(channel.about.platform, given.by)
    const people = await options.people()
    const person = people.personBehind(by, delivery.tenant)
    const worth = channelAssurance({
      envelope: given.envelope,
      // One who may only look has no word either, however little it would be worth.
      mapped: person !== null && people.mayDecide(person),
      answered: given.how,
    })
    if (worth.kind === 'refused' || worth.assurance === 'host') {
      const code = worth.kind === 'refused' ? 'NOT_AN_APPROVER' : 'INSUFFICIENT_ASSURANCE'
      const refused = { answer, by, via: 'channel', assurance: 'host', reason: null } as const
      await recordRefusedDecision(store, hold, refused, code)
      // People answer for others here: a word that the platform does not vouch for decides nothing, whatever the rule demands.
      const why =
        worth.kind === 'refused' ? worth.why : say('assuranceTooWeak', { needed: 'identified', given: 'host' })
      const said = translate(why, 'message', locale)
      return { notice: worth.kind === 'refused' ? said : questionWord(locale, 'notCounted', { why: said }), hold }
    }
    const decision = await decide(store, {
      hold: hold.id,
      tenant: delivery.tenant,
      verdict: { answer, by, via: 'channel', assurance: worth.assurance, reason: given.reason },
      people,
      ...(hold.edit === null ? {} : { shown: hold.edit.digest }),
    })
    return { notice: noticeOf(channel, decision, answer, locale), hold: 'hold' in decision ? decision.hold : null }
  }

  /** A message cannot be approved that a person could not read whole, or that shows other arguments than the hold has now. */
  function whyNotHere(
    channel: Channel,
    given: GivenAnswer,
    hold: Hold,
  ): 'tooLong' | 'changedSince' | 'codeDemanded' | null {
    const { delivery, how, button } = given
    if (!options.messageOf(channel, delivery, hold).whole) return 'tooLong'
    // The message has no button that approves; its id could still be pressed by other means.
    if (hold.ruling.code === 'always' && how !== 'reply-with-code') return 'codeDemanded'
    if (button !== null) return button === approveButton(delivery.buttons.approve, hold) ? null : 'changedSince'
    if (hold.edit !== null && (delivery.shownRevision ?? 0) < hold.revision) return 'changedSince'
    // As it was sent: there may be room by now, or in this process, that there was not.
    return delivery.shownWhole === false ? 'tooLong' : null
  }

  /**
   * A platform repeats what it is in doubt about. What was taken before is not taken again; what a process began and did not end
   * is taken up, for the arguments that the hold had when it was first told.
   */
  async function oncePerEvent(
    channel: Channel,
    event: string,
    hold: string,
    isFirst: () => Promise<boolean>,
    take: (meant: boolean) => Promise<string>,
  ): Promise<string | null> {
    const key = `channel-reply/${createHash('sha256')
      .update(JSON.stringify([channel.about.name, event]))
      .digest('hex')}`
    const found = await store.holds.get(hold)
    const digest = found === null ? '' : approvedDigest(found)
    const isMine = await store.settings.swap(key, null, digest, null)
    const begun = isMine ? digest : await store.settings.get(key)
    const isNew = await isFirst()
    if (begun === null) return null
    if (isMine && !isNew) {
      await store.settings.put(key, null, null)
      return null
    }
    const notice = await take(begun === digest)
    // Where two processes took it at once, the first that is done answers.
    return (await store.settings.swap(key, begun, null, null)) ? notice : null
  }

  function noticeOf(channel: Channel, decision: Decision, answer: GivenAnswer['answer'], locale: string): string {
    switch (decision.kind) {
      case 'not-found':
        return questionWord(locale, 'notKnown')
      case 'receipt':
        return questionWord(locale, 'saidBefore')
      case 'refused':
        return decision.hold.state === 'pending'
          ? questionWord(locale, 'notCounted', { why: translate(decision.refusal.message, 'message', locale) })
          : happened(channel, decision.hold, locale)
      case 'decided':
        if (decision.hold.state !== 'pending')
          return questionWord(locale, answer === 'approve' ? approvedWord(decision.hold) : 'youDeclined')
        return questionWord(locale, 'youCounted')
    }
  }

  function approvedWord({ call }: Hold): 'youApproved' | 'youApprovedRequester' {
    return call.runBy === 'requester' ? 'youApprovedRequester' : 'youApproved'
  }

  function happened(channel: Channel, hold: Hold, locale: string): string {
    return questionWord(locale, 'tooLate', {
      what: endingLines(hold, { locale, here: channel.about.platform }).join(' '),
    })
  }

  return {
    async pressed(channel, press) {
      const locale = options.localeOf(channel.about.name)
      const { button } = press
      const unmarked = withoutMark(button)
      const found =
        (await store.deliveries.byButton(button)) ??
        (unmarked === null ? null : await store.deliveries.byButton(unmarked))
      // A button of another channel, or pressed from a place it was not sent to, is none of ours.
      if (found === null || found.delivery.channel !== channel.about.name || isElsewhere(found.delivery, press)) {
        return { notice: questionWord(locale, 'notKnown'), message: null }
      }
      const { delivery, answer } = found
      // The platform repeats what it is in doubt about; whatever it repeats was answered, and `decide` gives the receipt.
      const { by, envelope } = press
      const reason = press.reason === null ? null : clipReason(press.reason, LONGEST_WRITTEN_REASON)
      const { notice, hold } = await give(channel, { delivery, answer, by, envelope, how: 'press', button, reason })
      return { notice, message: hold === null ? null : options.messageOf(channel, delivery, hold).message }
    },

    async wrote(channel, reply) {
      const { place, by, envelope } = reply
      const locale = options.localeOf(channel.about.name)
      const { reading, reason } = readAnswer(reply, options.words())
      if (reading.kind === 'none' && !isSaidToUs(reply)) return null
      const open = await store.deliveries.openIn(channel.about.name, place)
      if (reading.kind === 'none' && open.length === 0) return null
      const code = reading.kind === 'none' ? undefined : reading.code
      // Approvers answer for others here, so every answer names its hold.
      const match = matchReply(
        reading,
        open.map((delivery) => ({ code: delivery.code, needsCode: true, delivery })),
      )
      const isFirst = async (): Promise<boolean> => await store.deliveries.firstSeen(channel.about.name, reply.event)
      if (match.kind !== 'none') {
        const answer = match.kind === 'confirm' ? 'approve' : 'decline'
        const how = code === undefined ? 'bare-word' : 'reply-with-code'
        const given = { delivery: match.hold.delivery, answer, by, envelope, how, button: null, reason } as const
        return await oncePerEvent(channel, reply.event, given.delivery.hold, isFirst, async (meant) =>
          meant ? (await give(channel, given)).notice : questionWord(locale, 'changedSince'),
        )
      }
      if (!(await isFirst())) return null
      switch (match.why) {
        case 'no-answer':
          return await waitingQuestions('noAnswer', { store, channel, locale, open, reply })
        case 'nothing-waits':
          // "ok" between people is not addressed to us.
          return reply.mention.length > 0 ? questionWord(locale, 'nothingWaits') : null
        case 'code-needed':
          return await waitingQuestions('sayWhich', { store, channel, locale, open, reply })
        case 'unknown-code': {
          const earlier = await store.deliveries.byCode(channel.about.name, place, code ?? '')
          const hold = earlier === null ? null : await store.holds.get(earlier.hold)
          return hold === null || hold.state === 'pending'
            ? questionWord(locale, 'unknownCode', { code: code ?? '' })
            : happened(channel, hold, locale)
        }
      }
    },
  }
}

/** People talk in a group, and a program would answer our answer. */
function isSaidToUs({ place, mention, origin }: Reply): boolean {
  return origin !== 'bot' && (place.kind === 'person' || mention.length > 0)
}

const LONGEST_REASON = 500
/** In a field that asks for it: as long as the longest that a platform offers. */
const LONGEST_WRITTEN_REASON = 3000

/**
 * "cancel 7F3K, we still need it" declines with a reason: what follows a whole no with its code is why. A yes stands alone, since
 * what follows it may take it back.
 */
function readAnswer(
  reply: Reply,
  words: ReplyWords,
): { readonly reading: ReplyReading; readonly reason: string | null } {
  const read = (text: string): ReplyReading => readChatMessage({ ...reply, text }, { words, mention: reply.mention })
  const reading = read(reply.text)
  if (reading.kind !== 'none') return { reading, reason: null }
  for (const { index } of reply.text.slice(0, MOST_BEFORE_REASON).matchAll(/[\s,，:：;；.。]+/gu)) {
    const begun = read(reply.text.slice(0, index))
    const reason = reply.text.slice(index).replace(/^[\s,，:：;；.。]+/u, '')
    if (begun.kind === 'cancel' && begun.code !== undefined && reason !== '')
      return { reading: begun, reason: clipReason(reason, LONGEST_REASON) }
  }
  return { reading, reason: null }
}

/** No character is cut in half: not every store keeps a half. */
function clipReason(text: string, most: number): string {
  const characters = Array.from(text.trim().slice(0, 2 * most)).slice(0, most)
  return characters.join('').replaceAll(HALVES, '\ufffd')
}

const HALVES = /\p{Cs}/gu

/** A mention, a word and a code are shorter. */
const MOST_BEFORE_REASON = 200

function isElsewhere({ place }: Delivery, press: Press): boolean {
  // A message to one person is told under the conversation's own id, which differs from the person's.
  return press.place !== null && place.kind === 'group' && press.place.id !== place.id
}
