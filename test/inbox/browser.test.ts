/**
 * The inbox in front of a real service: a person decides in a browser, the ledger says what ran, the agent hears of it.
 */
import { randomUUID } from 'node:crypto'
import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openChromium } from '../../packages/holdpoint/test/browser/page-browser.ts'
import { readDeep } from '../../packages/holdpoint/test/browser/page-text.ts'
import { pressStill, standingStill } from '../../packages/holdpoint/test/browser/standing-still.ts'
import { connectAgent, firstText } from '../harness/serve-agent.ts'
import type { Agent, AgentOptions } from '../harness/serve-agent.ts'
import {
  BIN,
  collect,
  createPlace,
  eventually,
  exited,
  FIXTURES,
  stdioServer,
  TOKENS,
} from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const place: Place = createPlace()
const contexts: BrowserContext[] = []
let service: Service
let browser: Browser

const SERVERS = {
  ledger: stdioServer({
    tools: {
      send_message: { undo_window: '1m' },
      slow_delete: { undo_window: '8s' },
      delete_with_schema: { undo_window: '12s' },
    },
  }),
  asking: {
    command: [process.execPath, join(FIXTURES, 'asking-server.mjs')],
    tools: {
      get_shelf: { risk: 'low' },
      delete_shelf: {
        preview: { call: 'get_shelf', with: { id: 'args.id' } },
        undo: { call: 'create_shelf', with: { id: 'entity.name' } },
      },
    },
  },
}

beforeAll(async () => {
  browser = await openChromium()
  service = await place.serve({ servers: SERVERS })
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()))
})
afterAll(async () => {
  await place.close()
})

const CONFIRM = '.detail [part~="confirm"]'

const runs = (id: string): readonly string[] =>
  place.ledger().flatMap(({ argumentsText }) => (argumentsText?.includes(id) === true ? [argumentsText] : []))
const newAgent = (about: Partial<AgentOptions> = {}): Promise<Agent> =>
  connectAgent(service.url, { era: '2025', token: TOKENS.agent, client: `client-${randomUUID()}`, ...about })

async function signIn(token: string, path = '/'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en' })
  contexts.push(context)
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(service.url)
  await page.fill('#token', token)
  await page.click('text=Use this token')
  await page.waitForSelector('.who .name')
  if (path !== '/') await page.goto(service.url + path)
  return page
}

async function awake(page: Page): Promise<void> {
  await page.waitForSelector(`${CONFIRM}:not([disabled])`)
  await standingStill(page.locator(CONFIRM))
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
    await pressStill(page.locator('.detail [part~="decline"]'))
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
    await pressStill(page.locator(CONFIRM))
    expect(firstText(await edited)).toContain(better)
    expect(runs(item)).toEqual([])
    expect(runs(better)).toHaveLength(1)

    const again = randomUUID()
    const granted = agent.call('delete_item', { id: again })
    await page.locator('#waiting a', { hasText: again }).click()
    await awake(page)
    await page.click('.detail #row >> text=More…')
    await page.click('.detail #row >> text=Allow for')
    await pressStill(page.locator(CONFIRM))
    expect(firstText(await granted)).toBe(`deleted ${again}`)
    expect(firstText(await agent.call('delete_item', { id: again }))).toBe(`deleted ${again}`)
    expect(runs(again)).toHaveLength(2)
  })
})

