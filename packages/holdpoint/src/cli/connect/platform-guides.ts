/** What a person does in each platform's console before it is set up here, and what they are then asked for. */
import type { ChatPlatform } from '@holdpoint/core'

export interface PlatformGuide {
  /** As people call it. */
  readonly title: string
  readonly console: readonly string[]
  readonly asked: readonly AskedSetting[]
  /** Where the configuration says whose events are taken. */
  readonly workspace: 'workspace' | 'corp_id'
  /** Settings with which events come to us by HTTP, where a set-up cannot hear them. */
  readonly byHttp: readonly string[]
  /** Where else the code is written than in the chat with the bot alone. */
  readonly inGroup: string
}

export type AskedSetting =
  | (SettingForm & {
      readonly kind: 'setting'
      /** Taken for no answer; `null`: there must be one; `''`: it is left out. */
      readonly usual: string | null
    })
  | (SettingForm & {
      readonly kind: 'secret'
      /** Where it is usually found in the environment. */
      readonly variable: string
    })

interface SettingForm {
  readonly name: string
  readonly label: string
  readonly form: RegExp
  /** Completes "That is not it: …". */
  readonly hint: string
}

export const PLATFORM_GUIDES: { readonly [platform in ChatPlatform]: PlatformGuide } = {
  slack: {
    title: 'Slack',
    console: [
      'At https://api.slack.com/apps: Create New App, From a manifest; the manifest stands in docs/channels/slack.md.',
      'It asks for chat:write, im:write, im:history and app_mentions:read, and turns socket mode on.',
      'Basic Information, App-Level Tokens: make one with connections:write (xapp-…).',
      'Install App: install it, and copy the Bot User OAuth Token (xoxb-…).',
      'If a channel shall be asked, invite the bot there: /invite @holdpoint',
    ],
    asked: [
      {
        kind: 'secret',
        name: 'bot_token',
        label: 'Bot token (xoxb-…)',
        variable: 'SLACK_BOT_TOKEN',
        form: /^xoxb-\S+$/,
        hint: 'a bot token begins with xoxb-',
      },
      {
        kind: 'secret',
        name: 'app_token',
        label: 'App token (xapp-…)',
        variable: 'SLACK_APP_TOKEN',
        form: /^xapp-\S+$/,
        hint: 'an app token begins with xapp-',
      },
    ],
    workspace: 'workspace',
    byHttp: ['signing_secret'],
    inGroup: 'in a channel, behind a mention of it (@holdpoint)',
  },
  feishu: {
    title: 'Feishu',
    console: [
      'At https://open.feishu.cn/app (Lark: https://open.larksuite.com/app): make a custom app (企业自建应用) and add the bot (机器人).',
      'Permissions (权限管理): im:message:send_as_bot, im:message.p2p_msg:readonly, im:message.group_at_msg:readonly.',
      'Events & Callbacks (事件与回调): by long connection (长连接), im.message.receive_v1 and card.action.trigger.',
      'Feishu saves that only while a connection stands: it stands as soon as the keys are entered here.',
      'Publish a version (版本管理与发布) whose availability (可用范围) has everyone who shall decide.',
      'If a group shall be asked, add the bot to it. All of it, step by step: docs/channels/feishu.md',
    ],
    asked: [
      {
        kind: 'setting',
        name: 'domain',
        label: 'feishu or lark',
        usual: 'feishu',
        form: /^(?:feishu|lark)$/,
        hint: 'it is feishu or lark',
      },
      {
        kind: 'setting',
        name: 'app_id',
        label: 'App ID (cli_…)',
        usual: null,
        form: /^cli_[0-9a-fA-F]{16}$/,
        hint: 'an App ID is cli_ and sixteen hexadecimal digits',
      },
      {
        kind: 'secret',
        name: 'app_secret',
        label: 'App Secret',
        variable: 'FEISHU_APP_SECRET',
        form: /^\S+$/,
        hint: 'an App Secret has no blanks in it',
      },
    ],
    workspace: 'workspace',
    byHttp: ['encrypt_key', 'verification_token'],
    inGroup: 'in a group, behind a mention of it (@ and its name)',
  },
  dingtalk: {
    title: 'DingTalk',
    console: [
      'At https://open-dev.dingtalk.com: make an internal app (企业内部应用) and add the robot (机器人), messages by Stream mode (Stream 模式).',
      'Permissions (权限管理): qyapi_robot_sendmsg, and Card.Instance.Write for cards.',
      'Publish a version (版本管理与发布) that everyone who shall decide can see.',
      'For cards with buttons make the template that docs/channels/dingtalk.md describes; without one people answer by text.',
      'If a group shall be asked, add the robot to it.',
    ],
    asked: [
      {
        kind: 'setting',
        name: 'client_id',
        label: 'Client ID (AppKey)',
        usual: null,
        form: /^\S+$/,
        hint: 'a Client ID has no blanks in it',
      },
      {
        kind: 'secret',
        name: 'client_secret',
        label: 'Client Secret (AppSecret)',
        variable: 'DINGTALK_CLIENT_SECRET',
        form: /^\S+$/,
        hint: 'a Client Secret has no blanks in it',
      },
      {
        kind: 'setting',
        name: 'card_template',
        label: 'Card template (….schema; none: answers by text)',
        usual: '',
        form: /^\S+\.schema$/,
        hint: 'the id of a template ends in .schema',
      },
    ],
    workspace: 'corp_id',
    byHttp: [],
    inGroup: 'in a group, behind a mention of it (@ and its name)',
  },
}
