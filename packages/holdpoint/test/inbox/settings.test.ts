/** The settings: what a browser prefers, what the policy says and cannot be changed here, and notifications. */
import { expect, test } from 'vitest'
import { visitPage } from '../browser/page-visit.ts'

const POLICY = {
  file: '/etc/holdpoint/holdpoint.yaml',
  profile: 'strict',
  wait_ms: 90_000,
  decide_within_ms: 86_400_000,
  rules: ['outside mail', 'sql writes'],
}
const visit = visitPage({ policyOverview: (tenant) => (tenant === 'home' ? POLICY : null) })

test('language, colours and density take effect at once and stay; the policy is shown and cannot be changed', async () => {
  await visit.openSignedIn('/settings')
  const policy = visit.page.getByRole('region', { name: 'From the policy' })
  await expect.poll(async () => await policy.textContent()).toContain('strict: asks for medium and high risk each time')
  for (const said of ['/etc/holdpoint/holdpoint.yaml', '90 s', '1 d', 'outside mail, sql writes', 'approver']) {
    expect(await policy.textContent()).toContain(said)
  }
  expect(await policy.locator('button, input, select, textarea, a').count()).toBe(0)
  await visit.page.getByLabel('Colours').selectOption('dark')
  await visit.page.getByLabel('Lists').selectOption('compact')
  await visit.page.getByLabel('Language').selectOption('zh-CN')
  await expect.poll(async () => await visit.page.textContent('h1')).toBe('设置')
  await visit.page.reload()
  await visit.page.waitForSelector('.preferences')
  expect(
    await visit.page.evaluate(() => {
      const { theme, density } = document.documentElement.dataset
      return { theme, density }
    }),
  ).toEqual({
    theme: 'dark',
    density: 'compact',
  })
  expect(await visit.page.textContent('h1')).toBe('设置')
  // Pausing everything is no preference.
  expect(await visit.page.locator('main').getByRole('button').allTextContents()).toEqual([
    expect.stringContaining('通知我'),
  ])
})

test('where the configuration lies is for those who may decide', async () => {
  const of = async (role: 'viewer' | 'approver'): Promise<object> => {
    const token = await visit.service.token(role, `${role}-settings`)
    return (await visit.service.call('GET', '/admin/policy', { token })).json
  }
  expect(await of('viewer')).toEqual({ ...POLICY, file: null })
  expect(await of('approver')).toEqual(POLICY)
  const agent = await visit.service.token('agent', 'agent-settings')
  expect((await visit.service.call('GET', '/admin/policy', { token: agent })).status).toBe(403)
  const other = await visit.service.token('approver', 'approver-acme', 'acme')
  expect((await visit.service.call('GET', '/admin/policy', { token: other })).status).toBe(503)
})

test('a notification has the title of the question, its tool, server and risk, and nothing that the agent claims', async () => {
  await visit.page.addInitScript(() => {
    const shown: object[] = []
    const asked = { count: 0 }
    const stand = class extends EventTarget {
      static permission = 'default'
      static requestPermission = async (): Promise<string> => {
        asked.count += 1
        return (stand.permission = 'granted')
      }
      constructor(title: string, options: object) {
        super()
        shown.push({ title, ...options })
      }
      close(): void {}
    }
    Object.assign(window, { Notification: stand, shown, asked })
  })
  await visit.openLive('/settings')
  const asked = async (): Promise<number> =>
    await visit.page.evaluate(() => (window as unknown as { asked: { count: number } }).asked.count)
  expect(await asked(), 'nobody has asked for any').toBe(0)
  await visit.page.locator('.preferences').getByRole('button', { name: 'Notify me' }).click()
  await visit.page.locator('.preferences').getByRole('button', { name: 'Notifications on', pressed: true }).waitFor()
  expect(await asked()).toBe(1)
  await visit.page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
  })
  await visit.service.hold({
    tool: 'send_mail',
    arguments: { to: 'ines@example.com' },
    rationale: 'The user said it is urgent.',
  })
  const shown = async (): Promise<readonly object[]> =>
    await visit.page.evaluate(() => (window as unknown as { shown: object[] }).shown)
  await expect.poll(async () => (await shown()).length).toBe(2)
  expect((await shown())[1]).toMatchObject({
    title: 'Send mail to ines@example.com',
    body: 'send_mail on crm: High risk',
  })
  expect(JSON.stringify(await shown())).not.toContain('urgent')
})
