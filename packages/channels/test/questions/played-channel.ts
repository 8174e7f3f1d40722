/** A channel whose platform is the test: what people see is a list, and what they do is a function. */
import { ChannelError } from '../../src/index.ts'
import type {
  Channel,
  ChannelMessage,
  ChannelPerson,
  ChannelReceiver,
  EnvelopeTrust,
  Place,
  PressAnswer,
  Reply,
} from '../../src/index.ts'

export interface Shown {
  readonly id: string
  readonly place: Place
  message: ChannelMessage
}

export interface PlayedChannel {
  readonly channel: Channel
  readonly shown: Shown[]
  readonly said: { readonly place: Place; readonly text: string }[]
  press(
    button: string,
    by: ChannelPerson,
    more?: { readonly envelope?: EnvelopeTrust; readonly reason?: string; readonly place?: Place },
  ): Promise<PressAnswer>
  write(text: string, by: ChannelPerson, more?: Partial<Reply>): Promise<void>
  /** The next deliveries fail so. */
  failNext(...errors: readonly (ChannelError | Error)[]): void
  /** The next delivery is not answered until the function is called, and then fails. */
  hangNext(): () => void
  /** The platform is not reached: it can be neither opened nor written to. */
  away(): void
}

export const OPS: Place = { kind: 'group', id: 'ops' }

export function playChannel(
  name: string,
  most = 100_000,
  { dedupes = true, buttons = true, signsReplies = true } = {},
): PlayedChannel {
  const shown: Shown[] = []
  const said: PlayedChannel['said'] = []
  const failing: Error[] = []
  let receiver: ChannelReceiver | null = null
  let events = 0
  let hanging: Promise<never> | null = null
  let isAway = false

  function receiving(): ChannelReceiver {
    if (receiver === null) throw new Error('The channel was not opened.')
    return receiver
  }

  const channel: Channel = {
    about: { name, platform: 'slack', dedupes, buttons, signsReplies },
    fits: (message) => JSON.stringify(message).length <= most,
    async deliver({ id, place, message }) {
      const hangs = hanging
      hanging = null
      if (hangs !== null) return await hangs
      if (isAway) throw new ChannelError('later', 'the platform is away')
      const error = failing.shift()
      if (error !== undefined) throw error
      const known = dedupes ? shown.findIndex((each) => each.id === id) : -1
      if (known >= 0) return { id, place, ref: `ref-${known}` }
      shown.push({ id, place, message })
      return { id, place, ref: `ref-${shown.length - 1}` }
    },
    async update({ ref }, message) {
      const found = shown[Number(ref.slice('ref-'.length))]
      if (found === undefined) throw new ChannelError('no-such-place', 'there is no such message')
      found.message = message
    },
    async say(place, text) {
      said.push({ place, text })
    },
    async open(given) {
      receiver = given
    },
    request: async () => ({ status: 404, contentType: 'text/plain', body: '' }),
    health: () => ({ state: receiver === null ? 'connecting' : 'connected', problem: null, since: 0 }),
    close: async () => {},
  }

  return {
    channel,
    shown,
    said,
    press: async (button, by, { envelope = 'authenticated', reason = null, place = OPS } = {}) =>
      await receiving().pressed({ event: `press-${++events}`, button, by, place, envelope, reason }),
    write: async (text, by, more = {}) =>
      await receiving().wrote({
        event: `reply-${++events}`,
        text,
        mention: [],
        origin: 'typed',
        by,
        place: OPS,
        envelope: 'authenticated',
        answers: null,
        sentAt: null,
        ...more,
      }),
    failNext: (...errors) => void failing.push(...errors),
    hangNext() {
      let end = (): void => {}
      hanging = new Promise((_resolve, reject) => {
        end = () => reject(new ChannelError('unknown', 'no answer'))
      })
      return () => end()
    },
    away() {
      isAway = true
    },
  }
}
