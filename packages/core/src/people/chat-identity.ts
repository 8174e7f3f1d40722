/**
 * Who a person is on a chat platform: the platform, the company or workspace, and the user in it, as the platform's own
 * envelope says. `people:` maps such an identity to a person; verdicts and the audit log carry it.
 *
 * It refuses parts that could be read in two ways: a workspace or user with a slash or a blank in it makes an identity
 * that can be mapped to no person.
 */

/** Every chat platform that people can answer on. No token may be called like an identity of one of them. */
export const CHAT_PLATFORMS = ['feishu', 'dingtalk', 'slack'] as const

export type ChatPlatform = (typeof CHAT_PLATFORMS)[number]

/** As people know them. */
export const CHAT_PLATFORM_NAMES: {
  readonly [platform in ChatPlatform]: { readonly en: string; readonly 'zh-CN': string }
} = {
  feishu: { en: 'Feishu', 'zh-CN': '飞书' },
  dingtalk: { en: 'DingTalk', 'zh-CN': '钉钉' },
  slack: { en: 'Slack', 'zh-CN': 'Slack' },
}

/** How an identity of each platform is written. */
export const CHAT_IDENTITY_FORMS: { readonly [platform in ChatPlatform]: string } = {
  feishu: 'feishu:<tenant_key>/<open_id>',
  dingtalk: 'dingtalk:<corpId>/<userId>',
  slack: 'slack:<team>/<user>',
}

const PREFIX = new RegExp(`^(?:${CHAT_PLATFORMS.join('|')}):`)
const IDENTITY = new RegExp(`${PREFIX.source}[^\\s/\\p{C}]{1,128}/[^\\s/\\p{C}]{1,128}$`, 'u')

export function chatIdentity(
  platform: ChatPlatform,
  { workspace, user }: { readonly workspace: string; readonly user: string },
): string {
  return `${platform}:${workspace}/${user}`
}

/** Whether a name means a person of a chat platform, however badly it is written. */
export function isOfChat(identity: string): boolean {
  return PREFIX.test(identity)
}

/** Whether it can be mapped to a person. */
export function isChatIdentity(identity: string): boolean {
  return IDENTITY.test(identity)
}
