/** Sends the test message to the place that was paired, and says whether it arrived and whether its button works there. */
import { ChannelError } from '@holdpoint/channels'
import type { Channel, Place } from '@holdpoint/channels'
import type { Pairing } from '../../chats/pairing.ts'
import { endedTestMessage, testMessage, testWord } from '../../chats/test-message.ts'
import type { CommandContext } from '../command-context.ts'
import { keepInOneLine, showInOneLine } from '../one-line.ts'

export type Trial =
  | { readonly kind: 'delivered' | 'pressed' }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'left' }

export interface TrialRequest {
  readonly channel: Channel
  readonly pairing: Pairing
  readonly place: Place
  readonly locale: string
  /** Unguessable: at most 50 characters of `A-Z a-z 0-9 _ -`. */
  readonly randomId: () => string
}

export async function tryPlace(context: CommandContext, request: TrialRequest): Promise<Trial> {
  const { terminal, output, time } = context
  const { channel, pairing, place, locale, randomId } = request
  const button = channel.about.buttons ? randomId() : null
  const pressed = new AbortController()
  const over = new AbortController()
  const answer = { notice: testWord(locale, 'pressed'), message: endedTestMessage(locale, 'pressed') }
  // Before it is sent: a press may come sooner than the platform's answer to us.
  const pressing = button === null ? null : pairing.waitForPress(button, answer, over.signal)
  const reported = pressing?.then((press) => {
    if (press === null) return
    output.write(`\n  ${showInOneLine(press.by.user)} pressed it: buttons work.\n`)
    pressed.abort()
  })
  try {
    const delivered = await channel.deliver({ id: randomId(), place, message: testMessage(locale, button) })
    output.write('A test message was delivered there.\n')
    if (button === null) return { kind: 'delivered' }
    const signal = AbortSignal.any([pressed.signal, time.interrupted])
    const prompt = 'Press its button to see that buttons work, or Enter to go on without: '
    const typed = await terminal.askForLine({ prompt, signal })
    if (pressed.signal.aborted) return { kind: 'pressed' }
    over.abort()
    await channel.update(delivered, endedTestMessage(locale, 'over')).catch(() => {})
    return { kind: typed === null ? 'left' : 'delivered' }
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    return { kind: 'failed', why: keepInOneLine(error.message) }
  } finally {
    over.abort()
    await reported
  }
}
