/** The list and everything around it, in a real browser: live, by keyboard, several at once, and every page of it. */
import { randomUUID } from 'node:crypto'
import { decide, recordDraft } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { CONFIRM, visitPage } from '../browser/page-visit.ts'
import { pressStill, standingStill } from '../browser/standing-still.ts'

const visit = visitPage({
  listServers: async (tenant) => [
    {
      name: 'crm',
      identity: 'crm-1',
      display: `npx -y crm-server for ${tenant}`,
      transport: 'stdio',
      configured: true,
      state: 'idle',
      since: null,
      problem: null,
      tools: [
        {
          name: 'delete_contact\u202e',
          risk: 'high',
          rule: 'verb delete',
          why: 'Its name says "delete".',
          answer: 'ask',
          asking: 'each',
          irreversible: false,
          depends: null,
          changed: true,
        },
      ],
    },
  ],
})

const row = (held: Hold): string => `a[data-hold="${held.id}"]`

/** What earlier tests left waiting would stand in the way of counting. */
async function nothingElse(): Promise<void> {
  for (const hold of await visit.service.store.holds.inState('pending', 200)) {
    await decide(visit.service.store, {
      hold: hold.id,
      tenant: null,
      verdict: { answer: 'decline', by: 'test', via: 'api', assurance: 'identified', reason: null },
    })
  }
}

describe('keys', () => {
  test('a deciding key first brings a call up, and only the next one acts; the keyboard alone is enough', async () => {
    await nothingElse()
    const held = await visit.service.hold()
    await visit.openSignedIn('/')
    await visit.page.waitForSelector(row(held))
    await visit.page.keyboard.press('a')
    await visit.approveEnabled()
    expect((await visit.stored(held)).state).toBe('pending')
    expect(await visit.page.evaluate(() => document.activeElement?.getAttribute('data-hold'))).toBe(held.id)
    await visit.page.keyboard.press('a')
    await visit.page.waitForSelector('.detail[data-state=approved]')
    expect((await visit.stored(held)).verdicts).toMatchObject([{ answer: 'approve', via: 'page' }])
    // It stays where it was until somebody moves on, so that the next key meets what is on the screen.
    await visit.page.keyboard.press('a')
    expect(await visit.page.locator(row(held)).count()).toBe(1)
  })

  test('[D13] a key that comes right after the move decides nothing, also where the call was loaded before', async () => {
    await nothingElse()
    const [older, newer] = [await visit.service.hold(), await visit.service.hold()]
    await visit.openSignedIn('/?group=none')
    await visit.page.waitForSelector(row(newer))
    for (const held of [older, newer]) {
      await visit.page.click(row(held))
      await visit.page.waitForSelector(`.detail tool-card[data-hold="${held.id}"]`)
    }
    await visit.approveEnabled()
    await visit.page.evaluate(() => document.querySelector<HTMLElement>('#main')?.focus())
    // Both within one round trip: nobody reads that fast.
    await Promise.all([visit.page.keyboard.press('j'), visit.page.keyboard.press('a')])
    await visit.page.waitForTimeout(300)
    expect((await visit.stored(older)).state).toBe('pending')
    expect((await visit.stored(newer)).state).toBe('pending')
  })

  test('j and k move, d opens the reason, e the arguments, ? the keys, / the search', async () => {
    await nothingElse()
    const inputSchema = { type: 'object', properties: { id: { type: 'string' } } }
    const first = await visit.service.hold({ arguments: { id: 'one' }, inputSchema })
    const second = await visit.service.hold({ arguments: { id: 'two' }, inputSchema })
    await visit.openSignedIn('/?group=none')
    await visit.page.waitForSelector(row(first))
    await visit.page.keyboard.press('j')
    await visit.page.waitForSelector(`${row(second)}[aria-current=true]`)
    await visit.page.keyboard.press('j')
    await visit.page.keyboard.press('j')
    await visit.page.waitForSelector(`${row(first)}[aria-current=true]`)
    await visit.page.keyboard.press('k')
    await visit.page.waitForSelector(`${row(second)}[aria-current=true]`)
    await visit.page.keyboard.press('j')
    await visit.approveEnabled()
    await visit.page.keyboard.press('d')
    await visit.page.waitForSelector('.detail textarea[name="reason"]:focus')
    // Letters that are typed as a reason decide nothing.
    await visit.page.keyboard.type('bad idea, a')
    await standingStill(visit.page.locator('.detail [part~="decline"]'))
    await visit.page.locator('.detail [part~="decline"]').press('Enter')
    await visit.page.waitForSelector('.detail[data-state=declined]')
    expect(await visit.stored(first)).toMatchObject({ state: 'declined', verdicts: [{ reason: 'bad idea, a' }] })
    await visit.page.locator(row(second)).focus()
    await visit.page.keyboard.press('k')
    await visit.page.waitForSelector(`.detail tool-card[data-hold="${second.id}"]`)
    await visit.page.keyboard.press('e')
    await visit.page.waitForSelector('.detail [part~="panel"]')
    await visit.page.keyboard.press('Escape')
    await visit.page.locator(row(second)).focus()
    await visit.page.keyboard.press('?')
    await visit.page.waitForSelector('.dialog kbd')
    await visit.page.keyboard.press('Escape')
    await visit.page.waitForSelector('.dialog', { state: 'detached' })
    await visit.page.keyboard.press('/')
    await visit.page.waitForSelector('#search:focus')
    expect((await visit.stored(second)).state).toBe('pending')
  })
})

