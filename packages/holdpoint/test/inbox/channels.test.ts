/** What people see of chats: which are set up, whether they are reached, and where each hold was asked about. */
import { readFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { decide, moveDelivery, reportChannels, say, toPeople } from '@holdpoint/core'
import type { ChannelReport, DeliveryEvent, Hold } from '@holdpoint/core'
import { plannedDelivery } from '@holdpoint/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { englishIn } from '../../../core/test/sentence/english-left.ts'
import { comeToRest, measure } from '../browser/page-measure.ts'
import { visitPage } from '../browser/page-visit.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PROCESS = 'another-process'
const visit = visitPage({
  people: toPeople({ people: { ana: { identities: ['feishu:K1/ou_ana'], roles: ['approver'] } }, tokens: [] }, []),
})

const FEISHU: ChannelReport = {
  name: 'feishu',
  platform: 'feishu',
  state: 'connected',
  problem: null,
  since: Date.now() - 7_200_000,
  lastConnected: Date.now(),
}
const DEAD: ChannelReport = {
  name: 'dingtalk',
  platform: 'dingtalk',
  state: 'refused',
  problem: say('channelRefused', { platform: 'DingTalk', why: 'invalidClientIdOrSecret' }),
  since: Date.now() - 60_000,
  lastConnected: Date.now() - 3_700_000,
}

afterEach(async () => await reportChannels(visit.service.store, PROCESS, null))

/** A question that one place did not take and another did. */
async function askedElsewhere(): Promise<Hold> {
  const { store } = visit.service
  const hold = await visit.service.hold()
  const tenant = hold.call.tenant
  let lastCode = 1000
  const ask = async (channel: string, instead: boolean, event: (lease: never) => DeliveryEvent): Promise<void> => {
    const planned = plannedDelivery({ id: randomUUID(), hold: hold.id, tenant, channel, instead })
    await store.deliveries.plan([planned], () => `${(lastCode += 1)}`)
    const [taken] = await store.deliveries.takeDue({
      channels: [{ name: channel, dedupes: true }],
      by: PROCESS,
      leaseMs: 60_000,
      limit: 1,
    })
    await moveDelivery(store, planned.id, event(taken?.job?.lease as never))
  }
  const problem = say('channelNoPlace', { platform: 'DingTalk', why: 'robotNotExist' })
  await ask('dingtalk', false, (lease) => ({ type: 'failed', lease, mayHaveArrived: false, problem }))
  await ask('feishu', true, (lease) => ({ type: 'sent', lease, ref: 'om_1', shows: 1, whole: true, remindAt: null }))
  return hold
}

const inChinese = async (): Promise<void> =>
  void (await visit.page.addInitScript(() => localStorage.setItem('holdpoint.locale', 'zh-CN')))

describe('[X13.4] the inbox shows the channels', () => {
  test('with none, it says how to set one up', async () => {
    await visit.openSignedIn('/channels')
    await visit.page.waitForSelector('.empty-state')
    expect(await visit.text('.empty-state')).toContain('holdpoint connect slack')
  })

  test('each with its state, what to do, and what stands open or was not delivered', async () => {
    await reportChannels(visit.service.store, PROCESS, [FEISHU, DEAD])
    await askedElsewhere()
    await visit.openSignedIn('/channels')
    await visit.page.waitForSelector('.channel')
    expect(await visit.text('.channel[aria-label=Feishu]')).toMatch(/connected\s+for 2 h\s+Open questions: 1/)
    const dead = await visit.text('.channel[aria-label=DingTalk]')
    expect(dead).toMatch(/refused\s+Last connected 1 h ago/)
    expect(dead).toContain('Correct them in the configuration, then start again.')
    expect(dead).toContain('Not delivered in the last day: 1')
    expect(await visit.page.locator('.side a[href="/channels"] .count').getAttribute('aria-label')).toBe(
      '1 not reached',
    )
    await visit.page.goto(`${visit.service.origin}/health`)
    const line = visit.page.locator('.health-line', { hasText: 'Channels' })
    await expect.poll(async () => await line.innerText()).toMatch(/DingTalk: refused · Feishu: connected/)
    expect(await line.getAttribute('class')).toContain('bad')
  })

  test('a process that is gone takes its report along, and nobody is told of a channel that no process has', async () => {
    await reportChannels(visit.service.store, PROCESS, [FEISHU])
    await visit.openSignedIn('/channels')
    await visit.page.waitForSelector('.channel .mark.connected')
    await reportChannels(visit.service.store, PROCESS, null)
    await visit.page.waitForSelector('.empty-state')
  })
})

describe('[X13.4] the page of a hold says where people were asked', () => {
  test('what did not arrive and why, what was asked instead, and where it was answered', async () => {
    const hold = await askedElsewhere()
    await visit.openSignedIn(`/approvals/${hold.id}`)
    await visit.page.waitForSelector('#asked-in-chats')
    const [failed = '', sent = ''] = await visit.page.locator('#asked-in-chats li').allInnerTexts()
    expect(failed).toMatch(/DingTalk · group oc_ops\s+not delivered: DingTalk does not let the bot write there/)
    expect(sent).toMatch(/Feishu · group oc_ops\s+asked instead\s+delivered /)
    await decide(visit.service.store, {
      hold: hold.id,
      tenant: null,
      verdict: { answer: 'approve', by: 'feishu:K1/ou_ana', via: 'channel', assurance: 'identified', reason: null },
      people: toPeople(
        { people: { ana: { identities: ['feishu:K1/ou_ana'], roles: ['approver'], tenants: ['home'] } }, tokens: [] },
        [],
      ),
    })
    await expect.poll(async () => await visit.text('#asked-in-chats')).toContain('answered here')
    expect(await visit.text('#decided-on')).toMatch(/^\s*Feishu, by ana/)
  })

  test('all of it in Chinese', async () => {
    await reportChannels(visit.service.store, PROCESS, [FEISHU, DEAD])
    const hold = await askedElsewhere()
    await inChinese()
    await visit.openSignedIn(`/approvals/${hold.id}`)
    await visit.page.waitForSelector('#asked-in-chats')
    const asked = await visit.text('#asked-in-chats')
    expect(asked).toContain('飞书')
    expect(englishIn(asked, ['DingTalk', 'oc_ops', 'robotNotExist']), asked).toEqual([])
    await expect.poll(async () => await visit.text('.timeline .delivery-failed')).toContain('不允许机器人')
    await visit.page.goto(`${visit.service.origin}/channels`)
    await visit.page.waitForSelector('.channel')
    const page = await visit.text('main')
    expect(englishIn(page, ['DingTalk', 'invalidClientIdOrSecret']), page).toEqual([])
  })
})

test.each([1280, 390])(
  '[X13.4] axe finds nothing in either at %i px, light and dark, and nothing scrolls sideways',
  async (width) => {
    await reportChannels(visit.service.store, PROCESS, [FEISHU, DEAD])
    const hold = await askedElsewhere()
    await visit.renew({ width, colorScheme: 'light' })
    await visit.context.addInitScript(AXE)
    await visit.openSignedIn('/')
    for (const [path, ready] of [
      ['/channels', '.channel'],
      [`/approvals/${hold.id}`, '#asked-in-chats'],
    ] as const) {
      await visit.page.goto(visit.service.origin + path)
      await visit.page.waitForSelector(ready)
      for (const colorScheme of ['light', 'dark'] as const) {
        await visit.page.emulateMedia({ colorScheme })
        await visit.page.evaluate(comeToRest)
        const found = await visit.page.evaluate(
          async () =>
            (await (globalThis as unknown as { axe: { run(): Promise<{ violations: object[] }> } }).axe.run())
              .violations,
        )
        expect([path, colorScheme, found]).toEqual([path, colorScheme, []])
        if (width < 1000) expect(await visit.page.evaluate(measure)).toEqual({ faint: [], small: [], wide: false })
      }
    }
  },
)
