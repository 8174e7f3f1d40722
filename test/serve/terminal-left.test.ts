/** Somebody sat at the terminal of `serve` and ended its input: no call waits for them any more. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { HOLDPOINT } from '../harness/paths.ts'
import { openTerminal } from '../harness/pseudo-terminal.ts'
import { RELAYING } from '../rails/hosts.ts'
import { connectAgent, heldAs } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, withDefaults } from '../harness/serve-harness.ts'

/** Far below the 45 seconds that a call may wait where somebody can be reached. */
const AT_ONCE_MS = 15_000

test('[X4] [S3.6] after Ctrl-D the envelope comes at once, and Ctrl-C still ends the service', async () => {
  const place = createPlace()
  const sha256 = createHash('sha256').update(RELAYING).digest('hex')
  const tokens = [{ name: 'front', role: 'agent', sha256, relays_a_person: true }]
  place.configure(withDefaults({ servers: { ledger: stdioServer() }, tokens }))
  const session = openTerminal([process.execPath, HOLDPOINT, 'serve', '--port', '0'], {
    environment: { ...place.environment, TERM: 'xterm' },
    cwd: place.folder,
  })
  const [, url = ''] = await session.waitForText(/serves on (http:\/\/localhost:\d+)/)
  const agent = await connectAgent(url, { era: '2025', token: RELAYING, client: 'desk' })
  const first = agent.call('delete_item', { id: 1 })
  await session.waitForText(/waits.*Press Enter to see it and decide here/)
  session.child.stdin.write('\u0004')
  await session.waitForText(/nothing is decided at this terminal any more/)
  const shown = session.screen().length
  const began = performance.now()
  heldAs(await agent.call('delete_item', { id: 2 }))
  expect(performance.now() - began).toBeLessThan(AT_ONCE_MS)
  expect(session.screen().slice(shown)).not.toContain('Press Enter')
  expect(place.ledger()).toEqual([])
  session.child.stdin.write('\u0003')
  await session.waitForText(/Stopping: waiting for calls in flight/)
  heldAs(await first)
  await session.exited
  await place.close()
})
