/**
 * More than yes and no on the card, in a real MCP Apps host: other arguments and standing answers. What the card offers
 * is what the gateway takes; what it takes is what the ledger shows.
 */
import { describe, expect, test } from 'vitest'
import { pressStill } from '../../packages/holdpoint/test/browser/standing-still.ts'
import type { View } from './host/apps-host.ts'
import { CARD, WITHIN, cardSays, chat, endChat, press, ran, resultOf } from './host/chat.ts'
import type { Chat } from './host/chat.ts'
import { codeOf, envelopeOf, heldBy, textOf } from '../harness/answers.ts'
import { holdpoint, listHolds, showHold } from '../harness/decide.ts'
import { readLedger } from '../harness/ledger.ts'
import { waitFor } from '../harness/wait-for.ts'

const HALF_AN_HOUR_MS = 1_800_000

const button = (view: View, name: string): ReturnType<View['frame']['locator']> =>
  view.frame.locator('#row').getByRole('button', { name, exact: true })

async function buttons(view: View): Promise<readonly string[]> {
  await view.confirm.waitFor(WITHIN)
  return await view.frame.locator('#row button').allInnerTexts()
}

async function edit(view: View, text: string): Promise<void> {
  const area = view.frame.getByRole('textbox', { name: 'Raw JSON' })
  if ((await area.count()) === 0) {
    await button(view, 'More…').click(WITHIN)
    await button(view, 'Edit').click(WITHIN)
    await view.frame.locator('.panel').getByRole('button', { name: 'Raw JSON' }).click(WITHIN)
  }
  await area.fill(text, WITHIN)
}

interface ListedGrant {
  readonly id: string
  readonly state: string
}

async function listGrants({ home }: Chat): Promise<readonly ListedGrant[]> {
  const { stdout } = await holdpoint(home, ['grants', 'list', '--json'])
  return (JSON.parse(stdout) as { grants: readonly ListedGrant[] }).grants
}

async function forge(here: Chat, question: { hold: string; nonce: string }, said: object): Promise<unknown> {
  const { hold, nonce } = question
  const { result } = await here.wrap.client.call('holdpoint_decide', { hold, nonce, ...said })
  return result['_meta']?.[CARD]
}

