/** The page in a real browser, at the server of examples/five-lines: each call is a card, and what a person presses there is the answer of the server's form. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChromium } from '../../../packages/holdpoint/test/browser/page-browser.ts'
import { pressStill } from '../../../packages/holdpoint/test/browser/standing-still.ts'
import { readForm, toFormResult, toHold } from '../src/question.ts'
import type { Form } from '../src/question.ts'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))

let address = ''
let end: () => Promise<void>
let page: Page

beforeAll(async () => {
  const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  end = async () => {
    child.kill('SIGTERM')
    await exited
  }
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  address = printed.toString().trim()
  page = await (await openChromium()).newPage()
  await page.goto(address)
  await page.getByLabel('Tool', { exact: true }).locator('option').first().waitFor({ state: 'attached' })
})
afterAll(async () => {
  await page.close()
  await end()
})

/** Makes a call, as a model would, and gives back its card. */
async function call(tool: string, given: object): Promise<Locator> {
  const before = await page.locator('tool-card').count()
  await page.getByLabel('Tool', { exact: true }).selectOption(tool)
  await page.getByLabel('Arguments').fill(JSON.stringify(given))
  await page.getByRole('button', { name: 'Call', exact: true }).click()
  const card = page.locator('tool-card').nth(before)
  await card.waitFor()
  return card
}

const press = async (card: Locator, name: string): Promise<void> =>
  await pressStill(card.getByRole('button', { name, exact: true }))

/** What the card draws, and the server's own words in it. */
async function shows(card: Locator, words: string): Promise<void> {
  const shown = async (): Promise<string> =>
    await card.evaluate((element) => `${element.shadowRoot?.textContent} ${element.textContent}`)
  await expect.poll(shown).toContain(words)
}

describe('the chat', () => {
  test('shows a read and its result', async () => {
    await shows(await call('list_notes', {}), 'shopping, ideas')
  })

  test('a no on the card deletes nothing', async () => {
    const card = await call('delete_note', { name: 'ideas' })
    await shows(card, 'Delete the note ideas?')
    await press(card, "Don't run it")
    await shows(card, 'declined by user')
    await shows(await call('list_notes', {}), 'shopping, ideas')
  })

  test('a yes on the card runs it', async () => {
    const card = await call('delete_note', { name: 'shopping' })
    await press(card, 'Run it once')
    await shows(card, 'Deleted shopping.')
    const after = await call('list_notes', {})
    await shows(after, 'ideas')
    expect(await after.evaluate((element) => element.shadowRoot?.textContent)).not.toContain('shopping')
  })

  test('the page that is opened again shows every call so far', async () => {
    const again = await (await openChromium()).newPage()
    await again.goto(address)
    await expect
      .poll(async () => await again.locator('tool-card').count())
      .toBe(await page.locator('tool-card').count())
    await again.close()
  })
})

test('nobody without the key calls or answers, nor does a page of another name', async () => {
  const { origin, host, port } = new URL(address)
  const body = JSON.stringify({ tool: 'list_notes', arguments: {} })
  expect((await fetch(`${origin}/call`, { method: 'POST', body })).status).toBe(401)
  expect((await fetch(`${origin}/answer`, { method: 'POST', body: '{}' })).status).toBe(401)
  const status = await new Promise((resolve, reject) => {
    const sent = request({ port, path: '/', headers: { host: host.replace('localhost', 'evil.test') } }, (answer) =>
      resolve(answer.resume().statusCode),
    )
    sent.on('error', reject).end()
  })
  expect(status).toBe(403)
})

describe('a form as a question', () => {
  const ASKED = { tool: 'receive', server: 'warehouse', arguments: { order: 'PO-1' }, destructive: true }
  const form = (...choices: readonly string[]): Form | null =>
    readForm({ message: 'Receive?', requestedSchema: { properties: { decision: { enum: choices } } } })
  const verdict = { hold: 'q', reason: 'Looks right.', edits: null, digest: null } as const

  test('three choices are two ways to say yes and a no', () => {
    const three = form('Yes, for this session', 'Yes, only this once', 'No') ?? expect.fail('no form')
    const { choices = [] } = toHold('q', three, ASKED)
    expect(choices.map(({ answer }) => answer)).toEqual(['approve', 'approve', 'decline'])
    for (const { answer, grant, words } of choices) {
      const content = { decision: words, reason: 'Looks right.' }
      expect(toFormResult(three, { ...verdict, answer, grant })).toEqual({ action: 'accept', content })
    }
    expect(toFormResult(three, { ...verdict, answer: 'cancel', grant: null })).toEqual({ action: 'cancel' })
  })

  test('a form of other fields is none', () => {
    expect(form()).toBeNull()
    expect(
      readForm({ message: 'Your name?', requestedSchema: { properties: { name: { type: 'string' } } } }),
    ).toBeNull()
    expect(readForm({})).toBeNull()
  })
})