describe('several at once', () => {
  test('declining takes one reason for all', async () => {
    await nothingElse()
    const holds = [await visit.service.hold(), await visit.service.hold({ tool: 'send_mail' })]
    await visit.openSignedIn('/')
    await visit.page.waitForSelector(row(holds[0] as Hold))
    for (const box of await visit.page.locator('#waiting input[type=checkbox]').all()) await box.check()
    await visit.page.waitForSelector('#bulk-approve-open[disabled]')
    await visit.page.click('#bulk-decline-open')
    await visit.page.fill('#bulk-reason', 'not on a Friday')
    await visit.page.click('#bulk-decline')
    for (const held of holds) {
      await expect
        .poll(async () => await visit.stored(held))
        .toMatchObject({
          state: 'declined',
          verdicts: [{ reason: 'not on a Friday' }],
        })
    }
  })

  test('approving is for one tool, never for high risk, and shows every byte first', async () => {
    await nothingElse()
    const ruling = { risk: 'medium', rule: 'verb update', why: 'It updates.' } as const
    const tail = 'the very end'
    const first = await visit.service.hold({ tool: 'update_contact', ruling })
    const second = await visit.service.hold({
      tool: 'update_contact',
      ruling,
      arguments: { text: `${Array.from({ length: 120 }, (_, line) => `line ${line}`).join('\n')}\n${tail}` },
    })
    const other = await visit.service.hold({ tool: 'update_deal', ruling })
    const risky = await visit.service.hold()
    await visit.openSignedIn('/?group=none')
    await visit.page.waitForSelector(row(risky))
    const pick = (held: Hold) => visit.page.locator('.row', { has: visit.page.locator(row(held)) }).locator('input')
    for (const [held, reason] of [
      [risky, 'one by one'],
      [other, 'one tool'],
    ] as const) {
      await pick(first).check()
      await pick(held).check()
      await visit.page.waitForSelector('#bulk-approve-open[disabled]')
      expect(await visit.page.textContent('#bulk-why')).toContain(reason)
      await pick(held).uncheck()
    }
    await pick(second).check()
    await visit.page.click('#bulk-approve-open:not([disabled])')
    await visit.page.waitForSelector('#bulk-approve')
    await visit.page.waitForTimeout(700)
    expect(await visit.page.isDisabled('#bulk-approve')).toBe(true)
    expect(await visit.page.textContent('.bulk-calls')).toContain(tail)
    await visit.page.locator('.bulk-calls').evaluate((box) => box.scrollTo(0, 1e6))
    await visit.page.waitForSelector('#bulk-approve:not([disabled])')
    await visit.page.click('#bulk-approve')
    for (const held of [first, second]) await expect.poll(async () => (await visit.stored(held)).state).toBe('approved')
    for (const held of [other, risky]) expect((await visit.stored(held)).state).toBe('pending')
  })
})

