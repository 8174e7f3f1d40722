/**
 * The log says on which surfaces a question was put in front of somebody: once for each, and not for pages they opened.
 */
import { describe, expect, test } from 'vitest'
import { envelopeOf } from '../harness/answers.ts'
import { expectAuditIntact, holdpoint } from '../harness/decide.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { waitForMessage } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { delay, waitFor } from '../harness/wait-for.ts'

const CARDS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }

interface Shown {
  readonly kind: string
  readonly hold: string
  readonly client: string
  readonly detail: string
}

async function shownOf(home: TemporaryHome): Promise<readonly Shown[]> {
  const { stdout } = await holdpoint(home, ['audit', 'export'])
  const records = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Shown)
  return records.filter(({ kind }) => kind === 'question-shown')
}

async function waitForShown(home: TemporaryHome): Promise<readonly Shown[]> {
  return await waitFor('the record', async () => {
    const shown = await shownOf(home)
    return shown.length > 0 ? shown : null
  })
}

describe.concurrent('where a question is shown', () => {
  test.each([
    ['form', { elicitation: { form: {} } }],
    ['link', { elicitation: { url: {} } }],
  ] as const)(
    '%s: on record once, with the name of the client, however often it is asked there',
    async (surface, capabilities) => {
      const home = createTemporaryHome('wait: 2s')
      for (let start = 0; start < 2; start++) {
        const wrap = await startWrap(home, { capabilities, clientName: 'a chat' })
        const calling = wrap.client.call('delete_item', { id: 1 })
        await waitForMessage(wrap.client, 'the question', ({ method }) => method === 'elicitation/create')
        const { approval_id: hold } = envelopeOf(await calling)
        const shown = await waitForShown(home)
        expect(shown).toMatchObject([{ hold, client: 'a chat', detail: surface }])
        await endWrap(wrap)
      }
      await expectAuditIntact(home)
    },
  )

  test('card: once its view has drawn the question, and not because the client could draw one', async () => {
    const home = createTemporaryHome('wait: 60s')
    const wrap = await startWrap(home, { capabilities: CARDS, clientName: 'a host' })
    await wrap.client.request('tools/list')
    const { approval_id: hold } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    expect(wrap.stderr()).toContain('is asked via card')
    expect(await shownOf(home)).toEqual([])
    wrap.client.call('delete_item', { id: 1 }).catch(() => {})
    const draw = async (): Promise<boolean> => {
      const drawn = await wrap.client.call('holdpoint_pending', { tool: 'delete_item', arguments: { id: 1 } })
      return drawn.result.structuredContent.state === 'pending'
    }
    await waitFor('the view to find its question', draw)
    expect(await draw()).toBe(true)
    expect(await waitForShown(home)).toMatchObject([{ hold, client: 'a host', detail: 'card' }])
    await wrap.kill()
    await expectAuditIntact(home)
  })

  test('a page that somebody opens leaves no such record', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { approval_url: url } = envelopeOf(await wrap.client.call('delete_item', { id: 1 }))
    expect((await fetch(url)).status).toBe(200)
    await delay(200)
    expect(await shownOf(home)).toEqual([])
    await endWrap(wrap)
  })
})