describe('approve with edits', () => {
  test('the call runs with the bytes that were typed, and card and agent are told what differs', async () => {
    const here = await chat()
    const calling = here.host.call('delete_item', { id: 40, note: 'old' })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    await button(view, 'More…').click(WITHIN)
    await button(view, 'Edit').click(WITHIN)
    await view.frame.locator('.panel').getByRole('button', { name: 'Raw JSON' }).click(WITHIN)
    const area = view.frame.getByRole('textbox', { name: 'Raw JSON' })
    expect(JSON.parse(await area.inputValue())).toEqual({ id: 40, note: 'old' })
    expect(await view.text()).toContain('Nothing changed yet.')
    expect(await button(view, 'Run it once with changes').isDisabled()).toBe(true)
    await area.fill('{"id": 41, "note"', WITHIN)
    await cardSays(view, /JSON of the right kind is expected/)
    const typed = '{"note": "new", "id": 41, "weight": 1.50}'
    await area.fill(typed, WITHIN)
    await cardSays(view, /Your changes[^]*id[^]*40[^]*41/)
    await press(view, 'confirm')
    const result = await calling
    const told = textOf({ jsonrpc: '2.0', result })
    expect(told).toContain('approved this call with changes')
    expect(told).toMatch(/40 → 41/)
    expect(JSON.stringify(result.content)).toContain('deleted 41')
    expect(heldBy({ jsonrpc: '2.0', result })).toMatchObject({ state: 'succeeded', via: 'card', edited: true })
    const done = await resultOf(view)
    expect(done).toMatch(/Approved with changes by local:/)
    expect(done).toMatch(/Before:\s*40\s*→\s*After:\s*41/)
    expect(ran(here.home)).toEqual([typed])
    const [hold] = await listHolds(here.home)
    expect(hold).toMatchObject({ arguments: { id: 40, note: 'old' }, edit: { approved: JSON.parse(typed) } })
    await endChat(here)
  })

  test('by the form of the tool’s own schema: shown to be read, then changed; types are kept', async () => {
    const here = await chat()
    const calling = here.host.call('delete_item', { id: 44, note: 'old', weight: 2.5, force: false, rationale: 'so' })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    await view.frame.locator('#arguments').getByRole('button', { name: 'Form view' }).click(WITHIN)
    const shown = view.frame.locator('#arguments .field')
    // What the gateway adds for the agent is no argument of the tool.
    expect((await shown.locator('label').allInnerTexts()).toSorted()).toEqual(['force', 'id', 'note', 'weight'])
    expect(await shown.filter({ hasText: 'Which item' }).locator('input').inputValue()).toBe('44')
    expect(await shown.locator('input:is([readonly], :disabled)').count()).toBe(4)
    await view.frame.locator('#arguments').getByRole('button', { name: 'Raw JSON' }).click(WITHIN)
    await button(view, 'More…').click(WITHIN)
    await button(view, 'Edit').click(WITHIN)
    const panel = view.frame.locator('.panel')
    await panel.getByLabel('id').fill('', WITHIN)
    await cardSays(view, /id\s+Before:\s*44\s*→\s*After:\s*\(nothing\)/)
    await panel.getByLabel('id').fill('45', WITHIN)
    await panel.getByLabel('note').fill('5', WITHIN)
    await panel.getByRole('switch').check(WITHIN)
    await cardSays(view, /Your changes[^]*44[^]*45[^]*"old"[^]*"5"[^]*false[^]*true/)
    await press(view, 'confirm')
    expect(JSON.stringify((await calling).content)).toContain('deleted 45')
    expect(await resultOf(view)).toMatch(/Approved with changes by local:/)
    expect(ran(here.home).map((text) => JSON.parse(text ?? '') as unknown)).toEqual([
      { id: 45, note: '5', weight: 2.5, force: true },
    ])
    await endChat(here)
  })

  test('where the card comes with a pending result, the original call brings the outcome of the edited one', async () => {
    const here = await chat({ drawsLate: true })
    await here.host.call('delete_item', { id: 42 })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    await edit(view, '{"id": 43}')
    await press(view, 'confirm')
    await cardSays(view, /Approved with changes by local:/)
    await waitFor('the Apply message', async () => (await here.host.messages()).length === 1)
    expect(await here.host.messages()).toEqual(['Apply: call delete_item(id=42, preview=false)'])
    const result = await here.host.call('delete_item', { id: 42, preview: false })
    expect(JSON.stringify(result.content)).toContain('deleted 43')
    expect(ran(here.home)).toEqual(['{"id": 43}'])
    await endChat(here)
  })

  test('an edit that the schema refuses says why and leaves the question open, with what was typed', async () => {
    const here = await chat({ drawsLate: true })
    const args = { to: 'ana', text: 'hi' }
    await here.host.call('send_message', args)
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    // What the schema plainly says is seen before anything is sent; the rest the gateway finds.
    for (const [typed, why, isSent] of [
      ['{"to": "ana"}', /text: Required\./, false],
      ['{"to": "ana", "text": 5}', /text: JSON of the right kind is expected\./, false],
      ['{"to": "ana", "to": "eve", "text": "hi"}', /not acceptable JSON/, true],
    ] as const) {
      await edit(view, typed)
      if (isSent) await press(view, 'confirm')
      await cardSays(view, why)
      expect(await view.confirm.isDisabled()).toBe(!isSent)
      expect(await view.frame.getByRole('textbox', { name: 'Raw JSON' }).inputValue()).toBe(typed)
      expect(await listHolds(here.home)).toMatchObject([{ state: 'pending', approvals: 0, edit: null }])
    }
    await edit(view, '{"to": "ana", "text": "hello"}')
    await press(view, 'confirm')
    await cardSays(view, /Approved with changes by/)
    await here.host.call('send_message', args)
    expect(ran(here.home, 'send_message')).toEqual(['{"to": "ana", "text": "hello"}'])
    await endChat(here)
  })
})

