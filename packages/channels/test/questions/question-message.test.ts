import { buildPreview } from '@holdpoint/core'
import type { Hold, Verdict } from '@holdpoint/core'
import type { ChannelMessage } from '../../src/index.ts'
import { HELD_CALL, sampleHold, sha256 } from '@holdpoint/testing'
import { describe, expect, test } from 'vitest'
import { endingLines, questionMessage } from '../../src/questions/question-message.ts'
import type { QuestionOptions } from '../../src/questions/question-message.ts'

const OPTIONS: QuestionOptions = {
  audience: 'approver',
  locale: 'en',
  code: '7F3K',
  buttons: { approve: 'b-yes', decline: 'b-no' },
  page: 'https://holdpoint.example/approvals/h1',
  here: 'slack',
  inGroup: true,
  signsReplies: true,
  now: 0,
  fits: () => true,
}

const textOf = ({ title, parts }: ChannelMessage): string => JSON.stringify([title, parts])
/** As a platform that takes so many characters in all. */
const upTo = (most: number) => (message: ChannelMessage) => textOf(message).length <= most

function holdOf(argumentsText: string, more: Partial<Hold> = {}): Hold {
  const hold = sampleHold({ call: { argumentsText }, ...more })
  const call = { ...HELD_CALL, argumentsText, arguments: JSON.parse(argumentsText) as never }
  return { ...hold, preview: buildPreview({ call, ruling: hold.ruling, definition: null, warnings: [], sha256 }) }
}

const APPROVED: Verdict = {
  answer: 'approve',
  by: 'slack:T1/U1',
  person: 'ana',
  via: 'channel',
  assurance: 'identified',
  at: 1_000,
  reason: null,
  edits: null,
}

