import { describe, expect, test } from 'vitest'
import { hold, preview, samples } from '../../../docs/showcase/samples.js'
import { visitCards } from './card-visit.ts'

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

  test('no test of this file made a request or an error', () => {
    expect(visit.strayRequests).toEqual([])
    expect(visit.problems).toEqual([])
  })
})
