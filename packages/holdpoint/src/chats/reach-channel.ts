/** Opens a channel within a time: an open that goes on trying is of no use to a person who waits in front of it. */
import { setTimeout as pause } from 'node:timers/promises'
import { thrownMessage } from '@holdpoint/core'
import type { Channel, ChannelReceiver } from '@holdpoint/channels'

export type Reaching =
  | { readonly ok: true }
  | { readonly ok: false; readonly state: 'connecting' | 'refused'; readonly problem: string }

/** The channel stays open, also where this answers that it could not be reached: its owner closes it. */
export async function reachChannel(
  channel: Channel,
  /** `null`: it is only looked whether the credentials work, beside whatever process has the chat open. */
  receiver: ChannelReceiver | null,
  { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<Reaching> {
  const settled = new AbortController()
  const opened = channel.open(receiver).then(
    () => null,
    (error: unknown) => thrownMessage(error),
  )
  const late = pause(withinMs, 'It did not answer in time.', { signal: AbortSignal.any([signal, settled.signal]) })
  const why = await Promise.race([opened, late.catch(() => 'It was interrupted.')])
  settled.abort()
  const { state, problem } = channel.health()
  if (why === null && state === 'connected') return { ok: true }
  return {
    ok: false,
    state: state === 'refused' ? 'refused' : 'connecting',
    problem: problem ?? why ?? 'It is not connected.',
  }
}
