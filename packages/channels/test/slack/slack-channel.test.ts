/** What is Slack's own beyond the contract: workspaces, threads, forms, its limits, its connection. */
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LogLevel, WebClient } from '@slack/web-api'
import { ChannelError } from '@holdpoint/channels'
import type { Press } from '@holdpoint/channels'
import { startSlackFake } from '@holdpoint/channels/testing'
import { ANA, BEN, DECIDED, HOSTILE_TEXTS, QUESTION, WORKSPACE, rememberingReceiver } from '@holdpoint/testing/channel'
import { describe, expect, test } from 'vitest'
import { openSlack, until } from './slack-under-test.ts'
import type { SlackMode } from './slack-under-test.ts'

const silent = (): undefined => undefined
const SILENT = {
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  setLevel: silent,
  setName: silent,
  getLevel: () => LogLevel.ERROR,
}

const MODES: readonly SlackMode[] = ['socket', 'http']

async function asked(mode: SlackMode, receiver = rememberingReceiver()) {
  const under = await openSlack(mode)
  await under.channel.open(receiver)
  const delivered = await under.channel.deliver({ id: 'd1', place: under.place, message: QUESTION })
  const [message] = under.drawn()
  if (message === undefined) throw new Error('Nothing was drawn.')
  return { under, receiver, delivered, message }
}

