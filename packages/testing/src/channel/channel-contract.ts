/**
 * What every channel must do, whatever platform is behind it: it shows every character as plain text, hands over what people
 * did with the identity of the envelope, and never says more of a message than it knows.
 */
import type { Channel, ChannelMessage, ChannelPerson, Place } from '@holdpoint/channels'
import { describe, expect, test } from 'vitest'

/** A channel before a platform that a test plays. */
export interface ChannelUnderTest {
  readonly channel: Channel
  /** A place that the platform knows. */
  readonly place: Place
  /** What people see in the place now, oldest first. */
  drawn(): readonly DrawnMessage[]
  /** A person presses a button of a drawn message, as the platform tells it. Answers what that person is shown. */
  press(
    message: DrawnMessage,
    button: string,
    by: ChannelPerson,
    event: string,
    reason?: string,
  ): Promise<string | null>
  /** A person writes into the place. */
  write(text: string, by: ChannelPerson, how?: WrittenMessage): Promise<void>
  /** The next requests of this many are answered with "too many", to be tried again after so long. */
  refuseNext(requests: number, retryAfterMs: number): void
  /** The platform drops the long connection, if there is one. */
  drop(): void
  close(): Promise<void>
}

export interface DrawnMessage {
  readonly ref: string
  /** Everything that is shown as text, in order, as a person reads it. */
  readonly text: string
  readonly buttons: readonly { readonly id: string; readonly text: string }[]
  readonly links: readonly string[]
}

export interface WrittenMessage {
  readonly origin?: 'typed' | 'edited' | 'forwarded' | 'quoted' | 'bot'
  readonly mentionsBot?: boolean
}

export type OpenChannel = () => Promise<ChannelUnderTest>

const ANA: ChannelPerson = { workspace: 'W1', user: 'U1', name: null }

export const QUESTION: ChannelMessage = {
  title: 'Delete 2 orders?',
  risk: 'high',
  parts: [
    { kind: 'line', tone: 'warning', text: 'Cannot be undone' },
    { kind: 'fields', label: 'Order SO-7', rows: [{ name: 'status', now: 'open', after: 'deleted' }] },
    { kind: 'block', label: 'Arguments', text: '{\n  "ids": [7, 8]\n}' },
    { kind: 'claim', label: 'The agent says', text: 'the customer asked for it' },
    { kind: 'line', tone: 'muted', text: 'Reply "confirm 7F3K" or "cancel 7F3K"' },
  ],
  buttons: [
    { id: 'press-approve-1', text: 'Approve', tone: 'approve', asksReason: null },
    { id: 'press-decline-1', text: 'Decline', tone: 'decline', asksReason: null },
  ],
  link: { text: 'Open the page', url: 'https://holdpoint.example/approvals/h1' },
}

export function describeChannelContract(name: string, open: OpenChannel): void {
  describe(`[X13.S1] the channel ${name}`, () => {
    test('shows title, parts, buttons and link of a message', async () => {
      const { channel, close, drawn, place } = await open()
      await channel.deliver({ id: 'd1', place, message: QUESTION })
      const [message] = drawn()
      for (const words of [
        'Delete 2 orders?',
        'Cannot be undone',
        'status',
        'open',
        'deleted',
        '"ids": [7, 8]',
        'the customer asked for it',
        '7F3K',
      ])
        expect(message?.text, words).toContain(words)
      expect(message?.buttons.map(({ id }) => id)).toEqual(['press-approve-1', 'press-decline-1'])
      expect(message?.links).toEqual(['https://holdpoint.example/approvals/h1'])
      await close()
    })

    test('a press arrives with the identity of the envelope, and its answer is shown', async () => {
      const under = await open()
      const pressed: unknown[] = []
      await under.channel.open({
        pressed: async (press) => {
          pressed.push(press)
          return { notice: 'Approved.', message: null }
        },
        wrote: async () => {},
      })
      await under.channel.deliver({ id: 'd1', place: under.place, message: QUESTION })
      const [message] = under.drawn()
      if (message === undefined) throw new Error('nothing was drawn')
      expect(await under.press(message, 'press-approve-1', ANA, 'e1')).toContain('Approved.')
      expect(pressed).toMatchObject([
        { button: 'press-approve-1', by: { workspace: 'W1', user: 'U1' }, envelope: 'authenticated' },
      ])
      await under.close()
    })
  })
}
