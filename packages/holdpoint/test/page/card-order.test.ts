/**
 * The view as it is served, told things by its host in an odd order: what it says of a call is true at every moment.
 */
import type { Browser, Frame, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { cardDocument, cardWords } from '@holdpoint/card/view'
import { openChromium } from '../browser/page-browser.ts'

const ORIGIN = 'http://localhost:7433'
const VIEW = cardDocument({
  pending: 'p',
  status: 's',
  decide: 'd',
  server: 'shop',
  server_trust: 'trusted',
  server_state: 'connected',
})
const WORDS = /data-words="([\w-]+)/.exec(VIEW)?.[1] ?? ''
const DONE = { content: [{ type: 'text', text: 'It is done: [Open the page](https://example.com/approvals/1)' }] }

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await openChromium()
  page = await browser.newPage({ viewport: { width: 700, height: 900 } })
  page.setDefaultTimeout(60_000)
  await page.route('**/*', async (route) => {
    const body = route.request().url().endsWith('/view') ? VIEW : '<!doctype html><title>host</title><body>'
    await route.fulfill({ body, contentType: 'text/html' })
  })
})

/** A host that refuses whatever the view asks for, but for its greeting and what is given here. */
async function open(answers: Record<string, object> = {}): Promise<Frame> {
  await page.goto(ORIGIN)
  await page.evaluate((given) => {
    const frame = document.createElement('iframe')
    frame.id = 'view'
    frame.style.cssText = 'width: 660px; height: 860px; border: 0'
    const calls: unknown[] = []
    Object.assign(globalThis, { calls })
    addEventListener('message', ({ data }: MessageEvent<{ id?: number; method: string; params: unknown }>) => {
      if (data.id === undefined) return
      if (data.method === 'tools/call') calls.push(data.params)
      const refusal = { error: { code: -32000, message: 'no' } }
      const answer = data.method === 'ui/initialize' ? { result: {} } : (given[data.method] ?? refusal)
      frame.contentWindow?.postMessage({ jsonrpc: '2.0', id: data.id, ...answer }, '*')
    })
    frame.src = '/view'
    document.body.append(frame)
  }, answers)
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (frame === null) throw new Error('There is no frame.')
  await frame.waitForSelector('tool-card article')
  return frame
}

async function send(method: string, params: object): Promise<void> {
  await page.evaluate(
    ([name, told]) => {
      const frame = document.querySelector('iframe')
      const message = { jsonrpc: '2.0', method: `ui/notifications/${name}`, params: told }
      frame?.contentWindow?.postMessage(message, '*')
    },
    [method, params] as const,
  )
}

const asked = async (): Promise<unknown> => await page.evaluate(() => (globalThis as { calls?: unknown }).calls)

const said = async (view: Frame): Promise<string> => await view.locator('article').innerText()

async function openArguments(view: Frame): Promise<void> {
  await view.locator('summary', { hasText: 'Arguments' }).click()
}

describe('arguments', () => {
  test('[S4.2] that nobody told are not shown as none', async () => {
    const view = await open()
    await send('tool-result', DONE)
    await expect.poll(async () => await said(view)).toContain('It is done')
    expect(await said(view)).not.toContain('Arguments')
  })

  test('[S4.2] that come after the result are shown', async () => {
    const view = await open()
    await send('tool-result', DONE)
    await send('tool-input', { arguments: { weight: 1.5 } })
    await expect.poll(async () => await said(view)).toContain('Arguments')
    await openArguments(view)
    await expect.poll(async () => await said(view)).toContain('"weight": 1.5')
  })

  test('[S4.2] of which a part has arrived are not shown as whole', async () => {
    const view = await open()
    await send('tool-input-partial', { arguments: { note: 'hello wor' } })
    await openArguments(view)
    await expect.poll(async () => await said(view)).toContain('hello wor')
    await expect.poll(async () => await said(view)).toContain('still arriving')
    await send('tool-input', { arguments: { note: 'hello world' } })
    await expect.poll(async () => await said(view)).not.toContain('still arriving')
    await expect.poll(async () => await said(view)).toContain('"note": "hello world"')
  })
})

test('[D9] a link of the server that the host does not open stays the server’s', async () => {
  const view = await open()
  await send('tool-result', DONE)
  await view.locator('a', { hasText: 'Open the page' }).click()
  const label = view.locator('#below label')
  await label.waitFor()
  await expect.poll(async () => await label.innerText()).toContain('A link of the server')
  expect(await view.locator('#below textarea').inputValue()).toBe('https://example.com/approvals/1')
})

describe('a Chinese host', () => {
  async function openChinese(words: object): Promise<Frame> {
    const view = await open({ 'tools/call': { result: { _meta: { 'dev.holdpoint/card': words } } } })
    await send('host-context-changed', { locale: 'zh-CN' })
    return view
  }

  const language = async (view: Frame): Promise<string> => await view.evaluate(() => document.documentElement.lang)

  test('gets its words from the gateway, those that were made with the view', async () => {
    const view = await openChinese({ words: cardWords(WORDS) })
    await expect.poll(async () => await said(view)).toContain('工具调用')
    await expect.poll(async () => await language(view)).toBe('zh-CN')
    await expect.poll(asked).toContainEqual({ name: 's', arguments: { words: WORDS } })
  })

  test('whose gateway is of another version is spoken to in English', async () => {
    expect(cardWords('zh-00000000')).toBeNull()
    expect(cardWords('')).toBeNull()
    const view = await openChinese({ words: null })
    await expect.poll(asked).toHaveLength(1)
    await send('tool-result', DONE)
    await expect.poll(async () => await said(view)).toContain('It is done')
    await expect.poll(async () => await said(view)).toContain('Tool call')
    expect(await language(view)).toBe('en')
  })

  test('that meanwhile went on to English stays with it', async () => {
    const view = await openChinese({ words: cardWords(WORDS) })
    await send('host-context-changed', { locale: 'en-GB' })
    await expect.poll(async () => await language(view)).toBe('en-GB')
    await expect.poll(async () => await said(view)).toContain('Tool call')
  })
})

test('the room that the host gives is taken back with it', async () => {
  const view = await open()
  const widest = async (): Promise<string> => await view.evaluate(() => document.documentElement.style.maxWidth)
  await send('host-context-changed', { containerDimensions: { maxWidth: 400 } })
  await expect.poll(widest).toBe('400px')
  await send('host-context-changed', { theme: 'dark' })
  await send('host-context-changed', { containerDimensions: { maxHeight: 400 } })
  await expect.poll(widest).toBe('')
})