describe('taking back', () => {
  test('Undo within the window: nothing ran, the agent is told that it was cancelled, and by whom', async () => {
    const page = await signIn(TOKENS.approver)
    const to = randomUUID()
    const title = `Send message to ${to}`
    const answer = (await newAgent()).call('send_message', { to, text: 'hello' })
    await page.locator('#waiting a', { hasText: title }).click()
    await awake(page)
    await page.keyboard.press('a')
    await page.waitForSelector('#approved')
    expect(await page.textContent('#approved')).toMatch(/Runs in \d+ s/)
    // The state is the server's: a reload, and another browser of another approver, show the same.
    await page.reload()
    const other = await signIn(TOKENS.second)
    for (const one of [page, other]) {
      await one.locator('.row', { hasText: title }).locator('.undo').waitFor()
    }
    expect(await other.locator('.undo-note').count()).toBe(0)
    await page.waitForSelector('.undo-note')
    // It is seen for some seconds only.
    const seen = other.locator('.row', { hasText: title }).getByText('Cancelled').waitFor()
    await page.keyboard.press('u')
    await page.waitForSelector('.toast.good')
    const told = (await answer).text
    expect(told).toContain('CANCELLED')
    expect(told).toContain('ci')
    expect(runs(to)).toEqual([])
    await seen
    expect(runs(to)).toEqual([])
  })

  test('Undo that loses the race says so; the call runs once and its result is the agent’s', async () => {
    const page = await signIn(TOKENS.approver)
    const note = randomUUID()
    const until = join(place.folder, `run-on-${note}`)
    const answer = (await newAgent()).call('slow_delete', { until, note })
    const row = page.locator('#waiting a', { hasText: note })
    const id = (await row.getAttribute('data-hold')) ?? ''
    await row.click()
    await awake(page)
    await page.route('**/cancel', async (route) => {
      await service.reaches(id, 'dispatching')
      await route.continue()
    })
    await page.click(CONFIRM)
    await page.waitForSelector('.undo-note')
    await page.keyboard.press('u')
    await page.waitForSelector('#conflict')
    expect(await page.textContent('#conflict span')).toBe('Too late: it runs already.')
    writeFileSync(until, '')
    expect(firstText(await answer)).toBe('deleted slowly')
    await page.waitForSelector('.detail[data-state=succeeded]')
    expect(runs(note)).toHaveLength(1)
  })

  test('left alone it runs when the window is over, not before', async () => {
    const page = await signIn(TOKENS.approver)
    const note = randomUUID()
    const answer = (await newAgent()).call('delete_with_schema', { id: note })
    await page.locator('#waiting a', { hasText: note }).click()
    await awake(page)
    await page.click(CONFIRM)
    await page.waitForSelector('#approved')
    expect(runs(note)).toEqual([])
    expect(firstText(await answer)).toContain(note)
    await page.waitForSelector('.detail[data-state=succeeded]')
    expect(await page.locator('.undo').count()).toBe(0)
    expect(runs(note)).toHaveLength(1)
  })

  test('Cancel call on a waiting question: the agent is told, and nothing runs', async () => {
    const page = await signIn(TOKENS.approver)
    const item = randomUUID()
    const answer = (await newAgent()).call('delete_item', { id: item })
    await page.locator('#waiting a', { hasText: item }).click()
    await awake(page)
    await page.click('.detail [part~="cancel"]')
    expect((await answer).text).toContain('CANCELLED')
    await page.waitForSelector('.detail[data-state=cancelled]')
    expect(runs(item)).toEqual([])
  })

  test('an offer to undo what ran can be approved, and neither edited nor made a standing permission', async () => {
    const page = await signIn(TOKENS.approver)
    const agent = await newAgent({ server: 'asking' })
    const shelf = randomUUID()
    const answer = agent.call('delete_shelf', { id: shelf })
    await page.locator('#waiting a', { hasText: `Delete shelf ${shelf}` }).click()
    await awake(page)
    await page.click(CONFIRM)
    await answer
    await page.locator('#waiting a', { hasText: `Create shelf "shelf ${shelf.slice(0, 33)}…"` }).click()
    await awake(page)
    expect(await page.locator('.detail tool-card').evaluate(readDeep)).toContain(`id: shelf ${shelf}`)
    const buttons = await page.locator('.detail #row button').allTextContents()
    expect(buttons.map((text) => text.trim())).toEqual(['Run it once', "Don't run it", 'Cancel call', 'More…'])
    await page.click(CONFIRM)
    await page.waitForSelector('.detail[data-state=succeeded]')
    expect(place.ledger().filter(({ tool }) => tool === 'create_shelf')).toHaveLength(1)
  })
})

test('the page of a hold says where else it is asked, and where it was decided', async () => {
  const page = await signIn(TOKENS.approver)
  const client = `client-${randomUUID()}`
  const agent = await newAgent({ client, capabilities: { elicitation: { form: {}, url: {} } } })
  const item = randomUUID()
  const asked = new Promise((resolve) => {
    void agent.call('delete_item', { id: item }, { onMessage: resolve }).catch(() => undefined)
  })
  await asked
  await page.locator('#waiting a', { hasText: item }).click()
  await page.waitForSelector('#asked-on')
  expect(await page.textContent('#asked-on')).toContain(`a link in ${client}`)
  await awake(page)
  await page.click(CONFIRM)
  await page.waitForSelector('#decided-on')
  expect(await page.textContent('#decided-on')).toContain('by ci')
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
  await pressStill(other.locator('.detail [part~="decline"]'))
  await other.waitForSelector('#conflict')
  expect(await other.locator('#conflict').evaluate(readDeep)).toMatch(/^Already approved by ci via page, /)
  expect(await other.locator('.detail [part~="verdict"]').evaluate(readDeep)).toContain('Approved by ci')
  expect(firstText(await answer)).toBe(`deleted ${item}`)
  expect(runs(item)).toHaveLength(1)
})

