/** Every page of the inbox: no violation that axe finds, nothing that scrolls sideways, on a desk and on a phone. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { recordDraft } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { visitPage } from './page-visit.ts'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TOOL = {
  name: 'delete_contact',
  risk: 'high',
  rule: 'verb delete',
  why: 'Its name says "delete".',
  answer: 'ask',
  asking: 'each',
  irreversible: true,
  depends: null,
  changed: true,
}
const visit = visitPage({
  listServers: async () => [
    {
      name: 'crm',
      identity: 'crm-1',
      display: 'npx -y crm-server',
      transport: 'stdio',
      configured: true,
      tools: [TOOL],
    },
  ],
})

test.each([
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const)(
  'axe finds nothing at $width px, $colorScheme',
  async (about) => {
    const { service } = visit
    const held = await service.hold({
      warnings: ['An identical call ran 40 s ago.'],
      arguments: { key: 'x'.repeat(300) },
    })
    const token = await service.token('approver', `ben-${about.width}`)
    const done = await service.hold({ ruling: { risk: 'medium' } })
    await service.call('POST', `/admin/approvals/${done.id}/approve`, {
      token,
      body: { grant: { for: 'always', arguments: 'same', times: 5 } },
    })
    const passed = { tool: 'get_contact', server: 'crm', principal: 'agent-7', client: 'Cursor', risk: 'low' } as const
    await service.store.audit.append(recordDraft({ kind: 'call-passed', tenant: 'home', ...passed }))
    visit.gateOff = 'profile observe'
    await visit.renew(about)
    await visit.page.goto(service.origin)
    await visit.page.waitForSelector('#token')
    const found: object[] = [...(await violations('sign-in'))]
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('#waiting [data-hold]')
    for (const [path, ready] of [
      ['/', '#waiting [data-hold]'],
      [`/approvals/${held.id}`, '.timeline'],
      ['/history', '#history [data-hold]'],
      ['/activity', '.call.passed'],
      ['/grants', '.item'],
      ['/servers', '.tool'],
      ['/audit', '.record'],
      ['/health', '.health-line.good'],
    ] as const) {
      await visit.page.goto(service.origin + path)
      await visit.page.waitForSelector(ready)
      if (path === '/' && about.width > 1000) {
        await visit.page.click('#waiting input[type=checkbox]')
        await visit.page.click(`a[data-hold="${held.id}"]`)
        await visit.page.waitForSelector('.detail [part~="confirm"]')
      }
      found.push(...(await violations(path)))
      const wide = await visit.page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect([path, wide]).toEqual([path, false])
    }
    visit.gateOff = null
    expect(found).toEqual([])
  },
  60_000,
)

async function violations(path: string): Promise<readonly object[]> {
  await visit.page.waitForTimeout(250)
  await visit.page.evaluate(AXE)
  const results = await visit.page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (about: object) => Promise<{ violations: Violation[] }> } }
    return await axe.run({ resultTypes: ['violations'] })
  })
  return results.violations.map(({ id, nodes }) => ({
    path,
    id,
    nodes: nodes.slice(0, 3).map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary]),
  }))
}
