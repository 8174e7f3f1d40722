/**
 * A held call waits in `wrap`; another process decides; the upstream's ledger says when the call arrived there. From
 * the verdict being durable to the ledger's line: waking, the fresh `tools/list`, all checks and the claim included.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startDecider } from './decider.mjs'
import { HOLDPOINT, SERVERS } from './paths.mjs'
import { createHome, environmentFor } from './processes.mjs'
import { median, quantile } from './statistics.mjs'
import { openStdioClient } from './stdio-client.mjs'

export async function measureDecisionToDispatch({ quick }) {
  const home = createHome()
  const storeFile = path.join(home, 'bench.db')
  const ledgerFile = path.join(home, 'ledger.jsonl')
  const config = path.join(home, 'holdpoint.yaml')
  writeFileSync(config, JSON.stringify({ version: 1, store: `sqlite:${storeFile}`, wait: '30s', rationale: 'off' }))
  const environment = environmentFor(home, { LEDGER_FILE: ledgerFile })
  const wrap = [process.execPath, HOLDPOINT, 'wrap', '--name', 'ledger', '--config', config, '--']
  const client = openStdioClient([...wrap, ...SERVERS.ledger.command], environment)
  await client.initialize()
  await client.request('tools/list', {})
  const decider = await startDecider(storeFile, environment)
  try {
    const times = []
    for (let index = 0; index < (quick ? 25 : 100); index++) {
      const answer = client.call({ name: 'send_message', arguments: { to: 'somebody', text: `message ${index}` } })
      const { durableNs } = await decider.approve(undefined, 20 + (index % 17))
      await answer
      const lines = readFileSync(ledgerFile, 'utf8').trimEnd().split('\n')
      if (lines.length !== index + 1)
        throw new Error(`${lines.length} calls arrived upstream, ${index + 1} were approved.`)
      times.push(Number(BigInt(JSON.parse(lines.at(-1)).monotonicNs) - durableNs) / 1e6)
    }
    return [
      {
        name: 'decision to upstream dispatch, across processes: p50',
        measured: median(times),
        target: { atMost: 10 },
        unit: 'ms',
        detail: `p99 ${quantile(times, 0.99).toFixed(1)} ms, ${times.length} approvals, each dispatched once`,
      },
    ]
  } finally {
    await client.close()
    await decider.close()
  }
}
