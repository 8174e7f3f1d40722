/** Wraps that ask in Slack, as whole processes: the vendor's real SDK, a Slack that the test plays, and a ledger. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSlackFake } from '@holdpoint/channels/testing'
import type { SlackFake, SlackFakeMessage } from '@holdpoint/channels/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { listHolds } from '../harness/decide.ts'
import { expectLedgerJustified, readLedger } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import type { RunningWrap, WrapSetting } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { PATIENCE_MS, waitFor } from '../harness/wait-for.ts'

const CHANNEL = 'C0OPS'
const ANA = 'U0ANA'
const STRANGER = 'U0EVE'
const RECORDER = join(import.meta.dirname, '../fixtures/record-loads.mjs')

let slack: SlackFake
beforeAll(async () => {
  slack = await startSlackFake({ channels: [CHANNEL], people: [ANA, STRANGER] })
})
afterAll(async () => await slack.close())

const OF_CHATS = (): string => `people: { ana: { identities: ['slack:${slack.workspace}/${ANA}'] } }
channels:
  slack: { bot_token: '\${SLACK_BOT_TOKEN}', app_token: '\${SLACK_APP_TOKEN}', api_url: '${slack.url}' }
  ask: [{ match: { tool: delete_item }, to: [slack:group/${CHANNEL}] }]
`
const homeWith = (yaml = ''): TemporaryHome => createTemporaryHome(`notify: none\n${OF_CHATS()}${yaml}`)

async function start(home: TemporaryHome, setting: WrapSetting = {}): Promise<RunningWrap> {
  const secrets = { SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken }
  return await startWrap(home, { ...setting, environment: { ...secrets, ...setting.environment } })
}

/** The message about this very item. */
async function messageAbout(item: string): Promise<SlackFakeMessage> {
  return await waitFor(`a message about ${item}`, () =>
    slack.messages(CHANNEL).find(({ drawn }) => drawn.text.includes(item)),
  )
}

async function press(message: SlackFakeMessage, user: string): Promise<void> {
  const button = message.drawn.buttons.find(({ text }) => text === 'Approve')
  if (button === undefined) throw new Error('there is no button that approves')
  await slack.press({ channel: CHANNEL, ts: message.ts, actionId: button.actionId, user })
}

const connections = (): number => slack.calls().filter(({ method }) => method === 'apps.connections.open').length
const runs = (home: TemporaryHome): number => readLedger(home, 'delete_item').length

async function saysOf(message: SlackFakeMessage, words: string): Promise<void> {
  await vi.waitFor(() => {
    const now = slack.messages(CHANNEL).find(({ ts }) => ts === message.ts)
    expect(now?.drawn.text).toContain(words)
  }, PATIENCE_MS)
}

describe('[X13.4] [S1.9] a wrap asks in Slack', () => {
  test('the call waits by itself; a press of a mapped person runs it once, one of a stranger does nothing, and the message says who', async () => {
    const home = homeWith()
    const wrap = await start(home)
    const before = connections()
    const answer = wrap.client.call('delete_item', { id: 'wrap-1' })
    const message = await messageAbout('wrap-1')
    await press(message, STRANGER)
    await vi.waitFor(() => expect(slack.notices().some(({ user }) => user === STRANGER)).toBe(true), PATIENCE_MS)
    expect((await listHolds(home))[0]).toMatchObject({ state: 'pending' })
    await press(message, ANA)
    expect((await answer).result.content[0].text).toBe('deleted wrap-1')
    expect(runs(home)).toBe(1)
    await saysOf(message, 'It ran.')
    expect(connections()).toBe(before + 1)
    await endWrap(wrap)
    for (const secret of [slack.botToken, slack.appToken]) expect(wrap.stderr()).not.toContain(secret)
    await expectLedgerJustified(home)
  })

  test('what its host ends at once still says in the chat what became of it', async () => {
    const home = homeWith()
    const wrap = await start(home)
    const answer = wrap.client.call('delete_item', { id: 'wrap-2' })
    const message = await messageAbout('wrap-2')
    await press(message, ANA)
    await answer
    await endWrap(wrap)
    await saysOf(message, 'It ran.')
  })

  test('two wraps of a home keep one connection: what one receives wakes the call of the other, and who is left takes over', async () => {
    const home = homeWith('wait: 60s')
    const [first, second] = [await start(home), await start(home, { name: 'other' })]
    const before = connections()
    const waiting = first.client.call('delete_item', { id: 'wrap-3' }).catch(() => null)
    const own = await messageAbout('wrap-3')
    const answer = second.client.call('delete_item', { id: 'wrap-4' })
    await press(await messageAbout('wrap-4'), ANA)
    expect((await answer).result.content[0].text).toBe('deleted wrap-4')
    expect(connections()).toBe(before + 1)
    expect(runs(home)).toBe(1)
    const next = second.client.call('delete_item', { id: 'wrap-5' })
    const message = await messageAbout('wrap-5')
    await first.kill('SIGKILL')
    await waiting
    // Refused by the played Slack until the other process has its connection.
    await vi.waitFor(async () => await press(message, ANA), PATIENCE_MS)
    expect((await next).result.content[0].text).toBe('deleted wrap-5')
    // The other was of the process that is gone: approved, it runs when it is called again.
    await press(own, ANA)
    await vi.waitFor(async () => expect(statesOf(await listHolds(home))).toContain('approved'), PATIENCE_MS)
    expect(runs(home)).toBe(2)
    const again = await start(home)
    expect((await again.client.call('delete_item', { id: 'wrap-3' })).result.content[0].text).toBe('deleted wrap-3')
    expect(runs(home)).toBe(3)
    await Promise.all([endWrap(second), endWrap(again)])
    await expectLedgerJustified(home)
  })

  test('a question of a wrap that was killed is answered in the same message when its call comes again, and runs once', async () => {
    const home = homeWith('wait: 60s')
    const lost = await start(home)
    const call = lost.client.call('delete_item', { id: 'wrap-6' }).catch(() => null)
    const message = await messageAbout('wrap-6')
    await lost.kill('SIGKILL')
    await call
    const wrap = await start(home)
    const answer = wrap.client.call('delete_item', { id: 'wrap-6' })
    await vi.waitFor(async () => await press(message, ANA), PATIENCE_MS)
    expect((await answer).result.content[0].text).toBe('deleted wrap-6')
    expect(runs(home)).toBe(1)
    expect(slack.messages(CHANNEL).filter(({ drawn }) => drawn.text.includes('wrap-6'))).toHaveLength(1)
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })
})

