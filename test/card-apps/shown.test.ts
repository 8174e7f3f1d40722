/** What the card in a real MCP Apps host says of a call is what the store and every other surface say of it. */
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { WITHIN, cardSays, chat, detailsOf, endChat, press, ran, resultOf } from './host/chat.ts'
import { codeOf, envelopeOf } from '../harness/answers.ts'
import { approve, holdpoint, listHolds } from '../harness/decide.ts'
import { PATIENCE_MS, waitFor } from '../harness/wait-for.ts'

const late = { drawsLate: true }
const PHOTOS = [process.execPath, fileURLToPath(new URL('../fixtures/long-answers-server.mjs', import.meta.url))]
const PHOTOS_TRUSTED = `servers: { photos: { command: ${JSON.stringify(PHOTOS)} } }`

describe('what the card says', () => {
  test('a call that somebody recorded as not run is not done, and the note is theirs, not the server’s', async () => {
    const here = await chat(late, {}, 'answer_within: 1s')
    const { approval_id: id } = envelopeOf({ jsonrpc: '2.0', result: await here.host.call('hang_delete', { n: 1 }) })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    await approve(here.home, id)
    await cardSays(view, /Outcome unknown: it may have run/)
    const words = ['resolve', id, '--executed', 'no', '--note', 'checked: it did not run']
    expect((await holdpoint(here.home, words, { as: 'approver' })).code).toBe(0)
    const said = await cardSays(view, /Resolved by ci/)
    expect(said).toMatch(/Resolved by ci: not run/)
    expect(said).toMatch(/checked: it did not run/)
    expect(said).not.toMatch(/Done|in the words of|Outcome unknown/)
    await here.host.page.close()
    await here.wrap.kill('SIGTERM')
  })

  test('[S4.1] the server’s own picture, how far it is trusted, and a failure of several lines as one', async () => {
    const command = [process.execPath, fileURLToPath(new URL('../fixtures/pictured-server.mjs', import.meta.url))]
    const yaml = `servers: { photos: { command: ${JSON.stringify(command)} } }`
    const here = await chat({}, { command, name: 'photos' }, yaml)
    const calling = here.host.call('delete_photo', { id: 1 })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    expect(await view.frame.locator('header img').getAttribute('src')).toMatch(/^data:image\/png;base64,iVBOR/)
    expect(await view.text()).toMatch(/trusted/)
    expect(await view.text()).not.toMatch(/trust unknown/)
    await press(view, 'confirm')
    await calling
    expect(await resultOf(view)).toMatch(/^No such photo\. Second line$/m)
    await here.host.page.close()
    await here.wrap.kill('SIGTERM')
  })

  test.each([
    ['delete_report', /THE END/],
    ['delete_photo', /in the words of photos/],
    ['delete_album', /and stays so\./],
  ])(
    '[S4.2] [S4.4] of a call that was approved elsewhere all that %s answered, as the server sent it',
    async (tool, end) => {
      const here = await chat(late, { command: PHOTOS, name: 'photos' }, PHOTOS_TRUSTED)
      const { approval_id: id } = envelopeOf({ jsonrpc: '2.0', result: await here.host.call(tool, { id: 1 }) })
      const view = await here.host.view()
      await view.confirm.waitFor(WITHIN)
      expect(await detailsOf(view)).toMatch(/Asked by\s+\S+ through \S+/)
      await approve(here.home, id)
      await resultOf(view)
      const { frame } = view
      const details = frame.locator('#result')
      if (tool === 'delete_album') await details.locator('summary').click(WITHIN)
      await expect.poll(async () => await details.textContent(WITHIN), WITHIN).toMatch(end)
      expect(await frame.locator('#result img').count()).toBe(tool === 'delete_photo' ? 1 : 0)
      expect(await frame.locator('a[href="https://x.example/r.pdf"]').count()).toBe(tool === 'delete_report' ? 1 : 0)
      expect(await frame.locator('#page').count()).toBe(0)
      await here.host.page.close()
      await here.wrap.kill('SIGTERM')
    },
  )

  test('[S4.1] of a call that nobody is asked about, how far the server is trusted', async () => {
    const here = await chat(late, { command: PHOTOS, name: 'photos' }, PHOTOS_TRUSTED)
    await here.host.call('delete_report', { id: 1 })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    await press(view, 'confirm')
    await here.host.call('delete_report', { id: 1 })
    const again = await here.host.view()
    await resultOf(again)
    expect(await again.text()).toMatch(/photos\s+trusted\s+connected/)
    await here.host.page.close()
    await here.wrap.kill('SIGTERM')
  })

  test('[S4.5] a changed note leaves the price as the agent spelled it: on the card, in the store, at the server', async () => {
    const here = await chat(late)
    const text = '{"id":40,"weight":1.50,"note":"old"}'
    const held = here.wrap.client.callText('delete_item', text)
    const { approval_id: id } = envelopeOf(await held)
    // The same call from the host that draws: one question, the bytes of the first.
    await here.host.call('delete_item', { id: 40, weight: 1.5, note: 'old' })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    await view.frame.locator('#row').getByRole('button', { name: 'More…', exact: true }).click(WITHIN)
    await view.frame.locator('#row').getByRole('button', { name: 'Edit', exact: true }).click(WITHIN)
    const panel = view.frame.locator('.panel')
    expect(await panel.getByLabel('weight').inputValue()).toBe('1.50')
    await panel.getByLabel('note').fill('new', WITHIN)
    await cardSays(view, /Your changes\s+note\s+Before:\s*"old"\s*→\s*After:\s*"new"/)
    await panel.getByRole('button', { name: 'Raw JSON' }).click(WITHIN)
    expect(await panel.getByRole('textbox', { name: 'Raw JSON' }).inputValue()).toBe(
      '{\n  "id": 40,\n  "weight": 1.50,\n  "note": "new"\n}',
    )
    await panel.getByRole('button', { name: 'Form view' }).click(WITHIN)
    await press(view, 'confirm')
    await cardSays(view, /Approved with changes by local:/)
    await waitFor('the call to run', () => ran(here.home).length === 1)
    expect(ran(here.home)).toEqual(['{"id": 40, "weight": 1.50, "note": "new"}'])
    const [hold] = await listHolds(here.home)
    expect(hold).toMatchObject({ id, edit: { difference: [{ path: 'note', requested: '"old"', approved: '"new"' }] } })
    await endChat(here)
  })

  test('[X9] arguments that still arrive, then the question of what is stored, both without the agent’s claim', async () => {
    const here = await chat({ streamsInput: true })
    const calling = here.host.call('delete_item', { id: 32, rationale: 'The user wants item 32 gone.' })
    const view = await here.host.view()
    await view.frame.getByRole('button', { name: 'delete_item' }).click(WITHIN)
    const arriving = await cardSays(view, /still bein/)
    expect(arriving).toContain('"id": 32')
    expect(await view.confirm.count()).toBe(0)
    await here.host.finishInput()
    await view.confirm.waitFor(WITHIN)
    const asking = await view.text()
    expect(asking).not.toContain('still bein')
    expect(arriving + asking).not.toContain('wants item')
    await press(view, 'cancel')
    expect(codeOf({ jsonrpc: '2.0', result: await calling })).toBe('CANCELLED')
    await endChat(here)
  })

  test('follows the host’s looks and language while the question stays as it was read', async () => {
    const here = await chat({ drawsLate: true })
    await here.host.call('delete_item', { id: 33 })
    const view = await here.host.view()
    await waitFor('Confirm to wake', () => view.confirm.isEnabled(), PATIENCE_MS, 50)
    const variables = { '--color-text-info': 'rgb(1, 2, 3)' }
    await here.host.changeContext(0, {
      theme: 'dark',
      locale: 'zh-CN',
      displayMode: 'fullscreen',
      styles: { variables },
    })
    await cardSays(view, /取消调用/)
    expect(await view.confirm.innerText()).toBe('仅运行这一次')
    expect(await view.confirm.isEnabled()).toBe(true)
    expect(await view.frame.locator('tool-card').getAttribute('theme')).toBe('dark')
    const root = await view.frame.evaluate(() => {
      const { lang, dataset, style } = document.documentElement
      return [lang, dataset['display'], style.colorScheme, style.getPropertyValue('--color-text-info')]
    })
    expect(root).toEqual(['zh-CN', 'fullscreen', 'dark', 'rgb(1, 2, 3)'])
    await endChat(here)
  })
})