describe.each(MODES)('[X13.S1] Slack by %s', (mode) => {
  test('presses and messages of another workspace are dropped and logged', async () => {
    const { under, receiver, message } = await asked(mode)
    const stranger = { ...ANA, workspace: 'TOTHER' }
    await under.press({ message, button: 'press-approve-1', by: stranger, event: 'e1' })
    await under.write('confirm 7F3K', stranger)
    await under.slack.send('events_api', {
      type: 'event_callback',
      team_id: 'TOTHER',
      event: { type: 'message', channel: 'C1', user: 'U1', text: 'confirm 7F3K', ts: '1.1' },
    })
    await under.write('end', BEN)
    await expect.poll(() => receiver.replies.map(({ text }) => text)).toEqual(['end'])
    expect(receiver.presses).toEqual([])
    expect(under.notices()).toEqual([])
    expect(under.logged().filter((line) => line.includes('TOTHER'))).toHaveLength(3)
    await under.close()
  })

  test('[F2] a press is acknowledged once it was taken, and in time where that takes long', async () => {
    const taking: (() => void)[] = []
    const remembering = rememberingReceiver()
    const receiver = {
      ...remembering,
      pressed: async (press: Press) => {
        await new Promise<void>((resolve) => taking.push(resolve))
        return await remembering.pressed(press)
      },
    }
    const { under, message } = await asked(mode, receiver)
    let acknowledged = 0
    const press = async (event: string): Promise<void> => {
      await under.press({ message, button: 'press-approve-1', by: ANA, event })
      acknowledged += 1
    }
    const first = press('e1')
    await expect.poll(() => taking).toHaveLength(1)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(acknowledged).toBe(0)
    taking[0]?.()
    await first
    const before = performance.now()
    await press('e2')
    expect(performance.now() - before).toBeLessThan(3000)
    taking[1]?.()
    await under.close()
  })

  test('a message of nothing but line ends is read in no time', async () => {
    const { under, receiver } = await asked(mode)
    const before = performance.now()
    await under.write(`a${'\n'.repeat(40_000)}b`, BEN)
    await expect.poll(() => receiver.replies).toHaveLength(1)
    expect(performance.now() - before).toBeLessThan(1000)
    await under.close()
  })

  test('a token of another workspace than the configured one is refused', async () => {
    const under = await openSlack(mode, 'good', { workspace: 'TOTHER' })
    await expect(under.channel.open(rememberingReceiver())).rejects.toMatchObject({ kind: 'refused' })
    expect(under.channel.health()).toMatchObject({ state: 'refused', problem: expect.stringContaining('TOTHER') })
    await under.close()
  })

  test('a reply in a thread names the message that it answers; a mention is one message, though Slack tells it twice', async () => {
    const { under, receiver, delivered, message } = await asked(mode)
    await under.write('confirm 7F3K', ANA, { answers: message })
    await expect.poll(() => receiver.replies).toMatchObject([{ answers: delivered.ref, origin: 'typed' }])
    const mention = { channel: 'C1', user: 'U1', text: 'confirm 7F3K', before: '<@UBOT> ', ts: '1800000099.000200' }
    await under.slack.write({ ...mention, type: 'message' })
    await under.slack.write({ ...mention, type: 'app_mention' })
    await expect.poll(() => receiver.replies).toHaveLength(3)
    expect(receiver.replies[1]?.event).toBe(receiver.replies[2]?.event)
    expect(receiver.replies[1]).toEqual(receiver.replies[2])
    await under.close()
  })

  test('a link whose picture Slack adds is no edit, and what Slack writes itself is no message', async () => {
    const { under, receiver } = await asked(mode)
    const event = { type: 'message', channel: 'C1', event_ts: '2.2' }
    const message = { user: 'U1', text: 'see <https://x.example>', ts: '1.1' }
    const body = { type: 'event_callback', team_id: WORKSPACE }
    await under.slack.send('events_api', {
      ...body,
      event: {
        ...event,
        subtype: 'message_changed',
        message: { ...message, attachments: [{}] },
        previous_message: message,
      },
    })
    for (const subtype of ['channel_join', 'message_deleted', 'channel_topic', 'me_message'])
      await under.slack.send('events_api', { ...body, event: { ...event, ...message, text: 'confirm', subtype } })
    await under.slack.send('events_api', { ...body, event: { type: 'reaction_added', user: 'U1', reaction: '+1' } })
    await under.slack.write({
      channel: 'C1',
      user: 'U1',
      text: 'end',
      before: '<https://x.example|x> <!here> <@U2|ben> <#C1|orders> ',
    })
    await expect.poll(() => receiver.replies.map(({ text }) => text)).toEqual(['x @here <@U2> #orders end'])
    await under.close()
  })

  test('the form for a reason: closed it decides nothing, sent it is the press', async () => {
    const receiver = rememberingReceiver()
    const { under, message } = await asked(mode, {
      ...receiver,
      async pressed(press) {
        await receiver.pressed(press)
        return { notice: 'Declined.', message: DECIDED }
      },
    })
    const press = { message, button: 'press-decline-1', by: ANA } as const
    await under.press({ ...press, event: 'e1' })
    const closed = await until(() => under.slack.forms()[0])
    expect(closed.view).toMatchObject({
      title: { text: 'Decline' },
      submit: { text: 'Decline' },
      blocks: [{ label: { text: 'Why?' }, optional: true, element: { placeholder: { text: 'The agent reads it.' } } }],
    })
    under.slack.dismiss(closed.id)
    expect(receiver.presses).toEqual([])
    expect(under.drawn()[0]?.buttons).toHaveLength(2)
    await under.press({ ...press, event: 'e2', reason: 'the wrong customer' })
    await expect
      .poll(() => receiver.presses)
      .toMatchObject([
        { button: 'press-decline-1', reason: 'the wrong customer', by: { user: 'U1' }, place: under.place },
      ])
    await expect.poll(() => under.drawn()[0]?.text).toContain('Ana approved it at 14:02')
    await expect.poll(() => under.notices()).toEqual(['Declined.'])
    await under.close()
  })

  test('a form that does not open decides nothing, and the person learns of it', async () => {
    const { under, receiver } = await asked(mode)
    const action = {
      action_id: 'holdpoint-press-1',
      value: 'press-decline-1 ["Why?",""]',
      action_ts: '1.2',
      text: { text: 'A &amp; B' },
    }
    await under.slack.send('interactive', {
      type: 'block_actions',
      user: { id: 'U1', team_id: WORKSPACE },
      team: { id: WORKSPACE },
      container: { channel_id: 'C1', message_ts: '1.1' },
      trigger_id: 'long.gone',
      actions: [action],
    })
    await expect.poll(() => under.notices()).toEqual([expect.stringContaining('did not open')])
    expect(receiver.presses).toEqual([])
    await under.close()
  })

  test('an address for the answer that is not Slack’s is never written to', async () => {
    const { under, receiver } = await asked(mode)
    let requests = 0
    const elsewhere = createServer((_, response) => {
      requests += 1
      response.end()
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
    await under.slack.send('interactive', {
      type: 'block_actions',
      user: { id: 'U1', team_id: WORKSPACE },
      team: { id: WORKSPACE },
      container: { channel_id: 'C1', message_ts: '1.1' },
      response_url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`,
      actions: [{ action_id: 'holdpoint-press-0', value: 'b1', action_ts: '1.2' }],
    })
    await expect.poll(() => under.notices()).toEqual(['Your answer is stored.'])
    expect([requests, receiver.presses.length]).toEqual([0, 1])
    elsewhere.close()
    await under.close()
  })
})

describe('[X13.S1] what is sent to Slack', () => {
  test('[D5] Slack’s own markup in a call arrives as its characters, and Slack is told to look for none', async () => {
    const { under } = await asked('http')
    const text = '<!channel> <https://evil.example|https://bank.example> @here'
    await under.channel.deliver({
      id: 'd2',
      place: under.place,
      message: { ...QUESTION, title: text, parts: [{ kind: 'claim', label: text, text }] },
    })
    const [, message] = under.drawn()
    expect(message?.text).toContain(text)
    expect(message?.live).toEqual([])
    const sent = under.slack.calls().findLast(({ method }) => method === 'chat.postMessage')?.arguments
    expect(sent).toMatchObject({ parse: 'none', link_names: 'false', unfurl_links: 'false', unfurl_media: 'false' })
    expect(sent?.['text']).toBe('&lt;!channel&gt; &lt;https://evil.example|https://bank.example&gt; @here')
    expect(sent?.['blocks']).not.toContain('mrkdwn')
    await under.close()
  })

  test('the text for notifications never holds half a character or a live mention', async () => {
    const { under } = await asked('http')
    for (const [, text] of HOSTILE_TEXTS) {
      await under.channel.say(under.place, `${'👍'.repeat(74)}x${text}`)
      const sent = under.slack.calls().findLast(({ method }) => method === 'chat.postMessage')?.arguments['text'] ?? ''
      expect(sent).not.toMatch(/[<>]|\p{Surrogate}|\uFFFD/u)
    }
    await under.close()
  })

  test('each refusal of Slack has its kind', async () => {
    const { under } = await asked('socket')
    const kinds: { [error: string]: string } = {}
    const answers = createServer((request, response) => {
      const error = new URL(request.url ?? '/', 'http://localhost').pathname.split('/')[1] ?? ''
      response.writeHead(/^\d/.test(error) ? Number(error) : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ok: false, error, needed: 'chat:write' }))
    })
    await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve))
    for (const error of [
      'not_in_channel',
      'is_archived',
      'missing_scope',
      'token_revoked',
      'msg_blocks_too_long',
      'ratelimited',
      'fatal_error',
      '503',
      '502',
      '404',
    ]) {
      const apiUrl = `http://127.0.0.1:${(answers.address() as AddressInfo).port}/${error}/`
      const other = await openSlack('http', 'good', { apiUrl })
      const failed: unknown = await other.channel
        .deliver({ id: 'd', place: under.place, message: QUESTION })
        .catch((reason: unknown) => reason)
      kinds[error] = failed instanceof ChannelError ? failed.kind : 'another error'
      await other.close()
    }
    expect(kinds).toEqual({
      not_in_channel: 'no-such-place',
      is_archived: 'no-such-place',
      missing_scope: 'refused',
      token_revoked: 'refused',
      msg_blocks_too_long: 'refused',
      ratelimited: 'later',
      fatal_error: 'unknown',
      503: 'later',
      502: 'unknown',
      404: 'refused',
    })
    answers.close()
    await under.close()
  })

  test('a message that is gone is named so', async () => {
    const { under, delivered } = await asked('http')
    const gone = { ...delivered, ref: 'C1:1.1' }
    await expect(under.channel.update(gone, DECIDED)).rejects.toMatchObject({ kind: 'no-such-place' })
    await under.close()
  })
})

describe('[X13.S1] the connection of socket mode', () => {
  test('Slack moves it: the next one is opened, and nothing is asked of people twice', async () => {
    const { under, receiver } = await asked('socket')
    under.slack.refresh()
    await expect.poll(() => under.connections().length).toBe(2)
    await expect.poll(() => under.channel.health().state).toBe('connected')
    await under.write('end', ANA)
    await expect.poll(() => receiver.replies).toHaveLength(1)
    await under.close()
  })

  test('an app token that is refused is not tried again, and is not repeated', async () => {
    const under = await openSlack('socket', 'good', { events: { by: 'socket', appToken: 'xapp-wrong' } })
    await expect(under.channel.open(rememberingReceiver())).rejects.toMatchObject({ kind: 'refused' })
    expect(under.channel.health()).toMatchObject({ state: 'refused', problem: expect.stringContaining('xapp-') })
    expect(under.channel.health().problem).not.toContain('xapp-wrong')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(under.connections()).toHaveLength(1)
    await under.close()
  })

  test('Slack that is away at first is waited for; "too many" is obeyed', async () => {
    const under = await openSlack('socket')
    under.away(true)
    const receiver = rememberingReceiver()
    const opening = under.channel.open(receiver)
    await until(() => (under.slack.calls().length >= 3 ? true : undefined))
    expect(under.channel.health()).toMatchObject({
      state: 'connecting',
      problem: expect.stringContaining('tried again'),
    })
    under.away(false)
    under.refuseNext(1, 1000)
    await opening
    const times = under.slack.calls().map(({ at }) => at)
    expect(Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)))).toBeGreaterThanOrEqual(990)
    await under.close()
  })

  test('closed before Slack was reached, opening ends', async () => {
    const under = await openSlack('socket')
    under.away(true)
    const opening = under.channel.open(rememberingReceiver())
    opening.catch(() => undefined)
    await until(() => (under.slack.calls().length >= 2 ? true : undefined))
    await under.channel.close()
    await expect(opening).rejects.toBeInstanceOf(ChannelError)
    await under.close()
  })
})