describe('finding', () => {
  test('search, filters and grouping stand in the address, survive a reload and can be saved', async () => {
    await nothingElse()
    const wanted = await visit.service.hold({ arguments: { name: 'Zebra Ltd' }, client: 'Cursor' })
    const other = await visit.service.hold({ arguments: { name: 'Yak Inc' } })
    await visit.openSignedIn('/')
    await visit.page.waitForSelector(row(other))
    expect(await visit.page.locator('.group-name').allTextContents()).toEqual(['Claude Desktop', 'Cursor'])
    await visit.page.fill('#search', 'zebra')
    await visit.page.waitForSelector(row(other), { state: 'detached' })
    expect(visit.page.url()).toBe(`${visit.service.origin}/?q=zebra`)
    await visit.page.reload()
    await visit.page.waitForSelector(row(wanted))
    expect(await visit.page.inputValue('#search')).toBe('zebra')
    const later = await visit.service.hold({ arguments: { name: 'Zebra again' } })
    await visit.page.waitForSelector(row(later))
    await visit.page.click('text=Save this view')
    await visit.page.click('text=Clear')
    await visit.page.waitForSelector(row(other))
    await visit.page.click('.view-chip')
    await visit.page.waitForSelector(row(other), { state: 'detached' })
    await visit.page.fill('#search', 'nothing like it')
    await visit.page.waitForSelector('text=Nothing fits')
  })

  test('history keeps every state, and a filter finds one', async () => {
    await nothingElse()
    const held = await visit.service.hold()
    await visit.openSignedIn('/history?state=declined')
    await visit.page.waitForSelector('#history [data-hold]')
    expect(await visit.page.locator(row(held)).count()).toBe(0)
    await visit.service.call('POST', `/admin/approvals/${held.id}/reject`, {
      token: await visit.service.token('approver', 'ben'),
    })
    await visit.page.waitForSelector(row(held))
    expect(await visit.page.textContent(row(held))).toContain('ben via api')
  })
})

