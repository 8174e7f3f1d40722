/**
 * The chats of a service: each configured platform becomes a channel, secrets are read from where the configuration says they
 * are, and questions are brought there. Loaded only where a platform is configured: the vendors' programs are large.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CHAT_PLATFORMS, readPeople } from '@holdpoint/core'
import type { ChatPlatform, Store } from '@holdpoint/core'
import { findChannelRoute } from '@holdpoint/core/policy'
import type { ChannelConnection, PolicyConfig, SecretReference } from '@holdpoint/core/policy'
import {
  createChannelQuestions,
  createDingTalkChannel,
  createFeishuChannel,
  createSlackChannel,
} from '@holdpoint/channels'
import type { Channel, ChannelQuestions } from '@holdpoint/channels'
import type { Log } from '../home/log.ts'

export interface OpenChannelsOptions {
  readonly store: Store
  /** As it is now: people, words and routes are asked for anew; a connection stays as it was opened. */
  readonly config: () => PolicyConfig
  readonly self: string
  readonly environment: { readonly [name: string]: string | undefined }
  readonly log: Log
}

export interface OpenedChannels {
  readonly questions: ChannelQuestions
  readonly channels: ReadonlyMap<string, Channel>
}

export function openChannels(options: OpenChannelsOptions): OpenedChannels {
  const { store, config, log } = options
  const { connections, language } = config().channels
  const channels: Channel[] = []
  for (const platform of CHAT_PLATFORMS) {
    const connection = connections[platform]
    if (connection === undefined) continue
    try {
      channels.push(createChannel(platform, readSettings(platform, connection, options.environment), language, log))
    } catch (error) {
      log(`${platform} is not asked: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const questions = createChannelQuestions({
    store,
    channels,
    self: options.self,
    routeOf: (hold) => findChannelRoute(config().channels.routes, hold),
    people: async () => await readPeople(store, config()),
    words: () => config().channels.words,
    localeOf: () => config().channels.language,
    page: (hold) => {
      const { publicUrl } = config()
      return publicUrl === null ? null : `${publicUrl}/approvals/${hold}`
    },
    mostOpen: config().channels.mostOpen,
    randomId: () => randomBytes(24).toString('base64url'),
    randomInteger: (limit) => randomInt(limit),
    log,
  })
  return { questions, channels: new Map(channels.map((channel) => [channel.about.name, channel])) }
}

type Settings = { readonly [name: string]: string }

function createChannel(platform: ChatPlatform, given: Settings, locale: string, log: Log): Channel {
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
  environment: OpenChannelsOptions['environment'],
): Settings {
  const read: { [name: string]: string } = { ...settings }
  for (const [name, reference] of Object.entries(secrets)) {
    read[name] = readSecret(`channels.${platform}.${name}`, reference, environment)
  }
  return read
}

function readSecret(
  setting: string,
  reference: SecretReference,
  environment: OpenChannelsOptions['environment'],
): string {
  if ('variable' in reference) {
    const value = environment[reference.variable]
    if (value === undefined || value === '')
      throw new Error(`${setting}: set the environment variable ${reference.variable}.`)
    return value
  }
  try {
    return readFileSync(reference.file, 'utf8').trim()
  } catch {
    throw new Error(`${setting}: the file ${reference.file} cannot be read.`)
  }
}
