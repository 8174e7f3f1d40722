/**
 * The resident memory of `wrap` and of `serve` after 200,000 calls that passed, and whether it is flat over the second half of
 * them: a gateway runs for days, so what grows with each call shows here. One process alone, before the light server.
 */
import { openServe } from './http/http-contenders.mjs'
import { openHttpClient } from './http/http-client.mjs'
import { HOLDPOINT, SERVERS } from './paths.mjs'
import { createHome, end, environmentFor, residentMegabytes } from './processes.mjs'
import { median } from './statistics.mjs'
import { openStdioClient } from './stdio-client.mjs'
import { TARGETS } from './targets.mjs'

const CALLS = 200_000
const QUICK_CALLS = 20_000
const SAMPLES = 40
const IN_FLIGHT = { wrap: 32, serve: 16 }
const SERVER = 'ledger'

const OPEN = {
  async wrap({ command, call }) {
    const wrapped = [process.execPath, HOLDPOINT, 'wrap', '--name', SERVER, '--', ...command]
    const client = openStdioClient(wrapped, environmentFor(createHome()))
    await client.initialize()
    await client.request('tools/list', {})
    return { pid: client.pid, call: () => client.call(call), close: () => client.close() }
  },
  async serve({ command, call }) {
    const { child, url } = await openServe(command)
    const client = openHttpClient(url, IN_FLIGHT.serve)
    await client.initialize()
    const close = async () => {
      client.close()
      await end(child)
    }
    return { pid: child.pid, call: () => client.call(call), close }
  },
}

async function callTogether(call, count, inFlight) {
  let left = count
  const lane = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
}

export async function measureMemory(front, { quick }) {
  const opened = await OPEN[front](SERVERS[SERVER])
  try {
    const atRest = residentMegabytes(opened.pid)
    const calls = quick ? QUICK_CALLS : CALLS
    const samples = []
    for (let sample = 0; sample < SAMPLES; sample++) {
      await callTogether(opened.call, calls / SAMPLES, IN_FLIGHT[front])
      samples.push(residentMegabytes(opened.pid))
    }
    // Peaks are compared: between two collections of the old generation the size rises and falls by some megabytes.
    const third = Math.max(...samples.slice(SAMPLES / 2, (SAMPLES / 4) * 3))
    const fourth = Math.max(...samples.slice((SAMPLES / 4) * 3))
    const last = median(samples.slice(-SAMPLES / 4))
    const label = `${front} after ${calls.toLocaleString('en')} calls`
    return [
      {
        name: `${label}: resident memory`,
        measured: last,
        target: TARGETS.memory[front],
        unit: 'MB',
        detail: `${atRest.toFixed(0)} MB before them; at most ${Math.max(...samples).toFixed(0)} MB on the way`,
      },
      {
        name: `${label}: peak of the last quarter above the one before`,
        measured: fourth - third,
        target: TARGETS.growth,
        unit: 'MB',
        detail: `from ${third.toFixed(1)} to ${fourth.toFixed(1)} MB`,
      },
    ]
  } finally {
    await opened.close()
  }
}
