/** Every page of the inbox: no violation that axe finds, nothing that scrolls sideways, on a desk and on a phone. */
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { claimDispatch, decide, loseDispatch, recordDraft } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { LISTED_TOOL, runHold } from '../browser/inbox-held.ts'
import { comeToRest, measure } from '../browser/page-measure.ts'
import { visitPage } from '../browser/page-visit.ts'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const visit = visitPage({
  tryRatings: async () => ({
    loosens: ['The rating gets lower.'],
    calls: 3,
    passed: 2,
    changed: [
      {
        hold: 'h1',
        titles: { en: 'delete_contact on crm (id: "c_1")', zh: '…' },
        tool: 'delete_contact',
        server: 'crm',
        at: new Date().toISOString(),
        before: { risk: 'high', answer: 'ask', asking: 'each' },
        after: { risk: 'medium', answer: 'ask', asking: 'scope' },
      },
    ],
  }),
  policyOverview: () => ({
    file: '/etc/holdpoint/holdpoint.yaml',
    profile: 'balanced',
    wait_ms: null,
    decide_within_ms: 86_400_000,
    rules: ['outside mail'],
  }),
  listServers: async () => [
    {
      name: 'crm',
      identity: 'crm-1',
      display: 'npx -y crm-server',
      transport: 'stdio',
      configured: true,
      state: 'idle',
      since: null,
      problem: null,
      tools: [LISTED_TOOL],
    },
    {
      name: 'mail',
      identity: 'mail-1',
      display: 'npx -y mail-server',
      transport: 'stdio',
      configured: true,
      state: 'failed',
      since: new Date().toISOString(),
      problem: 'The server could not be started: spawn npx ENOENT',
      tools: [],
    },
  ],
})

/** Measured besides what axe looks at: contrast, targets of 44 px, nothing wider than the screen. */
const NEW_VIEWS = ['/history', '/activity', '/servers', '/settings']
const SCHEMES = ['light', 'dark'] as const

test.each([1280, 390])(
  'axe finds nothing at %i px, light and dark',
  async (width) => {
    const { service } = visit
    const held = await service.hold({
      warnings: ['An identical call ran 40 s ago.'],
      // One argument is a secret, which is masked and can be shown.
      arguments: { key: 'x'.repeat(300), api_token: 'hunter2hunter2hunter2' },
    })
    const token = await service.token('approver', `ben-${width}`)
    const done = await service.hold({ ruling: { risk: 'medium' } })
    await service.call('POST', `/admin/approvals/${done.id}/approve`, {
      token,
      body: { grant: { for: 'always', arguments: 'same', times: 5 } },
    })
    // Approved by whoever looks, so that what takes it back stands on every page.
    const soon = await service.hold({ tool: 'send_mail', ruling: { undoWindowMs: 290_000 } })
    await decide(service.store, {
      hold: soon.id,
      tenant: null,
      verdict: { answer: 'approve', by: 'local:ana', via: 'page', assurance: 'identified', reason: null },
    })
    const passed = { tool: 'get_contact', server: 'crm', principal: 'agent-7', client: 'Cursor', risk: 'low' } as const
    await service.store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'home', ...passed }))
    visit.gateOff = 'profile observe'
    await visit.renew({ width, colorScheme: 'light' })
    await visit.context.addInitScript(AXE)
    await visit.page.goto(service.origin)
    await visit.page.waitForSelector('#token')
    const found: object[] = []
    for (const scheme of SCHEMES) found.push(...(await violations('sign-in', scheme)))
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('#waiting [data-hold]')
    for (const [path, ready] of [
      ['/', '#waiting [data-hold]'],
      [`/approvals/${held.id}`, '.timeline'],
      [`/approvals/${soon.id}`, '#approved .undo'],
      ['/history', '#history [data-hold]'],
      ['/activity', '.call.passed'],
      ['/grants', '.item'],
      ['/servers', '.tool'],
      ['/audit', '.record'],
      ['/settings', '.preferences'],
      ['/health', '.health-line.good'],
    ] as const) {
      await visit.page.goto(service.origin + path)
      await visit.page.waitForSelector(ready)
      if (path === '/' && width > 1000) {
        await visit.page.click('#waiting input[type=checkbox]')
        await visit.page.click(`a[data-hold="${held.id}"]`)
        await visit.page.waitForSelector('.detail [part~="confirm"]')
      }
      if (path === '/activity') {
        await visit.page.locator('.call.held .call-open').first().click()
        await visit.page.locator('.call.passed .call-open').first().click()
        await visit.page.waitForSelector('.call.passed tool-card')
      }
      if (path === '/servers') {
        await visit.page.locator('.tool select').first().selectOption('medium')
        await visit.page.getByRole('button', { name: 'Try it on the last calls' }).click()
        await visit.page.waitForSelector('.trial-changes a')
      }
      await visit.page.waitForSelector('.undo-note .undo')
      // The scheme is the browser's word, which a page hears at any time: it need not be opened again for it.
      for (const scheme of SCHEMES) {
        found.push(...(await violations(path, scheme)))
        if (width < 1000 && (path === '/' || path.startsWith('/approvals/') || NEW_VIEWS.includes(path))) {
          const measured = await visit.page.evaluate(measure)
          expect([path, scheme, measured]).toEqual([path, scheme, { faint: [], small: [], wide: false }])
        }
        const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
        expect([path, scheme, wide]).toEqual([path, scheme, false])
      }
    }
    visit.gateOff = null
    expect(found).toEqual([])
  },
  240_000,
)