describe('standing answers', () => {
  test('[H10] [H24] "this session": the same call runs again unasked, is listed, and asks again once it is revoked', async () => {
    const here = await chat()
    const calling = here.host.call('delete_item', { id: 50 })
    const view = await here.host.view()
    expect(await buttons(view)).toEqual(['Run it once', "Don't run it", 'Cancel call', 'More…'])
    await button(view, 'More…').click(WITHIN)
    await button(view, 'Allow for…').click(WITHIN)
    // As long as the host's word reaches, and no longer.
    expect(await view.frame.locator('[name=for] option').allInnerTexts()).toEqual([
      'this session',
      '30 minutes',
      'other minutes…',
    ])
    await view.frame.locator('[name=for]').selectOption('session', WITHIN)
    await view.frame.locator('[name=arguments]').selectOption('same', WITHIN)
    await press(view, 'confirm')
    expect(textOf({ jsonrpc: '2.0', result: await calling })).toBe('deleted 50')
    expect(textOf({ jsonrpc: '2.0', result: await here.host.call('delete_item', { id: 50 }) })).toBe('deleted 50')
    expect(ran(here.home)).toEqual(['{"id":50}', '{"id":50}'])
    expect(await listHolds(here.home)).toHaveLength(1)
    envelopeOf(await here.wrap.client.call('delete_item', { id: 61 }))
    const [grant] = await listGrants(here)
    expect(grant).toMatchObject({
      state: 'standing',
      effect: 'allow',
      via: 'card',
      assurance: 'host',
      used: { count: 1 },
      condition: { kind: 'same' },
    })
    const revoked = await holdpoint(here.home, ['grants', 'revoke', grant?.id ?? ''], { as: 'approver' })
    expect(revoked.code, revoked.stderr).toBe(0)
    const again = here.host.call('delete_item', { id: 50 })
    await press(await here.host.view(2), 'cancel')
    expect(codeOf({ jsonrpc: '2.0', result: await again })).toBe('CANCELLED')
    expect(ran(here.home)).toHaveLength(2)
    await endChat(here, ['delete_item'])
  })

  test('"30 minutes, any arguments, at most twice" covers two others and no third', async () => {
    const here = await chat()
    const calling = here.host.call('delete_item', { id: 51 })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    await button(view, 'More…').click(WITHIN)
    await button(view, 'Allow for…').click(WITHIN)
    await view.frame.locator('[name=for]').selectOption(String(HALF_AN_HOUR_MS), WITHIN)
    await view.frame.locator('[name=arguments]').selectOption('any', WITHIN)
    await view.frame.getByLabel('At most how often').fill('2', WITHIN)
    await press(view, 'confirm')
    await calling
    const { client } = here.wrap
    for (const id of [52, 53]) expect(textOf(await client.call('delete_item', { id }))).toBe(`deleted ${id}`)
    envelopeOf(await client.call('delete_item', { id: 54 }))
    expect(ran(here.home)).toEqual(['{"id":51}', '{"id":52}', '{"id":53}'])
    expect(await listGrants(here)).toMatchObject([{ state: 'used-up', limits: { count: 2 } }])
    await endChat(here, ['delete_item'])
  })

  test('[X7] conditions, minutes and a count: what meets them runs unasked, what does not is asked for', async () => {
    const here = await chat()
    const calling = here.host.call('delete_item', { id: 70, folder: '/data/in/a', size: 3 })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    await button(view, 'More…').click(WITHIN)
    await button(view, 'Allow for…').click(WITHIN)
    await view.frame.locator('[name=for]').selectOption('minutes', WITHIN)
    await view.frame.getByRole('spinbutton', { name: 'Minutes' }).fill('31', WITHIN)
    await view.frame.locator('[name=arguments]').selectOption('where', WITHIN)
    const condition = (name: string): ReturnType<View['frame']['locator']> =>
      view.frame.locator('.conditions').getByRole('combobox', { name, exact: true })
    await view.frame.getByLabel('At most how often').fill('2', WITHIN)
    await press(view, 'confirm')
    await cardSays(view, /Not sent: a limit is wrong/)
    await view.frame.getByRole('spinbutton', { name: 'Minutes' }).fill('5', WITHIN)
    await press(view, 'confirm')
    await cardSays(view, /Not sent: no argument has a condition/)
    // What the gateway refuses is said, nothing is decided, and the person goes on from there.
    await condition('folder').selectOption('starting-with', WITHIN)
    await press(view, 'confirm')
    await cardSays(view, /A path or an address is not granted by how it begins/)
    expect(await listHolds(here.home)).toMatchObject([{ state: 'pending', approvals: 0 }])
    await condition('folder').selectOption('under', WITHIN)
    expect(await view.frame.getByLabel('folder: under the folder').inputValue()).toBe('/data/in/a')
    await view.frame.getByLabel('folder: under the folder').fill('/data/in/', WITHIN)
    await condition('size').selectOption('at-most', WITHIN)
    await view.frame.getByLabel('size: at most').fill('4', WITHIN)
    await press(view, 'confirm')
    expect(textOf({ jsonrpc: '2.0', result: await calling })).toBe('deleted 70')
    const [grant] = await listGrants(here)
    expect(grant).toMatchObject({
      condition: {
        kind: 'clauses',
        clauses: [
          { path: '/folder', is: 'under', folder: '/data/in/' },
          { path: '/size', is: 'at-most', most: 4 },
        ],
      },
      limits: { count: 2 },
    })
    const { client } = here.wrap
    const call = async (id: number, folder: string, size: unknown): ReturnType<typeof client.call> =>
      await client.call('delete_item', { id, folder, size })
    expect(textOf(await call(71, '/data/in/b', 4))).toBe('deleted 71')
    envelopeOf(await call(72, '/data/in/b', 5))
    envelopeOf(await call(73, '/data/in/../b', 1))
    envelopeOf(await call(74, '/data/in/b', '4'))
    expect(textOf(await call(75, '/data/in/c/d', 0))).toBe('deleted 75')
    envelopeOf(await call(76, '/data/in/b', 1))
    expect(ran(here.home).map((text) => (JSON.parse(text ?? '') as { id: number }).id)).toEqual([70, 71, 75])
    expect(await listGrants(here)).toMatchObject([{ state: 'used-up', used: { count: 2 } }])
    await endChat(here, ['delete_item'])
  })

  test('a decline can be made to last: the next call is refused without asking', async () => {
    const here = await chat()
    const calling = here.host.call('send_message', { to: 'ana', text: 'hi' })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    await button(view, 'More…').click(WITHIN)
    await button(view, 'Decline…').click(WITHIN)
    const lengths = await view.frame.locator('[name=for] option').allInnerTexts()
    expect(lengths).toEqual(['only this call', 'this session', '30 minutes', 'other minutes…'])
    await view.frame.getByLabel('Reason').fill('no messages', WITHIN)
    await view.frame.locator('[name=for]').selectOption('session', WITHIN)
    await view.frame.locator('[name=arguments]').selectOption('any', WITHIN)
    await pressStill(view.frame.locator('#row .no'))
    expect(codeOf({ jsonrpc: '2.0', result: await calling })).toBe('DECLINED')
    const next = await here.wrap.client.call('send_message', { to: 'ben', text: 'hi' })
    expect(codeOf(next)).toBe('DENIED_BY_POLICY')
    expect(await listHolds(here.home, '--state', 'pending')).toEqual([])
    expect(await listGrants(here)).toMatchObject([{ effect: 'deny', via: 'card', assurance: 'host' }])
    expect(readLedger(here.home, 'send_message')).toEqual([])
    await endChat(here)
  })
})

