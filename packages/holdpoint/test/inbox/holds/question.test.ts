/**
 * What the page says before and after an answer: what a yes opens, what was asked, by whom, and what was claimed since.
 */
import { randomUUID } from 'node:crypto'
import { buildEntityPreview, decide } from '@holdpoint/core'
import type { Hold, Ruling } from '@holdpoint/core'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { PICTURE } from '../../../../../docs/showcase/samples.js'
import { EVERYBODY, sampleCall } from '@holdpoint/testing'
import { checkEdits } from '../../../../gateway/test/edits/edit-policy.ts'
import { sha256 } from '../../http/http-service.ts'
import { holdCall, runHold } from '../../browser/inbox-held.ts'
import { CONFIRM, visitPage } from '../../browser/page-visit.ts'
import { pressStill } from '../../browser/standing-still.ts'

const TOOL = {
  name: 'update_contact',
  risk: 'medium',
  rule: 'verb update',
  why: 'It updates.',
  answer: 'ask',
  asking: 'scope',
  irreversible: false,
  depends: null,
} as const
const SERVER = {
  display: null,
  transport: 'stdio',
  configured: true,
  state: 'idle',
  since: null,
  problem: null,
} as const
const visit = visitPage({
  listServers: async () => [
    { ...SERVER, name: 'known', identity: 'known-1', tools: [{ ...TOOL, changed: false }] },
    { ...SERVER, name: 'altered', identity: 'altered-1', tools: [{ ...TOOL, changed: true }] },
    { ...SERVER, name: 'wrapped', identity: 'wrapped-1', configured: false, tools: [] },
  ],
})

const SCOPED = { risk: 'medium', rule: 'verb update', why: 'It updates.', scope: 'folder "/srv/shop"' } as const
const INPUT_SCHEMA = { type: 'object', properties: { to: { type: 'string', title: 'Recipient' } } }
const grantsOf = async (held: Hold): Promise<readonly unknown[]> =>
  (await visit.service.store.grants.list('home', 200)).filter(({ fromHold }) => fromHold === held.id)

async function openBulk(tool: string, holds: readonly Hold[]): Promise<void> {
  await visit.tick(tool, holds)
  await visit.page.click('#bulk-approve-open:not([disabled])')
  await visit.page.waitForSelector('.bulk-calls')
}

test.each([
  [
    'en',
    'It needs 2 approvals. Each approver counts once, wherever the answer comes from; one no ends it.',
    'first answer',
  ],
  ['zh-CN', '需要 2 人批准。无论来自哪里，每位审批人只计一次；有一人拒绝即告结束。', '第一个答复'],
])('where several have to approve, no first answer is said to count, in %s', async (locale, said, unsaid) => {
  const held = await visit.service.hold({ ruling: { quorum: 2 } })
  await visit.page.addInitScript((chosen) => localStorage.setItem('holdpoint.locale', chosen), locale)
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.page.waitForSelector('.surfaces')
  expect(await visit.text('.surfaces')).toContain(said)
  expect(await visit.text('.surfaces')).not.toContain(unsaid)
})

