import { buildPreview, decide, digestArguments } from '@holdpoint/core'
import type { Hold, JsonObject, Store } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { sha256 } from '@holdpoint/testing'
import { waitingHold } from '@holdpoint/testing/store'
import { describe, expect, test, vi } from 'vitest'
import { ChannelError } from '../../src/index.ts'
import type { Channel } from '../../src/index.ts'
import { playChannel } from './played-channel.ts'
import { ANA, BOB, PEOPLE, STRANGER, button, codeOf, shownFor, start, textOf } from './question-scene.ts'
import type { Opened } from './question-scene.ts'

const VIC = { workspace: 'T1', user: 'U3', name: null }
const { ruling } = waitingHold({ id: 'any' })

/** On the page, by the first of two. */
async function edit({ store }: Opened, hold: Hold, given: JsonObject): Promise<void> {
  const argumentsText = JSON.stringify(given)
  const digest = digestArguments(given, sha256)
  const call = { ...hold.call, arguments: given, argumentsText, digest }
  const preview = buildPreview({ call, ruling: hold.ruling, definition: null, warnings: [], entity: null, sha256 })
  const decision = await decide(store, {
    hold: hold.id,
    tenant: hold.call.tenant,
    verdict: { answer: 'approve', by: 'slack:T1/U1', via: 'page', assurance: 'identified', reason: null },
    people: PEOPLE,
    edit: { argumentsText, digest, ruling: hold.ruling, policyHash: hold.policyHash, preview },
  })
  expect(decision.kind).toBe('decided')
}

