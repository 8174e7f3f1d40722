import type { JsonObject } from '@holdpoint/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { hold, preview, samples } from '../../../../docs/showcase/samples.js'
import { standingStill } from '../../../holdpoint/test/browser/standing-still.ts'
import type { InvocationHold } from '../../src/invocation.ts'
import { describedBy, visitCards } from './card-visit.ts'

const visit = visitCards()
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)
const button = (name: string): ReturnType<typeof visit.page.locator> =>
  card('.row').getByRole('button', { name, exact: true })
/** What the card waits for before a press counts. */
const settle = async (): Promise<void> => await standingStill(card('#row'))
const verdicts = async (): Promise<readonly unknown[]> =>
  (await visit.events()).filter(({ type }) => type === 'hold-verdict').map(({ detail }) => detail)

describe('without a mouse', () => {
  test('approval by Tab and Enter alone: the arguments are read to their end, then the answer is awake', async () => {
    const items = Array.from({ length: 60 }, (_, index) => ({ kind: 'literal' as const, text: String(index) }))
    await visit.show({
      ...samples().question,
      hold: hold({ preview: preview({ arguments: { kind: 'array', items } }) }),
    })
    const focused = async (): Promise<string> =>
      await visit.page.evaluate(() => {
        const active = document.querySelector('tool-card')?.shadowRoot?.activeElement
        return active?.classList.contains('bytes') === true ? 'arguments' : (active?.textContent?.trim() ?? '')
      })
    const tabTo = async (name: string): Promise<void> => {
      for (let turn = 0; turn < 20 && (await focused()) !== name; turn++) await visit.page.keyboard.press('Tab')
      expect(await focused()).toBe(name)
    }
    await tabTo('arguments')
    expect(await button('Run it once').isDisabled()).toBe(true)
    await visit.page.keyboard.press('End')
    await card('.row .main:not(:disabled)').waitFor()
    await visit.page.keyboard.press('Tab')
    expect(await focused()).toBe('Details')
    await visit.page.keyboard.press('Tab')
    expect(await focused()).toBe('Run it once')
    await settle()
    await visit.page.keyboard.press('Enter')
    expect(await verdicts()).toMatchObject([{ answer: 'approve' }])
  })

  test('everything can be reached and answered by keyboard', async () => {
    await visit.show(samples().question)
    await card('.row .main:not(:disabled)').waitFor()
    const reached: string[] = []
    for (let turn = 0; turn < 14; turn++) {
      await visit.page.keyboard.press('Tab')
      const focused = await visit.page.evaluate(() => {
        const active = document.querySelector('tool-card')?.shadowRoot?.activeElement
        const style = active === null || active === undefined ? null : getComputedStyle(active)
        return { name: active?.textContent?.trim() ?? '', ring: style?.outlineStyle ?? 'none' }
      })
      if (focused.name === '') break
      expect(focused.ring).not.toBe('none')
      reached.push(focused.name.split('\n')[0] ?? '')
    }
    for (const name of ['update_product', 'Raw JSON', 'Copy', 'Run it once', "Don't run it", 'Cancel call', 'More…']) {
      expect(reached).toContain(name)
    }
    await button('More…').focus()
    await visit.page.keyboard.press('Enter')
    expect(await card('#row button').allInnerTexts()).toEqual(['Edit', 'Allow for…', 'Decline…', 'Back'])
    await button('Decline…').focus()
    await visit.page.keyboard.press('Enter')
    await card('[name=reason]').focus()
    await visit.page.keyboard.type('not now')
    await button('Decline').focus()
    await settle()
    await visit.page.keyboard.press('Space')
    expect(await verdicts()).toMatchObject([{ hold: hold().id, answer: 'decline', reason: 'not now' }])
  })
})

