/**
 * The view as it is served, in a frame of a host of this file's own: every word of it, in both languages, and its whole
 * style.
 */
import type { Browser, Frame, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { cardDocument, cardWords } from '@holdpoint/card/view'
import { openChromium } from '../browser/page-browser.ts'

const ORIGIN = 'http://localhost:7433'
const FACTS = {
  pending: 'p',
  status: 's',
  decide: 'd',
  server: 'shop',
  server_trust: 'trusted',
  server_state: 'connected',
}
const VIEW = cardDocument(FACTS)
const WORDS = cardWords(/data-words="?([\w-]+)/.exec(VIEW)?.[1] ?? '')
/** As the gateway tells them. */
const choices = (yes: string, no: string): readonly object[] => [
  { name: 'once', answer: 'approve', words: yes, grant: null },
  { name: 'no', answer: 'decline', words: no, grant: null },
]
const QUESTION = {
  hold: '6f1c2a34-0000-4000-8000-000000000001',
  state: 'pending',
  shown: 'pending',
  result: {},
  error: '',
  ttl_seconds: 600,
  decided_by: null,
  decided_at: null,
  approved_by: [],
  via: null,
  reason: null,
  note: null,
  edit: null,
  outcome: null,
  delivered: false,
  editable: true,
  grantable: true,
  grant_arguments: ['same', 'where'],
  grant_lengths: ['session', 1_800_000],
  denial_arguments: ['same', 'any', 'where'],
  nonce: 'n',
  look_nonce: null,
  cannot_decide: null,
  page: 'http://localhost:7433/approvals/1',
  title: 'Update item 44',
  tool: 'update_item',
  tool_title: null,
  tool_icon: '',
  server_trust: 'trusted',
  server_state: 'connected',
  asked_by: 'ana',
  asked_through: 'a-client',
  is_cut: false,
  server: { name: 'shop', identity: 'abc', display: 'node shop.js' },
  risk: 'medium',
  reasons: ['Changes what is there now.'],
  why: 'It updates.',
  rule: 'verb update',
  irreversible: false,
  warnings: [],
  choices: choices('Run it once', "Don't run it"),
  said: { zh: { choices: choices('仅运行这一次', '不运行') } },
  entity: null,
  arguments: { kind: 'object', entries: [{ key: 'weight', value: { kind: 'literal', text: '1.5' } }] },
  arguments_text: '{"weight":1.5}',
  input_schema: { type: 'object', properties: { weight: { type: 'number' } } },
  digest: 'd',
  apply: null,
  cancel: 'Cancel: do not apply it.',
}

let browser: Browser
let page: Page
const problems: string[] = []

beforeAll(async () => {
  browser = await openChromium()
  page = await browser.newPage({ viewport: { width: 700, height: 900 } })
  page.setDefaultTimeout(60_000)
  page.on('pageerror', (error) => problems.push(error.message))
  await page.route('**/*', async (route) => {
    const body = route.request().url().endsWith('/view') ? VIEW : '<!doctype html><title>host</title><body>'
    await route.fulfill({ body, contentType: 'text/html' })
  })
})

/** A host that answers every request, and sends the question where one is given. */
async function open(locale: string, question: object | null): Promise<Frame> {
  await page.goto(ORIGIN)
  await page.evaluate(
    ([language, result, words]) => {
      const frame = document.createElement('iframe')
      frame.id = 'view'
      frame.style.cssText = 'width: 660px; height: 860px; border: 0'
      addEventListener(
        'message',
        ({ data }: MessageEvent<{ id?: number; method?: string; params?: { name?: string } }>) => {
          const send = (message: object): void => frame.contentWindow?.postMessage({ jsonrpc: '2.0', ...message }, '*')
          if (data.id !== undefined) {
            const told = { hostContext: { locale: language }, _meta: { 'dev.holdpoint/card': { words } } }
            send({ id: data.id, result: data.method === 'tools/call' && data.params?.name === 'p' ? {} : told })
          }
          if (data.method !== 'ui/notifications/initialized') return
          send({ method: 'ui/notifications/tool-input', params: { arguments: { weight: 1.5 } } })
          if (result !== null) send({ method: 'ui/notifications/tool-result', params: result })
        },
      )
      frame.src = '/view'
      document.body.append(frame)
    },
    [locale, question === null ? null : { content: [], _meta: { 'dev.holdpoint/card': question } }, WORDS] as const,
  )
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (frame === null) throw new Error('There is no frame.')
  await frame.waitForSelector('tool-card article')
  return frame
}

describe.each([
  ['en', 'Tool call', 'Run it once', 'Not counted: the card was not in view, faint or tiny', 'Open the page'],
  ['zh-CN', '工具调用', '仅运行这一次', '未计入：卡片不可见、过淡或过小', '打开页面'],
])('in %s', (locale, call, confirm, refused, way) => {
  test('a call that the host does not name, a press that does not count and the way to the page have words', async () => {
    const unnamed = await open(locale, null)
    await expect.poll(async () => await unnamed.locator('[part=name]').innerText()).toBe(call)
    const asked = await open(locale, QUESTION)
    const button = asked.locator('[part~=confirm]:enabled')
    expect((await button.innerText()).trim()).toBe(confirm)
    await button.evaluate((element) => (element as HTMLElement).click())
    await asked.locator('[role=status]', { hasText: refused }).waitFor()
    const elsewhere = await open(locale, { ...QUESTION, nonce: null })
    expect(await elsewhere.locator('#page').innerText()).toBe(way)
    expect(await elsewhere.locator('[part=card]').innerText()).not.toContain('undefined')
  })

  test('nothing says “undefined”, whatever is opened', async () => {
    const asked = await open(locale, QUESTION)
    const texts: string[] = []
    await asked.locator('#row [name=more]').click()
    for (const name of ['decline', 'edit', 'allow']) {
      await asked.locator(`#row [name=${name}]`).click()
      texts.push(await asked.locator('article').innerText(), await asked.locator('article').innerHTML())
      await asked.locator('#row [name=back]').click()
    }
    expect(texts.join('\n')).not.toMatch(/undefined|\{\w+\}/)
    expect(problems).toEqual([])
  })
})

test('[S4.5] the spinner counts, and the focus goes into what was opened and back', async () => {
  const frame = await open('en', QUESTION)
  const focused = async (): Promise<string | null> =>
    await frame.evaluate(() => {
      const active = document.querySelector('tool-card')?.shadowRoot?.activeElement
      return active?.getAttribute('name') ?? active?.id ?? null
    })
  await frame.locator('#row [name=more]').press('Enter')
  await frame.locator('#row [name=edit]').press('Enter')
  expect(await focused()).toBe('edit-0')
  await page.keyboard.press('ArrowUp')
  expect(await frame.getByRole('spinbutton').inputValue()).toBe('2.5')
  await frame.locator('#row [name=back]').press('Enter')
  expect(await focused()).toBe('edit')
})

test('every class that the style speaks of is there to be styled, and every one that a value chooses has its style', () => {
  const style = /=`(:host[^`]*)`/.exec(VIEW)?.[1] ?? ''
  const styled = new Set([...style.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name ?? ''))
  const drawn = new Set([...VIEW.matchAll(/ class="?([\w -]*)/g)].flatMap(([, names]) => (names ?? '').split(' ')))
  const chosen =
    'trusted untrusted unknown connected connecting disconnected error reach quiet running success high medium low literal mark note more removed added thumbnail urgent good bad claim absent no plain json about'.split(
      ' ',
    )
  expect(styled.size).toBeGreaterThan(60)
  expect(chosen.filter((name) => !styled.has(name))).toEqual([])
  expect([...styled].filter((name) => !drawn.has(name) && !chosen.includes(name))).toEqual([])
})

async function changeLocale(locale: string): Promise<void> {
  await page.evaluate((language) => {
    const frame = document.querySelector<HTMLIFrameElement>('#view')
    const params = { locale: language }
    frame?.contentWindow?.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params }, '*')
  }, locale)
}

test('a host that changes its language: the card, its notice and the way to the page are said anew', async () => {
  const said = { zh: { cannot_decide: '不能由您决定' } }
  const frame = await open('en', { ...QUESTION, nonce: null, cannot_decide: 'Not by you.', said })
  const hint = frame.locator('.actions [role=status], [role=status]:has-text("("), [role=status]').last()
  await expect.poll(async () => await hint.innerText()).toMatch(/Decide this on the page.*\(Not by you\)/)
  await changeLocale('zh-CN')
  await expect.poll(async () => await frame.locator('#page').innerText()).toBe('打开页面')
  await expect.poll(async () => await hint.innerText()).toMatch(/无法在此决定.*不能由您决定/)
  await changeLocale('en')
  await expect.poll(async () => await frame.locator('#page').innerText()).toBe('Open the page')
})

test.each([
  ['ar', 'en', 'Run it once'],
  ['de-DE', 'en', 'Run it once'],
  ['en-GB', 'en-GB', 'Run it once'],
  ['zh-TW', 'zh-TW', '仅运行这一次'],
])('in a host that speaks %s the document says that its words are %s', async (locale, language, confirm) => {
  const frame = await open(locale, QUESTION)
  expect((await frame.locator('[part~=confirm]').innerText()).trim()).toBe(confirm)
  expect(await frame.evaluate(() => document.documentElement.lang)).toBe(language)
})

test('[D9] a result whose content is no list of items is drawn as text', async () => {
  const frame = await open('en', null)
  await page.evaluate(() => {
    const view = document.querySelector<HTMLIFrameElement>('#view')
    const params = { content: [null, 7, 'plain'] }
    view?.contentWindow?.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/tool-result', params }, '*')
  })
  await expect.poll(async () => await frame.locator('article').innerText()).toMatch(/null\s+7\s+plain/)
  expect(problems).toEqual([])
})