describe('[X13.4] what a wrap loads for chats', () => {
  const loadsOf = (home: TemporaryHome): ReadonlySet<string> =>
    new Set(existsSync(fileOf(home)) ? readFileSync(fileOf(home), 'utf8').trim().split('\n') : [])
  const fileOf = (home: TemporaryHome): string => join(home.folder, 'loads')
  const recorded = (home: TemporaryHome): WrapSetting => ({
    nodeOptions: ['--import', RECORDER],
    environment: { LOADS_FILE: fileOf(home) },
  })
  const platformsIn = (loads: ReadonlySet<string>): readonly string[] =>
    [...loads].filter((url) => /open-channels|@slack|larksuite|\/ws\//.test(url))

  test('reads load what they load without channels; a hold that no route sends to a chat loads no platform; the first that is sent there loads its own', async () => {
    const [plain, home] = [createTemporaryHome('notify: none'), homeWith()]
    const before = connections()
    const [bare, wrap] = [await start(plain, recorded(plain)), await start(home, recorded(home))]
    for (const { client } of [bare, wrap]) expect((await client.call('get_item', { id: 1 })).result).toBeDefined()
    expect([...loadsOf(home)].toSorted()).toEqual([...loadsOf(plain)].toSorted())
    envelopeOf(await wrap.client.call('send_message', { to: 'x' }))
    expect(platformsIn(loadsOf(home))).toEqual([])
    expect(connections()).toBe(before)
    const answer = wrap.client.call('delete_item', { id: 'wrap-7' })
    await press(await messageAbout('wrap-7'), ANA)
    expect((await answer).result.content[0].text).toBe('deleted wrap-7')
    expect(platformsIn(loadsOf(home)).join(' ')).toMatch(/@slack\/socket-mode/)
    expect(platformsIn(loadsOf(home)).join(' ')).not.toMatch(/larksuite/)
    await Promise.all([endWrap(bare), endWrap(wrap)])
  })
})

test('[X13.4] callbacks by HTTP cannot reach a wrap: it says so once, with the next step, and the call gets the envelope', async () => {
  const home = createTemporaryHome(`notify: none
channels:
  slack: { bot_token: '\${SLACK_BOT_TOKEN}', signing_secret: '\${SLACK_APP_TOKEN}', api_url: '${slack.url}' }
  ask: [{ to: [slack:group/${CHANNEL}] }]
`)
  const wrap = await start(home)
  const before = slack.calls().length
  for (const id of ['wrap-8', 'wrap-9']) envelopeOf(await wrap.client.call('delete_item', { id }))
  expect(wrap.stderr().match(/slack is not asked by a wrap/g)).toHaveLength(1)
  expect(wrap.stderr()).toContain('Run holdpoint serve on this home, or set app_token in its place.')
  expect(slack.calls()).toHaveLength(before)
  await endWrap(wrap)
})

function statesOf(holds: readonly { readonly state: string }[]): readonly string[] {
  return holds.map(({ state }) => state)
}