describe('[X11.B5] every answer does what it says', () => {
  const SESSION = '.detail [part~="confirm-scope"]'

  test.each(['press', 'key'] as const)(
    'the yes for the session opens the scope that it names, by a %s',
    async (how) => {
      const held = await visit.service.hold({ tool: 'update_contact', ruling: SCOPED })
      await visit.openSignedIn(`/approvals/${held.id}`)
      await visit.approveEnabled()
      expect(await visit.text(SESSION)).toBe('Yes, and allow update_contact in the folder /srv/shop for this session')
      if (how === 'press') await pressStill(visit.page.locator(SESSION))
      else await visit.page.keyboard.press('s')
      await visit.page.waitForSelector('.detail[data-state=approved]')
      expect(await grantsOf(held)).toMatchObject([{ condition: { kind: 'scope', scope: SCOPED.scope } }])
    },
  )

  test.each(['press', 'key'] as const)('“Yes, only this once” opens nothing, by a %s', async (how) => {
    const held = await visit.service.hold({ tool: 'update_contact', ruling: SCOPED })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    expect(await visit.text(CONFIRM)).toBe('Yes, only this once')
    if (how === 'press') await pressStill(visit.page.locator(CONFIRM))
    else await visit.page.keyboard.press('a')
    await visit.page.waitForSelector('.detail[data-state=approved]')
    expect(await grantsOf(held)).toEqual([])
  })

  test('where there is no scope the key for one decides nothing', async () => {
    const held = await visit.service.hold({ tool: 'delete_contact' })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.keyboard.press('s')
    await visit.page.waitForTimeout(300)
    expect((await visit.stored(held)).state).toBe('pending')
  })

  test('other arguments open nothing', async () => {
    const inputSchema = { type: 'object', properties: { to: { type: 'string', title: 'Recipient' } } }
    const about = { tool: 'update_contact', ruling: SCOPED, inputSchema, arguments: { to: randomUUID() } }
    const held = await visit.service.hold(about)
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.keyboard.press('e')
    await visit.page.locator('.detail [part~="panel"]').getByLabel('Recipient').fill('ben')
    await pressStill(visit.page.locator(CONFIRM))
    await visit.page.waitForSelector('.detail[data-state=approved]')
    expect(await grantsOf(held)).toEqual([])
    expect((await visit.stored(held)).edit?.argumentsText).toContain('ben')
  })

  test('approving several at once runs these and opens nothing', async () => {
    const tool = `update_${randomUUID().slice(0, 8)}`
    const holds = [
      await visit.service.hold({ tool, ruling: SCOPED }),
      await visit.service.hold({ tool, ruling: { ...SCOPED, scope: 'folder "/srv/other"' } }),
    ]
    await openBulk(tool, holds)
    await visit.page.waitForSelector('#bulk-approve:not([disabled])')
    await visit.page.waitForTimeout(700)
    await visit.page.click('#bulk-approve')
    for (const held of holds) {
      await expect.poll(async () => (await visit.stored(held)).state).toBe('approved')
      expect(await grantsOf(held)).toEqual([])
    }
  })
})

