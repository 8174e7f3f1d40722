import { beforeEach, describe, expect, test } from 'vitest'
import { hold, preview, samples } from '../../../../docs/showcase/samples.js'
import { pressStill, standingStill } from '../../../holdpoint/test/browser/standing-still.ts'
import { choicesFor, choicesIn } from '@holdpoint/core'
import { sampleHold, sampleRuling } from '@holdpoint/testing'
import type { Invocation } from '../../src/invocation.ts'
import { describedBy, visitCards } from './card-visit.ts'

const visit = visitCards()
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)
const button = (name: string): ReturnType<typeof visit.page.locator> =>
  card('.row').getByRole('button', { name, exact: true })
/** What the card waits for before a press counts. */
const settle = async (): Promise<void> => await standingStill(card('#row'))
/** As a person does: bring it into view, look, press. */
const press = async (name: string): Promise<void> => await pressStill(button(name))
/** No time passes in the page meanwhile: how fast this machine presses is no part of what is proved. */
async function inNoTime(work: () => Promise<void>): Promise<void> {
  await visit.page.evaluate(() => {
    const [ran, now, passed] = [Date.now, Date.now(), performance.now()]
    Object.assign(window, { timeGoesOn: () => Object.assign(Date, { now: ran }) })
    Date.now = () => now
    performance.now = () => passed
  })
  await work()
  await visit.page.evaluate(() => {
    ;(window as unknown as { timeGoesOn: () => void }).timeGoesOn()
    Reflect.deleteProperty(performance, 'now')
  })
}
const verdicts = async (): Promise<readonly unknown[]> =>
  (await visit.events()).filter(({ type }) => type === 'hold-verdict').map(({ detail }) => detail)

const QUESTION: Invocation = samples().question
const HOLD = hold()
const ANSWER = { hold: HOLD.id, reason: null, edits: null, grant: null, digest: HOLD.digest }

const long = (lines: number): Invocation => {
  const items = Array.from({ length: lines }, (_, index) => ({ kind: 'literal' as const, text: String(index) }))
  return { ...QUESTION, id: `long-${lines}`, hold: hold({ preview: preview({ arguments: { kind: 'array', items } }) }) }
}

