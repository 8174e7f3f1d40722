/** The measuring side of store-decider.mjs. */
import path from 'node:path'
import { BENCH } from './paths.mjs'
import { end, start } from './processes.mjs'

export async function startDecider(storeFile, environment) {
  const command = [process.execPath, path.join(BENCH, 'store', 'store-decider.mjs'), storeFile]
  const child = start(command, environment, ['ignore', 'ignore', 'pipe', 'ipc'])
  let failed = () => {}
  child.once('exit', () => failed(new Error(`The deciding process ended.\n${child.errors}`)))
  const next = () =>
    new Promise((resolve, reject) => {
      failed = reject
      child.once('message', resolve)
    })
  await next()
  return {
    /**
     * @param hold its id, or undefined for whichever waits
     * @param alone whether the yes is for this call only, and opens nothing for the session
     */
    async approve(hold, after, alone = false) {
      const answer = next()
      child.send({ hold, after, alone })
      const { kind, durableNs, hold: decided } = await answer
      if (kind !== 'decided') throw new Error(`The verdict did not count: ${kind}`)
      return { hold: decided, durableNs: BigInt(durableNs) }
    },
    close: () => end(child),
  }
}
