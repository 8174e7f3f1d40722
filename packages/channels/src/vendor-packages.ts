/**
 * The vendors' packages that a platform needs. They are large, and only those install them who ask in that chat: a channel is
 * not made without them, and what is said then names them. Nothing of them is loaded here.
 */
import { say } from '@holdpoint/core'
import type { ChatPlatform } from '@holdpoint/core'
import { ChannelError } from './channel.ts'

interface VendorPackage {
  readonly name: string
  /** That the channel was tried with. */
  readonly version: string
}

export const VENDOR_PACKAGES: { readonly [platform in ChatPlatform]: readonly VendorPackage[] } = {
  slack: [
    { name: '@slack/socket-mode', version: '3.1.0' },
    { name: '@slack/web-api', version: '8.2.0' },
  ],
  feishu: [{ name: '@larksuiteoapi/node-sdk', version: '1.74.0' }],
  dingtalk: [],
}

/** Of those that the platform needs, as an installer takes them: `name@version`. */
export function missingPackages(platform: ChatPlatform): readonly string[] {
  return VENDOR_PACKAGES[platform].flatMap(({ name, version }) => (isInstalled(name) ? [] : [`${name}@${version}`]))
}

/** One sentence with the next step; `null`: all are there. */
export function whyNotInstalled(platform: ChatPlatform, title: string): string | null {
  const missing = missingPackages(platform)
  if (missing.length === 0) return null
  return say('channelNotInstalled', { platform: title, packages: missing.join(' '), name: platform })
}

/** Throws a `ChannelError` of the kind `refused` where one is missing: trying again does not help. */
export function assertInstalled(platform: ChatPlatform, title: string): void {
  const why = whyNotInstalled(platform, title)
  if (why !== null) throw new ChannelError('refused', why)
}

/** Where an `import` of this module would look. */
function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name)
    return true
  } catch {
    return false
  }
}