describe('[X13.S1] the vendor’s clients', () => {
  test('are loaded with the first use, not with the package', () => {
    const script = `
      import { createRequire } from 'node:module'
      const { createSlackChannel } = await import('@holdpoint/channels')
      createSlackChannel({ name: 'x', botToken: 'x', events: { by: 'socket', appToken: 'x' } })
      console.log(Object.keys(createRequire(import.meta.url).cache).filter((file) => /slack|undici|lark/.test(file.split('node_modules')[1] ?? '')).length)`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    expect(printed.trim()).toBe('0')
  })

  test('the fake refuses what Slack refuses', async () => {
    const slack = await startSlackFake()
    const client = new WebClient(slack.botToken, {
      slackApiUrl: slack.url,
      retryConfig: { retries: 0 },
      logger: SILENT,
    })
    const section = (text: string) => ({ type: 'section', text: { type: 'plain_text', text } }) as const
    const header = (text: string) => ({ type: 'header', text: { type: 'plain_text', text } }) as const
    const refused = async (blocks: readonly object[], text = 'x', channel = 'C1'): Promise<unknown> =>
      client.apiCall('chat.postMessage', { channel, text, blocks }).then(
        () => 'taken',
        (error: { data: { error: string } }) => error.data.error,
      )
    expect(await refused([section('hello')])).toBe('taken')
    expect(await refused([section('')])).toBe('invalid_blocks')
    expect(await refused([section('x'.repeat(3001))])).toBe('invalid_blocks')
    expect(await refused([header('x'.repeat(151))])).toBe('invalid_blocks')
    expect(await refused(Array.from({ length: 51 }, () => section('x')))).toBe('invalid_blocks')
    expect(await refused(Array.from({ length: 5 }, () => section('x'.repeat(3000))))).toBe('msg_blocks_too_long')
    expect(
      await refused([
        {
          type: 'actions',
          elements: [1, 2].map(() => ({ type: 'button', action_id: 'same', text: { type: 'plain_text', text: 'x' } })),
        },
      ]),
    ).toBe('invalid_blocks')
    expect(await refused([], 'x', 'C404')).toBe('channel_not_found')
    expect(await refused([], 'x'.repeat(40_001))).toBe('msg_too_long')
    await client.apiCall('chat.postMessage', { channel: 'C1', text: '*hi* <!channel>' })
    expect(slack.messages('C1').at(-1)?.drawn.live).toEqual(expect.arrayContaining(['*hi*', '<!channel>']))
    await slack.close()
  })
})
