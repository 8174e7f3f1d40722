/**
 * HTTP → stdio: the same read through `serve` and through the two public proxies, each with one session and one child,
 * before the same server. `serve` runs with `auth: none` like the proxies, and with its default policy and audit log.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openHttpClient } from './http-client.mjs'
import { measureLatency, measureRate, ratioOf } from './interleaved.mjs'
import { BENCH, HOLDPOINT, SERVERS } from './paths.mjs'
import { createHome, end, environmentFor, freePort, start, untilListening } from './processes.mjs'

const IN_FLIGHT = 16

const quoted = (command) => command.map((part) => `"${part}"`).join(' ')

const CONTENDERS = {
  holdpoint: (home, port, command) => {
    const config = path.join(home, 'holdpoint.yaml')
    const settings = { version: 1, auth: 'none', rationale: 'off', servers: { bench: { command } } }
    writeFileSync(config, JSON.stringify(settings, null, 2))
    return {
      command: [process.execPath, HOLDPOINT, 'serve', '--config', config, '--port', String(port)],
      url: `http://127.0.0.1:${port}/mcp/bench`,
    }
  },
  'mcp-proxy': (_home, port, command) => {
    const entry = path.join(BENCH, 'node_modules', 'mcp-proxy', 'dist', 'bin', 'mcp-proxy.mjs')
    const flags = ['--host', '127.0.0.1', '--port', String(port), '--server', 'stream']
    return { command: [process.execPath, entry, ...flags, '--', ...command], url: `http://127.0.0.1:${port}/mcp` }
  },
  supergateway: (_home, port, command) => {
    const entry = path.join(BENCH, 'node_modules', 'supergateway', 'dist', 'index.js')
    const flags = ['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port), '--logLevel', 'none']
    return {
      command: [process.execPath, entry, '--stdio', quoted(command), ...flags],
      url: `http://127.0.0.1:${port}/mcp`,
    }
  },
}

export async function measureHttpPassThrough(name, { quick }) {
  const { command, call } = SERVERS[name]
  const opened = {}
  try {
    for (const [contender, describe] of Object.entries(CONTENDERS)) {
      const home = createHome()
      const port = await freePort()
      const { command: launched, url } = describe(home, port, command)
      const child = start(launched, environmentFor(home), ['ignore', 'ignore', 'pipe'])
      await untilListening(port, child, contender)
      const client = openHttpClient(url, IN_FLIGHT)
      opened[contender] = { child, client }
      await client.initialize()
    }
    const contenders = Object.fromEntries(
      Object.entries(opened).map(([contender, { client }]) => [contender, () => client.call(call)]),
    )
    const latency = await measureLatency(contenders, { rounds: quick ? 6 : 15, calls: quick ? 40 : 100 })
    const rate = await measureRate(contenders, {
      rounds: quick ? 3 : 8,
      calls: quick ? 400 : 1_500,
      inFlight: IN_FLIGHT,
    })
    const faster = latency['mcp-proxy'].p50 <= latency.supergateway.p50 ? 'mcp-proxy' : 'supergateway'
    const stronger = rate['mcp-proxy'].perSecond >= rate.supergateway.perSecond ? 'mcp-proxy' : 'supergateway'
    const times = Object.entries(latency).map(([key, { p50 }]) => `${key} ${p50.toFixed(2)} ms`)
    const rates = Object.entries(rate).map(([key, { perSecond }]) => `${key} ${Math.round(perSecond)}/s`)
    return [
      {
        name: `HTTP → stdio (${name}): p50 against the better proxy`,
        measured: ratioOf(latency.holdpoint, latency[faster]),
        target: { atMost: 0.5 },
        unit: '×',
        detail: times.join(', '),
      },
      {
        name: `HTTP → stdio (${name}): calls/s at ${IN_FLIGHT} in flight against the better proxy`,
        measured: ratioOf(rate.holdpoint, rate[stronger]),
        target: { atLeast: 2.5 },
        unit: '×',
        detail: rates.join(', '),
      },
    ]
  } finally {
    for (const { client, child } of Object.values(opened)) {
      client.close()
      await end(child)
    }
  }
}
