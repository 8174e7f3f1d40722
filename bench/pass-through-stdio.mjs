/**
 * stdio → stdio: a read that passes, with the default policy and the audit log on, beside a bare byte pipe. The same client
 * stands before both. The first 1,000 calls of both count as cold; after the warm-up the same is measured again.
 */
import { measureLatency, measureRate, ratioOf, spreadOf } from './interleaved.mjs'
import { BYTE_PIPE, HOLDPOINT, SERVERS } from './paths.mjs'
import { createHome, environmentFor } from './processes.mjs'
import { openStdioClient } from './stdio-client.mjs'
import { TARGETS } from './targets.mjs'

const COLD = { rounds: 10, calls: 100, warmUp: 0 }

export async function measureStdioPassThrough(name, { quick }) {
  const { command, call } = SERVERS[name]
  const environment = environmentFor(createHome())
  const wrap = openStdioClient([process.execPath, HOLDPOINT, 'wrap', '--name', name, '--', ...command], environment)
  const pipe = openStdioClient([process.execPath, BYTE_PIPE, ...command], environment)
  try {
    for (const client of [wrap, pipe]) {
      await client.initialize()
      await client.request('tools/list', {})
    }
    const contenders = { wrap: () => wrap.call(call), pipe: () => pipe.call(call) }
    const cold = await measureLatency(contenders, COLD)
    const latency = await measureLatency(contenders, { rounds: quick ? 8 : 24, calls: quick ? 50 : 150 })
    const rate = await measureRate(contenders, { rounds: quick ? 4 : 10, calls: quick ? 800 : 3_000, inFlight: 32 })
    const label = `stdio → stdio (${name})`
    const against = ({ wrap: ours, pipe: theirs }) =>
      `${ours.p50.toFixed(3)} ms against ${theirs.p50.toFixed(3)} ms; rounds ${spreadOf(ours, theirs)}`
    return [
      {
        name: `${label}: p50 against the pipe`,
        measured: ratioOf(latency.wrap, latency.pipe),
        target: TARGETS.stdioLatency[name],
        unit: '×',
        detail: against(latency),
      },
      {
        name: `${label}: p50 of the first 1,000 calls against the pipe`,
        measured: ratioOf(cold.wrap, cold.pipe),
        unit: '×',
        detail: against(cold),
      },
      {
        name: `${label}: calls/s at 32 in flight against the pipe`,
        measured: ratioOf(rate.wrap, rate.pipe),
        target: TARGETS.stdioRate[name],
        unit: '×',
        detail: `${Math.round(rate.wrap.perSecond)}/s against ${Math.round(rate.pipe.perSecond)}/s; rounds ${spreadOf(rate.wrap, rate.pipe)}`,
      },
    ]
  } finally {
    await Promise.all([wrap.close(), pipe.close()])
  }
}
