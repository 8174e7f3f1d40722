/** The page of servers: how each stands, what is found, and proposals that are tried on recorded calls. In a real browser. */
import { expect, test } from 'vitest'
import type { TriedRatings } from '../../src/http/try-ratings.ts'
import { LISTED_TOOL } from '../browser/inbox-held.ts'
import { visitPage } from '../browser/page-visit.ts'

const SINCE = new Date(Date.now() - 300_000).toISOString()
const PROBLEM = 'The server could not be started: spawn mail-server ENOENT'
const BASE = { display: 'npx it', transport: 'stdio', configured: true, since: null, problem: null } as const
const READ = { ...LISTED_TOOL, name: 'get_contact', risk: 'low', answer: 'pass', asking: 'never' } as const

let tried: TriedRatings = { loosens: [], calls: 0, passed: 0, changed: [] }
let asked: unknown = null
const visit = visitPage({
  listServers: async () => [
    { ...BASE, name: 'crm', identity: 'crm-1', state: 'connected', since: SINCE, tools: [LISTED_TOOL, READ] },
    { ...BASE, name: 'files', identity: 'files-1', state: 'unseen', tools: [] },
    { ...BASE, name: 'mail', identity: 'mail-1', state: 'failed', since: SINCE, problem: PROBLEM, tools: [] },
    { ...BASE, name: 'notes', identity: 'notes-1', state: 'starting', since: SINCE, tools: [READ] },
  ],
  tryRatings: async (_tenant, ratings) => {
    asked = ratings
    return tried
  },
})

const names = async (): Promise<readonly string[]> => await visit.page.locator('.server h2').allTextContents()

test('each server says how it stands; one that cannot start says why', async () => {
  await visit.openSignedIn('/servers')
  const server = (name: string): ReturnType<typeof visit.page.getByRole> =>
    visit.page.getByRole('region', { name, exact: true })
  await server('crm').waitFor()
  expect(await server('crm').locator('.item-head').textContent()).toMatch(/connected\s+configured\s+for 5 min/)
  expect(await server('files').textContent()).toContain('never seen')
  expect(await server('files').textContent()).toContain('No agent has started it since it was configured.')
  expect(await server('mail').textContent()).toContain('failed')
  expect(await server('mail').textContent()).toContain(PROBLEM)
  expect(await server('notes').textContent()).toContain('starting')
})

test('is found by state, by risk and by the words of its name and its tools, and the address says so', async () => {
  await visit.openSignedIn('/servers')
  await visit.page.waitForSelector('.server')
  expect(await names()).toEqual(['crm', 'files', 'mail', 'notes'])
  await visit.page.getByLabel('Stands').selectOption('failed')
  await expect.poll(names).toEqual(['mail'])
  expect(new URL(visit.page.url()).search).toBe('?state=failed')
  await visit.page.goto(`${visit.service.origin}/servers?risk=low`)
  await expect.poll(names).toEqual(['crm', 'notes'])
  expect(await visit.page.locator('.server').first().textContent()).toContain('1 of 2 tools')
  await visit.page.goto(`${visit.service.origin}/servers`)
  await visit.page.waitForSelector('.server')
  await visit.page.keyboard.press('/')
  await visit.page.keyboard.type('delete')
  await expect.poll(names).toEqual(['crm'])
  expect(await visit.page.locator('.tool .name').allTextContents()).toEqual(['delete_contact'])
  await visit.page.locator('#search').fill('nothing like it')
  await visit.page.waitForSelector('text=Nothing fits')
  await visit.page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect.poll(names).toHaveLength(4)
})

test('a proposal is tried on the last calls, says what it changes nothing of, and that a looser one is confirmed elsewhere', async () => {
  const held = await visit.service.hold()
  await visit.openSignedIn('/servers')
  const rate = async (risk: string): Promise<void> =>
    void (await visit.page.locator('.tool', { hasText: 'delete_contact' }).locator('select').selectOption(risk))
  const proposal = visit.page.getByRole('region', { name: 'Proposed ratings' })
  await rate('medium')
  await proposal.waitFor()
  expect(await proposal.textContent()).toContain('This page changes nothing: it only shows YAML to copy.')
  tried = {
    loosens: ['The rating of delete_contact gets lower.'],
    calls: 7,
    passed: 3,
    changed: [
      {
        hold: held.id,
        titles: { en: 'Delete contact Ada⟦U+202E⟧?', zh: '…' },
        tool: 'delete_contact',
        server: 'crm',
        at: SINCE,
        before: { risk: 'high', answer: 'ask', asking: 'each' },
        after: { risk: 'medium', answer: 'ask', asking: 'scope' },
      },
    ],
  }
  await proposal.getByRole('button', { name: 'Try it on the last calls' }).click()
  await expect.poll(async () => await proposal.textContent()).toContain('1 of the last 7 held calls would have been')
  expect(asked).toEqual([{ server: 'crm', tool: 'delete_contact', risk: 'medium' }])
  const said = (await proposal.textContent()) ?? ''
  expect(said).toContain('High risk, Asks each time → Medium risk, Asks once per session and scope')
  expect(said).toContain('Delete contact Ada⟦U+202E⟧?')
  expect(said).toContain('policy accept --looser')
  expect(said).toContain('3 calls that passed could not be tried')
  expect(await proposal.locator(`a[href="/approvals/${held.id}"]`).count()).toBe(1)
  // What was found is about these ratings and no others.
  await rate('low')
  await expect.poll(async () => await proposal.textContent()).not.toContain('would have been')
  tried = { loosens: [], calls: 4, passed: 0, changed: [] }
  await proposal.getByRole('button', { name: 'Try it on the last calls' }).click()
  await expect.poll(async () => await proposal.textContent()).toContain('None of the last 4 held calls')
  expect(await proposal.textContent()).toContain('Nothing gets looser')
})
