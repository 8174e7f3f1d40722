/** From spawning the process to the answer of `initialize`, beside a bare byte pipe before the same server. */
import { ratioOf, spreadOf } from './interleaved.mjs'
import { BYTE_PIPE, HOLDPOINT, SERVERS } from './paths.mjs'
import { createHome, environmentFor } from './processes.mjs'
import { median } from './statistics.mjs'
import { openStdioClient } from './stdio-client.mjs'
import { TARGETS } from './targets.mjs'

async function firstAnswer(command, environment) {
  const before = performance.now()
  const client = openStdioClient(command, environment)
  await client.initialize()
  const took = performance.now() - before
  await client.close()
  return took
}

export async function measureStartUp(name, { quick }) {
  const { command } = SERVERS[name]
  const environment = environmentFor(createHome())
  const wrap = [process.execPath, HOLDPOINT, 'wrap', '--name', name, '--', ...command]
  const pipe = [process.execPath, BYTE_PIPE, ...command]
  await firstAnswer(wrap, environment)
  await firstAnswer(pipe, environment)
  const times = { wrap: [], pipe: [] }
  for (let round = 0; round < (quick ? 5 : 15); round++) {
    times.wrap.push(await firstAnswer(wrap, environment))
    times.pipe.push(await firstAnswer(pipe, environment))
  }
  return [
    {
      name: `stdio → stdio (${name}): start to first answer against the pipe`,
      measured: ratioOf({ perRound: times.wrap }, { perRound: times.pipe }),
      target: TARGETS.startUp[name],
      unit: '×',
      detail: `${median(times.wrap).toFixed(0)} ms against ${median(times.pipe).toFixed(0)} ms; rounds ${spreadOf({ perRound: times.wrap }, { perRound: times.pipe })}`,
    },
  ]
}
