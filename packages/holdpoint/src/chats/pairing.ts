/**
 * Pairs a person at a terminal with an account in a chat: the terminal shows a random code, and the first person who writes it to
 * the bot is named by the platform's envelope. Only text that was typed there counts, in an envelope that the platform
 * authenticates; whom it names is told to the terminal, which decides.
 */
import { chatIdentity, CODE_ALPHABET, isChatIdentity, readChatMessage } from '@holdpoint/core'
import type { ChatPlatform } from '@holdpoint/core'
import type { ChannelReceiver, Press, PressAnswer, Reply } from '@holdpoint/channels'

/** The word before the code. */
export const PAIR = 'pair'

/** It is guessed by strangers who can write to the bot, not read from a table: longer than the code of a hold. */
const LENGTH = 6

export function drawPairingCode(randomInteger: (limit: number) => number): string {
  return Array.from({ length: LENGTH }, () => CODE_ALPHABET.charAt(randomInteger(CODE_ALPHABET.length))).join('')
}

export type PairingReading =
  | { readonly kind: 'paired' }
  /** It carries the code, and does not count. */
  | { readonly kind: 'not-counted'; readonly why: string }
  | { readonly kind: 'other-code' }
  /** Whatever else people write. */
  | { readonly kind: 'none' }

export function readPairing(platform: ChatPlatform, reply: Reply, code: string): PairingReading {
  const said = withoutMention(reply).toUpperCase()
  const [, given] = /^PAIR[ \t\u3000]+([0-9A-Z]+)$/.exec(said) ?? []
  if (given === undefined) return { kind: 'none' }
  if (given !== code) return { kind: 'other-code' }
  if (reply.origin !== 'typed') return { kind: 'not-counted', why: NOT_TYPED[reply.origin] }
  if (reply.envelope !== 'authenticated') {
    return { kind: 'not-counted', why: 'the platform did not sign what the message says' }
  }
  if (!isChatIdentity(chatIdentity(platform, reply.by))) {
    return { kind: 'not-counted', why: 'the platform does not name its author by an id that can be configured' }
  }
  return { kind: 'paired' }
}

const NOT_TYPED: { readonly [origin in Exclude<Reply['origin'], 'typed'>]: string } = {
  edited: 'it was edited',
  forwarded: 'it was forwarded',
  quoted: 'it quotes another message',
  bot: 'a bot wrote it',
}

function withoutMention({ text, mention }: Reply): string {
  let left = text.trim()
  for (const name of mention) {
    if (left.startsWith(name)) left = left.slice(name.length).trim()
    if (left.endsWith(name)) left = left.slice(0, -name.length).trim()
  }
  return left
}

export interface Pairing {
  readonly receiver: ChannelReceiver
  /** The first message that counts; `null`: none came before the signal. `told` hears of those that carry a code and do not count. */
  waitForReply(code: string, signal: AbortSignal, report: (line: string) => void): Promise<Reply | null>
  /** The first press of this button, answered so; `null`: none came before the signal. */
  waitForPress(button: string, answer: PressAnswer, signal: AbortSignal): Promise<Press | null>
}

/**
 * `meantElsewhere` hears of a message that answers a question: a process of another home with the same app would have taken it. A
 * press on a button that is none of ours is rejected, which the platform shows to the person.
 */
export function createPairing(platform: ChatPlatform, meantElsewhere: (reply: Reply) => Promise<void>): Pairing {
  let onReply: (reply: Reply) => void = () => {}
  let onPress: (press: Press) => PressAnswer | null = () => null
  return {
    receiver: {
      async wrote(reply) {
        if (isAnswer(reply)) await meantElsewhere(reply)
        else onReply(reply)
      },
      async pressed(press) {
        const answer = onPress(press)
        if (answer === null) throw new Error('Nothing is taken here.')
        return answer
      },
    },
    async waitForReply(code, signal, report) {
      return await until<Reply>(signal, (found) => {
        onReply = (reply) => {
          const reading = readPairing(platform, reply, code)
          if (reading.kind === 'other-code') report(`${reply.by.user} wrote another code; it is still waited for.`)
          if (reading.kind === 'not-counted')
            report(`A message with the code came, and does not count: ${reading.why}.`)
          if (reading.kind === 'paired') found(reply)
        }
      }).finally(() => (onReply = () => {}))
    },
    async waitForPress(button, answer, signal) {
      return await until<Press>(signal, (found) => {
        onPress = (press) => {
          if (press.button !== button) return null
          found(press)
          return answer
        }
      })
    },
  }
}

/** With its code; what may follow it is a reason. */
function isAnswer(reply: Reply): boolean {
  const [word = '', code = ''] = withoutMention(reply).split(/[\s,，:：;；.。]+/u, 2)
  const reading = readChatMessage({ ...reply, text: `${word} ${code}` }, { mention: [] })
  return reading.kind !== 'none' && reading.code !== undefined
}

async function until<Found>(
  signal: AbortSignal,
  begin: (found: (value: Found) => void) => void,
): Promise<Found | null> {
  if (signal.aborted) return null
  return await new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
    begin(resolve)
  })
}