test('two browsers press in the same moment, five times: one wins, the other is told by whom and where, and it runs once or not at all', async () => {
  const [one, other] = [await signIn(TOKENS.approver), await signIn(TOKENS.second)]
  for (let round = 0; round < 5; round += 1) {
    const item = randomUUID()
    const answer = (await newAgent()).call('delete_item', { id: item })
    const id = (await one.locator('#waiting a', { hasText: item }).getAttribute('data-hold')) ?? ''
    for (const page of [one, other]) await page.goto(`${service.url}/approvals/${id}`)
    await Promise.all([awake(one), awake(other)])
    await standingStill(other.locator('.detail [part~="decline"]'))
    // At its place, whatever is there by then: the news of the other one's press may take the button away before this
    // lands.
    const press = async (page: Page, target: string): Promise<() => Promise<void>> => {
      const { x, y, width, height } = (await page.locator(target).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      return async () => await page.mouse.click(x + width / 2, y + height / 2)
    }
    const presses = await Promise.all([press(one, CONFIRM), press(other, '.detail [part~="decline"]')])
    await Promise.all(presses.map(async (now) => await now()))

    const { state } = await service.reaches(id, 'succeeded', 'declined')
    const hasRun = state === 'succeeded'
    const loser = hasRun ? other : one
    // Told by the answer to its own press, or by the stream where that was faster: either way who it was, and where.
    await expect
      .poll(async () => await loser.locator('.detail [part~="verdict"]').evaluate(readDeep))
      .toMatch(hasRun ? /^Approved by ci\s*via page/ : /^Declined by ops\s*via page/)
    expect(await loser.locator('.detail #row').count()).toBe(0)
    const told = await answer
    if (hasRun) expect(firstText(told)).toBe(`deleted ${item}`)
    else expect(told.text).toContain('DECLINED')
    expect(runs(item)).toHaveLength(hasRun ? 1 : 0)
    const { json } = await service.get(`/admin/audit?hold=${id}&limit=200`)
    const kinds = (json as { readonly records: readonly { readonly kind: string }[] }).records.map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'hold-approved' || kind === 'hold-declined')).toHaveLength(1)
    await one.goto(service.url)
  }
})

test('[S4.9] a call that passed is shown as it stands: running while it runs, then done; an error as one', async () => {
  const page = await signIn(TOKENS.approver, '/activity')
  const client = `client-${randomUUID()}`
  const agent = await newAgent({ client })
  const row = page.locator('.call.passed', { hasText: client })
  const badge = (id: string): ReturnType<Page['locator']> => row.locator('.mark.state').filter({ hasText: id })
  const until = join(place.folder, 'read-on')
  const slow = agent.call('get_item', { id: 'slow', until })
  await badge('Running').waitFor()
  // Longer than a quick call takes to count as done.
  await page.waitForTimeout(2500)
  expect(await badge('Running').count()).toBe(1)
  expect(await badge('Done').count()).toBe(0)
  writeFileSync(until, '')
  await slow
  await badge('Done').waitFor()
  await agent.call('get_item', { id: 'none', fail: true })
  await badge('Error').waitFor()
  await agent.call('list_items', {})
  await expect.poll(async () => await badge('Done').count()).toBe(2)
  expect(await badge('Error').count()).toBe(1)
})

test('[S4.9] every call is visible: what passes, what passes under a permission, what is held, what is denied', async () => {
  const page = await signIn(TOKENS.approver, '/activity')
  const client = `client-${randomUUID()}`
  const agent = await newAgent({ client })
  const item = randomUUID()
  const call = (how: string, tool: string): ReturnType<Page['locator']> =>
    page.locator(`.call.${how}`, { hasText: client }).filter({ hasText: tool })
  await agent.call('list_items', {})
  await call('passed', 'list_items').waitFor()
  const held = agent.call('delete_item', { id: item })
  await call('held', 'delete_item').waitFor()
  await call('held', 'delete_item').getByRole('link', { name: 'Decide' }).click()
  await awake(page)
  await page.click('.detail #row >> text=More…')
  await page.click('.detail #row >> text=Allow for')
  await pressStill(page.locator(CONFIRM))
  expect(firstText(await held)).toBe(`deleted ${item}`)
  await page.goto(`${service.url}/activity`)
  await call('held', 'delete_item').waitFor()
  expect(await call('passed', 'delete_item').count()).toBe(0)
  // The same again is covered by the permission: it runs unasked, and is seen to.
  expect(firstText(await agent.call('delete_item', { id: item }))).toBe(`deleted ${item}`)
  await call('passed', 'delete_item').waitFor()
  expect(await call('passed', 'delete_item').textContent()).toContain('High risk')
  expect(runs(item)).toHaveLength(2)
  await service.post('/admin/pause', {})
  await agent.call('send_message', { to: item, text: 'hello' })
  await call('denied', 'send_message').waitFor()
  await service.post('/admin/resume', {})
  expect(runs(item)).toHaveLength(2)
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
