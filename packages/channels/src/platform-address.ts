/** The address of a platform's API: app secrets and tokens are sent to it, so one that anybody on the way could read is refused. */
import { isSafeAddress, say } from '@holdpoint/core'
import { ChannelError } from './channel.ts'

/** Answers it without a slash at its end. Throws a `ChannelError` of the kind `refused`. */
export function checkPlatformAddress(given: string, platform: string): string {
  const refuse = (why: string): never => {
    throw new ChannelError('refused', say('channelRefused', { platform, why }))
  }
  if (!URL.canParse(given)) return refuse('the address is no URL')
  const address = new URL(given)
  if (!isSafeAddress(address)) return refuse('the address must begin with https://, since the app secret is sent to it')
  return address.href.replace(/\/+$/, '')
}
