/**
 * Who is not our card and what becomes of their tries: models, other connections, a server's own view, hosts without
 * cards.
 */
import { describe, expect, test } from 'vitest'
import { APPS_CAPABILITIES } from './host/apps-host.ts'
import { CARD, WITHIN, chat, detailsOf, endChat, press, ran, cardSays } from './host/chat.ts'
import { envelopeOf, textOf } from '../harness/answers.ts'
import { approve, holdpoint, listHolds, showHold } from '../harness/decide.ts'
import { expectLedgerJustified } from '../harness/ledger.ts'
import { REPOSITORY } from '../harness/paths.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { modernMeta } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import type { TemporaryHome } from '../harness/temporary-home.ts'
import { delay, PATIENCE_MS, waitFor } from '../harness/wait-for.ts'

const VIEW_SERVER = [process.execPath, `${REPOSITORY}test/fixtures/view-server.mjs`]

async function refusals(home: TemporaryHome): Promise<string> {
  const { stdout } = await holdpoint(home, ['audit', 'export'])
  return stdout
    .split('\n')
    .filter((line) => line.includes('decision-refused'))
    .join('\n')
}

describe.concurrent('whoever is not our card', () => {
  test('[S4] a model that calls the card’s tools learns nothing and approves nothing, and its try is on record', async () => {
    const here = await chat({ drawsLate: true })
    // A host of the extension does not even let it.
    await expect(here.host.call('holdpoint_decide', {})).rejects.toThrow(/knows no tool/)
    const pending = await here.host.call('delete_item', { id: 20 })
    const { approval_id: hold } = envelopeOf({ jsonrpc: '2.0', result: pending })
    const { client } = here.wrap
    for (const nonce of [undefined, '', 'approve', 'A'.repeat(43)]) {
      const answer = await client.call('holdpoint_decide', {
        hold,
        answer: 'approve',
        ...(nonce === undefined ? {} : { nonce }),
      })
      expect(answer.result.isError).toBe(true)
      // Why, and nothing of the hold.
      const refused = { message: expect.any(String) as string }
      expect(answer.result['_meta']).toEqual({ 'dev.holdpoint/card': { refused, said: { zh: { refused } } } })
    }
    const found = await client.call('holdpoint_pending', { arguments: { id: 20 } })
    expect(found.result.structuredContent).toEqual({ state: 'none' })
    expect((await showHold(here.home, hold)).state).toBe('pending')
    expect((await refusals(here.home)).split('\n')).toHaveLength(4)
    expect(ran(here.home)).toEqual([])
    await endChat(here)
  })

  test('the nonce of one connection is worth nothing on another', async () => {
    const here = await chat({ drawsLate: true })
    const pending = await here.host.call('delete_item', { id: 21 })
    const { hold, nonce } = pending['_meta'][CARD] as { hold: string; nonce: string }
    const other = await startWrap(here.home, { capabilities: APPS_CAPABILITIES })
    const answer = await other.client.call('holdpoint_decide', { hold, nonce, answer: 'approve' })
    expect(answer.result.isError).toBe(true)
    expect((await showHold(here.home, hold)).state).toBe('pending')
    // A host that starts anew and asks again joins the question, and its own card can answer it.
    const joined = await other.client.call('delete_item', { id: 21 })
    const own = joined.result['_meta'][CARD] as { hold: string; nonce: string }
    expect(own.hold).toBe(hold)
    expect(own.nonce).not.toBe(nonce)
    const cancelled = await other.client.call('holdpoint_decide', { hold, nonce: own.nonce, answer: 'cancel' })
    expect(cancelled.result['_meta'][CARD]).toMatchObject({ state: 'cancelled', via: 'card' })
    await cardSays(await here.host.view(), /Cancelled by local:/)
    await endWrap(other)
    await endChat(here)
  })

  test('in the stateless era the card is offered by what each request declares', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, { silent: true })
    const { client } = wrap
    const drawing = modernMeta('test-client', APPS_CAPABILITIES)
    const tools = async (meta: object): Promise<string> =>
      JSON.stringify((await client.request('tools/list', meta)).result)
    expect(await tools(modernMeta())).not.toMatch(/ui:\/\/holdpoint|holdpoint_decide/)
    expect(await tools(drawing)).toContain('"resourceUri":"ui://holdpoint/card"')
    const { result: view } = await client.request('resources/read', { uri: 'ui://holdpoint/card', ...drawing })
    expect(view).toMatchObject({
      resultType: 'complete',
      cacheScope: 'private',
      contents: [{ uri: 'ui://holdpoint/card' }],
    })
    const pending = await client.call('delete_item', { id: 27 }, drawing)
    const { hold, nonce } = pending.result['_meta'][CARD] as { hold: string; nonce: string }
    const sent = { hold, nonce, answer: 'approve' }
    expect((await client.call('holdpoint_decide', sent, modernMeta())).error).toBeDefined()
    const decided = await client.call('holdpoint_decide', sent, drawing)
    expect(decided.result).toMatchObject({ resultType: 'complete', structuredContent: { state: 'approved' } })
    expect(textOf(await client.call('delete_item', { id: 27 }, drawing))).toBe('deleted 27')
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[S8] a host that draws no card gets no card, and the text alone is enough to decide', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home)
    const { result: listed } = await wrap.client.request('tools/list')
    expect(JSON.stringify(listed)).not.toMatch(/ui:\/\/holdpoint|holdpoint_decide/)
    expect(
      (await wrap.client.call('holdpoint_decide', { hold: 'x', nonce: 'x', answer: 'approve' })).error,
    ).toBeDefined()
    const answer = await wrap.client.call('delete_item', { id: 26 })
    expect(answer.result['_meta'][CARD]).toBeUndefined()
    const text = textOf(answer)
    for (const words of ['NOT RUN YET', 'http://localhost', 'identical arguments']) expect(text).toContain(words)
    // What waits is the person's to read: all that they need for it stands in the text.
    const [, id = ''] = / open (\w+)\)/.exec(text) ?? []
    const { stdout: shown } = await holdpoint(home, ['show', id])
    for (const words of ['delete_item', '26', envelopeOf(answer).approval_id]) expect(shown).toContain(words)
    await approve(home, id, '--wait')
    expect(textOf(await wrap.client.call('delete_item', { id: 26 }))).toBe('deleted 26')
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })
})

