import type { JsonObject } from '@holdpoint/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { hold, preview, samples } from '../../../docs/showcase/samples.js'
import type { InvocationHold } from '../src/invocation.ts'
import { describedBy, visitCards } from './card-visit.ts'

const visit = visitCards()
const card = (selector: string): ReturnType<typeof visit.page.locator> => visit.page.locator(`tool-card ${selector}`)
const button = (name: string): ReturnType<typeof visit.page.locator> =>
  card('.row').getByRole('button', { name, exact: true })
/** What the card waits for before a press counts, and a little more. */
const settle = async (): Promise<void> => await visit.page.waitForTimeout(850)
const verdicts = async (): Promise<readonly unknown[]> =>
  (await visit.events()).filter(({ type }) => type === 'hold-verdict').map(({ detail }) => detail)

describe('without a mouse', () => {
  test('approval by Tab and Enter alone: the arguments are read to their end, then Confirm is awake', async () => {
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
    expect(await button('Confirm').isDisabled()).toBe(true)
    await visit.page.keyboard.press('End')
    await card('.row .main:not(:disabled)').waitFor()
    await visit.page.keyboard.press('Tab')
    expect(await focused()).toBe('Confirm')
    await settle()
    await visit.page.keyboard.press('Enter')
    expect(await verdicts()).toMatchObject([{ answer: 'approve' }])
  })

  test('everything can be reached and answered by keyboard', async () => {
    await visit.show(samples().question)
    await settle()
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
    for (const name of [
      'update_product',
      'Raw JSON',
      'Copy',
      'Confirm',
      'Decline…',
      'Edit',
      'Allow for…',
      'Cancel call',
    ]) {
      expect(reached).toContain(name)
    }
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
    await button('Confirm with changes').scrollIntoViewIfNeeded()
    await settle()
    await button('Confirm with changes').click()
    const edits = `{"mode": "soft", "size": -7, "count": 12, "note": "${'a'.repeat(70)}", "more": "short"}`
    expect(await verdicts()).toMatchObject([{ edits }])
  })

  test('to be read and to be changed at once: labels and choices of one are not those of the other', async () => {
    await card('#arguments .tools >> text=Form view').click()
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