describe('the question', () => {
  test('shows risk, what will happen, what changes, who asks, and the agent’s words as a claim', async () => {
    await visit.show(QUESTION)
    expect(await card('[part=risk]').innerText()).toBe('Medium risk')
    expect(await card('.title').innerText()).toBe('Change the price of “Oak chair, natural”?')
    expect(await card('.change').first().innerText()).toMatch(/9900[\s\S]*→[\s\S]*8900/)
    expect(await card('.impact').innerText()).toContain('open orders')
    expect(await card('[part=claim]').innerText()).toContain('the manager agreed')
    expect(await card('#arguments').getAttribute('open')).not.toBeNull()
    expect(await card('.bytes').innerText()).toContain('"price_cents": 8900')
    expect(await card('[role=timer]').innerText()).toMatch(/^23:5\d:\d\d left to decide$/)
    await visit.show(samples().danger)
    expect(await card('.warning').first().innerText()).toBe('This cannot be undone.')
    expect(await card('.quorum').innerText()).toBe('1 of 2 approvals')
    // What cannot be undone, or needs several people, is never offered as a standing permission.
    expect(await button('Allow for…').count()).toBe(0)
  })

  test.each([
    ['en', 'Details', ['Asked by', 'Runs on', 'Identity', 'Rule']],
    ['zh-CN', '详情', ['请求者', '执行于', '标识', '规则']],
  ])(
    '[S4.8] title, why, warnings, content, claim, and then details that a key opens: %s',
    async (locale, name, labels) => {
      const told = { effect: 'Changes what is there now.', irreversible: true }
      await visit.show({ ...QUESTION, hold: hold({ preview: preview(told) }) }, { locale })
      const why = '[part=question] > p:nth-of-type(2)'
      const places = [
        '.title',
        why,
        '.warning',
        '[part=preview]',
        '#arguments',
        '[part=claim]',
        '[part=details]',
        '#row',
      ]
      const tops = await Promise.all(places.map(async (place) => (await card(place).first().boundingBox())?.y ?? 0))
      expect(tops).toEqual(tops.toSorted((one, other) => one - other))
      expect(new Set(tops).size).toBe(places.length)
      expect(await card(why).innerText()).toBe('Changes what is there now.')
      const details = card('[part=details]')
      const summary = details.locator('summary')
      expect([await summary.innerText(), await details.locator('dl').isVisible()]).toEqual([name, false])
      expect(await card('article').innerText()).not.toMatch(/support-bot|Claude Desktop/)
      await summary.focus()
      await visit.page.keyboard.press('Enter')
      expect(await details.locator('dt').allInnerTexts()).toEqual(labels)
      expect(await details.innerText()).toMatch(/support-bot[^]*Claude Desktop 1\.4/)
      // What a person opened stays open, with news too.
      await visit.update({ progress: { progress: 1 } })
      expect(await details.locator('dl').isVisible()).toBe(true)
    },
  )

  test('[X9] the claim is not shown to end users', async () => {
    await visit.show(QUESTION, { audience: 'end-user' })
    expect(await card('article').innerText()).not.toContain('the manager agreed')
    expect(await card('[part=claim]').count()).toBe(0)
  })

  test('numbers are spelled as they will be sent, not as they were parsed', async () => {
    const spelled = preview({
      arguments: { kind: 'object', entries: [{ key: 'total', value: { kind: 'literal', text: '1.50e2' } }] },
    })
    await visit.show({ ...QUESTION, arguments: { total: 150 }, hold: hold({ preview: spelled }) })
    expect(await card('.bytes').innerText()).toContain('"total": 1.50e2')
  })

  test('in Simplified Chinese, and in the words of a host', async () => {
    await visit.show(QUESTION, { locale: 'zh-CN' })
    expect(await card('[part=risk]').innerText()).toBe('中风险')
    expect(await button('仅运行这一次').count()).toBe(1)
    expect(await visit.badge()).toBe('⏳ 等待中')
    const messages = { confirm: 'Bestätigen', claim: 'Behauptung', region: 'Aufruf von {name}' }
    await visit.show(QUESTION, { messages })
    expect(await button('Bestätigen').count()).toBe(1)
    expect(await card('article').innerText()).toContain('Behauptung')
    expect(await card('article').getAttribute('aria-label')).toBe('Aufruf von update_product')
  })

  test('once decided the buttons are gone and the card says who, where and when', async () => {
    await visit.show(QUESTION)
    await visit.update({
      state: 'running',
      hold: { ...HOLD, state: 'approved', decided_by: 'ana', via: 'page', decided_at: '2026-11-15T20:40:18.975Z' },
    })
    expect(await card('[part=actions]').count()).toBe(0)
    const given = await card('[part=verdict]').innerText()
    expect(given).toMatch(/Approved by ana\s+via page · Nov 15, 2026/)
    await visit.show(samples().declined)
    expect(await card('[part=verdict]').innerText()).toContain('Use the test list first.')
    await visit.show(samples().approved)
    expect(await card('[part=verdict]').innerText()).toMatch(
      /Approved with changes by[\s\S]*quantity[\s\S]*12[\s\S]*10/,
    )
  })

  test('a deadline that passes takes the buttons away, also without news', async () => {
    await inNoTime(async () => {
      await visit.show({ ...QUESTION, hold: hold({}, 1.2 / 60) })
      await button('Run it once').click()
      expect(await card('.hint').innerText()).toContain('just appeared')
    })
    await card('.hint >> text=The time is over.').waitFor()
    expect(await card('.row button').count()).toBe(0)
  })

  test('a hold without its preview can be declined here, not confirmed', async () => {
    const { preview: _left, ...bare } = HOLD
    await visit.show({ ...QUESTION, hold: bare })
    expect(await button('Run it once').count()).toBe(0)
    expect(await button('Edit').count()).toBe(0)
    expect(await card('.hint').innerText()).toContain('cannot confirm')
    await button('More…').click()
    await button('Decline…').click()
    await press('Decline')
    expect(await verdicts()).toEqual([{ ...ANSWER, answer: 'decline' }])
  })
})