describe('several at once', () => {
  const QUORUM: Partial<Ruling> = { risk: 'medium', rule: 'verb update', why: 'It updates.', quorum: 2 }

  test('[D13] what was read is what is approved: an edit meanwhile begins the reading anew', async () => {
    const tool = `update_${randomUUID().slice(0, 8)}`
    const to = Array.from({ length: 80 }, (_, line) => `line ${line}`).join('\n')
    const about = { tool, ruling: QUORUM, inputSchema: INPUT_SCHEMA }
    const first = await visit.service.hold({ ...about, arguments: { to: 'ana' } })
    const second = await visit.service.hold({ ...about, arguments: { to } })
    await openBulk(tool, [first, second])
    await visit.page.locator('.bulk-calls').evaluate((box) => box.scrollTo(0, 1e6))
    await visit.page.waitForSelector('#bulk-approve:not([disabled])')
    await visit.page.waitForTimeout(700)

    // Somebody else puts other arguments in place of those that were read, at the top and out of sight.
    const rules = [{ name: 'two people', quorum: 2, risk: 'medium' }] as const
    const checked = await checkEdits(rules)({ hold: first, argumentsText: '{"to":"mallory"}', by: 'ops' })
    if (!checked.ok) throw new Error(checked.message)
    const verdict = { answer: 'approve', by: 'ops', via: 'api', assurance: 'identified', reason: null } as const
    await decide(visit.service.store, {
      hold: first.id,
      tenant: 'home',
      verdict,
      edit: checked.edit,
      people: EVERYBODY,
    })
    await visit.page.waitForSelector('.bulk-calls:has-text("mallory")')
    await visit.page.waitForSelector('#bulk-approve[disabled]')
    expect(await visit.text('bulk-approve [role=status]')).toContain('Something changed while you looked')
    await visit.page.waitForTimeout(700)
    expect(await visit.page.isDisabled('#bulk-approve')).toBe(true)
    expect(await visit.page.locator('.bulk-calls').evaluate((box) => box.scrollTop)).toBe(0)

    await visit.page.locator('.bulk-calls').evaluate((box) => box.scrollTo(0, 1e6))
    await visit.page.waitForSelector('#bulk-approve:not([disabled])')
    await visit.page.click('#bulk-approve')
    await expect.poll(async () => (await visit.stored(first)).state).toBe('approved')
    expect((await visit.stored(first)).edit?.argumentsText).toBe('{"to":"mallory"}')
    await expect.poll(async () => (await visit.stored(second)).verdicts).toMatchObject([{ by: 'local:ana' }])
  })

  test('[D13] a press that meets an edit on its way approves only what was read', async () => {
    const tool = `update_${randomUUID().slice(0, 8)}`
    const about = { tool, ruling: QUORUM, inputSchema: INPUT_SCHEMA }
    const held = await visit.service.hold({ ...about, arguments: { to: 'ana' } })
    await openBulk(tool, [held])
    await visit.page.waitForSelector('#bulk-approve:not([disabled])')
    await visit.page.waitForTimeout(700)
    const sent: string[] = []
    await visit.page.route('**/approve', async (route) => {
      sent.push(route.request().postData() ?? '')
      const rules = [{ name: 'two people', quorum: 2, risk: 'medium' }] as const
      const checked = await checkEdits(rules)({ hold: held, argumentsText: '{"to":"mallory"}', by: 'ops' })
      if (!checked.ok) throw new Error(checked.message)
      const verdict = { answer: 'approve', by: 'ops', via: 'api', assurance: 'identified', reason: null } as const
      await decide(visit.service.store, {
        hold: held.id,
        tenant: 'home',
        verdict,
        edit: checked.edit,
        people: EVERYBODY,
      })
      await route.continue()
    })
    await visit.page.click('#bulk-approve')
    await visit.page.waitForSelector('.toast.bad')
    expect(sent).toEqual([`{"digest":"${held.call.digest}"}`])
    expect(await visit.stored(held)).toMatchObject({ state: 'pending', verdicts: [{ by: 'ops' }] })
  })

  test('what cannot be undone is said of each', async () => {
    const tool = `update_${randomUUID().slice(0, 8)}`
    const ruling = { risk: 'medium', irreversible: true } as const
    const holds = [await visit.service.hold({ tool, ruling }), await visit.service.hold({ tool, ruling })]
    await openBulk(tool, holds)
    expect((await visit.text('.bulk-calls')).match(/This cannot be undone\./g)).toHaveLength(2)
  })
})

