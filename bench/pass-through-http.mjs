/**
 * HTTP → stdio: the same read through `serve` and through the two public proxies, before the same server. `serve` runs with
 * `auth: none` like the proxies, and with its default policy and audit log. The proxies run as they come: supergateway then
 * starts a process for every request. What it does with `--stateful`, and what bare node:http in front of the pipe does,
 * stands beside it without a target.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { openHttpClient } from './http-client.mjs'
import { measureLatency, measureRate, ratioOf } from './interleaved.mjs'
import { BENCH, HOLDPOINT, SERVERS, scored } from './paths.mjs'
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
  supergateway: (_home, port, command) => supergateway(port, command, []),
  'supergateway --stateful': (_home, port, command) => supergateway(port, command, ['--stateful']),
  'bare HTTP pipe': (_home, port, command) => ({
    command: [process.execPath, path.join(BENCH, 'http-pipe.mjs'), String(port), ...command],
    url: `http://127.0.0.1:${port}/mcp`,
  }),
}

/** A process per request takes a hundred times as long: fewer calls show that as well. */
const SLOW = 'supergateway'
const SLOW_CALLS = 12

function supergateway(port, command, mode) {
  const entry = path.join(BENCH, 'node_modules', 'supergateway', 'dist', 'index.js')
  const flags = ['--outputTransport', 'streamableHttp', ...mode, '--port', String(port), '--logLevel', 'none']
  return {
    command: [process.execPath, entry, '--stdio', quoted(command), ...flags],
    url: `http://127.0.0.1:${port}/mcp`,
  }
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
    const calls = Object.fromEntries(
      Object.entries(opened).map(([contender, { client }]) => [contender, () => client.call(call)]),
    )
    const { [SLOW]: slow, ...contenders } = calls
    const slowly = { rounds: 1, calls: SLOW_CALLS, warmUp: 1 }
    const latency = {
      ...(await measureLatency(contenders, { rounds: quick ? 6 : 15, calls: quick ? 40 : 100 })),
      ...(await measureLatency({ [SLOW]: slow }, slowly)),
    }
    const rate = {
      ...(await measureRate(contenders, { rounds: quick ? 3 : 8, calls: quick ? 400 : 1_500, inFlight: IN_FLIGHT })),
      ...(await measureRate({ [SLOW]: slow }, { ...slowly, inFlight: IN_FLIGHT })),
    }
    const label = `HTTP → stdio (${name})`
    const faster = latency['mcp-proxy'].p50 <= latency[SLOW].p50 ? 'mcp-proxy' : SLOW
    const stronger = rate['mcp-proxy'].perSecond >= rate[SLOW].perSecond ? 'mcp-proxy' : SLOW
    const times = Object.entries(latency).map(([key, { p50 }]) => `${key} ${p50.toFixed(2)} ms`)
    const rates = Object.entries(rate).map(([key, { perSecond }]) => `${key} ${Math.round(perSecond)}/s`)
    return [
      {
        name: `${label}: p50 against the better proxy`,
        measured: latency.holdpoint.p50 / latency[faster].p50,
        ...scored(name, { atMost: 0.5 }),
        unit: '×',
        detail: times.join(', '),
      },
      {
        name: `${label}: calls/s at ${IN_FLIGHT} in flight against the better proxy`,
        measured: rate.holdpoint.perSecond / rate[stronger].perSecond,
        ...scored(name, { atLeast: 2.5 }),
        unit: '×',
        detail: rates.join(', '),
      },
      ...['supergateway --stateful', 'bare HTTP pipe'].map((other) => ({
        name: `${label}: p50 and calls/s against ${other}`,
        measured: ratioOf(latency.holdpoint, latency[other]),
        unit: '×',
        detail: `calls/s ${ratioOf(rate.holdpoint, rate[other]).toFixed(2)} ×`,
      })),
    ]
  } finally {
    for (const { client, child } of Object.values(opened)) {
      client.close()
      await end(child)
    }
  }
}
