/** What the inbox says of chats: their names, how they are reached, and where in them a hold was asked about. */
import { CHAT_PLATFORM_NAMES } from '@holdpoint/core'
import { fill } from '@holdpoint/card/presentation'
import type { DeliveryView, ShownChannel } from '../api/answers.ts'
import { inPageLanguage } from '../words/in-page-language.ts'
import { keepInOneLine, showInOneLine } from '../words/one-line.ts'
import type { Words } from '../words/words.ts'
import { ago } from './times.ts'

/** Whether a person should look at it. */
export function isAway({ state }: Pick<ShownChannel, 'state'>): boolean {
  return state !== 'connected'
}

/** What this version does not know is shown by its own name. */
export function platformName(platform: string, { language }: Words): string {
  const names: { readonly [platform: string]: { readonly [language in Words['language']]: string } } =
    CHAT_PLATFORM_NAMES
  return Object.hasOwn(names, platform) ? (names[platform]?.[language] ?? platform) : showInOneLine(platform)
}

export function channelState(state: string, words: Words): string {
  return Object.hasOwn(words.channelStates, state) ? (words.channelStates[state] ?? state) : showInOneLine(state)
}

/** `Slack · group C0OPS`. */
export function placeText({ channel, platform, place }: DeliveryView, words: Words): string {
  return fill(words.inPlace, {
    platform: platformName(platform ?? channel, words),
    place: fill(words.placeKinds[place.kind], { id: showInOneLine(place.id) }),
  })
}

/** What became of the message there. */
export function deliveryText(delivery: DeliveryView, words: Words): string {
  const { state, sent_at: sentAt, problem } = delivery
  const why = problem === null ? '' : keepInOneLine(inPageLanguage(problem, 'undelivered', words))
  const when = sentAt === null ? '' : ago(Date.parse(sentAt), words)
  switch (state) {
    case 'planned':
      return problem === null ? words.deliveryPlanned : fill(words.deliveryRetried, { why })
    case 'sent':
    case 'updated':
      return fill(words.deliverySent, { when })
    case 'failed':
      return fill(sentAt === null ? words.deliveryFailed : words.deliveryOutdated, { why, when })
    case 'withdrawn':
      return words.deliveryWithdrawn
  }
}
