// Takes the pictures of the inbox for the docs: a real service with the warehouse behind it, real agents calling over
// HTTP, a real browser. Needs a build. Writes docs/images/inbox-*.png, or into the folder given as the first argument.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { parse } from 'yaml'
import { findChromium } from './find-chromium.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const command = join(root, 'packages/holdpoint/bin/holdpoint.js')
const images = process.argv[2] ?? join(root, 'docs/images')
const folder = mkdtempSync(join(tmpdir(), 'warehouse-'))
const home = join(folder, 'home')
const stock = join(folder, 'stock')
const TOKENS = {
  ana: 'hp_screenshots-ana',
  ben: 'hp_screenshots-ben',
  support: 'hp_screenshots-support',
  buyer: 'hp_screenshots-buyer',
}

/** The main views beside the list: in both themes, at both widths. */
const VIEWS = ['history', 'activity', 'servers']
/** Pictured once. */
const OTHERS = ['grants', 'audit']

const sha256 = (text) => createHash('sha256').update(text).digest('hex')
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

function configure() {
  const recipes = parse(readFileSync(join(root, 'examples/warehouse/holdpoint.yaml'), 'utf8'))
  writeFileSync(
    join(home, 'holdpoint.yaml'),
    JSON.stringify({
      version: 1,
      notify: 'none',
      rationale: 'advertised',
      profile: 'strict',
      tokens: [
        { name: 'ana', role: 'approver', sha256: sha256(TOKENS.ana) },
        { name: 'ben', role: 'approver', sha256: sha256(TOKENS.ben) },
        { name: 'support-bot', role: 'agent', sha256: sha256(TOKENS.support) },
        { name: 'purchasing-bot', role: 'agent', sha256: sha256(TOKENS.buyer) },
      ],
      servers: {
        warehouse: {
          ...recipes.servers.warehouse,
          command: ['node', 'bin/warehouse.js', '--database', 'warehouse.db'],
        },
      },
      rules: [{ name: 'no raw SQL', match: { tool: 'run_sql' }, answer: 'deny' }],
    }),
  )
}

async function startService() {
  const child = spawn(process.execPath, [command, 'serve', '--port', '0'], {
    cwd: stock,
    env: { PATH: process.env.PATH, HOME: folder, HOLDPOINT_HOME: home, NO_COLOR: '1' },
  })
  let said = ''
  child.stderr.on('data', (chunk) => (said += chunk))
  for (let tries = 0; tries < 400; tries += 1) {
    const url = /serves on (http:\/\/localhost:\d+)/.exec(said)?.[1]
    if (url !== undefined) return { url, child }
    if (child.exitCode !== null) break
    await sleep(50)
  }
  throw new Error(`The service did not start: ${said}`)
}