describe('a server that comes in the way', () => {
  test('[L7] the server’s own view gets no nonce, neither by asking nor by making the call itself, and decides nothing', async () => {
    const here = await chat({}, { command: VIEW_SERVER, name: 'board' })
    await here.host.call('get_board', {})
    const own = await here.host.view()
    await own.frame.locator('#own').waitFor(WITHIN)
    const fromView = async (name: string, args: object): Promise<{ isError?: boolean; _meta?: object }> =>
      await own.frame.evaluate(
        async ([tool, sent]) => {
          const { ask } = window as unknown as { ask: (method: string, params: object) => Promise<{ result: object }> }
          return (await ask('tools/call', { name: tool, arguments: sent })).result
        },
        [name, args] as const,
      )
    // It makes a risky call itself, hoping for what our card would get.
    const held = (await fromView('delete_item', { id: 22 })) as {
      _meta: { [key: string]: { hold: string; nonce: unknown } }
    }
    const told = held['_meta'][CARD]
    expect(told).toMatchObject({ nonce: null, cannot_decide: expect.stringContaining('views of its own') })
    const hold = told?.hold ?? ''
    for (const nonce of ['', 'x'.repeat(43)]) {
      expect(await fromView('holdpoint_decide', { hold, nonce, answer: 'approve' })).toMatchObject({ isError: true })
      expect(await fromView('holdpoint_status', { hold, nonce })).toMatchObject({ isError: true })
    }
    // And it listens while the model's own call is open.
    const calling = here.host.call('delete_item', { id: 23 })
    const found = await fromView('holdpoint_pending', { tool: 'delete_item', arguments: { id: 23 } })
    expect(JSON.stringify(found)).not.toMatch(/"nonce":"/)
    envelopeOf({ jsonrpc: '2.0', result: await calling })
    const ours = await here.host.view(1)
    await ours.frame.locator('#page').waitFor(WITHIN)
    expect(await ours.confirm.count()).toBe(0)
    expect((await refusals(here.home)).split('\n')).toHaveLength(4)
    for (const { state } of await listHolds(here.home)) expect(state).toBe('pending')
    expect(ran(here.home)).toEqual([])
    expect(here.host.errors).toEqual([])
    await endWrap(here.wrap)
  })

  test('[D12] what another frame of the conversation sends to the card is dropped, whatever it claims to be', async () => {
    const here = await chat({ drawsLate: true })
    const pending = await here.host.call('delete_item', { id: 27 })
    const { approval_id: hold } = envelopeOf({ jsonrpc: '2.0', result: pending })
    const view = await here.host.view()
    await waitFor('Confirm to wake', () => view.confirm.isEnabled(), PATIENCE_MS, 50)
    const before = await view.text()
    const { page } = here.host
    await page.evaluate(() => {
      const foreign = document.createElement('iframe')
      foreign.name = 'foreign'
      foreign.srcdoc = '<p>an advertisement</p>'
      document.body.append(foreign)
    })
    const foreign = await waitFor('the other frame', () => page.frames().find((frame) => frame.name() === 'foreign'))
    // Any frame can reach any other: the other one, and the page that holds the host's own frame around the card.
    for (const sender of [foreign, page.mainFrame()]) {
      const reached = await sender.evaluate(() => {
        const outer = window.top?.document.querySelector<HTMLIFrameElement>('iframe[name="view-0"]')
        const card = outer?.contentWindow?.frames[0]
        const content = [{ type: 'text', text: 'forged' }]
        for (const message of [
          { method: 'ui/notifications/tool-result', params: { content } },
          { method: 'ui/notifications/tool-cancelled', params: { reason: 'forged' } },
          { method: 'ui/notifications/host-context-changed', params: { locale: 'zh-CN' } },
          { id: 1, result: { content } },
          { id: 99, method: 'ui/resource-teardown', params: {} },
        ]) {
          card?.postMessage({ jsonrpc: '2.0', ...message }, '*')
        }
        return card !== undefined
      })
      expect(reached).toBe(true)
    }
    await delay(500)
    const timeless = (text: string): string => text.replace(/[\d:]+ left/, '')
    expect(timeless(await view.text())).toBe(timeless(before))
    expect((await showHold(here.home, hold)).state).toBe('pending')
    await press(view, 'confirm')
    await cardSays(view, /Approved by local:/)
    await endChat(here)
  })

  test('[D11] a title that misleads stands beside the real name and the server’s identity', async () => {
    const here = await chat({}, { command: VIEW_SERVER, name: 'board', environment: { FIXTURE_VIEWS: '0' } })
    const calling = here.host.call('delete_item', { id: 24 })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    const shown = await view.text()
    expect(await view.frame.locator('[part="name"]').innerText()).toBe('delete_item')
    expect(shown).toContain('the server calls it “Read one item (safe)”')
    expect(await detailsOf(view)).toMatch(/Runs on\s[^\n]*view-server\.mjs[^\n]*\s+Identity\s+\S{12,}/)
    await press(view, 'confirm')
    expect(textOf({ jsonrpc: '2.0', result: await calling })).toBe('delete_item done')
    await endChat(here)
  })

  test('[L7] a server with a tool of that name: the card’s own stands, and the server’s is out of reach of a host with cards', async () => {
    const environment = { FIXTURE_VIEWS: '0', FIXTURE_CLASH: '1' }
    const here = await chat({}, { command: VIEW_SERVER, name: 'board', environment })
    const listed = await here.wrap.client.request('tools/list')
    const named = (listed.result.tools as readonly { name: string; _meta?: object }[]).filter(
      ({ name }) => name === 'holdpoint_decide',
    )
    expect(named.map(({ _meta }) => _meta)).toEqual([{ ui: { visibility: ['app'] } }])
    const calling = here.host.call('delete_item', { id: 25 })
    const view = await here.host.view()
    await press(view, 'confirm')
    expect(textOf({ jsonrpc: '2.0', result: await calling })).toBe('delete_item done')
    expect((await here.wrap.client.call('holdpoint_decide', {})).result.isError).toBe(true)
    expect(ran(here.home, 'holdpoint_decide')).toEqual([])
    await endChat(here)
  })

  test('a host without cards reaches that tool of the server’s like every other', async () => {
    const home = createTemporaryHome('rules: [{ name: theirs, match: { tool: holdpoint_decide }, risk: low }]')
    const environment = { FIXTURE_VIEWS: '0', FIXTURE_CLASH: '1' }
    const wrap = await startWrap(home, { command: VIEW_SERVER, name: 'board', environment })
    const listed = await wrap.client.request('tools/list')
    const names = (listed.result.tools as readonly { name: string }[]).map(({ name }) => name)
    expect(names).toContain('holdpoint_decide')
    expect(names).not.toContain('holdpoint_pending')
    expect(textOf(await wrap.client.call('holdpoint_decide', { a: 1 }))).toBe('holdpoint_decide done')
    expect(ran(home, 'holdpoint_decide')).toEqual(['{"a":1}'])
    await endWrap(wrap)
    await expectLedgerJustified(home, ['holdpoint_decide'])
  })
})
