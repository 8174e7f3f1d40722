/** Whether a press on a card counts that the page around it makes hard to see. */
import { describe, expect, test } from 'vitest'
import { samples } from '../../../../docs/showcase/samples.js'
import { pressStill, standingStill } from '../../../holdpoint/test/browser/standing-still.ts'
import { visitCards } from './card-visit.ts'

const visit = visitCards()
const confirm = (): ReturnType<typeof visit.page.locator> =>
  visit.page.locator('tool-card .row').getByRole('button', { name: 'Run it once', exact: true })
const verdicts = async (): Promise<readonly unknown[]> =>
  (await visit.events()).filter(({ type }) => type === 'hold-verdict').map(({ detail }) => detail)
const around = async (style: { readonly [name: string]: string }): Promise<void> =>
  await visit.page.evaluate((wanted) => void Object.assign(document.body.style, wanted), style)

async function ask(style: { readonly [name: string]: string }): Promise<void> {
  await visit.show({ ...samples().question, id: JSON.stringify(style) })
  await standingStill(confirm())
  await confirm().focus()
  await around(style)
}

describe('a press does not count', () => {
  test.each([
    { opacity: '0.01' },
    { filter: 'opacity(0)' },
    { filter: 'opacity(1) opacity(0.1)' },
    { filter: 'drop-shadow(0 0 1px black) opacity(0.2)' },
    { maskImage: 'linear-gradient(transparent, rgb(0 0 0 / 2%))' },
    { transform: 'scale(0.02)' },
    { zoom: '0.02' },
  ])('[D13] under %j, and says so', async (style) => {
    await ask(style)
    // Long enough that only what the page does to the card is in the way.
    await visit.page.waitForTimeout(900)
    await visit.page.keyboard.press('Enter')
    const hint = visit.page.locator('tool-card .hint')
    await expect.poll(async () => await hint.textContent()).toContain('faint or tiny')
    expect(await verdicts()).toEqual([])
    await around(Object.fromEntries(Object.keys(style).map((name) => [name, ''])))
    await pressStill(confirm())
    expect(await verdicts()).toHaveLength(1)
  })

  test('[D13] inside the shadow of others, and where several veils add up', async () => {
    await ask({})
    await visit.page.evaluate(() => {
      const host = document.createElement('div')
      const veil = document.createElement('div')
      veil.style.opacity = '0.6'
      veil.append(document.createElement('slot'))
      host.attachShadow({ mode: 'open' }).append(veil)
      host.style.opacity = '0.6'
      const [card] = document.body.children
      document.body.append(host)
      host.append(card as Element)
    })
    await visit.page.waitForTimeout(900)
    await confirm().focus()
    await visit.page.keyboard.press('Enter')
    await expect.poll(async () => await visit.page.locator('tool-card .hint').textContent()).toContain('faint or tiny')
    expect(await verdicts()).toEqual([])
  })

  test('[D13] before what faded in has stood for a moment', async () => {
    await ask({ opacity: '0.1' })
    await visit.page.waitForTimeout(300)
    // At once after the veil is gone, whatever this machine is busy with.
    await visit.page.evaluate(() => {
      document.addEventListener('keydown', () => void (document.body.style.opacity = ''), { once: true, capture: true })
    })
    await visit.page.keyboard.press('Enter')
    await expect.poll(async () => await visit.page.locator('tool-card .hint').textContent()).toContain('just appeared')
    expect(await verdicts()).toEqual([])
  })
})

describe('a press counts', () => {
  test.each([
    { opacity: '0.9' },
    { backdropFilter: 'blur(4px)' },
    { filter: 'drop-shadow(0 0 4px black) grayscale(0.3)' },
    // Chats fade the edges of what scrolls so.
    { maskImage: 'linear-gradient(transparent, black 24px, black 90%, transparent)' },
    { transform: 'scale(0.9)' },
    { zoom: '0.8' },
    { zoom: '1.5' },
  ])('under %j', async (style) => {
    await ask(style)
    await pressStill(confirm())
    expect(await verdicts()).toHaveLength(1)
    await around(Object.fromEntries(Object.keys(style).map((name) => [name, ''])))
  })

  test('on glass', async () => {
    await ask({})
    await visit.page.evaluate(() => void (document.body.dataset['preset'] = 'glassmorphism'))
    await pressStill(confirm())
    expect(await verdicts()).toHaveLength(1)
    await visit.page.evaluate(() => void delete document.body.dataset['preset'])
  })
})