describe('the focus', () => {
  /** The innermost element that has it. */
  const focused = async (): Promise<string> =>
    await visit.page.evaluate(() => {
      let active: Element | null = document.activeElement
      while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
      const name = active?.getAttribute('name') ?? active?.getAttribute('part') ?? active?.id ?? ''
      return name === '' ? (active?.textContent?.trim() ?? '') : name
    })
  const enter = async (name: string): Promise<string> => {
    await button(name).focus()
    await visit.page.keyboard.press('Enter')
    return await focused()
  }

  test('goes into what was opened, and by Back to the button that opened it', async () => {
    const { question } = samples()
    await visit.show({ ...question, hold: hold({ grantable: true }) })
    await card('.row .main:not(:disabled)').waitFor()
    expect(await enter('More…')).toBe('edit')
    for (const [opener, field, back] of [
      ['Decline…', 'reason', 'decline'],
      ['Edit', 'edit-0', 'edit'],
      ['Allow for…', 'for', 'allow'],
    ] as const) {
      expect(await enter(opener)).toBe(field)
      expect(await enter('Back')).toBe(back)
    }
    expect(await enter('Back')).toBe('more')
  })

  test('[X11.E6] Escape closes what was opened, each panel to the button that opened it, and decides nothing', async () => {
    const { question } = samples()
    await visit.show({ ...question, hold: hold({ grantable: true }) })
    const outside: string[] = []
    await visit.page.exposeFunction('escaped', (key: string) => void outside.push(key))
    await visit.page.evaluate(() =>
      document.addEventListener('keydown', ({ key }) =>
        (window as unknown as { escaped: (key: string) => void }).escaped(key),
      ),
    )
    for (const [opener, field, back] of [
      ['Decline…', 'reason', 'decline'],
      ['Edit', 'edit-0', 'edit'],
      ['Allow for…', 'for', 'allow'],
    ] as const) {
      await enter('More…')
      expect(await enter(opener)).toBe(field)
      await visit.page.keyboard.press('Escape')
      expect(await card('.panel').count()).toBe(0)
      expect(await focused()).toBe(back)
      await visit.page.keyboard.press('Escape')
      expect(await focused()).toBe('more')
    }
    expect(outside).not.toContain('Escape')
    // With nothing open the key belongs to the page around the card.
    await visit.page.keyboard.press('Escape')
    expect(outside).toContain('Escape')
    expect(await verdicts()).toEqual([])
    await visit.show({ ...samples().error, error: { message: 'reset', retry: 'ask' } })
    await card('[name=retry]').focus()
    await visit.page.keyboard.press('Enter')
    // Never on the button that runs it again.
    expect(await focused()).toBe('back')
    await visit.page.keyboard.press('Escape')
    expect(await focused()).toBe('retry')
  })

  test('waits with the answer, then stands on the verdict, from whichever surface it came', async () => {
    await visit.show(samples().question)
    await enter('More…')
    expect(await enter('Decline…')).toBe('reason')
    await button('Decline').focus()
    await settle()
    expect(await enter('Decline')).toBe('Pending…')
    expect(await verdicts()).toMatchObject([{ answer: 'decline' }])
    await visit.page.keyboard.press('Enter')
    expect(await verdicts()).toHaveLength(1)
    await visit.update({ state: 'cancelled', hold: hold({ state: 'declined', decided_by: 'ana', via: 'page' }) })
    expect(await focused()).toBe('verdict')

    await visit.show({ ...samples().question, id: 'other' })
    await button("Don't run it").focus()
    await visit.update({ state: 'running', hold: hold({ state: 'approved', decided_by: 'ben', via: 'page' }) })
    expect(await focused()).toBe('verdict')
  })

  test('comes back to the answers where one was refused, and is on the head where no answer is left', async () => {
    const { question } = samples()
    await visit.show(question)
    await card('.row .main:not(:disabled)').waitFor()
    await settle()
    expect(await enter('Run it once')).toBe('Pending…')
    await visit.update({ title: 'refused' })
    // Beside the answers: a second press must give none.
    expect(await focused()).toBe('more')
    await settle()
    expect(await enter('Cancel call')).toBe('Pending…')
    await visit.update({ title: 'refused again' })
    expect(await focused()).toBe('more')
    expect(await enter('More…')).toBe('edit')
    expect(await enter('Decline…')).toBe('reason')
    expect(await enter('Back')).toBe('decline')
    expect(await verdicts()).toHaveLength(2)
    await visit.update({ hold: hold({ decide_by: new Date(0).toISOString() }) })
    expect(await focused()).toBe('update_product')
  })

  test('follows the question before a retry, and what was expanded', async () => {
    await visit.show(samples().error)
    await card('[part~=retry]').focus()
    await visit.page.keyboard.press('Enter')
    expect(await focused()).toBe('back')
    expect(await card('.panel').innerText()).toContain('Run again')
    expect(await enter('Back')).toBe('retry')
    await visit.page.keyboard.press('Enter')
    await visit.page.keyboard.press('Shift+Tab')
    await visit.page.keyboard.press('Enter')
    expect(await visit.badge()).toContain('Running')
    expect(await focused()).toBe('send_invoice')

    const items = Array.from({ length: 120 }, (_, index) => ({ kind: 'literal' as const, text: String(index) }))
    await visit.show({
      ...samples().question,
      hold: hold({ preview: preview({ arguments: { kind: 'array', items } }) }),
    })
    await card('.more').focus()
    await visit.page.keyboard.press('Enter')
    expect(await focused()).toBe('json')
  })

  test('stays where it is without a press: news and the clock do not move it', async () => {
    await visit.show(samples().question)
    await card('[part=name] >> xpath=..').focus()
    await visit.update({ title: 'news' })
    await visit.page.waitForTimeout(1200)
    expect(await focused()).toBe('update_product')
    await visit.page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await visit.update({ state: 'cancelled', hold: hold({ state: 'declined' }) })
    expect(await visit.page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })
})

describe('the form', () => {
  const SCHEMA = {
    type: 'object',
    properties: {
      mode: { type: 'string', enum: ['soft', 'hard'] },
      size: { type: 'number' },
      count: { type: 'integer', minimum: 0 },
      note: { type: 'string' },
      more: { type: 'string' },
    },
  } as const
  const panel = (): ReturnType<typeof card> => card('[part=panel]')

  beforeEach(async () => {
    const args = { mode: 'soft', size: 5, count: 1, note: 'x', more: 'y'.repeat(61) }
    await visit.show({ ...samples().question, id: 'form', arguments: args, inputSchema: SCHEMA, hold: formHold(args) })
  })

  test('takes what is typed key by key: signs, exponents, and a text that grows long', async () => {
    await button('More…').click()
    await button('Edit').click()
    const type = async (label: string, text: string): Promise<string> => {
      const field = panel().getByLabel(label)
      await field.click()
      await visit.page.keyboard.press('Control+A')
      await visit.page.keyboard.type(text)
      expect(await field.evaluate((input) => input.matches(':focus'))).toBe(true)
      return await field.inputValue()
    }
    expect(await type('size', '2e3')).toBe('2e3')
    expect(await type('size', '-7')).toBe('-7')
    expect(await type('count', '1.5')).toBe('1.5')
    expect(await panel().innerText()).toContain('A number of the right kind is expected.')
    expect(await type('count', '12')).toBe('12')
    expect(await type('note', 'a'.repeat(70))).toBe('a'.repeat(70))
    expect(await type('more', 'short')).toBe('short')
    await button('Run it once with changes').scrollIntoViewIfNeeded()
    await settle()
    await button('Run it once with changes').click()
    const edits = `{"mode": "soft", "size": -7, "count": 12, "note": "${'a'.repeat(70)}", "more": "short"}`
    expect(await verdicts()).toMatchObject([{ edits }])
  })

  test('[S4.5] numbers are spinners: arrows and buttons count, by one or by the multiple, within the bounds', async () => {
    const args = { size: 1.5, count: 3, price: 7, rate: 0.2, near: 9 }
    const inputSchema = {
      type: 'object',
      required: ['count'],
      properties: {
        size: { type: 'number', description: 'In metres.' },
        count: { type: 'integer', minimum: 2, maximum: 4 },
        price: { type: 'integer', multipleOf: 5 },
        rate: { type: 'number', multipleOf: 0.1 },
        near: { type: 'integer', maximum: 10 },
        more: { type: 'integer' },
      },
    } as const
    await visit.show({ ...samples().question, id: 'spin', arguments: args, inputSchema, hold: formHold(args) })
    await button('More…').click()
    await button('Edit').click()
    const field = (name: string): ReturnType<typeof card> => panel().getByRole('spinbutton', { name })
    const press = async (name: string, ...keys: readonly string[]): Promise<string> => {
      for (const key of keys) await field(name).press(key)
      expect(await field(name).evaluate((input) => input.matches(':focus'))).toBe(true)
      const now = await field(name).getAttribute('aria-valuenow')
      expect(now).toBe(await field(name).inputValue())
      return now ?? ''
    }
    expect(await press('size', 'ArrowUp')).toBe('2.5')
    expect(await press('count', 'ArrowUp')).toBe('4')
    expect(await press('count', 'ArrowUp')).toBe('4')
    expect(await press('count', 'ArrowDown', 'ArrowDown', 'ArrowDown')).toBe('2')
    expect(await press('price', 'ArrowUp')).toBe('10')
    expect(await press('price', 'ArrowDown')).toBe('5')
    expect(await press('rate', 'ArrowUp')).toBe('0.3')
    expect(await press('near', 'ArrowUp', 'ArrowUp')).toBe('10')
    expect(await press('more', 'ArrowDown')).toBe('-1')
    await field('size').fill('-')
    expect(await field('size').getAttribute('aria-valuenow')).toBeNull()
    await field('size').press('ArrowUp')
    expect(await field('size').inputValue()).toBe('-')
    expect(await field('size').evaluate(describedBy)).toBe(
      'the server says “In metres.” A number of the right kind is expected.',
    )
    await field('size').fill('')
    await field('size').pressSequentially('-7')
    expect(await field('size').inputValue()).toBe('-7')
    await field('size').locator('xpath=..').locator('button').last().click()
    expect(await field('size').inputValue()).toBe('-6')
    expect(await field('count').getAttribute('aria-required')).toBe('true')
    expect(await field('count').getAttribute('aria-valuemax')).toBe('4')
    await button('Run it once with changes').scrollIntoViewIfNeeded()
    await settle()
    await button('Run it once with changes').click()
    const [verdict] = (await verdicts()) as readonly { readonly edits: string }[]
    expect(JSON.parse(verdict?.edits ?? '')).toEqual({ size: -6, count: 2, price: 5, rate: 0.3, near: 10, more: -1 })
  })

  test('to be read and to be changed at once: labels and choices of one are not those of the other', async () => {
    await card('#arguments .tools >> text=Form view').click()
    await button('More…').click()
    await button('Edit').click()
    const checked = async (part: string): Promise<readonly boolean[]> =>
      await card(`${part} [type=radio]`).evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))
    expect(await checked('[part=panel]')).toEqual([true, false])
    await panel().getByRole('radio', { name: 'hard' }).check()
    expect(await checked('[part=panel]')).toEqual([false, true])
    expect(await checked('#arguments')).toEqual([true, false])
    const inPanel = await panel()
      .locator('label[for]')
      .evaluateAll((all) => all.map((one) => (one as HTMLLabelElement).control?.closest('.panel') !== null))
    expect(inPanel).toEqual([true, true, true, true])
    const ids = await card('[id]').evaluateAll((all) => all.map(({ id }) => id))
    expect(ids.length).toBe(new Set(ids).size)
  })

  test('the way to Raw JSON waits until every field can be read, and drops none of them', async () => {
    await button('More…').click()
    await button('Edit').click()
    await panel().getByLabel('note').fill('careful')
    await panel().getByLabel('size').fill('-')
    await panel().getByRole('button', { name: 'Raw JSON' }).click()
    expect(await panel().getByLabel('note').inputValue()).toBe('careful')
    expect(await panel().getByLabel('size').evaluate(describedBy)).toBe('A number of the right kind is expected.')
    await panel().getByLabel('size').fill('-2')
    await panel().getByRole('button', { name: 'Raw JSON' }).click()
    const raw = JSON.parse(await panel().getByRole('textbox').inputValue()) as unknown
    expect(raw).toMatchObject({ note: 'careful', size: -2 })
    await panel().getByRole('button', { name: 'Form view' }).click()
    expect(await panel().getByLabel('note').inputValue()).toBe('careful')
    expect(await panel().locator('.change').count()).toBe(2)
  })
})

function formHold(args: JsonObject): InvocationHold {
  const entries = Object.entries(args).map(([key, value]) => ({
    key,
    value: { kind: 'literal' as const, text: JSON.stringify(value) },
  }))
  return hold({ arguments: args, preview: preview({ arguments: { kind: 'object', entries } }) })
}

test('no test of this file made a request or an error', () => {
  expect(visit.strayRequests).toEqual([])
  expect(visit.problems).toEqual([])
})
