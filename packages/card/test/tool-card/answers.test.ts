import { choicesFor, choicesIn } from '@holdpoint/core'
import { sampleHold, sampleRuling } from '@holdpoint/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { hold, preview } from '../../../../docs/showcase/samples.js'
import { describedBy } from './card-visit.ts'
import { ANSWER, QUESTION, visitQuestions } from './question-visit.ts'

const { visit, card, button, press, verdicts } = visitQuestions()

describe('answers', () => {
  beforeEach(async () => {
    await visit.show(QUESTION)
    await card('.row .main:not(:disabled)').waitFor()
  })

  test('decline takes a reason, and can be made to last', async () => {
    await button('More…').click()
    await button('Decline…').click()
    await card('[name=reason]').fill('  Use the test list.  ')
    await card('[name=for]').selectOption('session')
    await card('[name=arguments]').selectOption('any')
    await press('Decline')
    const grant = { for: 'session', arguments: 'any' }
    expect(await verdicts()).toEqual([{ ...ANSWER, answer: 'decline', reason: 'Use the test list.', grant }])
  })

  test('cancel ends the call', async () => {
    await press('Cancel call')
    expect(await verdicts()).toEqual([{ ...ANSWER, answer: 'cancel' }])
  })

  test('"Allow for …" asks how long, for which calls, how often and how much', async () => {
    await button('More…').click()
    await button('Allow for…').click()
    await card('[name=for]').selectOption({ label: '30 minutes' })
    await card('[name=times]').fill('3.5')
    await press('Run it and allow')
    expect(await verdicts()).toEqual([])
    expect(await card('.hint').innerText()).toBe('Not sent: a limit is wrong.')
    await card('[name=times]').fill('3')
    await card('[name=total]').fill('20000')
    await press('Run it and allow')
    const grant = { for: 1_800_000, arguments: 'same', times: 3, amount: { path: '/price_cents', total: 20_000 } }
    expect(await verdicts()).toEqual([{ ...ANSWER, answer: 'approve', grant }])
  })

  test('[X11.B5] the first answers are those of the hold, each does what it says, and an edit grants nothing', async () => {
    const session = { for: 'session', arguments: 'scope' } as const
    const choices = [
      {
        name: 'scope',
        answer: 'approve',
        words: 'Yes, and allow update_product\u202e in /tmp for this session',
        grant: session,
      },
      { name: 'once', answer: 'approve', words: 'Yes, only this once', grant: null },
      { name: 'no', answer: 'decline', words: 'No', grant: null },
    ] as const
    const opening = { ...QUESTION, id: 'opening', hold: hold({ choices }) }
    const yes = choices[0].words.replace('\u202e', '⟦U+202E⟧')
    await visit.show(opening)
    const row = [yes, 'Yes, only this once', 'No', 'Cancel call', 'More…']
    expect(await card('#row button').allInnerTexts()).toEqual(row)
    await press(yes)
    expect(await verdicts()).toEqual([{ ...ANSWER, answer: 'approve', grant: session }])
    await visit.show(opening)
    await press('Yes, only this once')
    expect(await verdicts()).toEqual([{ ...ANSWER, answer: 'approve' }])
    await visit.show(opening)
    await press('No')
    expect(await verdicts()).toEqual([{ ...ANSWER, answer: 'decline' }])
    await visit.show(opening)
    await button('More…').click()
    await button('Edit').click()
    await card('[part=panel]').getByLabel('Price in cents').fill('8800')
    await press('Run it once with changes')
    expect(await verdicts()).toMatchObject([
      { answer: 'approve', grant: null, edits: expect.stringContaining('8800') as string },
    ])
  })

  test('[X11.B5] where the hold offers no answers, the two for this call alone stand there, in the words of the core', async () => {
    await visit.show(QUESTION)
    const ruling = sampleRuling({})
    const given = choicesFor({ call: sampleHold().call, ruling })
    expect(await card('#row button').allInnerTexts()).toEqual([
      ...given.map(({ words }) => words),
      'Cancel call',
      'More…',
    ])
    await visit.show({ ...QUESTION, id: 'zh' }, { locale: 'zh-CN' })
    const chinese = choicesIn(given, 'x', 'zh-CN').map(({ words }) => words)
    expect(await card('#row button').allInnerTexts()).toEqual([...chinese, '取消调用', '更多…'])
  })

  test('high risk is allowed for what the hold offers', async () => {
    const offered = { grant_arguments: ['same', 'where'] as const }
    await visit.show({ ...QUESTION, hold: hold({ preview: preview({ risk: 'high' }), ...offered }) })
    await button('More…').click()
    await button('Allow for…').click()
    expect(await card('[name=arguments] option').allInnerTexts()).toEqual(['these arguments', 'under conditions'])
  })

  test('only what would be taken is offered, as far as the hold says so', async () => {
    const given = { editable: false, grant_arguments: ['same'], grant_lengths: ['session', 1_800_000] } as const
    await visit.show({ ...QUESTION, hold: hold(given) })
    expect(await button('Edit').count()).toBe(0)
    await button('More…').click()
    await button('Allow for…').click()
    expect(await card('[name=for] option').allInnerTexts()).toEqual(['this session', '30 minutes', 'other minutes…'])
    expect(await card('[name=arguments] option').allInnerTexts()).toEqual(['these arguments'])
    await button('Back').click()
    await button('Decline…').click()
    expect(await card('[name=for] option').allInnerTexts()).toEqual([
      'only this call',
      'this session',
      '30 minutes',
      'other minutes…',
    ])
    await visit.show({ ...QUESTION, hold: hold({ grantable: false }) })
    expect(await card('.row button').allInnerTexts()).toEqual(['Run it once', "Don't run it", 'Cancel call', 'More…'])
    expect(await card(':is(select, textarea)').count()).toBe(0)
  })

  test('an edit keeps types, shows the difference, and is sent as JSON text', async () => {
    await button('More…').click()
    await button('Edit').click()
    const panel = card('[part=panel]')
    expect(await button('Run it once with changes').isDisabled()).toBe(true)
    expect(await panel.innerText()).toContain('Nothing changed yet.')
    await panel.getByLabel('Price in cents').fill('2000000')
    expect(await panel.innerText()).toContain('Allowed: 0 to 1000000.')
    expect(await panel.getByLabel('Price in cents').evaluate(describedBy)).toBe('Allowed: 0 to 1000000.')
    expect(await button('Run it once with changes').isDisabled()).toBe(true)
    await panel.getByLabel('Price in cents').fill('9000')
    await panel.getByRole('switch').click()
    await panel.getByRole('radio', { name: 'autumn' }).check()
    expect(await panel.locator('.change').allInnerTexts()).toHaveLength(3)
    await press('Run it once with changes')
    const edits =
      '{"sku": "CHR-1005", "price_cents": 9000, "note": "Agreed with M. Ortiz", "notify": false, "season": "autumn"}'
    // No surface said what the edited arguments would open.
    expect(await verdicts()).toEqual([{ ...ANSWER, answer: 'approve', edits }])
  })

  test('an edit as raw JSON is refused until it is an object', async () => {
    await button('More…').click()
    await button('Edit').click()
    await card('[part=panel] .tools >> text=Raw JSON').click()
    const area = card('[part=panel] textarea')
    await area.fill('{"sku": ')
    expect(await area.evaluate(describedBy)).toBe('JSON of the right kind is expected.')
    // Neither the pressed view nor the other one takes away what was typed and cannot be read.
    for (const view of ['Raw JSON', 'Form view']) await card(`[part=panel] .tools >> text=${view}`).click()
    expect(await area.inputValue()).toBe('{"sku": ')
    await area.fill('[1]')
    expect(await button('Run it once with changes').isDisabled()).toBe(true)
    await area.fill('{"sku": "X", "price_cents": 150.0}')
    await press('Run it once with changes')
    expect((await verdicts())[0]).toMatchObject({ edits: '{"sku": "X", "price_cents": 150.0}' })
  })
})

test('no test of this file made a request or an error', () => {
  expect(visit.strayRequests).toEqual([])
  expect(visit.problems).toEqual([])
})