describe('[X13.4] whose word counts in a chat', () => {
  test('[F8] [E9] an unsigned envelope is nobody’s "no" either, and one who may only look has no word at all', async () => {
    const opened = await start()
    const [first, second] = [await opened.ask(), await opened.ask()]
    const relayed = await opened.ask({ ruling: { ...ruling, assurance: 'host' } })
    await shownFor(opened.slack, 3)
    const unsigned = { envelope: 'unsigned' } as const
    await opened.slack.write(`cancel ${await codeOf(opened, first)}`, ANA, unsigned)
    expect(opened.slack.said.at(-1)?.text).toMatch(/did not count/)
    await opened.slack.write(`cancel ${await codeOf(opened, second)}`, VIC, unsigned)
    await opened.slack.write(`confirm ${await codeOf(opened, relayed)}`, VIC, unsigned)
    for (const { id } of [first, second, relayed])
      expect(await opened.get(id)).toMatchObject({ state: 'pending', verdicts: [] })
    await opened.slack.write(`cancel ${await codeOf(opened, first)}`, ANA)
    expect(await opened.get(first.id)).toMatchObject({ state: 'declined', verdicts: [{ person: 'ana' }] })
  })

  test('[F8] an unsigned envelope decides nothing where a rule takes a host’s word, since people answer for others here', async () => {
    const opened = await start()
    const hold = await opened.ask({ ruling: { ...ruling, assurance: 'host' } })
    await shownFor(opened.slack)
    for (const word of ['confirm', 'cancel']) {
      await opened.slack.write(`${word} ${await codeOf(opened, hold)}`, ANA, { envelope: 'unsigned' })
      expect(opened.slack.said.at(-1)?.text).toMatch(/did not count/)
    }
    await opened.slack.press(button(opened.slack, 'approve'), ANA, { envelope: 'unsigned' })
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('[A12] a "no" is that of the people whom the rule asks, and may say why behind its code', async () => {
    const opened = await start()
    const hold = await opened.ask({ ruling: { ...ruling, approvers: ['ana'] } })
    await shownFor(opened.slack)
    const code = await codeOf(opened, hold)
    await opened.slack.press(button(opened.slack, 'decline'), BOB)
    await opened.slack.write(`cancel ${code}`, BOB)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
    // A yes stands alone: what follows it may take it back.
    await opened.slack.write(`confirm ${code} but only the first`, ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
    await opened.slack.write(`cancel ${code}: we still need it`, ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'declined', verdicts: [{ reason: 'we still need it' }] })
  })

  test('[F2] a reply that is told again decides once; one that was refused stays refused when it is told again', async () => {
    const slack = playChannel('slack')
    let isStuck = true
    const update: Channel['update'] = async (delivered, message) => {
      if (isStuck) throw new ChannelError('later', 'busy')
      await slack.channel.update(delivered, message)
    }
    const opened = await start({ channels: [{ ...slack.channel, update }] }, slack)
    const hold = await opened.ask({ ruling: { ...ruling, quorum: 2 } })
    await shownFor(slack)
    await edit(opened, hold, { path: '/tmp/other' })
    const reply = [`confirm ${await codeOf(opened, hold)}`, BOB, { event: 'again' }] as const
    await slack.write(...reply)
    expect(slack.said.at(-1)?.text).toMatch(/changed since/)
    isStuck = false
    await vi.waitFor(async () => {
      const [delivery] = await opened.store.deliveries.ofHolds([hold.id])
      expect(delivery?.shownRevision).toBe((await opened.get(hold.id))?.revision)
    }, 10_000)
    const said = slack.said.length
    await slack.write(...reply)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
    expect(slack.said).toHaveLength(said)
  })

  test('[F2] a reply whose process ended before the verdict counts when it is told again, for the arguments of its time', async () => {
    const store = createMemoryStore()
    let isDying = true
    const change: Store['holds']['change'] = async (id, step) =>
      isDying ? await Promise.reject(new Error('killed')) : await store.holds.change(id, step)
    const opened = await start({ store: { ...store, holds: { ...store.holds, change } } }, playChannel('slack'), store)
    const [kept, changed] = [await opened.ask(), await opened.ask({ ruling: { ...ruling, quorum: 2 } })]
    await shownFor(opened.slack, 2)
    const first = [`confirm ${await codeOf(opened, kept)}`, ANA, { event: 'first' }] as const
    const second = [`confirm ${await codeOf(opened, changed)}`, BOB, { event: 'second' }] as const
    await opened.slack.write(...first)
    await opened.slack.write(...second)
    isDying = false
    await edit(opened, changed, { path: '/tmp/other' })
    await opened.slack.write(...first)
    await opened.slack.write(...second)
    expect(await opened.get(kept.id)).toMatchObject({ state: 'approved', verdicts: [{ person: 'ana' }] })
    expect(await opened.get(changed.id)).toMatchObject({ state: 'pending', verdicts: [{ person: 'ana' }] })
  })

  test('[A12] what an account tries that stands for nobody is on record', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.press(button(opened.slack, 'approve'), STRANGER)
    await opened.slack.write(`cancel ${await codeOf(opened, hold)}`, STRANGER)
    const any = { tenant: null, since: null, server: null, tool: null, cursor: null }
    const { records } = await opened.store.audit.read({ ...any, hold: hold.id, limit: 100 })
    const refused = records.filter(({ kind }) => kind === 'decision-refused')
    expect(refused).toMatchObject([{ actor: 'slack:T1/U9' }, { actor: 'slack:T1/U9' }])
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
  })

  test('a reply that could not be looked at is answered, so that its author writes again', async () => {
    const store = createMemoryStore()
    let isSick = false
    const get: Store['holds']['get'] = async (id) =>
      isSick ? await Promise.reject(new Error('disk')) : await store.holds.get(id)
    const opened = await start({ store: { ...store, holds: { ...store.holds, get } } }, playChannel('slack'), store)
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const text = `confirm ${await codeOf(opened, hold)}`
    isSick = true
    await opened.slack.write(text, ANA)
    expect(opened.slack.said.map((line) => line.text)).toEqual([expect.stringContaining('write it again')])
    isSick = false
    await opened.slack.write(text, ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved' })
  })
})

describe('[X13.4] what a person had before them', () => {
  test('a press on a message from before the arguments were changed approves nothing, also once another copy shows them', async () => {
    const opened = await start()
    const hold = await opened.ask({ ruling: { ...ruling, quorum: 2 } })
    await shownFor(opened.slack)
    const former = button(opened.slack, 'approve')
    await edit(opened, hold, { name: 'SOMETHING-ELSE' })
    await vi.waitFor(async () => {
      const [delivery] = await opened.store.deliveries.ofHolds([hold.id])
      expect(delivery?.shownRevision).toBe((await opened.get(hold.id))?.revision)
    })
    expect(textOf(opened.slack)).toContain('SOMETHING-ELSE')
    const { notice, message } = await opened.slack.press(former, BOB)
    expect(notice).toMatch(/were changed since/)
    expect(JSON.stringify(message)).toContain('SOMETHING-ELSE')
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
    await opened.slack.press(button(opened.slack, 'approve'), BOB)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved' })
  })

  test('[X13.1] what was sent shortened is not approved by a reply, however much room there is by now', async () => {
    let page: string | null = `https://holdpoint.example/${'x'.repeat(3000)}`
    const opened = await start({ page: () => page }, playChannel('slack', 3500))
    const hold = await opened.ask()
    await shownFor(opened.slack)
    expect(textOf(opened.slack)).toContain('too long')
    page = null
    await opened.slack.write(`confirm ${await codeOf(opened, hold)}`, ANA)
    expect(opened.slack.said.at(-1)?.text).toMatch(/too long/)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })
})
