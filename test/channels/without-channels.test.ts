/** What a process without configured chats loads of them: nothing. V8 itself lists the scripts that ran. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startSlackFake } from '@holdpoint/channels/testing'
import { connectAgent } from '../harness/serve-agent.ts'
import { BIN, collect, createPlace, eventually, exited, FIXTURES, stdioServer } from '../harness/serve-harness.ts'
import { startAsking } from './asking-service.ts'

/** By where they lie: as modules of their own, or as a chunk of the bundle that is named after them. */
const OF_CHATS =
  /node_modules\/(?:@slack|@larksuiteoapi|ws|axios|protobufjs)\/|packages\/channels\/|open-channels|configured-channel/

/** The scripts of every process that was started with this folder as its NODE_V8_COVERAGE. */
function scriptsIn(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as {
      readonly result: readonly { readonly url: string }[]
    }
    return result.map(({ url }) => url).filter((url) => url.startsWith('file:'))
  })
}

test('[X13.1] a wrap and a service without chats load nothing of them; a service with one does', async () => {
  const folders = ['wrap', 'serve', 'chats'].map((name) => mkdtempSync(path.join(tmpdir(), `holdpoint-${name}-`)))
  const [ofWrap = '', ofServe = '', ofChats = ''] = folders
  const place = createPlace()
  const wrap = place.start(
    [BIN, 'wrap', '--name', 'ledger', '--', process.execPath, path.join(FIXTURES, 'ledger-server.mjs')],
    {
      NODE_V8_COVERAGE: ofWrap,
    },
  )
  const said = collect(wrap, 'stdout')
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } }
  const call = { name: 'delete_item', arguments: { id: 'w-1' } }
  for (const message of [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: call },
  ])
    wrap.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  await eventually(() => (said().includes('requires_human_approval') ? true : undefined))
  wrap.stdin?.end()
  await exited(wrap)
  const serve = await place.serve({ servers: { ledger: stdioServer() } }, { NODE_V8_COVERAGE: ofServe })
  const agent = await connectAgent(serve.url, { era: '2025' })
  await agent.call('delete_item', { id: 's-1' })
  await serve.stop()
  for (const folder of [ofWrap, ofServe]) {
    const scripts = scriptsIn(folder)
    expect(scripts.length).toBeGreaterThan(3)
    expect(scripts.filter((url) => OF_CHATS.test(url))).toEqual([])
  }

  const slack = await startSlackFake({ channels: ['C1'], people: ['U1'] })
  const asking = await startAsking({
    place,
    config: {
      channels: {
        slack: { bot_token: '${SLACK_BOT_TOKEN}', app_token: '${SLACK_APP_TOKEN}', api_url: slack.url },
        ask: [{ to: ['slack:group/C1'] }],
      },
    },
    environment: { SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken, NODE_V8_COVERAGE: ofChats },
    isReached: async () => await slack.write({ channel: 'C1', user: 'U1', text: 'hello' }),
  })
  await asking.service.stop()
  const loaded = scriptsIn(ofChats).filter((url) => OF_CHATS.test(url))
  expect(loaded.some((url) => url.includes('@slack'))).toBe(true)
  expect(loaded.filter((url) => url.includes('@larksuiteoapi'))).toEqual([])
  await asking.close()
  await slack.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
