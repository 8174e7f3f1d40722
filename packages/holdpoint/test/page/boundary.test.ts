import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { say } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { pageFile } from '../../src/page/index.ts'
import { measure } from '../browser/page-measure.ts'
import { visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

describe('showing', () => {
  test('[D1] [D9] what an agent or server wrote stays text, with hidden characters visible', async () => {
    const held = await visit.service.hold({
      arguments: {
        'a\u202eb': '<svg onload="window.hacked=1"><img src=x onerror="window.hacked=1">',
        note: 'x\n✅ Approved by admin',
      },
      client: '<img src=x onerror=window.hacked=1>\u202e',
      rationale: '<script>window.hacked=1</script>',
      warnings: ['An identical call ran 40 s ago.'],
      ruling: { quorum: 2, irreversible: true },
    })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.page.waitForSelector('.hold')
    await visit.page.waitForSelector('.detail [part~="question"]')
    const text = await visit.text('.hold')
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
    expect(
      await visit.page.$('tool-card svg, tool-card img, tool-card script, .timeline svg, .timeline img'),
    ).toBeNull()
    expect(await visit.page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
    await visit.page.goto(visit.service.origin)
    await visit.page.waitForSelector('#waiting')
    expect(await visit.page.textContent('#waiting')).not.toContain('\u202e')
  })

  test('the list is live, in every tab, over one connection', async () => {
    let streams = 0
    visit.context.on('request', (request) => (streams += request.url().endsWith('/admin/events') ? 1 : 0))
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('.who .name')
    const tab = await visit.context.newPage()
    await tab.goto(visit.service.origin)
    await tab.waitForSelector('.who .name')
    const held = await visit.service.hold()
    for (const each of [visit.page, tab]) await each.waitForSelector(`[data-hold="${held.id}"]`)
    expect(streams).toBe(1)
    expect(await visit.page.title()).toMatch(/^\(\d+\) Waiting · Holdpoint$/)
    await visit.page.close()
    await tab.waitForTimeout(100)
    const later = await visit.service.hold()
    await tab.waitForSelector(`[data-hold="${later.id}"]`)
  })

  test('a pause and an open gate stand above everything', async () => {
    visit.gateOff = say('gateOffObserve')
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('.banner.stop')
    expect(await visit.page.textContent('.banner.stop')).toContain('GATE OFF: the profile "observe" holds nothing')
    expect(await visit.page.title()).toContain('GATE OFF')
    await visit.page.click('.side >> text=Pause')
    await visit.page.waitForSelector('dialog[open] #pause-now')
    expect(await visit.service.store.settings.under('gate/paused')).toEqual([])
    await visit.page.click('#pause-now')
    await visit.page.waitForSelector('text=Paused by local:ana')
    await visit.page.click('button:text("Resume")')
    await visit.page.waitForSelector('text=Paused by local:ana', { state: 'detached' })
    expect(await visit.service.store.settings.under('gate/paused')).toEqual([])
    visit.gateOff = null
  })

  test('every text has a contrast of at least 4.5, every target 44 px, and nothing scrolls sideways on a phone', async () => {
    const held = await visit.service.hold({
      warnings: ['An identical call ran 40 s ago.'],
      arguments: { key: 'x'.repeat(300), deep: { deeper: { deepest: 'value' } } },
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await visit.renew({ width: 390, colorScheme })
      await visit.openSignedIn('/')
      await visit.page.waitForSelector('#waiting')
      for (const path of ['/', `/approvals/${held.id}`]) {
        await visit.page.goto(visit.service.origin + path)
        await visit.page.waitForSelector('#waiting [data-hold], .detail [part~="confirm"]')
        const found = await visit.page.evaluate(measure)
        expect([path, colorScheme, found]).toEqual([path, colorScheme, { faint: [], small: [], wide: false }])
      }
    }
  })
})

describe('the boundary', () => {
  test('[E14] framed by another page, the inbox is blocked', async () => {
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('.who .name')
    const elsewhere = await serveElsewhere(() => `<!doctype html><iframe src="${visit.service.origin}/"></iframe>`)
    await visit.page.goto(elsewhere.origin)
    const frame = visit.page.frames()[1]
    // Where a browser leads a frame that it was told not to draw.
    await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/')
    expect(await frame?.locator('#main').count()).toBe(0)
    await elsewhere.close()
  })

  test('[L14] a page on another localhost port receives no key of ours, and cannot use one', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('#waiting')
    const key = await visit.page.evaluate(() => localStorage.getItem('holdpoint.key'))
    expect(key).toMatch(/^hp_/)
    const elsewhere = await serveElsewhere(() => '<!doctype html><title>dev server</title>')
    await visit.page.evaluate(
      (url) => fetch(url, { mode: 'no-cors', credentials: 'include' }).catch(() => undefined),
      elsewhere.origin,
    )
    await visit.page.goto(elsewhere.origin)
    expect(elsewhere.seen.length).toBeGreaterThan(0)
    for (const headers of elsewhere.seen) {
      expect(headers.cookie).toBeUndefined()
      expect(headers.authorization).toBeUndefined()
      expect(JSON.stringify(headers)).not.toContain(key)
    }
    expect(await visit.page.evaluate(() => localStorage.length + document.cookie)).toBe('0')
    const stolen = await visit.page.evaluate(
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
      [`${visit.service.origin}/admin/approvals/${held.id}/approve`, key],
    )
    expect(stolen).not.toContain('read')
    expect((await visit.stored(held)).state).toBe('pending')
    await elsewhere.close()
  })

  test('the policy lets only the templates become markup, and nothing come from elsewhere', async () => {
    const headers = (await visit.service.call('GET', '/')).headers
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
    await visit.service.hold()
    const elsewhere: string[] = []
    const complaints: string[] = []
    visit.page.on('request', (request) => {
      if (!request.url().startsWith(visit.service.origin) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    visit.page.on('console', (message) => (message.type() === 'error' ? complaints.push(message.text()) : undefined))
    await visit.openSignedIn('/')
    await visit.page.click('#waiting [data-hold]')
    await visit.page.waitForSelector('.detail [part~="confirm"]')
    const refused = await visit.page.evaluate(() => {
      const attempts = [
        () => ((document.createElement('div') as { innerHTML: string }).innerHTML = '<b>x</b>'),
        () => (document.createElement('script').text = 'window.hacked = 1'),
        () =>
          (
            window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => unknown } }
          ).trustedTypes.createPolicy('lit-html', { createHTML: (text: string) => text }),
      ]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'done'
        } catch {
          return 'refused'
        }
      })
    })
    expect(refused).toEqual(['refused', 'refused', 'refused'])
    expect(elsewhere).toEqual([])
    expect(
      complaints.filter((text) => !/TrustedHTML|TrustedScript|trusted-types|unsafe-eval|Trusted Type/i.test(text)),
    ).toEqual([])
  })

  test('only the files of the inbox are served', () => {
    const script = pageFile('/page/app.js')?.body ?? ''
    expect(script).not.toMatch(/outerHTML|insertAdjacentHTML|document\.write\(|new Function\(|unsafeHTML/)
    expect(pageFile('/page/../secret')).toBeNull()
    expect(pageFile('/constructor')).toBeNull()
    expect(pageFile('/approvals/a/b')).toBeNull()
    expect(pageFile('/history//')).toBeNull()
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
