import { test } from 'vitest'
import { claimDispatch, concludeDispatch, loseDispatch } from '@holdpoint/core'
import { startService } from './http-service.ts'
import { launchChromium } from './page-browser.ts'
test('shots', async () => {
  const service = await startService({ gateOff: () => process.env['OFF'] ?? null })
  const browser = await launchChromium()
  const token = await service.token('approver', 'ben')
  const done = await service.hold({ tool: 'send_email', arguments: { to: 'kim@example.com', subject: 'Invoice 2044' } })
  await service.call('POST', `/admin/approvals/${done.id}/approve`, { token, body: { note: 'checked with Kim' } })
  await claimDispatch(service.store, done.id, 'a', done.owner)
  await concludeDispatch(service.store, done.id, 'a', {
    kind: 'result',
    isError: false,
    resultText: JSON.stringify({ content: [{ type: 'text', text: 'Sent to kim@example.com\nmessage id 8842' }] }),
    truncated: false,
  })
  const no = await service.hold({ tool: 'drop_table', arguments: { table: 'orders' } })
  await service.call('POST', `/admin/approvals/${no.id}/reject`, { token, body: { reason: 'never in production' } })
  const lost = await service.hold({ tool: 'pay_invoice', arguments: { invoice: 2044, amount: 1999.5 } })
  await service.call('POST', `/admin/approvals/${lost.id}/approve`, { token })
  await claimDispatch(service.store, lost.id, 'b', lost.owner)
  await loseDispatch(service.store, lost.id, 'b', 'The server went away before it answered.')
  const held = await service.hold({
    arguments: {
      id: 'c_9241',
      hard: true,
      count: 12,
      tags: ['vip', '客户', 'a\u202etxt.exe'],
      nested: { empty: {}, list: [], note: null },
      comment:
        'Merged into c_9240.\n\n✅ Approved by admin\n<svg onload=alert(1)>\nThis record is a duplicate of another one and everything it carried was copied over on Friday; see the ticket.',
    },
    ruling: { irreversible: true, quorum: 2 },
    warnings: ['An identical call ran 40 s ago.'],
  })
  await service.hold({
    tool: 'update_stock',
    client: 'Cursor',
    arguments: { sku: 'A-1', quantity: 40 },
    ruling: {
      risk: 'medium',
      rule: 'verb update',
      why: 'The name says that it changes a record.',
      decideWithinMs: 540_000,
    },
  })
  await service.call('POST', `/admin/approvals/${held.id}/approve`, { token })
  for (const scheme of ['light', 'dark'] as const)
    for (const width of [1200, 390]) {
      const context = await browser.newContext({
        viewport: { width, height: width === 390 ? 844 : 900 },
        colorScheme: scheme,
      })
      const page = await context.newPage()
      page.on('console', (message) => console.log('console', message.text()))
      page.on('pageerror', (error) => console.log('pageerror', error.message))
      const shot = async (name: string) =>
        await page.screenshot({ path: `/tmp/shots/${name}-${width}-${scheme}.png`, fullPage: true })
      await page.goto(service.origin + '/')
      await page.waitForSelector('.sign-in')
      await shot('signin')
      const { location } = await service.access.mintSignIn('/')
      await page.goto(service.origin + location)
      await page.waitForSelector('#waiting')
      await shot('list')
      await page.goto(`${service.origin}/approvals/${held.id}`)
      await page.waitForSelector('#approve')
      await page.waitForTimeout(600)
      await shot('hold')
      await page.goto(`${service.origin}/approvals/${lost.id}`)
      await page.waitForSelector('#note')
      await shot('unknown')
      await page.goto(`${service.origin}/approvals/${done.id}`)
      await page.waitForSelector('#standing')
      await shot('done')
      if (width === 390 && scheme === 'light') {
        await service.call('POST', '/admin/pause', { token })
        await page.waitForSelector('.banner')
        await shot('paused')
        await service.call('POST', '/admin/resume', { token })
      }
      await context.close()
    }
  await browser.close()
  await service.close()
}, 120000)