describe.concurrent('what the card says and who may not', () => {
  test('longer than the host’s word reaches, forged on the wire, is refused; nothing is decided', async () => {
    const here = await chat({ drawsLate: true })
    const pending = await here.host.call('delete_item', { id: 55 })
    const question = pending['_meta'][CARD] as { hold: string; nonce: string }
    expect(question).toMatchObject({ grantable: true, grant_lengths: ['session', HALF_AN_HOUR_MS] })
    for (const lasting of [HALF_AN_HOUR_MS + 1, 'always']) {
      const grant = { for: lasting, arguments: 'same' }
      expect(await forge(here, question, { answer: 'approve', grant })).toMatchObject({
        state: 'pending',
        refused: { code: 'NOT_GRANTABLE', message: expect.stringContaining('30 minutes') },
      })
    }
    expect(await showHold(here.home, question.hold)).toMatchObject({ state: 'pending', approvals: 0 })
    expect(await listGrants(here)).toEqual([])
    expect(ran(here.home)).toEqual([])
    await endChat(here)
  })

  test('what cannot be undone: not offered, and refused when forged', async () => {
    const irreversible = 'rules: [{ name: final, match: { tool: delete_item }, risk: high, irreversible: true }]'
    const here = await chat({ drawsLate: true }, {}, irreversible)
    const pending = await here.host.call('delete_item', { id: 56 })
    const question = pending['_meta'][CARD] as { hold: string; nonce: string }
    const view = await here.host.view()
    expect(await buttons(view)).toEqual(['Run it once', "Don't run it", 'Cancel call', 'More…'])
    expect(await view.text()).toContain('This cannot be undone.')
    const grant = { for: 'session', arguments: 'same' }
    expect(await forge(here, question, { answer: 'approve', grant })).toMatchObject({
      state: 'pending',
      refused: { code: 'NOT_GRANTABLE', message: expect.stringContaining('cannot be undone') },
    })
    expect(await listGrants(here)).toEqual([])
    expect(ran(here.home)).toEqual([])
    await endChat(here)
  })

  test('[S4] a model that decides with edits or a grant, without the nonce, changes nothing and is on record', async () => {
    const here = await chat({ drawsLate: true })
    const { approval_id: hold } = envelopeOf({
      jsonrpc: '2.0',
      result: await here.host.call('delete_item', { id: 57 }),
    })
    const edits = { id: 58 }
    const grant = { for: 'session', arguments: 'any' }
    for (const said of [{ edits }, { grant }, { edits, grant, nonce: 'A'.repeat(43) }]) {
      const { result } = await here.wrap.client.call('holdpoint_decide', { hold, answer: 'approve', ...said })
      expect(result).toMatchObject({ isError: true })
      const refused = { message: expect.any(String) as string }
      expect(result['_meta']).toEqual({ 'dev.holdpoint/card': { refused, said: { zh: { refused } } } })
    }
    expect(await showHold(here.home, hold)).toMatchObject({ state: 'pending', edit: null, approvals: 0 })
    expect(await listGrants(here)).toEqual([])
    const { stdout } = await holdpoint(here.home, ['audit', 'export'])
    const refused = stdout.split('\n').filter((line) => line.includes('decision-refused'))
    expect(refused.map((line) => / with [^"]* via card/.exec(line)?.[0])).toEqual([
      ' with edits via card',
      ' with a grant via card',
      ' with edits and a grant via card',
    ])
    expect(ran(here.home)).toEqual([])
    await endChat(here)
  })

  test('[H24] [X11.B5] the answers of a call with a scope stand on the card, and each does what it says', async () => {
    const here = await chat({ drawsLate: true })
    await here.host.call('create_item', { name: 'a' })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    expect(await buttons(view)).toEqual([
      'Yes, and allow create_item with any arguments for this session',
      'Yes, only this once',
      'No',
      'Cancel call',
      'More…',
    ])
    expect(await view.frame.locator('.warning').count()).toBe(0)
    await press(view, 'confirm')
    await cardSays(view, /Approved by local:/)
    expect(await listGrants(here)).toEqual([])
    await here.wrap.client.call('create_item', { name: 'a' })
    await here.host.call('create_item', { name: 'b' })
    const next = await here.host.view(1)
    await next.confirm.waitFor(WITHIN)
    await pressStill(button(next, 'Yes, and allow create_item with any arguments for this session'))
    await cardSays(next, /Approved by local:/)
    expect(await listGrants(here)).toMatchObject([{ condition: { kind: 'scope' } }])
    await here.wrap.client.call('create_item', { name: 'b' })
    expect(textOf(await here.wrap.client.call('create_item', { name: 'c' }))).toBe('created')
    expect(ran(here.home, 'create_item')).toEqual(['{"name":"a"}', '{"name":"b"}', '{"name":"c"}'])
    await endChat(here, ['create_item'])
  })

  test('a host that tells its view nothing of the tool: the server is named all the same', async () => {
    const here = await chat({ streamsInput: true, tellsToolInfo: false })
    const calling = here.host.call('delete_item', { id: 59 })
    const view = await here.host.view()
    await view.frame.locator('[part=origin]').waitFor(WITHIN)
    const early = await view.text()
    expect(early).toMatch(/Tool call\s+Tool from\s+ledger/)
    expect(early).not.toContain('MCP')
    await here.host.finishInput()
    await view.confirm.waitFor(WITHIN)
    expect(await view.frame.locator('[part=name]').innerText()).toBe('delete_item')
    await press(view, 'cancel')
    await calling
    await endChat(here)
  })

  test('nothing that cannot be used is on the page: no select, no editor, no form', async () => {
    const rule = 'rules: [{ name: signed, match: { tool: delete_item }, risk: high, assurance: identified }]'
    const here = await chat({ drawsLate: true }, {}, rule)
    await here.host.call('delete_item', { id: 60 })
    const view = await here.host.view()
    await view.frame.locator('#page').waitFor(WITHIN)
    expect(await view.frame.locator('tool-card :is(select, textarea, input, #row button)').count()).toBe(0)
    await endChat(here)
  })
})
