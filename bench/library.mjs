/** What confirmation inside a server costs it: until its first answer, for each call that asks nobody, and for the first one that asks. */
import path from 'node:path'
import { measureLatency, ratioOf, spreadOf } from './interleaved.mjs'
import { BENCH } from './paths.mjs'
import { createHome, environmentFor } from './processes.mjs'
import { median } from './statistics.mjs'
import { openStdioClient } from './stdio-client.mjs'

const COMMAND = [process.execPath, path.join(BENCH, 'library-server.mjs')]
const READ = { name: 'read_product', arguments: { code: 'A1' } }

async function firstAnswers(environment) {
  const before = performance.now()
  const client = openStdioClient(COMMAND, environment)
  await client.initialize()
  const initialized = performance.now() - before
  await client.request('tools/list', {})
  const listed = performance.now() - before
  await client.close()
  return { initialized, listed }
}

/** From the first call that has to be asked to the envelope, with everything that is loaded for it. */
async function firstQuestion(environment) {
  const client = openStdioClient(COMMAND, environment)
  await client.initialize()
  await client.request('tools/list', {})
  const times = []
  for (const code of ['A1', 'A2', 'A3']) {
    const before = performance.now()
    await client.request('tools/call', { name: 'delete_product', arguments: { code } })
    times.push(performance.now() - before)
  }
  await client.close()
  return { first: times[0], next: median(times.slice(1)) }
}

export async function measureLibrary(line, { quick }) {
  const bare = { ...environmentFor(createHome()), LINE: line }
  const confirmed = { ...bare, CONFIRMED: '1' }
  const starts = { bare: [], confirmed: [] }
  for (const environment of [bare, confirmed]) await firstAnswers(environment)
  for (let round = 0; round < (quick ? 7 : 21); round++) {
    starts.bare.push(await firstAnswers(bare))
    starts.confirmed.push(await firstAnswers(confirmed))
  }
  const more = (name) => median(starts.confirmed.map((each, index) => each[name] - starts.bare[index][name]))
  const clients = { bare: openStdioClient(COMMAND, bare), confirmed: openStdioClient(COMMAND, confirmed) }
  for (const client of Object.values(clients)) await client.initialize()
  const calls = Object.fromEntries(
    Object.entries(clients).map(([name, client]) => [name, async () => await client.call(READ)]),
  )
  const latency = await measureLatency(calls, { rounds: quick ? 6 : 16, calls: 500 })
  for (const client of Object.values(clients)) await client.close()
  const questions = []
  for (let round = 0; round < (quick ? 3 : 7); round++) questions.push(await firstQuestion(confirmed))
  return [
    {
      name: `library (${line}): start to first answer, more than the bare server`,
      measured: more('initialized'),
      target: { atMost: 30 },
      unit: 'ms',
      detail: `${median(starts.confirmed.map(({ initialized }) => initialized)).toFixed(0)} ms against ${median(starts.bare.map(({ initialized }) => initialized)).toFixed(0)} ms; with tools/list ${more('listed').toFixed(1)} ms more`,
    },
    {
      name: `library (${line}): a call that is not confirmed, p50 against the bare server`,
      measured: ratioOf(latency.confirmed, latency.bare),
      target: { atMost: 1.2 },
      unit: '×',
      detail: `${(latency.confirmed.p50 * 1000).toFixed(0)} µs against ${(latency.bare.p50 * 1000).toFixed(0)} µs; rounds ${spreadOf(latency.confirmed, latency.bare)}`,
    },
    {
      name: `library (${line}): the first call that asks, to its envelope`,
      measured: median(questions.map(({ first }) => first)),
      unit: 'ms',
      detail: `the next ones ${median(questions.map(({ next }) => next)).toFixed(0)} ms`,
    },
  ]
}
