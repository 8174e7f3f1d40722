/** The three platforms as a person at a terminal meets them: what they enter, how they write to the bot, what they see. */
import { drawDingTalkCard, startDingTalkFake, startFeishuFake, startSlackFake } from '@holdpoint/channels/testing'
import type { TerminalSession } from '../harness/pseudo-terminal.ts'
import { eventually } from '../harness/serve-harness.ts'

/** How a message came about; only what is typed counts. */
export type Writing = 'typed' | 'edited' | 'forwarded' | 'bot'

export interface World {
  readonly platform: 'slack' | 'feishu' | 'dingtalk'
  readonly url: string
  readonly secrets: readonly string[]
  readonly identity: string
  readonly place: string
  /** Answers the questions for settings, with right or wrong secrets. */
  enter(session: TerminalSession, how: 'right' | 'wrong'): Promise<void>
  /** As the approver, where questions shall go. */
  write(text: string, writing: Writing): Promise<void>
  /** What stands in that place, oldest first. */
  seen(): readonly string[]
  /** Presses the only button, or that of this label, of the newest message that has this text. */
  press(text: string, label?: string): Promise<void>
  close(): Promise<void>
}

/** A secret prompt ends so; prompts before it stay on the screen. */
async function answer(session: TerminalSession, label: RegExp, text: string): Promise<void> {
  await session.waitForText(label)
  session.type(text)
}

const secret = (label: string): RegExp => new RegExp(`${label}[^]*?> $`)

export async function slackWorld(): Promise<World> {
  const slack = await startSlackFake({ channels: ['C0OPS'], people: ['U0ANA'] })
  return {
    platform: 'slack',
    url: slack.url,
    secrets: [slack.botToken, slack.appToken],
    identity: `slack:${slack.workspace}/U0ANA`,
    place: 'slack:group/C0OPS',
    async enter(session, how) {
      await answer(session, secret('Bot token'), how === 'right' ? slack.botToken : 'xoxb-wrong')
      await answer(session, secret('App token'), slack.appToken)
    },
    write: (text, origin) =>
      slack.write({
        channel: 'C0OPS',
        user: 'U0ANA',
        before: `<@${slack.botUser}> `,
        text,
        origin,
        type: 'app_mention',
      }),
    seen: () => slack.messages('C0OPS').map(({ drawn }) => drawn.text),
    async press(text, label) {
      const message = await eventually(() => slack.messages('C0OPS').findLast(({ drawn }) => drawn.text.includes(text)))
      const button = message.drawn.buttons.find((each) => label === undefined || each.text === label)
      await slack.press({ channel: 'C0OPS', ts: message.ts, actionId: button?.actionId ?? '', user: 'U0ANA' })
    },
    close: () => slack.close(),
  }
}

export async function feishuWorld(): Promise<World> {
  const feishu = await startFeishuFake({ chats: ['oc_ops'], people: ['ou_ana'] })
  const { app } = feishu
  const by = { tenantKey: app.workspace, openId: 'ou_ana' }
  return {
    platform: 'feishu',
    url: feishu.url,
    secrets: [app.appSecret],
    identity: `feishu:${app.workspace}/ou_ana`,
    place: 'feishu:person/ou_ana',
    async enter(session, how) {
      await answer(session, /feishu or lark \[feishu\]: /, '')
      await answer(session, /App ID \(cli_…\): /, app.appId)
      await answer(session, secret('App Secret'), how === 'right' ? app.appSecret : 'wrong')
    },
    async write(text, writing) {
      const forwarded = { name: 'merge_forward', content: text }
      await feishu.write({
        text,
        by,
        chat: null,
        edited: writing === 'edited',
        senderType: writing === 'bot' ? 'app' : 'user',
        ...(writing === 'forwarded' ? { type: forwarded } : {}),
      })
    },
    seen: () => feishu.messages('ou_ana').map(({ drawn }) => drawn.text),
    async press(text, label) {
      const message = await eventually(() =>
        feishu.messages('ou_ana').findLast(({ drawn }) => drawn.text.includes(text)),
      )
      const button = message.drawn.buttons.find((each) => label === undefined || each.text === label)
      await feishu.press({ message: message.id, button: String(button?.value['id']), by })
    },
    close: () => feishu.close(),
  }
}

export async function dingTalkWorld(): Promise<World> {
  const dingTalk = await startDingTalkFake({ corpId: 'W1', groups: ['cidOps=='], people: ['ana01'] })
  return {
    platform: 'dingtalk',
    url: dingTalk.url,
    secrets: [dingTalk.clientSecret],
    identity: 'dingtalk:W1/ana01',
    place: 'dingtalk:group/cidOps==',
    async enter(session, how) {
      await answer(session, /Client ID \(AppKey\): /, dingTalk.clientId)
      await answer(session, secret('Client Secret'), how === 'right' ? dingTalk.clientSecret : 'wrong')
      await answer(session, /Card template [^\n]*: /, dingTalk.cardTemplateId)
    },
    async write(text, writing) {
      const robot = { senderId: '$:LWCP_v1:$robot', senderStaffId: undefined }
      const forwarded = { msgtype: 'chatRecord', content: JSON.stringify({ summary: text }) }
      // DingTalk tells no edits; a message that quotes another is what comes nearest.
      const quoting = { text: { content: text, isReplyMsg: true } }
      const more = { typed: {}, edited: quoting, forwarded, bot: robot }[writing]
      await dingTalk.write({ text, userId: 'ana01', group: 'cidOps==', mentionsRobot: true, more })
    },
    seen: () => dingTalk.cards().map(({ values }) => drawDingTalkCard(values).text),
    async press(text, label) {
      const card = await eventually(() =>
        dingTalk.cards().findLast(({ values }) => drawDingTalkCard(values).text.includes(text)),
      )
      const button = drawDingTalkCard(card.values).buttons.find((each) => label === undefined || each.text === label)
      await dingTalk.press({ outTrackId: card.outTrackId, userId: 'ana01', params: button?.params ?? {} })
    },
    close: () => dingTalk.close(),
  }
}
