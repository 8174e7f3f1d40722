/**
 * Measures several contenders in turns within one run, so that what else the machine does meets all of them alike. The
 * order turns with each round. A ratio is taken within a round, and the median of the rounds is reported.
 */
import { median, quantile } from './statistics.mjs'

async function latencies(call, count) {
  const values = []
  for (let index = 0; index < count; index++) {
    const before = performance.now()
    await call()
    values.push(performance.now() - before)
  }
  return values
}

async function rate(call, count, inFlight) {
  let left = count
  const before = performance.now()
  const lane = async () => {
    while (left-- > 0) await call()
  }
  await Promise.all(Array.from({ length: inFlight }, lane))
  return count / ((performance.now() - before) / 1_000)
}

const turned = (names, round) => names.map((_name, index) => names[(index + round) % names.length])

/** Calls before the first round: the engine compiles what runs often, on all sides, and a service runs for days. */
const WARM_UP_CALLS = 2_000

/** @param contenders {name: call()}; @returns {name: {p50, p99, perRound}} in milliseconds */
export async function measureLatency(contenders, { rounds, calls, warmUp = WARM_UP_CALLS }) {
  const names = Object.keys(contenders)
  const all = Object.fromEntries(names.map((name) => [name, { values: [], perRound: [] }]))
  for (const name of names) await latencies(contenders[name], warmUp)
  for (let round = 0; round < rounds; round++) {
    for (const name of turned(names, round)) {
      const values = await latencies(contenders[name], calls)
      all[name].values.push(...values)
      all[name].perRound.push(median(values))
    }
  }
  return Object.fromEntries(
    names.map((name) => [
      name,
      { p50: median(all[name].values), p99: quantile(all[name].values, 0.99), perRound: all[name].perRound },
    ]),
  )
}

/** @returns {name: {perSecond, perRound}} */
export async function measureRate(contenders, { rounds, calls, inFlight }) {
  const names = Object.keys(contenders)
  const perRound = Object.fromEntries(names.map((name) => [name, []]))
  for (const name of names) await rate(contenders[name], calls, inFlight)
  for (let round = 0; round < rounds; round++) {
    for (const name of turned(names, round)) perRound[name].push(await rate(contenders[name], calls, inFlight))
  }
  return Object.fromEntries(
    names.map((name) => [name, { perSecond: median(perRound[name]), perRound: perRound[name] }]),
  )
}

export const ratioOf = (ours, theirs) => median(ours.perRound.map((value, round) => value / theirs.perRound[round]))

/** The middle half of the rounds' ratios, for people: `1.31–1.38`. */
export function spreadOf(ours, theirs) {
  const ratios = ours.perRound.map((value, round) => value / theirs.perRound[round])
  return `${quantile(ratios, 0.25).toFixed(2)}–${quantile(ratios, 0.75).toFixed(2)}`
}
