/**
 * HTTP → stdio: the same read through `serve`, through the two public proxies and through bare node:http, each before a server
 * of its own, with the same client. What counts is the better proxy of each measurement.
 */
import { CONTENDER_NAMES, FLOOR, OURS, PROXIES, openContender } from './http-contenders.mjs'
import { openHttpClient } from './http-client.mjs'
import { measureLatency, measureRate, ratioOf, spreadOf } from '../interleaved.mjs'
import { SERVERS } from '../paths.mjs'
import { end } from '../processes.mjs'
import { TARGETS } from '../targets.mjs'

const IN_FLIGHT = 16

export async function measureHttpPassThrough(name, { quick }) {
  const { command, call } = SERVERS[name]
  const opened = {}
  try {
    for (const contender of CONTENDER_NAMES) {
      const { child, url } = await openContender(contender, command)
      const client = openHttpClient(url, IN_FLIGHT)
      opened[contender] = { child, client }
      await client.initialize()
    }
    const contenders = Object.fromEntries(
      Object.entries(opened).map(([contender, { client }]) => [contender, () => client.call(call)]),
    )
    const latency = await measureLatency(contenders, { rounds: quick ? 6 : 15, calls: quick ? 40 : 100 })
    const load = { rounds: quick ? 3 : 8, calls: quick ? 400 : 1_500, inFlight: IN_FLIGHT }
    const rate = await measureRate(contenders, load)
    const [faster] = PROXIES.toSorted((one, other) => latency[one].p50 - latency[other].p50)
    const [stronger] = PROXIES.toSorted((one, other) => rate[other].perSecond - rate[one].perSecond)
    const label = `HTTP → stdio (${name})`
    const times = Object.entries(latency).map(([key, { p50 }]) => `${key} ${p50.toFixed(2)} ms`)
    const rates = Object.entries(rate).map(([key, { perSecond }]) => `${key} ${Math.round(perSecond)}/s`)
    return [
      {
        name: `${label}: p50 against the better proxy`,
        measured: ratioOf(latency[OURS], latency[faster]),
        target: TARGETS.httpLatency[name],
        unit: '×',
        detail: `${times.join(', ')}; rounds ${spreadOf(latency[OURS], latency[faster])}`,
      },
      {
        name: `${label}: calls/s at ${IN_FLIGHT} in flight against the better proxy`,
        measured: ratioOf(rate[OURS], rate[stronger]),
        target: TARGETS.httpRate[name],
        unit: '×',
        detail: `${rates.join(', ')}; rounds ${spreadOf(rate[OURS], rate[stronger])}`,
      },
      {
        name: `${label}: p50 against ${FLOOR}`,
        measured: ratioOf(latency[OURS], latency[FLOOR]),
        unit: '×',
        detail: `calls/s ${ratioOf(rate[OURS], rate[FLOOR]).toFixed(2)} ×`,
      },
    ]
  } finally {
    for (const { client, child } of Object.values(opened)) {
      client.close()
      await end(child)
    }
  }
}