describe('the question, once decided', () => {
  test('[S2.2] its page still says what was asked, why, by whom, and what it would change', async () => {
    const { server } = sampleCall()
    const args = { price: 6 }
    const call = { tool: 'modify_contact', server, argumentsText: JSON.stringify(args), arguments: args }
    const recipe = { title: () => 'Change Ana?', show: ['name'], impact: [{ label: 'Open orders', value: () => 2n }] }
    const entity = buildEntityPreview({
      call,
      recipe,
      source: 'get_contact',
      entity: { name: 'Ana <b>\u202e', price: 5 },
      sha256,
    })
    const held = await holdCall(visit.service.store, {
      call: { ...call, tool: 'modify_contact', rationale: 'Her\nprice <i>fell</i>.' },
      ruling: { irreversible: true },
      warnings: ['An identical call ran 40 s ago.'],
      entity,
    })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    expect(await visit.page.locator('.asked').count()).toBe(0)
    await runHold(visit.service.store, held, { content: [{ type: 'text', text: 'changed' }] })
    await visit.page.waitForSelector('.detail[data-state=succeeded] .asked')
    const asked = (await visit.text('.asked')).replace(/\s+/g, ' ')
    for (const piece of [
      'High risk',
      'Change Ana?',
      'Changes what is there now.',
      'This cannot be undone.',
      'An identical call ran 40 s ago.',
      '"Ana <b>⟦U+202E⟧"',
      'Before: 5 → After: 6',
      'Open orders 2',
      'Read with get_contact',
      'agent-7 through desk 1.0',
      'The agent’s claim',
      'Her price <i>fell</i>.',
      'Runs on npx crm',
      'Identity crm-identity',
      'Rule verb delete: It deletes.',
    ]) {
      expect(asked).toContain(piece)
    }
    expect(await visit.page.locator('.asked :is(button, input, i, b)').count()).toBe(0)
    // What a recipe read is for those who may decide, and for nobody else.
    await visit.page.evaluate(() => localStorage.clear())
    await visit.page.goto(visit.service.origin)
    await visit.page.fill('#token', await visit.service.token('viewer', `eve-${randomUUID()}`))
    await visit.page.click('text=Use this token')
    await visit.page.waitForSelector('.who .name')
    await visit.page.goto(`${visit.service.origin}/approvals/${held.id}`)
    await visit.page.waitForSelector('.asked')
    expect(await visit.text('.asked')).not.toContain('Open orders')
  })

  test('what the agent claimed when it asked again stands there with its time', async () => {
    const args = { id: randomUUID() }
    const held = await visit.service.hold({ arguments: args })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    expect(await visit.page.locator('.later').count()).toBe(0)
    await visit.service.hold({ arguments: args, rationale: 'Now it is <b>urgent</b>.\u202e' })
    await visit.page.waitForSelector('.later')
    expect(await visit.text('.later .claim')).toBe('Now it is <b>urgent</b>.⟦U+202E⟧')
    expect(await visit.page.locator('.later time').getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/)
    // The first claim stays the one beside the question.
    expect(await visit.text('.detail [part~="claim"]')).toBe('The user asked to remove the duplicate.')
  })
})

describe('arguments as a form', () => {
  test('[S4.5] the tool’s own schema brings the form, to read and to edit', async () => {
    const held = await visit.service.hold({ arguments: { to: 'ana' }, inputSchema: INPUT_SCHEMA })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.locator('.detail .views').getByText('Form view').click()
    const field = visit.page.locator('.detail [part~="form"]').getByLabel('Recipient')
    expect(await field.inputValue()).toBe('ana')
    expect(await field.isEditable()).toBe(false)
    const plain = await visit.service.hold()
    await visit.page.goto(`${visit.service.origin}/approvals/${plain.id}`)
    await visit.approveEnabled()
    expect(await visit.page.locator('.detail .views').innerText()).not.toContain('Form view')
  })
})

