/**
 * A call waits in `serve`, a person presses a button in Slack, and the upstream's ledger says when the call arrived there. From the
 * moment at which a local Slack hands the press over to the ledger's line: the platform's own delay is not in it; reading the
 * press, the verdict, waking, the fresh `tools/list`, all checks and the claim are.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startSlackFake } from '../packages/channels/dist/testing/index.js'
import { openHttpClient } from './http/http-client.mjs'
import { HOLDPOINT, SERVERS } from './paths.mjs'
import { createHome, end, environmentFor, freePort, start, untilListening } from './processes.mjs'
import { median, quantile } from './statistics.mjs'

const [CHANNEL, ANA] = ['C0OPS', 'U0ANA']

export async function measurePressToDispatch({ quick }) {
  const slack = await startSlackFake({ channels: [CHANNEL], people: [ANA] })
  const home = createHome()
  const ledgerFile = path.join(home, 'ledger.jsonl')
  const config = path.join(home, 'holdpoint.yaml')
  writeFileSync(config, JSON.stringify(settingsFor(slack)))
  const port = await freePort()
  const environment = environmentFor(home, {
    LEDGER_FILE: ledgerFile,
    SLACK_BOT_TOKEN: slack.botToken,
    SLACK_APP_TOKEN: slack.appToken,
  })
  const child = start([process.execPath, HOLDPOINT, 'serve', '--config', config, '--port', String(port)], environment, [
    'ignore',
    'ignore',
    'pipe',
  ])
  try {
    await untilListening(port, child, 'serve')
    await untilConnected(slack)
    const client = openHttpClient(`http://127.0.0.1:${port}/mcp/bench`, 1)
    await client.initialize()
    const times = []
    for (let index = 0; index < (quick ? 25 : 100); index++) {
      const text = `message ${index} of the bench`
      const answer = client.call({ name: 'send_message', arguments: { to: 'somebody', text } })
      const message = await messageAbout(slack, text)
      const { actionId } = message.drawn.buttons.find((button) => button.text === 'Approve')
      // Nobody presses in the moment in which the message appears.
      await delay(20 + (index % 17))
      const pressedNs = process.hrtime.bigint()
      await slack.press({ channel: CHANNEL, ts: message.ts, actionId, user: ANA })
      await answer
      const lines = readFileSync(ledgerFile, 'utf8').trimEnd().split('\n')
      if (lines.length !== index + 1)
        throw new Error(`${lines.length} calls arrived upstream, ${index + 1} were approved.`)
      times.push(Number(BigInt(JSON.parse(lines.at(-1)).monotonicNs) - pressedNs) / 1e6)
    }
    client.close()
    return [
      {
        name: 'press in Slack to upstream dispatch, without Slack’s own delay: p50',
        measured: median(times),
        target: { atMost: 15 },
        unit: 'ms',
        detail: `p99 ${quantile(times, 0.99).toFixed(1)} ms, ${times.length} presses, each dispatched once`,
      },
    ]
  } finally {
    await end(child)
    await slack.close()
  }
}

const settingsFor = (slack) => ({
  version: 1,
  auth: 'none',
  rationale: 'off',
  wait: '30s',
  // The ledger's file is named in the environment, of which a server is given no more than its entry says.
  servers: { bench: { command: SERVERS.ledger.command, env: { LEDGER_FILE: '${LEDGER_FILE}', LEDGER_FSYNC: '0' } } },
  people: { ana: { identities: [`slack:${slack.workspace}/${ANA}`] } },
  channels: {
    slack: { bot_token: '${SLACK_BOT_TOKEN}', app_token: '${SLACK_APP_TOKEN}', api_url: slack.url },
    ask: [{ to: [`slack:group/${CHANNEL}`] }],
  },
})

async function untilConnected(slack) {
  for (const until = Date.now() + 20_000; Date.now() < until; await delay(50)) {
    const said = slack.write({ channel: CHANNEL, user: ANA, text: 'hello' })
    if (
      await said.then(
        () => true,
        () => false,
      )
    )
      return
  }
  throw new Error('The service did not connect to Slack.')
}

async function messageAbout(slack, text) {
  for (const until = Date.now() + 20_000; Date.now() < until; await delay(2)) {
    const found = slack.messages(CHANNEL).find(({ drawn }) => drawn.text.includes(text))
    if (found !== undefined) return found
  }
  throw new Error(`Nobody was asked about "${text}".`)
}
