/** A Slack channel before the fake, in either mode, as the contract drives it. */
import { createSlackChannel } from '@holdpoint/channels'
import type { Channel, Place, SlackChannelOptions } from '@holdpoint/channels'
import { startSlackFake } from '@holdpoint/channels/testing'
import type { DrawnSlackMessage, SlackFake } from '@holdpoint/channels/testing'
import { WORKSPACE } from '@holdpoint/testing/channel'
import type { ChannelUnderTest, DrawnMessage } from '@holdpoint/testing/channel'

export interface SlackUnderTest extends ChannelUnderTest {
  readonly slack: SlackFake
}

export type SlackMode = 'socket' | 'http'

export async function openSlack(
  mode: SlackMode,
  credentials: 'good' | 'bad' = 'good',
  more: Partial<SlackChannelOptions> = {},
): Promise<SlackUnderTest> {
  let channel: Channel | null = null
  const slack = await startSlackFake({
    workspace: WORKSPACE,
    ...(mode === 'http'
      ? {
          async post({ path, headers, body }) {
            if (channel === null) throw new Error('The channel is not there yet.')
            return channel.request({ method: 'POST', path, headers, body: Buffer.from(body), receivedAt: Date.now() })
          },
        }
      : {}),
  })
  const [botToken, appToken] =
    credentials === 'good' ? [slack.botToken, slack.appToken] : ['xoxb-not-the-token', 'xapp-not-the-token']
  const log: string[] = []
  channel = createSlackChannel({
    name: 'orders',
    botToken,
    events: mode === 'socket' ? { by: 'socket', appToken } : { by: 'http', signingSecret: slack.signingSecret },
    apiUrl: slack.url,
    log: (line) => log.push(line),
    pauses: { firstMs: 20, mostMs: 2000 },
    ...more,
  })
  const place: Place = { kind: 'group', id: 'C1' }
  const person: Place = { kind: 'person', id: 'U1' }
  const conversation = (where: Place): string => (where.kind === 'group' ? where.id : `D${where.id}`)
  const made = channel
  const times = new Map<string, string>()
  /** The same event has the same time, as Slack's have. */
  const timeOf = (event: string): string => {
    const known = times.get(event) ?? `${1_800_000_000 + times.size}.000200`
    times.set(event, known)
    return known
  }

  return {
    channel: made,
    slack,
    traits: {
      answersBy: 'buttons',
      dedupes: false,
      updates: true,
      asksReason: true,
      longConnection: mode === 'socket',
      tellsRetryAfter: true,
      envelope: 'authenticated',
      origins: ['typed', 'edited', 'forwarded', 'quoted', 'bot'],
    },
    place,
    person,
    unknownPlace: { kind: 'group', id: 'C404' },
    secrets: [botToken, appToken, slack.signingSecret],
    drawn: (where = place) =>
      slack.messages(conversation(where)).map(({ ts, drawn }) => drawnMessage(ts, conversation(where), drawn)),
    notices: () =>
      slack.notices().map(({ drawn }) => (drawn.live.length > 0 ? `live: ${drawn.live.join()}` : drawn.text)),
    logged: () => log,
    async press({ message, button, by, event, reason }) {
      const [where = '', ts = ''] = message.ref.split(':')
      const found = slack.messages(where).find((one) => one.ts === ts)?.drawn.buttons
      const actionId = found?.find(({ value }) => idOf(value) === button)?.actionId ?? ''
      const forms = slack.forms().length
      await slack.press({ channel: where, ts, actionId, user: by.user, workspace: by.workspace, at: timeOf(event) })
      if (reason === undefined) return
      const form = await until(() => slack.forms().at(forms))
      await slack.submit(form.id, { 'holdpoint-reason': reason })
    },
    async write(text, by, { origin = 'typed', mentionsBot = false, event, place: where = place, answers } = {}) {
      await slack.write({
        channel: conversation(where),
        user: by.user,
        workspace: by.workspace,
        text,
        origin,
        ...(mentionsBot ? { before: `<@${slack.botUser}> ` } : {}),
        ...(event === undefined ? {} : { ts: timeOf(event) }),
        ...(answers === undefined ? {} : { thread: answers.ref.split(':')[1] ?? '' }),
      })
    },
    slowestAcknowledgement: () => Math.max(0, ...slack.acknowledgements()),
    refuseNext: (requests, retryAfterMs) => slack.refuseNext(requests, retryAfterMs / 1000),
    loseNextAnswer: () => slack.loseNextAnswer(),
    drop: () => slack.drop(),
    away: (away) => slack.away(away),
    listening: () => slack.listening(),
    connections: () =>
      slack
        .calls()
        .filter(({ method }) => method === 'apps.connections.open')
        .map(({ at }) => at),
    async close() {
      await made.close()
      await slack.close()
    },
  }
}

function drawnMessage(ts: string, channel: string, drawn: DrawnSlackMessage): DrawnMessage {
  const { text, links, live } = drawn
  return {
    ref: `${channel}:${ts}`,
    text,
    links,
    live,
    buttons: drawn.buttons.map((one) => ({ id: idOf(one.value), text: one.text })),
  }
}

/** Behind the id stand the words of the form. */
function idOf(value: string): string {
  return value.split(' ')[0] ?? ''
}

export async function until<Value>(find: () => Value | undefined): Promise<Value> {
  for (let waited = 0; waited < 5000; waited += 5) {
    const found = find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('It did not come.')
}