describe('results', () => {
  test('a result that was cut is said to be', async () => {
    const [whole, cut] = [await visit.service.hold(), await visit.service.hold()]
    const result = { content: [{ type: 'text', text: 'it begins' }] }
    await runHold(visit.service.store, whole, result)
    await runHold(visit.service.store, cut, result, true)
    await visit.openSignedIn(`/approvals/${whole.id}`)
    await visit.page.waitForSelector('.detail [part~="content"]')
    expect(await visit.page.locator('#cut').count()).toBe(0)
    await visit.page.goto(`${visit.service.origin}/approvals/${cut.id}`)
    await visit.page.waitForSelector('#cut')
    expect(await visit.page.textContent('#cut')).toContain('longer than Holdpoint keeps')
  })

  test('a web address opens in a tab that knows nothing of the inbox; one that leads back is not followed', async () => {
    const held = await visit.service.hold()
    const { origin } = visit.service
    await runHold(visit.service.store, held, {
      content: [
        { type: 'resource_link', uri: 'https://files.example/report.pdf', name: 'Report' },
        { type: 'resource_link', uri: `${origin}/#sign-in=stolen`, name: 'Inbox' },
        { type: 'resource_link', uri: `${origin.replace('localhost', '127.0.0.1')}/`, name: 'Alias' },
        { type: 'resource_link', uri: 'file:///etc/passwd', name: 'Passwords' },
        { type: 'text', text: `[back](${origin}/approvals/x)` },
      ],
    })
    const asked: { readonly url: string; readonly referrer: string | undefined }[] = []
    await visit.context.route('https://files.example/**', async (route) => {
      asked.push({ url: route.request().url(), referrer: route.request().headers()['referer'] })
      await route.fulfill({ contentType: 'text/html', body: '<script>document.title = String(window.opener)</script>' })
    })
    await visit.openSignedIn(`/approvals/${held.id}`)
    const chip = (name: string): ReturnType<Page['locator']> =>
      visit.page.locator('.detail .resource', { hasText: name })
    await chip('Report').waitFor()
    expect(await visit.text('.detail [part~="content"]')).toContain('file:///etc/passwd')
    // What no browser may open is copied for whoever can.
    await chip('Passwords').click()
    await visit.page.locator('.detail .item [role=status]', { hasText: 'Copied' }).waitFor()
    expect(visit.context.pages()).toHaveLength(1)
    const [tab] = await Promise.all([visit.context.waitForEvent('page'), chip('Report').click()])
    await expect.poll(() => tab.title()).toBe('null')
    expect(asked).toEqual([{ url: 'https://files.example/report.pdf', referrer: undefined }])
    await tab.close()
    for (const link of [chip('Inbox'), chip('Alias'), visit.page.locator('.detail [part~="link"]')]) {
      await link.click()
      await visit.page.locator('.toast', { hasText: 'leads back into the inbox' }).first().waitFor()
    }
    expect(visit.context.pages()).toHaveLength(1)
    expect(new URL(visit.page.url()).pathname).toBe(`/approvals/${held.id}`)
  })
})

describe('where a tool comes from', () => {
  const chipOf = async (server: string, identity: string): Promise<string> => {
    const held = await holdCall(visit.service.store, {
      call: { server: { name: server, identity, display: 'npx server', transport: 'stdio' } },
    })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    return await visit.text('.detail [part~="origin"]')
  }

  test('trusted is what is configured and as accepted; what changed is not; of the rest nothing is known', async () => {
    expect(await chipOf('known', 'known-1')).toBe('knowntrustedconnected')
    expect(await chipOf('altered', 'altered-1')).toBe('altereduntrustedconnected')
    expect(await chipOf('wrapped', 'wrapped-1')).toBe('wrappedtrust unknownconnected')
    // A name can be taken by anybody; the identity cannot.
    expect(await chipOf('known', 'somebody-else')).toBe('knowntrust unknownconnected')
  })

  test('the server’s picture for its tool stands beside the name, as a picture and nothing else', async () => {
    for (const [icon, drawn] of [
      [`data:image/png;base64,${PICTURE}`, 1],
      ['data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+', 0],
      ['https://evil.example/icon.png', 0],
    ] as const) {
      const held = await holdCall(visit.service.store, { inputSchema: INPUT_SCHEMA, icon })
      await visit.openSignedIn(`/approvals/${held.id}`)
      await visit.approveEnabled()
      expect([icon, await visit.page.locator('.detail [part~="icon"] img').count()]).toEqual([icon, drawn])
    }
  })

  test('whether the server can still be reached is not claimed of a call that was not held', async () => {
    await visit.openSignedIn('/activity')
    await visit.page.locator('.call.held .call-open').first().click()
    await visit.page.waitForSelector('.call.held tool-card')
    const held = await visit.page.locator('.call.held [part~="origin"]').first().innerText()
    expect(held).toContain('connected')
    const { recordDraft } = await import('@holdpoint/core')
    await visit.service.store.audit.append(
      recordDraft({ kind: 'call-passed', tenant: 'home', tool: 'get_contact', server: 'known' }),
    )
    await visit.page.reload()
    await visit.page.locator('.call.passed .call-open').click()
    await visit.page.waitForSelector('.call.passed tool-card')
    expect(await visit.text('.call.passed [part~="origin"]')).toBe('knowntrusted')
  })
})