/** A client of the session era, as small as it gets. */
async function connectAgent(url, token, client) {
  let session = null
  let count = 0
  const post = async (message) => {
    const response = await fetch(`${url}/mcp/warehouse`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(session === null ? {} : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
    session ??= response.headers.get('mcp-session-id')
    return await response.text()
  }
  const clientInfo = { name: client, version: '1' }
  await post({ id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } })
  await post({ method: 'notifications/initialized' })
  await post({ id: 'tools', method: 'tools/list' })
  return async (name, args) => {
    count += 1
    const text = await post({ id: count, method: 'tools/call', params: { name, arguments: args } })
    return /"approval_id\\?":\\?"([0-9a-f-]+)/.exec(text)?.[1] ?? null
  }
}

async function decide(url, token, id, verb, body) {
  await fetch(`${url}/admin/approvals/${id}/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function makeHistory(url) {
  const support = await connectAgent(url, TOKENS.support, 'Claude Desktop')
  const buyer = await connectAgent(url, TOKENS.buyer, 'order-agent')
  await support('list_products', {})
  await support('get_product', { sku: 'CHR-1005' })
  const renamed = await support('modify_product', {
    sku: 'LGT-3001',
    price_cents: 4900,
    rationale: 'The supplier raised the price by 4 %.',
  })
  await decide(url, TOKENS.ben, renamed, 'approve', {})
  const mail = await support('send_email', {
    to: ['all-customers@example.com'],
    subject: 'We are closing',
    body: 'Dear customers …',
    rationale: 'The user asked to tell everybody.',
  })
  await decide(url, TOKENS.ana, mail, 'reject', { reason: 'Only the newsletter team writes to everybody.' })
  const allowed = await buyer('create_supplier', {
    name: 'Nordlicht Möbel',
    email: 'kontakt@nordlicht.example',
    country: 'DE',
    lead_time_days: 12,
    rationale: 'A second source for chairs.',
  })
  await decide(url, TOKENS.ana, allowed, 'approve', { grant: { for: 8 * 3_600_000, arguments: 'same', times: 5 } })
  await support('run_sql', { sql: 'DELETE FROM products' })
  await buyer('get_stock_levels', {})
  await buyer('list_purchase_orders', {})
  await sleep(400)
  for (const [index, sku] of ['TBL-3002', 'LGT-3001', 'CHR-1001'].entries()) {
    await buyer('modify_product', {
      sku,
      reorder_level: 20 + index * 5,
      rationale: 'Sold out twice since September.',
    })
  }
  await buyer('create_purchase_order', {
    supplier_id: 'SUP-01',
    lines: [{ sku: 'CHR-1001', quantity: 40 }],
    rationale: 'Stock falls below the reorder level next week.',
  })
  await support('send_email', {
    to: ['ines@example.com'],
    subject: 'Your order SO-1042',
    body: 'Dear Ines,\n\nyour lamp leaves our warehouse tomorrow.\n\nKind regards\nThe warehouse',
    rationale: 'The customer asked where the parcel is.',
  })
  const main = await support('delete_product', {
    sku: 'CHR-1005',
    rationale: 'The product was discontinued last season and clutters the catalogue.',
  })
  return main
}

async function signedIn(browser, url, about) {
  const context = await browser.newContext({ deviceScaleFactor: 1, locale: 'en', ...about })
  // Before the page looks: one that is told that it has no key forgets what it was given meanwhile.
  await context.addInitScript((token) => localStorage.setItem('holdpoint.key', token), TOKENS.ana)
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForSelector('#waiting')
  return page
}

async function takePictures(url, hold) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const desk = { width: 1360, height: 860 }
  const phone = { width: 390, height: 844 }
  const shoot = async (page, name) => {
    await page.waitForTimeout(500)
    await page.screenshot({ path: join(images, `inbox-${name}.png`) })
  }
  for (const colorScheme of ['light', 'dark']) {
    const page = await signedIn(browser, url, { viewport: desk, colorScheme })
    await page.click(`[data-hold="${hold}"]`)
    await page.waitForSelector('tool-card')
    await shoot(page, `waiting-${colorScheme}`)
    for (const name of colorScheme === 'light' ? [...VIEWS, ...OTHERS] : VIEWS) {
      await page.click(`.side a[href="/${name}"]`)
      await page.waitForSelector('#view-title')
      if (name === 'history') {
        await page.waitForSelector('#history [data-hold]')
        await page.click('#history .succeeded [data-hold]')
      }
      if (name === 'audit') await page.click('#verify')
      await shoot(page, `${name}-${colorScheme}`)
    }
    await page.context().close()
    const small = await signedIn(browser, url, { viewport: phone, colorScheme, hasTouch: true, isMobile: true })
    await shoot(small, `phone-list-${colorScheme}`)
    for (const name of VIEWS) {
      await small.goto(`${url}/${name}`)
      await small.waitForSelector('#view-title')
      await shoot(small, `phone-${name}-${colorScheme}`)
    }
    await small.goto(`${url}/approvals/${hold}`)
    await small.waitForSelector('tool-card')
    await shoot(small, `phone-${colorScheme}`)
    await small.context().close()
  }
  const chinese = await signedIn(browser, url, { viewport: desk, colorScheme: 'light', locale: 'zh-CN' })
  await chinese.click(`[data-hold="${hold}"]`)
  await chinese.waitForSelector('tool-card')
  await shoot(chinese, 'chinese')
  await browser.close()
}

for (const place of [images, stock]) mkdirSync(place, { recursive: true })
mkdirSync(home, { mode: 0o700 })
// The pictures show how the server is started: a short command, and no path of this machine.
symlinkSync(join(root, 'examples/warehouse/bin'), join(stock, 'bin'))
configure()
const { url, child } = await startService()
try {
  await takePictures(url, await makeHistory(url))
} finally {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('close', resolve))
  rmSync(folder, { recursive: true, force: true })
}
