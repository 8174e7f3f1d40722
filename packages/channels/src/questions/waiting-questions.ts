/**
 * What to type, for a person whose message in a chat was no answer: each question that waits there, by title and code. It suggests
 * nothing that could not count: no word where the platform does not vouch for what people write, no "confirm" for a question
 * that was not shown whole.
 */
import { describeCall, keepInOneLine, previewIn } from '@holdpoint/core'
import type { Delivery, ListedHold, Store } from '@holdpoint/core'
import type { Channel, Reply } from '../channel.ts'
import { questionWord } from './question-words.ts'

/** The rest is in the chat, each with its code. */
const MOST_NAMED = 10

export interface WaitingQuestions {
  readonly store: Store
  readonly channel: Channel
  readonly locale: string
  /** The deliveries that may be answered in the place of the reply. */
  readonly open: readonly Delivery[]
  readonly reply: Reply
}

/** `null`: nothing waits there any more. */
export async function waitingQuestions(
  head: 'sayWhich' | 'noAnswer',
  { store, channel, locale, open, reply }: WaitingQuestions,
): Promise<string | null> {
  const answered = open.filter(({ ref }) => ref !== null && ref === reply.answers)
  const lines: string[] = []
  let more = 0
  // A message that answers one of them means that one.
  for (const delivery of answered.length > 0 ? answered : open) {
    const hold = await store.holds.look(delivery.hold)
    if (hold?.state !== 'pending') continue
    if (lines.length >= MOST_NAMED) more += 1
    else lines.push(lineFor(delivery, hold, locale))
  }
  if (lines.length === 0) return null
  if (reply.envelope === 'unsigned' || !channel.about.signsReplies) return questionWord(locale, 'notSigned')
  return [
    questionWord(locale, head),
    ...lines,
    ...(more === 0 ? [] : [questionWord(locale, 'andMore', { n: more })]),
    ...(reply.place.kind === 'group' ? [questionWord(locale, 'mentionMe')] : []),
  ].join('\n')
}

function lineFor(delivery: Delivery, hold: ListedHold, locale: string): string {
  const mayApprove = delivery.shownWhole !== false
  return questionWord(locale, mayApprove ? 'waits' : 'waitsTooLong', {
    title: titleIn(hold, locale),
    code: delivery.code,
  })
}

/** In one line, so that no title passes for a line of ours. */
export function titleIn({ preview, call }: Pick<ListedHold, 'preview' | 'call'>, locale: string): string {
  return keepInOneLine(describeCall(previewIn(preview, call.tool, locale)).title)
}
