/** The inbox in front of a real service: a person decides in a browser, the ledger says what ran, the agent hears of it. */
import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../packages/holdpoint/test/page-browser.ts'
import { readDeep } from '../packages/holdpoint/test/page-text.ts'
import { connectAgent, firstText } from './serve-agent.ts'
import type { Agent } from './serve-agent.ts'
import { BIN, collect, createPlace, eventually, exited, stdioServer, TOKENS } from './serve-harness.ts'
import type { Place, Service } from './serve-harness.ts'

const place: Place = createPlace()
const contexts: BrowserContext[] = []
let service: Service
let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
  service = await place.serve({ servers: { ledger: stdioServer() } })
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
})
afterAll(async () => {
  await browser.close()
  await place.close()
})

const CONFIRM = '.detail [part~="confirm"]'
const STILL_MS = 750

const runs = (id: string): readonly string[] =>
  place.ledger().flatMap(({ argumentsText }) => (argumentsText?.includes(id) === true ? [argumentsText] : []))
const newAgent = (): Promise<Agent> =>
  connectAgent(service.url, { era: '2025', token: TOKENS.agent, client: `client-${randomUUID()}` })

async function signIn(token: string, path = '/'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en' })
  contexts.push(context)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await page.goto(service.url)
  await page.fill('#token', token)
  await page.click('text=Use this token')
  await page.waitForSelector('.who .name')
  if (path !== '/') await page.goto(service.url + path)
  return page
}

async function awake(page: Page): Promise<void> {
  await page.waitForSelector(`${CONFIRM}:not([disabled])`)
  await page.waitForTimeout(STILL_MS)
}

describe('from the agent to the browser and back', () => {
  test('[S1.3] a held call appears by itself, is approved by a click, runs once, and the waiting agent gets the result', async () => {
    const page = await signIn(TOKENS.approver)
    const agent = await newAgent()
    const item = randomUUID()
    const answer = agent.call('delete_item', { id: item })
    const row = page.locator('#waiting a', { hasText: item })
    await row.click()
    await awake(page)
    await page.click(CONFIRM)
    expect(firstText(await answer)).toBe(`deleted ${item}`)
    await page.waitForSelector('.detail[data-state=succeeded]')
    expect(runs(item)).toHaveLength(1)
  })

  test('[S2.3] a decline goes to the agent with its reason, and nothing runs', async () => {
    const page = await signIn(TOKENS.approver)
    const agent = await newAgent()
    const item = randomUUID()
    const answer = agent.call('delete_item', { id: item })
    await page.locator('#waiting a', { hasText: item }).click()
    await awake(page)
    await page.keyboard.press('d')
    await page.waitForSelector('.detail textarea[name="reason"]:focus')
    await page.keyboard.type('ask the owner first')
    await page.waitForTimeout(STILL_MS)
    await page.click('.detail [part~="decline"]')
    expect((await answer).text).toContain('ask the owner first')
    expect(runs(item)).toHaveLength(0)
  })

  test('an edit is what runs; a grant lets the same call pass the next time', async () => {
    const page = await signIn(TOKENS.approver)
    const agent = await newAgent()
    await agent.ask('tools/list')
    const [item, better] = [randomUUID(), randomUUID()]
    const edited = agent.call('delete_item', { id: item })
    await page.locator('#waiting a', { hasText: item }).click()
    await awake(page)
    await page.keyboard.press('e')
    await page.locator('.detail [part~="panel"]').getByLabel('id').fill(better)
    await page.waitForTimeout(STILL_MS)
    await page.click(CONFIRM)
    expect(firstText(await edited)).toContain(better)
    expect(runs(item)).toEqual([])
    expect(runs(better)).toHaveLength(1)

    const again = randomUUID()
    const granted = agent.call('delete_item', { id: again })
    await page.locator('#waiting a', { hasText: again }).click()
    await awake(page)
    await page.click('.detail #row >> text=Allow for')
    await page.waitForTimeout(STILL_MS)
    await page.click(CONFIRM)
    expect(firstText(await granted)).toBe(`deleted ${again}`)
    expect(firstText(await agent.call('delete_item', { id: again }))).toBe(`deleted ${again}`)
    expect(runs(again)).toHaveLength(2)
  })
})

test('two browsers race on one hold: one wins, the other is told who, where and when, and it runs once', async () => {
  const [one, other] = [await signIn(TOKENS.approver), await signIn(TOKENS.second)]
  const agent = await newAgent()
  const item = randomUUID()
  const answer = agent.call('delete_item', { id: item })
  const id = (await one.locator('#waiting a', { hasText: item }).getAttribute('data-hold')) ?? ''
  // The slower one must not learn of it by the stream before it clicks.
  await other.route('**/admin/events', (route) => route.abort())
  for (const page of [one, other]) await page.goto(`${service.url}/approvals/${id}`)
  await Promise.all([awake(one), awake(other)])
  await one.click(CONFIRM)
  await service.reaches(id, 'succeeded')
  await other.locator('.detail #row .no').click()
  await other.waitForTimeout(STILL_MS)
  await other.click('.detail [part~="decline"]')
  await other.waitForSelector('#conflict')
  expect(await other.locator('#conflict').evaluate(readDeep)).toMatch(/^Already approved by ci via api, /)
  expect(await other.locator('.detail [part~="verdict"]').evaluate(readDeep)).toContain('Approved by ci')
  expect(firstText(await answer)).toBe(`deleted ${item}`)
  expect(runs(item)).toHaveLength(1)
})

test('the service restarts while the inbox is open: it says so, comes back by itself, and is still signed in', async () => {
  const page = await signIn(TOKENS.approver)
  const agent = await newAgent()
  const before = randomUUID()
  const lost = agent.call('delete_item', { id: before }).catch(() => 'the service went away')
  await page.locator('#waiting a', { hasText: before }).waitFor()
  await service.stop()
  await page.waitForSelector('.banner.offline')
  await lost
  const restarted = await restart(new URL(service.url).port)
  await page.waitForSelector('.banner.offline', { state: 'detached' })
  expect(await page.textContent('.who .name')).toContain('ci')
  const item = randomUUID()
  const answer = (await newAgent()).call('delete_item', { id: item })
  await page.locator('#waiting a', { hasText: item }).click()
  await awake(page)
  await page.keyboard.press('a')
  expect(firstText(await answer)).toBe(`deleted ${item}`)
  restarted.kill()
  await exited(restarted)
})

async function restart(port: string): Promise<ChildProcess> {
  const child = place.start([BIN, 'serve', '--port', port])
  const stderr = collect(child, 'stderr')
  await eventually(() => (/serves on http:\/\/localhost:\d+/.test(stderr()) ? true : undefined))
  return child
}
