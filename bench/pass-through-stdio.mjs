/** stdio → stdio: a read that passes, with the default policy and the audit log on, beside a bare byte pipe. */
import { measureLatency, measureRate, ratioOf } from './interleaved.mjs'
import { BYTE_PIPE, HOLDPOINT, SERVERS, scored } from './paths.mjs'
import { createHome, environmentFor, residentMegabytes } from './processes.mjs'
import { openStdioClient } from './stdio-client.mjs'

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
    const atRest = residentMegabytes(wrap.pid)
    const contenders = { wrap: () => wrap.call(call), pipe: () => pipe.call(call) }
    const latency = await measureLatency(contenders, { rounds: quick ? 8 : 24, calls: quick ? 50 : 150 })
    const rate = await measureRate(contenders, { rounds: quick ? 4 : 10, calls: quick ? 800 : 3_000, inFlight: 32 })
    const label = `stdio → stdio (${name})`
    return [
      {
        name: `${label}: p50 against the pipe`,
        measured: ratioOf(latency.wrap, latency.pipe),
        ...scored(name, { atMost: 1.5 }),
        unit: '×',
        detail: `${latency.wrap.p50.toFixed(3)} ms against ${latency.pipe.p50.toFixed(3)} ms`,
      },
      {
        name: `${label}: calls/s at 32 in flight against the pipe`,
        measured: ratioOf(rate.wrap, rate.pipe),
        ...scored(name, { atLeast: 0.5 }),
        unit: '×',
        detail: `${Math.round(rate.wrap.perSecond)}/s against ${Math.round(rate.pipe.perSecond)}/s`,
      },
      {
        name: `${label}: resident memory of wrap`,
        measured: residentMegabytes(wrap.pid),
        target: { atMost: 90 },
        unit: 'MB',
        detail: `after the calls above; ${atRest.toFixed(0)} MB before them; the pipe ${residentMegabytes(pipe.pid).toFixed(0)} MB`,
      },
    ]
  } finally {
    await Promise.all([wrap.close(), pipe.close()])
  }
}
