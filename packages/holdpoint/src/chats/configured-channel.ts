/**
 * One chat platform as it is configured: its secrets are read from where the configuration says they are, and nothing is sent
 * or opened yet. An error names the setting, never a secret.
 */
import type { ChatPlatform } from '@holdpoint/core'
import type { ChannelConnection } from '@holdpoint/core/policy'
import { createDingTalkChannel, createFeishuChannel, createSlackChannel } from '@holdpoint/channels'
import type { Channel } from '@holdpoint/channels'
import { readSecret } from '../config/channel-secrets.ts'
import type { Log } from '../home/log.ts'

export interface ConfiguredChannelOptions {
  readonly platform: ChatPlatform
  readonly connection: ChannelConnection
  readonly environment: EnvironmentVariables
  readonly locale: string
  readonly log: Log
}

type EnvironmentVariables = { readonly [name: string]: string | undefined }

/** By their names in the configuration, with the secrets themselves. */
export type ChannelSettings = { readonly [name: string]: string }

/** Throws where a secret cannot be read or a setting is missing; the error says which. */
export function createConfiguredChannel(options: ConfiguredChannelOptions): Channel {
  const { platform, locale, log } = options
  return createChannel(platform, readSettings(platform, options.connection, options.environment), { locale, log })
}

/** Likewise, of settings that were read or typed. */
export function createChannel(
  platform: ChatPlatform,
  given: ChannelSettings,
  { locale, log }: Pick<ConfiguredChannelOptions, 'locale' | 'log'>,
): Channel {
  const common = { name: platform, log }
  const needed = (name: string): string => {
    const value = given[name]
    if (value === undefined || value === '') throw new Error(`channels.${platform}.${name} is not set.`)
    return value
  }
  switch (platform) {
    case 'feishu':
      return createFeishuChannel({
        ...common,
        appId: needed('app_id'),
        appSecret: needed('app_secret'),
        events:
          given['encrypt_key'] === undefined
            ? { by: 'stream' }
            : { by: 'http', encryptKey: needed('encrypt_key'), verificationToken: needed('verification_token') },
        domain: given['domain'] === 'lark' ? 'lark' : 'feishu',
        workspace: given['workspace'] ?? null,
        ...(given['api_url'] === undefined ? {} : { apiUrl: given['api_url'] }),
      })
    case 'dingtalk':
      return createDingTalkChannel({
        name: platform,
        clientId: needed('client_id'),
        clientSecret: needed('client_secret'),
        robotCode: given['robot_code'] ?? null,
        robotName: given['robot_name'] ?? null,
        corpId: given['corp_id'] ?? null,
        cardTemplateId: given['card_template'] ?? null,
        robotMessages: given['robot_messages'] === 'http' ? 'http' : 'stream',
        ...(given['api_url'] === undefined ? {} : { apiBase: given['api_url'] }),
      })
    case 'slack':
      return createSlackChannel({
        ...common,
        botToken: needed('bot_token'),
        events:
          given['app_token'] === undefined
            ? { by: 'http', signingSecret: needed('signing_secret') }
            : { by: 'socket', appToken: needed('app_token') },
        workspace: given['workspace'] ?? null,
        locale,
        ...(given['api_url'] === undefined ? {} : { apiUrl: given['api_url'] }),
      })
  }
}

/** An error names where a secret was looked for, never what was found. */
function readSettings(
  platform: ChatPlatform,
  { settings, secrets }: ChannelConnection,
  environment: EnvironmentVariables,
): ChannelSettings {
  const read: { [name: string]: string } = { ...settings }
  for (const [name, reference] of Object.entries(secrets)) {
    const reading = readSecret(reference, environment)
    if (!reading.ok) throw new Error(`channels.${platform}.${name}: ${reading.why}.`)
    read[name] = reading.secret
  }
  return read
}
