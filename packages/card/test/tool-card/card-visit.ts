/** One real browser and one page for a file of tests: the card from its sources, served without a network. */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { openChromium } from '../../../holdpoint/test/browser/page-browser.ts'
import { buildCard } from '../../scripts/build.mjs'
import { buildShowcase } from '../../scripts/showcase.mjs'
import type { Invocation } from '../../src/invocation.ts'

export const CARD: string = join(import.meta.dirname, '../..')
export const SHOWCASE: string = join(CARD, '../../docs/showcase')
/** Browsers trust it as they trust https, so the clipboard works. */
export const ORIGIN = 'http://localhost:7433'
/** The strictest that leaves a page working: no inline style, no evaluation, no request to anywhere. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; media-src data:"

export interface CardEvent {
  readonly type: string
  readonly detail: { readonly [name: string]: unknown }
}

export interface CardVisit {
  readonly browser: Browser
  readonly page: Page
  /** Requests that left for anywhere but our own files. */
  readonly strayRequests: string[]
  readonly problems: string[]
  /** A fresh page with one card. */
  readonly show: (invocation: Invocation, properties?: { readonly [name: string]: unknown }) => Promise<void>
  /** News for the card that is shown. */
  readonly update: (change: Partial<Invocation>) => Promise<void>
  readonly events: () => Promise<readonly CardEvent[]>
  readonly badge: () => Promise<string>
}

interface Built {
  readonly bundle: string
  readonly showcase: string
}

/** Once for all files that share this module. */
let building: Promise<Built> | null = null

async function build(): Promise<Built> {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-card-'))
  const entry = join(CARD, 'src/index.ts')
  return {
    bundle: await buildCard({ entry, outfile: join(folder, 'tool-card.js') }),
    showcase: await buildShowcase({ card: entry, outfile: join(folder, 'showcase.js') }),
  }
}

export function visitCards(): CardVisit {
  let browser: Browser
  let page: Page
  const strayRequests: string[] = []
  const problems: string[] = []

  beforeAll(async () => {
    const { bundle, showcase } = await (building ??= build())
    browser = await openChromium()
    const context = await browser.newContext({ viewport: { width: 900, height: 900 } })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ORIGIN })
    context.setDefaultTimeout(60_000)
    page = await context.newPage()
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    await page.route('**/*', async (route) => {
      const url = new URL(route.request().url())
      const file = fileFor(url, bundle, showcase)
      if (file === null) {
        strayRequests.push(url.href)
        await route.abort()
      } else await route.fulfill(file)
    })
  })

  return {
    get browser() {
      return browser
    },
    get page() {
      return page
    },
    strayRequests,
    problems,
    show: async (invocation, properties = {}) => {
      if (page.url() !== `${ORIGIN}/`) await page.goto(`${ORIGIN}/`)
      await page.evaluate(showCard, { invocation: invocation as unknown, properties })
    },
    update: async (change) => {
      await page.evaluate(async (news) => {
        const card = document.querySelector('tool-card') as unknown as CardElement
        card.invocation = { ...card.invocation, ...news }
        await card.updateComplete
      }, change as object)
    },
    events: async () => await page.evaluate(() => (window as unknown as { recorded: CardEvent[] }).recorded),
    badge: async () => (await page.locator('tool-card [part=badge]').textContent())?.trim() ?? '',
  }
}

/** The texts that an element is described by: to be run in the page. */
export function describedBy(element: Element): string | null {
  const root = element.getRootNode() as ShadowRoot
  const ids = (element.getAttribute('aria-describedby') ?? '').split(' ')
  const texts = ids.map((id) => root.getElementById(id)?.textContent ?? '').filter((text) => text !== '')
  return texts.length === 0 ? null : texts.join(' ')
}

interface CardElement extends HTMLElement {
  invocation: object
  updateComplete: Promise<void>
}

async function showCard(input: { invocation: unknown; properties: { [name: string]: unknown } }): Promise<void> {
  const recorded: unknown[] = []
  Object.assign(window, { recorded })
  const card = document.createElement('tool-card')
  for (const type of ['hold-verdict', 'tool-retry', 'tool-copy', 'tool-open']) {
    card.addEventListener(type, (event) => recorded.push({ type, detail: (event as CustomEvent).detail }))
  }
  Object.assign(card, { invocation: input.invocation }, input.properties)
  document.body.replaceChildren(card)
  scrollTo(0, 0)
  await (card as unknown as CardElement).updateComplete
  // What is off screen is not laid out, and a new card counts as off screen until it was painted once.
  for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
}

function fileFor(
  url: URL,
  bundle: string,
  showcase: string,
): { body: string; contentType: string; headers?: Record<string, string> } | null {
  if (url.origin !== ORIGIN) return null
  if (url.pathname.endsWith('/tool-card.js'))
    return { body: readFileSync(bundle, 'utf8'), contentType: 'text/javascript' }
  if (url.pathname.endsWith('/dist/showcase.js'))
    return { body: readFileSync(showcase, 'utf8'), contentType: 'text/javascript' }
  if (url.pathname === '/') {
    const body =
      '<!doctype html><html lang="en"><title>card</title><script type="module" src="/tool-card.js"></script><body>'
    return { body, contentType: 'text/html', headers: { 'content-security-policy': POLICY } }
  }
  if (url.pathname === '/favicon.ico') return { body: '', contentType: 'image/x-icon' }
  const name = url.pathname === '/showcase/' ? 'index.html' : url.pathname.replace('/showcase/', '')
  if (!['index.html', 'showcase.css'].includes(name)) return null
  const types: Record<string, string> = { html: 'text/html', css: 'text/css' }
  return {
    body: readFileSync(join(SHOWCASE, name), 'utf8'),
    contentType: types[name.split('.')[1] ?? ''] ?? 'text/plain',
  }
}
