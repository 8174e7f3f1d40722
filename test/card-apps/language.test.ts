/** In a host that speaks Chinese the card says nothing of ours in English, from the question to how it ended. */
import { describe, expect, test } from 'vitest'
import { englishIn } from '../../packages/core/test/sentence/english-left.ts'
import { WITHIN, cardSays, chat, endChat, press } from './host/chat.ts'
import { holdpoint } from '../harness/decide.ts'
import { envelopeOf } from '../harness/answers.ts'

const CHINESE = { locale: 'zh-CN' }
/** Names, commands and texts of others. */
const OTHERS = [/verb \w+/g, /node [^\n]*/g, /not today/g, /item x52/g]

function english(text: string): readonly string[] {
  return englishIn(OTHERS.reduce((left, other) => left.replaceAll(other, '…'), text))
}

describe('the card in a Chinese host', () => {
  test('asks in Chinese: why, what a yes opens, what to do; and tells the decision', async () => {
    const here = await chat(CHINESE)
    const calling = here.host.call('delete_item', { id: 51 })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    const asked = await cardSays(view, /删除所指定的内容。/)
    expect(asked).toContain('\n删除 item 51\n')
    expect(english(asked)).toEqual([])
    await press(view, 'confirm')
    await calling
    const decided = await cardSays(view, /已批准/)
    expect(decided).toMatch(/通过\s*宿主的卡片/)
    await endChat(here)
  })

  test('says what a yes opens', async () => {
    const here = await chat({ ...CHINESE, drawsLate: true })
    await here.host.call('create_item', { name: 'x52' })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    const asked = await cardSays(view, /是，并在本次会话中允许以任意参数调用 create_item/)
    expect(asked).toContain('\n创建 item x52\n')
    expect(english(asked)).toEqual([])
    await endChat(here)
  })

  test('leads to the page with the reason, where it cannot decide', async () => {
    const rule = 'rules: [{ name: signed, match: { tool: delete_item }, risk: high, assurance: identified }]'
    const here = await chat({ ...CHINESE, drawsLate: true }, {}, rule)
    await here.host.call('delete_item', { id: 53 })
    const view = await here.host.view()
    const asked = await cardSays(view, /无法在此决定，请在页面上决定。/)
    expect(english(asked)).toEqual([])
    await endChat(here)
  })

  test('tells how it ended: declined in a terminal with a reason, denied by a rule, outcome unknown', async () => {
    const never = `{ name: never, match: { tool: delete_item }, when: 'args.id == 55', answer: deny }`
    const rules = `answer_within: 1s\nrules: [${never}]`
    const here = await chat({ ...CHINESE, drawsLate: true }, {}, rules)
    const held = await here.host.call('delete_item', { id: 54 })
    const { approval_id: id } = envelopeOf({ jsonrpc: '2.0', result: held })
    const view = await here.host.view()
    await view.confirm.waitFor(WITHIN)
    const words = ['reject', id, '--reason', 'not today']
    expect((await holdpoint(here.home, words, { as: 'approver' })).code).toBe(0)
    const declined = await cardSays(view, /已拒绝/)
    expect(declined).toContain('not today')
    expect(english(declined)).toEqual([])

    await here.host.call('delete_item', { id: 55 })
    const denied = await cardSays(await here.host.view(1), /策略拒绝了 delete_item：规则“never”的答复是拒绝。/)
    expect(english(denied)).toEqual([])

    await here.host.call('hang_delete', { n: 56 })
    const hanging = await here.host.view(2)
    await press(hanging, 'confirm')
    const unknown = await cardSays(hanging, /结果未知/)
    expect(english(unknown)).toEqual([])
    await endChat(here)
  })
})
