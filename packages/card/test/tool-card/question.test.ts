import { describe, expect, test } from 'vitest'
import { hold, preview, samples } from '../../../../docs/showcase/samples.js'
import type { Invocation } from '../../src/invocation.ts'
import { ANSWER, HOLD, QUESTION, visitQuestions } from './question-visit.ts'

const { visit, card, button, settle, press, inNoTime, verdicts } = visitQuestions()

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

  test('what is taken out and what is put in stand in one column', async () => {
    const content = [
      { key: 'edits', text: '', kind: 'text' },
      { key: null, text: '… 7 unchanged lines', kind: 'note' },
      { key: null, text: '- a', kind: 'removed' },
      { key: null, text: '+ b', kind: 'added' },
    ] as const
    await visit.show({ ...QUESTION, hold: hold({ content }) })
    await card('.bytes .value.added').waitFor()
    const places = await card('.bytes .value').evaluateAll((values) =>
      values.slice(1).map((value) => value.getBoundingClientRect().left),
    )
    expect(new Set(places).size).toBe(1)
    expect(places).toHaveLength(3)
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
test('no test of this file made a request or an error', () => {
  expect(visit.strayRequests).toEqual([])
  expect(visit.problems).toEqual([])
})
