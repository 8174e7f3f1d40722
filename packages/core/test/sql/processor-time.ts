/** What a piece of work costs this process: what else the machine does meanwhile is not in it. */

/** Milliseconds of processor time. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * How many times as much one piece of work costs as another: both of them on the same machine, in turns, and each at
 * its best of many short rounds.
 */
export function costRatio(work: () => unknown, measure: () => unknown, rounds = 50): number {
  let [best, unit] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < rounds; round++) {
    best = Math.min(best, timeOf(work))
    unit = Math.min(unit, timeOf(measure))
  }
  return best / unit
}

function timeOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}