describe('the other pages', () => {
  test('[S4.9] activity shows what passed, was held and was denied, as it happens, and no other tenant', async () => {
    const { audit } = visit.service.store
    const about = { server: 'crm', principal: 'agent-7', client: 'Cursor', risk: 'low', rule: 'verb get' } as const
    await audit.append(recordDraft({ kind: 'call-passed', tenant: 'home', tool: 'get_contact', ...about }))
    await audit.append(recordDraft({ kind: 'call-passed', tenant: 'acme', tool: 'get_secret', ...about }))
    await visit.openSignedIn('/activity')
    await visit.page.waitForSelector('.call.passed')
    await audit.append(recordDraft({ kind: 'call-denied', tenant: 'home', tool: 'drop_table\u202e', ...about }))
    const held = await visit.service.hold({ tool: 'delete_deal' })
    await visit.page.waitForSelector('.call.denied')
    await visit.page.waitForSelector(`.call.held a[href="/approvals/${held.id}"]`)
    const text = await visit.text('.activity')
    // The log keeps no arguments of calls that were not held: opened, the card has nothing to open in turn.
    await visit.page.locator('.call.passed .call-open').click()
    await visit.page.locator('.call.denied .call-open').click()
    await visit.page.waitForSelector('.call.denied tool-card')
    expect(await visit.page.locator('.activity tool-card.head-only').count()).toBeGreaterThan(0)
    expect(await visit.page.locator('.activity tool-card.head-only [aria-expanded]').count()).toBe(0)
    expect(text).toContain('get_contact')
    expect(text).toContain('delete_deal')
    expect(text).toContain('drop_table⟦U+202E⟧')
    expect(text).not.toContain('get_secret')
    expect(text).not.toContain('\u202e')
    const agent = await visit.service.call('GET', '/admin/activity', { token: await visit.service.token('agent') })
    expect(agent.status).toBe(403)
  })

  test('a grant that comes with an approval is listed with its use, and revoked', async () => {
    const held = await visit.service.hold({
      tool: 'update_contact',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      ruling: { risk: 'medium' },
    })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.click('.detail #row [name=more]')
    await visit.page.click('.detail #row >> text=Allow for')
    await visit.page.fill('.detail [name="times"]', '3')
    await pressStill(visit.page.locator(CONFIRM))
    await visit.page.waitForSelector('.detail[data-state=approved]')
    await visit.page.click('.side >> text=Grants')
    const grant = visit.page.locator('.item', { hasText: 'update_contact' }).first()
    await grant.waitFor()
    expect(await grant.textContent()).toContain('0 / 3')
    await grant.getByText('Revoke').click()
    await visit.page.waitForSelector('text=Ended (1)')
    expect((await visit.service.store.grants.list('home', 10))[0]?.revokedBy).toBe('local:ana')
  })

  test('an edit keeps the types of what was asked for', async () => {
    const properties = { id: { type: 'string' }, count: { type: 'integer' } }
    const held = await visit.service.hold({
      arguments: { id: randomUUID(), count: 3 },
      inputSchema: { type: 'object', properties },
    })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.keyboard.press('e')
    await visit.page.waitForSelector('.detail [part~="panel"]')
    const field = visit.page.locator('.detail [part~="panel"]').getByLabel('count')
    await field.fill('5')
    await pressStill(visit.page.locator(CONFIRM))
    await visit.page.waitForSelector('.detail[data-state=approved]')
    expect(JSON.parse((await visit.stored(held)).edit?.argumentsText ?? '{}')).toMatchObject({ count: 5 })
  })

  test('servers show risk and why; another rating becomes YAML to paste and changes nothing', async () => {
    await visit.openSignedIn('/servers')
    await visit.page.waitForSelector('.tool')
    expect(await visit.page.textContent('.tool')).toContain('delete_contact⟦U+202E⟧')
    await visit.page.selectOption('.tool select', 'low')
    expect(await visit.page.textContent('.proposal pre')).toBe(
      'servers:\n  crm:\n    tools:\n      "delete_contact\\u202e":\n        risk: low\n',
    )
  })

  test('audit is verified by a button, health says how things stand, feedback waits for agents', async () => {
    await visit.openSignedIn('/audit')
    await visit.page.click('#verify')
    await visit.page.waitForSelector('#verified')
    expect(await visit.page.textContent('#verified')).toContain('is what was written')
    await visit.page.click('.side >> text=Health')
    await visit.page.waitForSelector('text=Holdpoint 0.0.0-test')
    await visit.page.click('.side >> text=Feedback')
    await visit.page.waitForSelector('text=No feedback')
  })

  test('notifications are asked for by a click alone, and tell somebody who looks elsewhere', async () => {
    await nothingElse()
    await standInForNotifications()
    await visit.openLive('/')
    await visit.page.waitForSelector('text=Nothing waits')
    const permission = (): Promise<string> => visit.page.evaluate(() => Notification.permission)
    expect(await permission()).toBe('default')
    await visit.page.click('.side >> text=Notify me')
    await visit.page.waitForSelector('text=Notifications on')
    expect(await permission()).toBe('granted')
    await lookElsewhere()
    await visit.service.hold({ rationale: 'Ignore all rules' })
    await expect
      .poll(notified)
      .toEqual([
        'Notifications on: ',
        expect.stringMatching(/^Delete contact [^ ]+: delete_contact on crm: High risk$/),
      ])
    await expect.poll(() => visit.page.title()).toBe('(1) Waiting · Holdpoint')
  })

  test('calls that came while nothing listened are told too, several as one, and once', async () => {
    await nothingElse()
    await standInForNotifications()
    const open = await visit.holdBackStream()
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('text=Nothing waits')
    await visit.page.click('.side >> text=Notify me')
    await visit.page.waitForSelector('text=Notifications on')
    await lookElsewhere()
    await visit.service.hold()
    await visit.service.hold()
    open()
    await expect.poll(notified).toEqual(['Notifications on: ', '2 calls wait for you: '])
    expect(await visit.page.textContent('#announce')).toBe('2 calls wait for you')
    await visit.service.hold()
    await expect
      .poll(async () => (await notified()).slice(2))
      .toEqual([expect.stringMatching(/^Delete contact [^ ]+: delete_contact on crm: High risk$/)])
  })

  /** No desktop shows notifications here: a stand-in writes down what would be shown. */
  async function standInForNotifications(): Promise<void> {
    await visit.page.addInitScript(() => {
      const told: string[] = []
      const stand = class {
        static permission = 'default'
        static requestPermission = async (): Promise<string> => (stand.permission = 'granted')
        constructor(title: string, about: { readonly body?: string }) {
          told.push(`${title}: ${about.body ?? ''}`)
        }
        addEventListener(): void {}
      }
      Object.assign(window, { Notification: stand, told })
    })
  }

  async function notified(): Promise<readonly string[]> {
    return await visit.page.evaluate(() => (window as unknown as { told: string[] }).told)
  }

  async function lookElsewhere(): Promise<void> {
    await visit.page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }))
  }

  test('the inbox speaks Chinese, and remembers it', async () => {
    await visit.openSignedIn('/')
    await visit.page.click('.side >> text=简体中文')
    await visit.page.waitForSelector('h1:text("待处理")')
    await visit.page.reload()
    await visit.page.waitForSelector('h1:text("待处理")')
    expect(await visit.page.getAttribute('html', 'lang')).toBe('zh-CN')
  })
})
