/** A server that confirms its own tools ends with its host, and what its log says is said in words. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { CONFIRMING_SERVER } from '../harness/paths.ts'
import { startProcess } from '../harness/run-wrap.ts'
import { createStdioClient } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'

test('a browser that is still connected to the page keeps no process alive', async () => {
  const home = createTemporaryHome()
  const server = startProcess(process.execPath, [CONFIRMING_SERVER], {
    cwd: home.folder,
    // Kept in the folder that it runs in, whose mode is not changed: the log says who can see that.
    environment: { ...home.environment, LEDGER: home.ledgerFile, STORE: 'holds.db' },
  })
  const client = createStdioClient(server.child)
  await client.initialize('agent')
  client.notify('notifications/initialized')
  const { approval_url: url } = envelopeOf(await client.call('delete_product', { code: 'A1' }))
  const browser = connect(Number(new URL(url).port), '127.0.0.1')
  browser.on('error', () => {})
  await once(browser, 'connect')
  const before = performance.now()
  client.end()
  expect(await server.exited).toEqual({ code: 0, signal: null })
  expect(performance.now() - before).toBeLessThan(5000)
  expect(server.stderr()).not.toContain('{')
  browser.destroy()
})