describe('[X13.1] a question in a chat', () => {
  test.each(['en', 'zh-CN'])('[X13.2] says in %s that only the code approves, where the rule demands it', (locale) => {
    const hold = holdOf('{"id":"c_17"}')
    const demanding: Hold = { ...hold, ruling: { ...hold.ruling, code: 'always' } }
    const { message } = questionMessage(demanding, { ...OPTIONS, locale })
    expect(message.buttons.map(({ id }) => id)).toEqual(['b-no'])
    expect(textOf(message)).toContain(locale === 'en' ? 'by its code alone' : '只能凭代码批准')
    const withoutButtons = questionMessage(demanding, { ...OPTIONS, locale, buttons: null }).message
    expect(textOf(withoutButtons)).toContain(locale === 'en' ? 'Reply ' : '请回复')
  })

  test('shows what would run, who asks, until when, and how to answer', () => {
    const { message, whole } = questionMessage(holdOf('{"id":"c_17","note":"a\\nb"}'), OPTIONS)
    expect(whole).toBe(true)
    for (const words of ['delete_contact', 'id: c_17', '│ a', '│ b', 'local:ana', 'desk', 'crm', 'confirm 7F3K', 'UTC'])
      expect(textOf(message), words).toContain(words)
    expect(message.buttons.map(({ id, tone }) => [id, tone])).toEqual([
      ['b-yes', 'approve'],
      ['b-no', 'decline'],
    ])
    expect(message.link?.url).toBe('https://holdpoint.example/approvals/h1')
  })

  test('[S1.5] [X9] the claim of the agent is marked as such, and only approvers see it', () => {
    const hold = holdOf('{}')
    expect(questionMessage(hold, OPTIONS).message.parts).toContainEqual({
      kind: 'claim',
      label: 'The agent says (its claim, not a fact)',
      text: 'The user asked for it.',
    })
    const shown = questionMessage(hold, { ...OPTIONS, audience: 'requester' }).message
    expect(textOf(shown)).not.toContain('The user asked for it.')
  })

  test('what does not fit is shortened, says so, leads to the page and cannot be approved', () => {
    const long = JSON.stringify({ text: 'x'.repeat(50_000), list: Array.from({ length: 500 }, (_, n) => `item ${n}`) })
    for (const room of [1500, 3000, 10_000]) {
      const { message, whole } = questionMessage(holdOf(long), { ...OPTIONS, fits: upTo(room) })
      expect(whole).toBe(false)
      expect(textOf(message).length).toBeLessThanOrEqual(room)
      expect(message.buttons.map(({ tone }) => tone)).toEqual(['decline'])
      expect(textOf(message)).toContain('cannot be approved here')
      expect(textOf(message)).toContain('cancel 7F3K')
      expect(textOf(message)).not.toContain('confirm 7F3K')
      expect(message.link?.text).toBe('Read all of it')
    }
  })

  test('without a page that can be reached it gives no link, and says what to do', () => {
    const { message } = questionMessage(holdOf('{}'), { ...OPTIONS, page: null })
    expect(message.link).toBeNull()
    expect(textOf(message)).toContain('public_url is not set')
    expect(textOf(message)).not.toContain('localhost')
  })

  test('where no buttons are drawn, replies answer', () => {
    const { message } = questionMessage(holdOf('{}'), { ...OPTIONS, buttons: null })
    expect(message.buttons).toEqual([])
    expect(textOf(message)).toContain('Reply \\"confirm 7F3K\\"')
  })

  test('in Chinese', () => {
    const { message } = questionMessage(holdOf('{}'), { ...OPTIONS, locale: 'zh-CN' })
    expect(textOf(message)).toContain('确认 7F3K')
    expect(textOf(message)).toContain('风险：高')
    expect(message.buttons.map(({ text }) => text)).toEqual(['批准', '拒绝'])
  })

  test('in Chinese the title, the warnings and the reason are as well: no word of ours is left in English', () => {
    const hold = holdOf('{"id":"c_17"}')
    const warning = 'An identical call ran 40 s ago.'
    const asked = { ...hold, preview: { ...hold.preview, why: 'The verb "delete" is high-risk.', warnings: [warning] } }
    const said = textOf(questionMessage(asked, { ...OPTIONS, locale: 'zh-CN' }).message)
    const english = questionMessage(asked, OPTIONS).message.title.replace('delete_contact', '').trim()
    expect(english).not.toBe('')
    expect(said).not.toContain(english)
    expect(said).not.toMatch(/\b(identical|ran|ago|The verb|high-risk|Answer|Risk)\b/)
    const decided = holdOf('{}', { state: 'succeeded', verdicts: [APPROVED] })
    expect(questionMessage(decided, { ...OPTIONS, locale: 'zh-CN' }).message.title).not.toContain(english)
  })

  test.each([
    [30_000, 'less than a minute from now', '剩余不到 1 分钟'],
    [25 * 60_000, 'about 25 min from now', '剩余约 25 分钟'],
    [4 * 3_600_000 - 20_000, 'about 4 h from now', '剩余约 4 小时'],
    [3 * 86_400_000, 'about 3 days from now', '剩余约 3 天'],
  ])('[X13.1] says how much time is left when it is drawn: %d ms', (left, english, chinese) => {
    const hold = holdOf('{}')
    const now = hold.decideBy - left
    expect(textOf(questionMessage(hold, { ...OPTIONS, now }).message)).toMatch(
      new RegExp(`Answer by [^(]* UTC \\(${english}\\)\\.`),
    )
    expect(textOf(questionMessage(hold, { ...OPTIONS, now, locale: 'zh-CN' }).message)).toContain(
      `之前答复（${chinese}）`,
    )
  })

  test('once decided it says who, when and where, and has no button', () => {
    const decided = holdOf('{}', { state: 'succeeded', verdicts: [APPROVED] })
    const { message } = questionMessage(decided, OPTIONS)
    expect(message.buttons).toEqual([])
    expect(endingLines(decided, OPTIONS)).toEqual([
      'Approved by ana (slack:T1/U1), Jan 1, 1970, 12:00 AM UTC, in this chat.',
      'It ran.',
    ])
    expect(endingLines(decided, { ...OPTIONS, here: 'feishu' })[0]).toContain('in slack')
  })

  test('every way to end is said, and nothing is said of a person who did nothing', () => {
    const endings = (['expired', 'cancelled', 'invalidated'] as const).map((state) =>
      endingLines(holdOf('{}', { state, note: 'the policy now asks for more' }), OPTIONS).join(' '),
    )
    for (const words of endings) expect(words).toMatch(/did not run/)
    for (const words of endings) expect(words).not.toMatch(/ by /)
    const declined = { ...APPROVED, answer: 'decline' as const, reason: 'wrong order' }
    expect(endingLines(holdOf('{}', { state: 'declined', verdicts: [declined] }), OPTIONS)).toEqual([
      'Declined by ana (slack:T1/U1), Jan 1, 1970, 12:00 AM UTC, in this chat.',
      'Reason: wrong order',
    ])
  })

  test('one approval of two is counted in the question, which stays open', () => {
    const hold = holdOf('{}', { verdicts: [APPROVED] })
    const two = { ...hold, ruling: { ...hold.ruling, quorum: 2 } }
    const { message } = questionMessage(two, OPTIONS)
    expect(textOf(message)).toContain('1 of 2 people have approved.')
    expect(message.buttons).toHaveLength(2)
  })
})
