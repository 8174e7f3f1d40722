/**
 * Retry on the card of an MCP Apps host, in a real browser: where the server did not take the request, one press asks
 * again. It is the agent's next call and a new question; the old yes runs nothing a second time.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pressStill } from '../../packages/holdpoint/test/browser/standing-still.ts'
import { openAppsHost, APPS_CAPABILITIES } from './host/apps-host.ts'
import type { View } from './host/apps-host.ts'
import type { HostSetting } from './host/host-page.ts'
import { WITHIN, cardSays, endChat, press, ran, resultOf } from './host/chat.ts'
import type { Chat } from './host/chat.ts'
import { textOf } from '../harness/answers.ts'
import { listHolds } from '../harness/decide.ts'
import { REPOSITORY } from '../harness/paths.ts'
import { startProcess, startWrap } from '../harness/run-wrap.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { delay, waitFor } from '../harness/wait-for.ts'

interface RefusingChat extends Chat {
  /** What the server does with the next calls. */
  readonly setMode: (mode: 'normal' | 'refuse') => void
}

/** A server behind a URL that can refuse a request at its door, and its host. */
async function refusingChat(over: Partial<HostSetting>): Promise<RefusingChat> {
  const home = createTemporaryHome()
  const modeFile = path.join(home.folder, 'mode')
  const setMode = (mode: string): void => writeFileSync(modeFile, mode)
  setMode('normal')
  const environment = { ...home.environment, MODE_FILE: modeFile, LEDGER_FILE: home.ledgerFile }
  const fixture = [path.join(REPOSITORY, 'test/fixtures/ledger-http.mjs'), '0']
  const server = startProcess(process.execPath, fixture, { environment, cwd: home.folder })
  let said = ''
  server.child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const url = await waitFor('the server', () => /^listening (\S+)$/m.exec(said)?.[1])
  const wrap = await startWrap(home, { capabilities: APPS_CAPABILITIES, options: ['--url', url], command: [] })
  return { home, wrap, host: await openAppsHost(wrap, over), setMode }
}

const again = (view: View): ReturnType<View['frame']['locator']> =>
  view.frame.getByRole('button', { name: 'Ask again' })

test.each([
  ['while the call stays open', { drawsLate: false }, false],
  ['while the call stays open, in a host that tells its view of the failure', { drawsLate: false }, true],
  ['drawn with the pending result', { drawsLate: true }, false],
])('[X8] [T4] [S4.3] what the server refused at its door: %s', async (_when, over, tellsFailure) => {
  const here = await refusingChat(over)
  const args = { id: 71 }
  const calling = here.host.call('delete_item', args).then(
    () => 'a result',
    () => 'an error',
  )
  const view = await here.host.view()
  await view.confirm.waitFor(WITHIN)
  here.setMode('refuse')
  await press(view, 'confirm')
  if (over.drawsLate) {
    // The model does what the message says.
    await waitFor('the message', async () => ((await here.host.messages()).length > 0 ? true : null))
    await here.wrap.client.call('delete_item', args)
  } else expect(await calling).toBe('an error')
  if (tellsFailure) await here.host.sendResult(0, { content: [{ type: 'text', text: 'HTTP 403' }], isError: true })
  await again(view).waitFor(WITHIN)
  await cardSays(view, tellsFailure ? /✗ Error/ : /✗ Error[^]*Approved by local:/)
  expect(ran(here.home)).toEqual([])
  here.setMode('normal')
  const before = (await here.host.messages()).length
  await pressStill(again(view))
  const told = await waitFor('the message', async () => (await here.host.messages())[before])
  expect(told).toMatch(/^Apply: call delete_item\(id=71, /)
  // Pressed once it is gone, and nothing runs by itself.
  await expect.poll(() => again(view).count()).toBe(0)
  await delay(500)
  expect(ran(here.home)).toEqual([])
  const second = here.host.call('delete_item', args)
  const question = await here.host.view(1)
  await question.confirm.waitFor(WITHIN)
  expect(await cardSays(question, /An identical call failed/)).toContain('Waiting')
  expect((await listHolds(here.home)).map(({ state }) => state)).toEqual(['pending', 'failed'])
  await press(question, 'confirm')
  if (!over.drawsLate) expect(textOf({ jsonrpc: '2.0', result: await second })).toBe('deleted 71')
  else await here.wrap.client.call('delete_item', args)
  expect(await resultOf(question)).toContain('Done')
  expect(ran(here.home)).toEqual(['{"id":71}'])
  await endChat(here)
})

test('[X8] what the tool itself failed at may have taken effect: nothing is offered', async () => {
  const here = await refusingChat({})
  const calling = here.host.call('fail_delete', { id: 72 })
  const view = await here.host.view()
  await press(view, 'confirm')
  await calling
  expect(await resultOf(view)).toContain('the item is locked')
  // Long enough for another look of the card at how the hold stands.
  await delay(2500)
  expect(await again(view).count()).toBe(0)
  await endChat(here)
})
