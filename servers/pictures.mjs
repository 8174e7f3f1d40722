/**
 * The same held calls where people see them: the page on a desktop in both themes and on a phone, the terminal, and the text of
 * forms. The page and the terminal are real; frame and fonts of the forms are ours, their words are those that were sent.
 */
import path from 'node:path'
import { chromium } from 'playwright-core'
import { findChromium } from '../scripts/find-chromium.mjs'
import { escapeHtml, openTerminal, screenHtml } from './terminal-screen.mjs'

const IMAGES = path.join(import.meta.dirname, '../docs/images')
const DESK = { width: 1360, height: 860 }
const PHONE = { width: 390, height: 844 }
const IN_FORM = ['edit_file', 'git_commit', 'git_reset', 'create_entities']

export async function takePictures({ service, folder, environment, holdpoint, waiting, forms }) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const { id } = waiting.find(({ call }) => call.tool === 'write_file')
  for (const colorScheme of ['light', 'dark']) {
    const page = await signedIn(browser, service, { viewport: DESK, colorScheme })
    await page.click(`[data-hold="${id}"]`)
    await page.waitForSelector('tool-card')
    await shoot(page, `servers-inbox-${colorScheme}`)
    await page.context().close()
  }
  const phone = await signedIn(browser, service, {
    viewport: PHONE,
    colorScheme: 'light',
    hasTouch: true,
    isMobile: true,
  })
  await shoot(phone, 'servers-phone-list')
  await phone.goto(`${service.url}/approvals/${id}`)
  await phone.waitForSelector('tool-card')
  await shoot(phone, 'servers-phone')
  await phone.context().close()
  const page = await browser.newPage({ viewport: { width: 1300, height: 600 } })
  await drawTerminal(page, { folder, environment, holdpoint, id })
  await drawForms(page, forms)
  await browser.close()
}

async function signedIn(browser, { url, token }, about) {
  const context = await browser.newContext({ deviceScaleFactor: 1, locale: 'en', ...about })
  await context.addInitScript((key) => localStorage.setItem('holdpoint.key', key), token)
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForSelector('#waiting')
  return page
}

async function shoot(page, name) {
  await page.waitForTimeout(500)
  await page.screenshot({ path: path.join(IMAGES, `${name}.png`) })
}

async function drawTerminal(page, { folder, environment, holdpoint, id }) {
  const terminal = openTerminal([process.execPath, holdpoint, 'inbox'], {
    columns: 100,
    lines: 34,
    environment,
    cwd: folder,
  })
  const list = await terminal.sees(/Overwrite report\.md/)
  await drawScreen(page, list, 'servers-terminal-list')
  const rows = list
    .map((cells) => cells.map(({ letter }) => letter).join(''))
    .filter((row) => /^[ ›>]*[0-9a-f]{8} /.test(row))
  const at = rows.findIndex((row) => row.includes(id.slice(0, 8)))
  terminal.press(`${'j'.repeat(at + 1)}\r`)
  await drawScreen(page, await terminal.sees(/write_file · Tool from files/), 'servers-terminal')
  await terminal.close()
}

async function drawScreen(page, screen, name) {
  await page.setContent(`<style>${STYLE}</style><main class="terminal">${screenHtml(screen)}</main>`)
  await page.locator('main').screenshot({ path: path.join(IMAGES, `${name}.png`) })
}

async function drawForms(page, forms) {
  const drawn = IN_FORM.map((tool) => forms.find(({ call }) => call.tool === tool)).map(({ call, question }) => {
    const { decision } = question.requestedSchema.properties
    const choices = decision.enum.map((choice) => `<label><i></i>${escapeHtml(choice)}</label>`).join('')
    const others = Object.entries(question.requestedSchema.properties).filter(([name]) => name !== 'decision')
    const fields = others.map(([name, { title }]) => `<u>${escapeHtml(title ?? name)}</u>`).join('')
    return `<section><b>${escapeHtml(call.server)}</b><pre>${escapeHtml(question.message)}</pre>${choices}${fields}</section>`
  })
  await page.setContent(`<style>${STYLE}</style><main class="forms">${drawn.join('')}</main>`)
  await page.locator('main').screenshot({ path: path.join(IMAGES, 'servers-form.png') })
}

const STYLE = `
  body { margin: 0; }
  pre { margin: 0; font: 12.5px/1.4 'DejaVu Sans Mono', 'Noto Sans Mono', 'Noto Color Emoji', monospace; white-space: pre-wrap; }
  .terminal { width: fit-content; padding: 16px 20px; background: #0d1117; color: #c9d1d9; }
  .terminal pre { white-space: pre; }
  .forms { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; padding: 16px; width: 1300px; box-sizing: border-box; background: #eef0f4; align-items: start; }
  section { background: #fff; border: 1px solid #d6dae1; border-radius: 10px; padding: 14px 16px; font: 14px/1.5 'Noto Sans', 'DejaVu Sans', sans-serif; color: #171a1d; }
  section b { display: block; color: #5f6672; font-weight: 600; margin-bottom: 8px; }
  label { display: block; margin-top: 8px; }
  label i { display: inline-block; width: 12px; height: 12px; border: 1.5px solid #8a919c; border-radius: 50%; margin-right: 8px; vertical-align: -1px; }
  u { display: block; margin-top: 10px; text-decoration: none; color: #8a919c; border: 1px solid #d6dae1; border-radius: 6px; padding: 4px 8px; }`