describe('a press counts only', () => {
  test('[D13] when the browser vouches for it', async () => {
    await visit.show(QUESTION)
    await settle()
    await visit.page.evaluate(() => {
      const buttons =
        document.querySelector('tool-card')?.shadowRoot?.querySelectorAll<HTMLElement>('.row button') ?? []
      for (const one of buttons) {
        if (!/run it/i.test(one.textContent ?? '')) continue
        one.click()
        one.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
      }
    })
    expect(await verdicts()).toEqual([])
    expect(await card('.hint').innerText()).toContain('no person pressed')
    await button('Run it once').click()
    expect(await verdicts()).toEqual([{ ...ANSWER, answer: 'approve' }])
  })

  test('[D13] 600 ms after the card appeared', async () => {
    await inNoTime(async () => {
      await visit.show(QUESTION)
      await button('Run it once').click()
      expect(await verdicts()).toEqual([])
      expect(await card('.hint').innerText()).toContain('just appeared')
    })
    await press('Run it once')
    expect(await verdicts()).toHaveLength(1)
  })

  test('[D13] 600 ms after the card moved', async () => {
    await visit.show(QUESTION)
    await settle()
    await inNoTime(async () => {
      await visit.page.evaluate(() => {
        const intruder = document.createElement('p')
        intruder.textContent = 'news'
        document.body.prepend(intruder)
      })
      await button('Run it once').click()
      expect(await verdicts()).toEqual([])
    })
    await press('Run it once')
    expect(await verdicts()).toHaveLength(1)
  })

  test('[D13] for the question that was read: another one in its place starts anew', async () => {
    await visit.show(QUESTION)
    await settle()
    await inNoTime(async () => {
      await visit.update({ hold: hold({ id: 'another', preview: preview({ rationale: 'Something else.' }) }) })
      await card('.row .main:not(:disabled)').waitFor()
      await button('Run it once').click()
      expect(await verdicts()).toEqual([])
    })
    await press('Run it once')
    expect(await verdicts()).toMatchObject([{ hold: 'another' }])
  })

  test('[D13] while the buttons can be seen', async () => {
    await visit.show(QUESTION)
    await settle()
    const fade = async (opacity: string): Promise<void> =>
      await visit.page.locator('tool-card').evaluate((element, value) => {
        element.style.opacity = value
      }, opacity)
    await fade('0')
    const place = await button('Run it once').boundingBox()
    await visit.page.mouse.click((place?.x ?? 0) + 20, (place?.y ?? 0) + 10)
    expect(await verdicts()).toEqual([])
    // A curtain that lets presses through does not let them count.
    await fade('1')
    await button('Run it once').focus()
    await visit.page.evaluate(() => {
      const curtain = document.createElement('div')
      Object.assign(curtain.style, { position: 'fixed', inset: '0', background: 'white' })
      document.body.append(curtain)
    })
    await settle()
    await visit.page.keyboard.press('Enter')
    expect(await verdicts()).toEqual([])
    expect(await card('.hint').innerText()).toContain('not in view')
  })

  test('once the end of the arguments was on screen', async () => {
    await visit.show(long(90))
    await settle()
    expect(await button('Run it once').isDisabled()).toBe(true)
    expect(await card('.hint').innerText()).toContain('Read to the end')
    await button('Run it once').click({ force: true })
    await card('.bytes').focus()
    await expect
      .poll(async () => {
        await visit.page.keyboard.press('PageDown')
        return await button('Run it once').isDisabled()
      })
      .toBe(false)
    await press('Run it once')
    expect(await verdicts()).toHaveLength(1)
  })

  test('arguments over 100 lines have to be expanded first', async () => {
    await visit.show(long(150))
    await card('.bytes').evaluate((box) => box.scrollTo(0, 1e6))
    await settle()
    expect(await button('Run it once').isDisabled()).toBe(true)
    await card('#arguments .more').click()
    await settle()
    expect(await button('Run it once').isDisabled()).toBe(true)
    await card('.bytes').evaluate((box) => box.scrollTo(0, 1e6))
    await card('.row .main:not(:disabled)').waitFor()
  })

  test('what was read stays read only for the same bytes', async () => {
    await visit.show(QUESTION)
    await card('.row .main:not(:disabled)').waitFor()
    await visit.update({ hold: { ...HOLD, approvals: 1 } })
    expect(await button('Run it once').isDisabled()).toBe(false)
    await visit.update({ hold: { ...HOLD, preview: long(90).hold?.preview as never } })
    expect(await button('Run it once').isDisabled()).toBe(true)
  })

  test('[D13] other arguments begin at their beginning: the end that was in view counts for nothing', async () => {
    await visit.show(long(60))
    await card('.bytes').evaluate((box) => box.scrollTo(0, 1e6))
    await card('.row .main:not(:disabled)').waitFor()
    const items = Array.from({ length: 60 }, (_, index) => ({ kind: 'literal' as const, text: `-${index}` }))
    await visit.update({ hold: hold({ preview: preview({ arguments: { kind: 'array', items } }) }) })
    await settle()
    expect(await card('.bytes').evaluate((box) => box.scrollTop)).toBe(0)
    expect(await button('Run it once').isDisabled()).toBe(true)
    await card('.bytes').evaluate((box) => box.scrollTo(0, 1e6))
    await card('.row .main:not(:disabled)').waitFor()
  })

  test('once: the buttons wait until the host has news', async () => {
    await visit.show(QUESTION)
    await button('Run it once').scrollIntoViewIfNeeded()
    await settle()
    await button('Run it once').dblclick()
    expect(await verdicts()).toHaveLength(1)
    expect(await card('.row').innerText()).toBe('Pending…')
    await visit.update({ hold: { ...HOLD } })
    expect(await button('Run it once').isDisabled()).toBe(false)
  })

  test('a host can say why it was refused', async () => {
    await visit.show(QUESTION, { notice: 'Already declined via Slack, by Ben.' })
    expect(await card('.hint').innerText()).toBe('Already declined via Slack, by Ben.')
  })
})

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
