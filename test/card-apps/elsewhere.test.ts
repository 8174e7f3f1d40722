/**
 * A card whose question is asked or decided elsewhere: in a form of the same client, on the page, by a token of a
 * service. It says that the call waits for as long as nothing runs, and learns what was decided.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { APPS_CAPABILITIES, openAppsHost } from './host/apps-host.ts'
import type { View } from './host/apps-host.ts'
import { CARD, WITHIN, cardSays, chat, endChat, press, ran, resultOf } from './host/chat.ts'
import { heldBy, textOf } from '../harness/answers.ts'
import { approve, showHold } from '../harness/decide.ts'
import { expectLedgerJustified } from '../harness/ledger.ts'
import { endWrap, startWrap } from '../harness/run-wrap.ts'
import { modernMeta, waitForMessage } from '../harness/stdio-client.ts'
import type { Message } from '../harness/stdio-client.ts'
import { createTemporaryHome } from '../harness/temporary-home.ts'
import { delay, waitFor } from '../harness/wait-for.ts'
import { connectAgent } from '../harness/serve-agent.ts'
import type { Agent } from '../harness/serve-agent.ts'
import { createPlace, stdioServer } from '../harness/serve-harness.ts'
import type { Place } from '../harness/serve-harness.ts'

const FORMS_AND_CARDS = { ...APPS_CAPABILITIES, elicitation: {} }

/** Every badge that the card has shown so far. */
async function watchBadge(view: View): Promise<() => Promise<readonly string[]>> {
  await view.badge.waitFor(WITHIN)
  await view.frame.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    setInterval(() => {
      const badge = document.querySelector('tool-card')?.shadowRoot?.querySelector('[part="badge"]')
      const text = badge?.textContent?.trim() ?? ''
      if (text !== '' && seen.at(-1) !== text) seen.push(text)
    }, 20)
  })
  return async () => await view.frame.evaluate(() => (window as unknown as { seen: string[] }).seen)
}

async function overHttp(agent: Agent, method: string, params: unknown): Promise<Message> {
  const { uri } = params as { readonly uri?: string }
  const headers = uri === undefined ? {} : { 'mcp-name': uri }
  return (await agent.ask(method, params as object, { headers })).answer as Message
}