test.each([
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const)(
  'axe finds nothing in dialogs, in what was decided, lost, missing, empty or offline, at $width px, $colorScheme',
  async (about) => {
    const { service } = visit
    const found: object[] = []
    const verdict = { answer: 'approve', by: 'ben', via: 'api', assurance: 'identified', reason: null } as const
    const scope = 'folder "/srv/shop"'
    const tool = `update_${randomUUID().slice(0, 8)}`
    const ruling = { risk: 'medium', rule: 'verb update', why: 'It updates.', scope } as const
    const waits = [await service.hold({ tool, ruling }), await service.hold({ tool, ruling })]
    const inputSchema = { type: 'object', properties: { id: { type: 'string' }, urgent: { type: 'boolean' } } }
    const asked = await service.hold({ ruling, inputSchema })
    const args = { id: randomUUID() }
    const done = await service.hold({ arguments: args, warnings: ['An identical call ran 40 s ago.'], inputSchema })
    await service.hold({ arguments: args, rationale: 'Again.' })
    const link = { type: 'resource_link', uri: 'https://files.example/report.pdf', name: 'Report' }
    const cut = [
      { type: 'text', text: 'It **began**.\n\n'.repeat(400) },
      link,
      { ...link, uri: 'file:///x', name: 'x' },
    ]
    await runHold(service.store, done, { content: cut, structuredContent: { rows: 2 } }, true)
    const declined = await service.hold()
    await decide(service.store, { hold: declined.id, tenant: null, verdict: { ...verdict, answer: 'decline' } })
    const lost = await service.hold()
    await decide(service.store, { hold: lost.id, tenant: null, verdict })
    await claimDispatch(service.store, lost.id, 'attempt-1', lost.owner)
    await loseDispatch(service.store, lost.id, 'attempt-1', 'The server went away.')
    await visit.renew(about)
    await visit.context.addInitScript(AXE)
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('#waiting [data-hold]')
    for (const [path, ready] of [
      [`/approvals/${done.id}`, '.asked'],
      [`/approvals/${declined.id}`, '.detail[data-state=declined] .asked'],
      [`/approvals/${lost.id}`, '.resolve'],
      ['/approvals/no-such-hold', '.empty-state'],
      ['/?q=nothing-like-it', '.empty-state'],
      ['/feedback', '.empty-state'],
    ] as const) {
      await visit.page.goto(service.origin + path)
      await visit.page.waitForSelector(ready)
      found.push(...(await violations(path)))
    }
    await visit.page.goto(`${service.origin}/approvals/${asked.id}`)
    await visit.page.waitForSelector('.detail [part~="confirm-scope"]')
    await visit.page.locator('.detail #row').getByRole('button', { name: 'More…', exact: true }).click()
    for (const name of ['Edit', 'Allow for…', 'Decline…']) {
      await visit.page.locator('.detail #row').getByRole('button', { name, exact: true }).click()
      await visit.page.waitForSelector('.detail [part~="panel"]')
      found.push(...(await violations(name)))
      await visit.page.locator('.detail #row').getByRole('button', { name: 'Back', exact: true }).click()
    }
    await visit.tick(tool, waits)
    for (const opener of ['#bulk-approve-open:not([disabled])', '#bulk-decline-open', '#bulk-cancel-open']) {
      await visit.page.click(opener)
      await visit.page.waitForSelector('dialog[open] .buttons')
      found.push(...(await violations(opener)))
      await visit.page.locator('dialog[open]').getByText('Back').click()
    }
    await visit.page.keyboard.press('Control+k')
    await visit.page.waitForSelector('.palette [aria-selected=true]')
    found.push(...(await violations('palette')))
    if (about.width < 1000) expect((await visit.page.evaluate(measure)).small).toEqual([])
    await visit.page.keyboard.type('nothing like it')
    await visit.page.waitForSelector('.palette-empty')
    found.push(...(await violations('palette, nothing')))
    await visit.page.keyboard.press('Escape')
    await visit.page.keyboard.press('?')
    await visit.page.waitForSelector('dialog[open] kbd')
    found.push(...(await violations('keys')))
    await visit.page.keyboard.press('Escape')
    if (about.width < 1000) {
      await visit.page.click('.tabs button')
      await visit.page.waitForSelector('dialog[open] nav')
      found.push(...(await violations('menu')))
      await visit.page.keyboard.press('Escape')
    }
    await visit.context.setOffline(true)
    await visit.page.waitForSelector('.banner.offline')
    found.push(...(await violations('offline')))
    await visit.context.setOffline(false)
    await visit.page.route('**/admin/grants', (route) => route.fulfill({ status: 503, json: {} }))
    await visit.page.goto(`${service.origin}/grants`)
    await visit.page.waitForSelector('.empty-state[role=alert]')
    found.push(...(await violations('trouble')))
    expect(found).toEqual([])
  },
  120_000,
)

async function violations(path: string, scheme?: (typeof SCHEMES)[number]): Promise<readonly object[]> {
  if (scheme !== undefined) await visit.page.emulateMedia({ colorScheme: scheme })
  await visit.page.evaluate(comeToRest)
  const results = await visit.page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (about: object) => Promise<{ violations: Violation[] }> } }
    return await axe.run({ resultTypes: ['violations'] })
  })
  return results.violations.map(({ id, nodes }) => ({
    path,
    ...(scheme === undefined ? {} : { scheme }),
    id,
    nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary]),
  }))
}
