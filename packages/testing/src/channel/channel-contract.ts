/**
 * What every channel must do, whatever platform is behind it: it shows every character as plain text, hands over what people
 * did with the identity of the envelope, and never says more of a message than it knows.
 */
import { describe } from 'vitest'
import type { MakeChannel } from './channel-under-test.ts'
import { describeFailures } from './failing-platform.ts'
import { describeReceiving } from './receiving.ts'
import { describeShowing } from './showing.ts'

export function describeChannelContract(name: string, make: MakeChannel): void {
  describe(`[X13.S1] the channel ${name}`, () => {
    describeShowing(make)
    describeReceiving(make)
    describeFailures(make)
  })
}