describe('a client that declares forms and cards', () => {
  test('[X11.E1] the card waits while the form is open, names both ways, and runs when the call runs', async () => {
    const here = await chat({}, { capabilities: FORMS_AND_CARDS })
    const { client } = here.wrap
    const until = join(here.home.folder, 'run-on')
    const calling = here.host.call('slow_delete', { until })
    const view = await here.host.view()
    const badges = await watchBadge(view)
    const form = await waitForMessage(client, 'the form', ({ method }) => method === 'elicitation/create')
    await cardSays(view, /Decide this on the page\. \(or in the dialog that your client shows\)/)
    await delay(3000)
    // Nothing ran in all this time, and nobody said so.
    expect(ran(here.home, 'slow_delete')).toEqual([])
    expect((await badges()).join()).not.toMatch(/Running/)
    expect(await view.badge.innerText()).toContain('Waiting')
    expect(await view.confirm.count()).toBe(0)
    const [first] = form.params.requestedSchema.properties.decision.enum as readonly string[]
    client.respond(form.id ?? '', { action: 'accept', content: { decision: first } })
    await cardSays(view, /Running…/)
    expect(existsSync(until)).toBe(false)
    writeFileSync(until, '')
    expect(heldBy({ jsonrpc: '2.0', result: await calling })).toMatchObject({ via: 'elicitation' })
    expect(await resultOf(view)).toContain('Done')
    await endChat(here)
  })

  test('[X11.E1] a form that the client fails to show leaves the question to the card, while the call is open', async () => {
    const here = await chat({}, { capabilities: FORMS_AND_CARDS })
    const { client } = here.wrap
    const calling = here.host.call('delete_item', { id: 81 })
    const view = await here.host.view()
    const form = await waitForMessage(client, 'the form', ({ method }) => method === 'elicitation/create')
    await cardSays(view, /or in the dialog/)
    client.send(JSON.stringify({ jsonrpc: '2.0', id: form.id, error: { code: -32603, message: 'no window' } }))
    await view.confirm.waitFor(WITHIN)
    expect(await view.text()).not.toContain('Decide this on the page')
    expect(ran(here.home)).toEqual([])
    await press(view, 'confirm')
    expect(heldBy({ jsonrpc: '2.0', result: await calling })).toMatchObject({ state: 'succeeded', via: 'card' })
    await endChat(here)
  })

  test('[X11.E1] what is asked on the page alone waits on the card too, and runs from there', async () => {
    const rules = 'rules: [{ name: on-page, match: { tool: slow_delete }, risk: high, rails: [page] }]'
    const here = await chat({}, { capabilities: FORMS_AND_CARDS }, rules)
    const until = join(here.home.folder, 'run-on')
    const calling = here.host.call('slow_delete', { until })
    const view = await here.host.view()
    const badges = await watchBadge(view)
    await cardSays(view, /Decide this on the page\. \(the rule "on-page" names other rails\)/)
    await delay(2000)
    expect((await badges()).join()).not.toMatch(/Running/)
    writeFileSync(until, '')
    const { hold } = (await calling)['_meta'][CARD] as { hold: string }
    await approve(here.home, hold)
    await cardSays(view, /Done/)
    expect((await showHold(here.home, hold)).state).toBe('succeeded')
    await endChat(here)
  })

  test('[X11.E1] a form that left as the answer of a call without a session: its view is told that it waits', async () => {
    const home = createTemporaryHome()
    const wrap = await startWrap(home, { silent: true })
    const { client } = wrap
    const meta = modernMeta('test-client', { ...APPS_CAPABILITIES, elicitation: { form: {} } })
    const found = async (): Promise<Message> =>
      await client.call('holdpoint_pending', { tool: 'delete_item', arguments: { id: 82 } }, meta)
    const asked = await client.call('delete_item', { id: 82 }, meta)
    expect(asked.result).toMatchObject({ resultType: 'input_required' })
    const told = (await found()).result
    expect(told).toMatchObject({ structuredContent: { state: 'pending' } })
    expect(told['_meta'][CARD]).toMatchObject({
      nonce: null,
      cannot_decide: expect.stringContaining('dialog') as string,
    })
    const { hold } = told['_meta'][CARD] as { hold: string }
    await approve(home, hold)
    await waitFor('its end', async () => (await showHold(home, hold)).state !== 'pending')
    // What was decided is not shown as a question any more.
    expect((await found()).result.structuredContent).not.toEqual({ state: 'pending' })
    await endWrap(wrap)
    await expectLedgerJustified(home)
  })

  test('[X11.E1] a call that passes says Running once it is known to run', async () => {
    const rules = 'rules: [{ name: known, match: { tool: slow_delete }, when: "has(args.until)", risk: low }]'
    const here = await chat({}, { capabilities: FORMS_AND_CARDS }, rules)
    const until = join(here.home.folder, 'run-on')
    const calling = here.host.call('slow_delete', { until })
    const view = await here.host.view()
    await cardSays(view, /Running…/)
    expect(ran(here.home, 'slow_delete')).toHaveLength(1)
    writeFileSync(until, '')
    expect(textOf({ jsonrpc: '2.0', result: await calling })).not.toBe('')
    await endChat(here, ['slow_delete'])
  })
})

describe('a service, with the token of an agent', () => {
  const place: Place = createPlace()
  afterAll(() => place.close())

  test.each(['2025', '2026'] as const)(
    '[X11.E2] the card learns what somebody else decided, in the %s era, and could not have decided itself',
    async (era) => {
      const service = await place.serve({ servers: { ledger: stdioServer() } })
      const agent = await connectAgent(service.url, { era, capabilities: APPS_CAPABILITIES, client: `desk-${era}` })
      const host = await openAppsHost({ client: { request: (method, params) => overHttp(agent, method, params) } })
      for (const answer of ['approve', 'reject'] as const) {
        const index = answer === 'approve' ? 0 : 1
        const pending = await host.call('delete_item', { id: `${era}-${answer}` })
        const told = pending['_meta'][CARD] as { hold: string; nonce: unknown; look_nonce: string }
        const view = await host.view(index)
        await cardSays(view, /Decide this on the page/)
        expect(await view.confirm.count()).toBe(0)
        expect(told.nonce).toBeNull()
        for (const given of ['approve', 'decline', 'cancel']) {
          const sent = { hold: told.hold, nonce: told.look_nonce, answer: given }
          const { answer: tried } = await agent.call('holdpoint_decide', sent)
          expect(tried.result?.isError).toBe(true)
        }
        expect((await service.approval(told.hold)).state).toBe('pending')
        if (answer === 'approve') await service.approve(told.hold)
        else await service.reject(told.hold, 'not this one')
        const says = await cardSays(view, answer === 'approve' ? /Approved by ci/ : /Declined by ci/)
        expect(says).not.toContain('Decide this on the page')
        if (answer === 'approve') await cardSays(view, /Done/)
        else expect(says).toContain('not this one')
      }
      expect(host.errors).toEqual([])
      await host.page.close()
      await service.stop()
    },
  )
})
