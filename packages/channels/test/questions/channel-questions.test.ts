import { decide, toPeople } from '@holdpoint/core'
import { waitingHold } from '@holdpoint/testing/store'
import { describe, expect, test, vi } from 'vitest'
import { playChannel } from './played-channel.ts'
import { ANA, BOB, PEOPLE, STRANGER, button, codeOf, shownFor, start, textOf } from './question-scene.ts'

describe('[X13.4] a hold that waits is asked about in a chat', () => {
  test('a press of a mapped approver decides it, and every copy says who did', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const answer = await opened.slack.press(button(opened.slack, 'approve'), ANA)
    expect(answer.notice).toMatch(/^Approved/)
    expect(answer.message?.buttons).toEqual([])
    expect(await opened.get(hold.id)).toMatchObject({
      state: 'approved',
      verdicts: [{ answer: 'approve', by: 'slack:T1/U1', person: 'ana', via: 'channel', assurance: 'identified' }],
    })
    await vi.waitFor(() => expect(textOf(opened.slack)).toContain('Approved by ana'))
    expect(opened.slack.shown[0]?.message.buttons).toEqual([])
  })

  test('a press of someone who is not mapped, or may only look, decides nothing', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    for (const by of [STRANGER, { ...ANA, workspace: 'T2' }, { workspace: 'T1', user: 'U3', name: null }]) {
      const { notice } = await opened.slack.press(button(opened.slack, 'approve'), by)
      expect(notice).not.toMatch(/^Approved/)
      expect(notice).not.toBe('')
    }
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('an unsigned envelope decides nothing, whoever it names', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.press(button(opened.slack, 'approve'), ANA, { envelope: 'unsigned' })
    await opened.slack.write(`confirm ${await codeOf(opened, hold)}`, ANA, { envelope: 'unsigned' })
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('a reason is kept in whole characters, however long it is and however it was cut', async () => {
    const opened = await start()
    const [long, cut] = [await opened.ask(), await opened.ask()]
    await shownFor(opened.slack, 2)
    await opened.slack.write(`cancel ${await codeOf(opened, long)} x${'😀'.repeat(2000)}`, BOB)
    const at = opened.slack.shown.findIndex(({ message }) => JSON.stringify(message).includes(cut.id))
    await opened.slack.press(button(opened.slack, 'decline', at), BOB, { reason: `no \ud83d` })
    for (const { id } of [long, cut]) {
      const reason = (await opened.get(id))?.verdicts[0]?.reason ?? ''
      expect(reason).not.toMatch(/\p{Cs}/u)
      expect(reason.length).toBeLessThan(1200)
    }
    expect((await opened.get(cut.id))?.verdicts[0]?.reason).toBe('no \ufffd')
  })

  test('a decline carries its reason', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.press(button(opened.slack, 'decline'), BOB, { reason: 'wrong customer' })
    expect(await opened.get(hold.id)).toMatchObject({
      state: 'declined',
      verdicts: [{ by: 'slack:T1/U2', reason: 'wrong customer' }],
    })
  })

  test('a late press is answered with what happened, and changes nothing', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const [yes, no] = [button(opened.slack, 'approve'), button(opened.slack, 'decline')]
    await opened.slack.press(yes, ANA)
    const { notice } = await opened.slack.press(no, BOB)
    expect(notice).toContain('Approved by ana')
    expect((await opened.get(hold.id))?.verdicts).toHaveLength(1)
  })

  test('a button of another channel, a made-up one, and one pressed elsewhere are not known', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    for (const id of ['x', '', 'a'.repeat(5000), '__proto__', `${button(opened.slack, 'approve')} `]) {
      expect((await opened.slack.press(id, ANA)).notice).toMatch(/not known/)
    }
    const elsewhere = { place: { kind: 'group', id: 'another' } } as const
    expect((await opened.slack.press(button(opened.slack, 'approve'), ANA, elsewhere)).notice).toMatch(/not known/)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('a reply with the code decides; a bare word is answered with what to type', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const code = await codeOf(opened, hold)
    await opened.slack.write('confirm', ANA)
    expect(opened.slack.said.at(-1)?.text).toContain(`confirm ${code}`)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
    await opened.slack.write(`confirm ${code}`, ANA)
    expect(opened.slack.said.at(-1)?.text).toMatch(/^Approved/)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved', verdicts: [{ assurance: 'identified' }] })
  })

  test('talk between people is left alone; unknown codes are told, also those of a decided hold', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const code = await codeOf(opened, hold)
    for (const text of ['let me look', 'who ran this?', 'confirm it please']) await opened.slack.write(text, ANA)
    expect(opened.slack.said).toEqual([])
    await opened.slack.write('confirm 3A4B', ANA)
    expect(opened.slack.said.at(-1)?.text).toContain('3A4B')
    await opened.slack.write(`cancel ${code}`, BOB)
    await opened.slack.write(`confirm ${code}`, ANA)
    expect(opened.slack.said.at(-1)?.text).toContain('Declined by bob')
    expect(await opened.get(hold.id)).toMatchObject({ state: 'declined' })
  })

  test('edited, forwarded, quoted texts and those of bots decide nothing', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const code = await codeOf(opened, hold)
    for (const origin of ['edited', 'forwarded', 'quoted', 'bot'] as const) {
      await opened.slack.write(`confirm ${code}`, ANA, { origin })
    }
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('a code of one place names nothing in another', async () => {
    const opened = await start()
    const hold = await opened.ask()
    await shownFor(opened.slack)
    await opened.slack.write(`confirm ${await codeOf(opened, hold)}`, ANA, { place: { kind: 'group', id: 'random' } })
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })

  test('two people for a quorum of two; the same person on two platforms counts once', async () => {
    const opened = await start()
    const { ruling } = waitingHold({ id: 'any' })
    const hold = await opened.ask({ ruling: { ...ruling, quorum: 2 } })
    await shownFor(opened.slack)
    expect((await opened.slack.press(button(opened.slack, 'approve'), ANA)).notice).toMatch(/more people/)
    const again = await decide(opened.store, {
      hold: hold.id,
      tenant: hold.call.tenant,
      verdict: { answer: 'approve', by: 'feishu:K1/ou1', via: 'channel', assurance: 'identified', reason: null },
      people: PEOPLE,
    })
    expect(again.kind).not.toBe('decided')
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
    await vi.waitFor(() => expect(textOf(opened.slack)).toContain('1 of 2 people'))
    await opened.slack.press(button(opened.slack, 'approve'), BOB)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved' })
  })

  test('[X13.1] what does not fit cannot be approved here, neither by a press of its id nor by a reply', async () => {
    const opened = await start({}, playChannel('slack', 400))
    const hold = await opened.ask()
    await shownFor(opened.slack)
    const [delivery] = await opened.store.deliveries.ofHolds([hold.id])
    expect((await opened.slack.press(delivery?.buttons.approve ?? '', ANA)).notice).toMatch(/too long/)
    await opened.slack.write(`confirm ${delivery?.code ?? ''}`, ANA)
    expect(opened.slack.said.at(-1)?.text).toMatch(/too long/)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
    await opened.slack.write(`cancel ${delivery?.code ?? ''}`, ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'declined' })
  })

  test('[X13.2] where the rule demands the code, no button approves, a press of its id is told what to type, and the code decides', async () => {
    const opened = await start()
    const { ruling } = waitingHold({ id: 'any' })
    const hold = await opened.ask({ ruling: { ...ruling, code: 'always' } })
    await shownFor(opened.slack)
    expect(opened.slack.shown[0]?.message.buttons.map(({ tone }) => tone)).toEqual(['decline'])
    const [delivery] = await opened.store.deliveries.ofHolds([hold.id])
    const { notice } = await opened.slack.press(delivery?.buttons.approve ?? '', ANA)
    expect(notice).toContain(`confirm ${delivery?.code}`)
    await opened.slack.write('confirm', ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending', verdicts: [] })
    await opened.slack.write(`confirm ${delivery?.code}`, ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'approved', verdicts: [{ by: 'slack:T1/U1' }] })
    const declined = await opened.ask({ ruling: { ...ruling, code: 'always' } })
    await shownFor(opened.slack, 2)
    await opened.slack.press(button(opened.slack, 'decline', 1), BOB)
    expect(await opened.get(declined.id)).toMatchObject({ state: 'declined' })
  })

  test('a rule that names other rails is not asked here', async () => {
    const opened = await start()
    const { ruling } = waitingHold({ id: 'any' })
    await opened.ask({ ruling: { ...ruling, rails: ['page'] } })
    await opened.ask()
    await shownFor(opened.slack)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(opened.slack.shown).toHaveLength(1)
  })

  test('a person who was removed decides nothing from that moment on', async () => {
    let people = PEOPLE
    const opened = await start({ people: async () => people })
    const hold = await opened.ask()
    await shownFor(opened.slack)
    people = toPeople({ people: {}, tokens: [] }, [])
    await opened.slack.press(button(opened.slack, 'approve'), ANA)
    expect(await opened.get(hold.id)).toMatchObject({ state: 'pending' })
  })
})
