/** The page masks secrets, shows one of them at a press, and sends what was sent. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CONFIRM, visitPage } from '../browser/page-visit.ts'

const GITHUB = 'ghp_abcdefghijklmnopqrstuvwxyz0123459fA2'
const visit = visitPage()

const SCHEMA = {
  type: 'object',
  properties: { command: { type: 'string' }, password: { type: 'string' } },
}

async function open(): Promise<string> {
  const { service } = visit
  const held = await service.hold({
    tool: 'run_command',
    client: randomUUID(),
    arguments: { command: `push ${GITHUB}; rm -rf /`, password: 'hunter2' },
    rationale: `because of ${GITHUB}`,
    inputSchema: SCHEMA,
  })
  await visit.openSignedIn(`/approvals/${held.id}`)
  await visit.page.waitForSelector(CONFIRM)
  return held.id
}

test('a call is shown with masks, and what acts stays in sight; so it may be approved', async () => {
  const id = await open()
  const text = await visit.text('body')
  expect(text).not.toMatch(/ghp_abc|hunter2/)
  expect(text).toContain('push ⟦ghp_…9fA2 (40 characters)⟧; rm -rf /')
  await visit.approveEnabled()
  await visit.page.click(CONFIRM)
  await expect.poll(async () => (await visit.service.store.holds.get(id))?.state).toBe('approved')
})

test('one secret at a time is shown, by the keyboard, and it is said', async () => {
  await open()
  const buttons = visit.page.locator('masked-secrets button')
  expect(await buttons.count()).toBe(2)
  expect(await buttons.first().getAttribute('aria-label')).toBe('Show the secret in command')
  await buttons.first().focus()
  await visit.page.keyboard.press('Enter')
  await expect.poll(async () => await visit.text('masked-secrets')).toContain(GITHUB)
  expect(await visit.text('masked-secrets')).not.toContain('hunter2')
  expect(await visit.page.locator('masked-secrets [role=status]').textContent()).toContain(
    'The secret in command is shown.',
  )
  await buttons.nth(1).focus()
  await visit.page.keyboard.press('Enter')
  await expect.poll(async () => await visit.text('masked-secrets')).toContain('hunter2')
  expect(await visit.text('masked-secrets')).not.toContain(GITHUB)
  await buttons.nth(1).press('Enter')
  await expect.poll(async () => await visit.text('masked-secrets')).not.toMatch(/ghp_abc|hunter2/)
})

test('an edit begins with what was sent', async () => {
  await open()
  await visit.approveEnabled()
  await visit.openPanel('edit')
  const panel = visit.page.locator('.detail [part~="panel"]')
  const values = await panel
    .locator('input, textarea')
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).join('\n'))
  expect(values).toContain(GITHUB)
  expect(values).toContain('hunter2')
})
