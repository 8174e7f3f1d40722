import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { samples } from '../../../../docs/showcase/samples.js'
import { ORIGIN, visitCards } from './card-visit.ts'
import { measureContrast } from './contrast.ts'

const visit = visitCards()
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PRESETS = [
  'material3',
  'material_expressive',
  'material2',
  'terminal_classic',
  'brutalist',
  'cyberpunk_neon',
  'glassmorphism',
  'minimalist_mono',
]

/** What a style says of an element, wherever it stands. */
const LOOKS =
  'color background-color padding margin-top border-top border-radius font-size font-weight font-family display gap unicode-bidi white-space cursor position overflow-x list-style'.split(
    ' ',
  )

interface AxeReport {
  readonly id: string
  readonly nodes: readonly string[]
}

/** Every sample in one preset, with its parts opened: forms, panels, the question before a retry. */
async function openShowcase(query: string): Promise<void> {
  await visit.page.setViewportSize({ width: 1120, height: 4400 })
  await visit.page.goto(`${ORIGIN}/showcase/?${query}`)
  await visit.page.waitForFunction(() => document.querySelectorAll('tool-card').length > 10)
  await visit.page.evaluate(async () => {
    const press = async (sample: string, ...names: string[]): Promise<void> => {
      const card = document.querySelector(`[data-sample=${sample}]`) as HTMLElement & { updateComplete: Promise<void> }
      for (const name of names) {
        await card.updateComplete
        const buttons = [...(card.shadowRoot?.querySelectorAll<HTMLElement>('button, summary') ?? [])]
        buttons.find((button) => button.matches(name))?.click()
        await card.updateComplete
      }
    }
    const choose = async (sample: string, name: string, value: string): Promise<void> => {
      const list = document
        .querySelector(`[data-sample=${sample}]`)
        ?.shadowRoot?.querySelector<HTMLSelectElement>(`[name=${name}]`)
      if (list === null || list === undefined) throw new Error(`${sample} has no ${name}`)
      list.value = value
      list.dispatchEvent(new Event('change', { bubbles: true }))
      await (list.getRootNode() as ShadowRoot & { host: { updateComplete: Promise<void> } }).host.updateComplete
    }
    await press('success', '[part=name]', '.views :last-child')
    await press('question', '[name=more]', '[name=edit]')
    await press('danger', '[name=more]', '[name=decline]')
    await choose('danger', 'for', 'minutes')
    await choose('danger', 'arguments', 'where')
    for (const [name, rule] of [
      ['is-0', 'one-of'],
      ['is-1', 'equal'],
    ] as const)
      await choose('danger', name, rule)
    await press('error', '[part~=retry]')
    await press('pending', '[part=name]')
    await press('streaming', '[part=name]')
    await press('content', '.structured summary')
    for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done))
  })
}

/**
 * The opened showcase in another look. Presets are custom properties and themes a colour scheme, so the cards need not
 * be drawn anew, and axe is quicker on a page that it knows.
 */
async function dress(preset: string, theme: string): Promise<void> {
  const opened = `${ORIGIN}/showcase/?preset=material3&theme=light`
  if (visit.page.url() !== opened) await openShowcase(new URL(opened).search.slice(1))
  const panels = await visit.page.evaluate(
    async (look) => {
      document.documentElement.style.colorScheme = look.theme
      const section = document.querySelector('section') as HTMLElement
      section.dataset['preset'] = look.preset
      const heading = section.querySelector('h2') as HTMLElement
      heading.textContent = look.preset
      for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done))
      return [...document.querySelectorAll('tool-card')].filter(
        (card) => card.shadowRoot?.querySelector('.panel') !== null,
      ).length
    },
    { preset, theme },
  )
  // What was opened is still open.
  expect(panels).toBe(3)
}

async function runAxe(): Promise<readonly AxeReport[]> {
  if (!(await visit.page.evaluate(() => 'axe' in window))) await visit.page.evaluate(AXE)
  return await visit.page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (context: string, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    const { violations } = await axe.run('main', { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html.slice(0, 160)) }))
  })
}

/** The colours that are painted in a corner of a glass card over walls that could hardly be worse. */
async function glassOverWalls(theme: string): Promise<readonly string[]> {
  await visit.page.setViewportSize({ width: 600, height: 300 })
  await visit.page.goto(`${ORIGIN}/showcase/?preset=glassmorphism&theme=${theme}&only=pending`)
  const box = await visit.page.locator('tool-card article').boundingBox()
  const clip = { x: (box?.x ?? 0) + 200, y: (box?.y ?? 0) + 6, width: 1, height: 1 }
  const colors: string[] = []
  for (const wall of ['black', 'white', 'rgb(255 0 0)', 'rgb(0 120 255)']) {
    await visit.page.evaluate(
      (color) => document.querySelector('section')?.style.setProperty('background', color),
      wall,
    )
    const picture = (await visit.page.screenshot({ clip })).toString('base64')
    colors.push(await visit.page.evaluate(readPixel, picture))
  }
  return colors
}

async function readPixel(picture: string): Promise<string> {
  const image = new Image()
  image.src = `data:image/png;base64,${picture}`
  await image.decode()
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
  context.drawImage(image, 0, 0)
  return `rgb(${[...context.getImageData(0, 0, 1, 1).data].slice(0, 3).join(' ')})`
}

describe('[S4.8] every state in every preset, light and dark', () => {
  for (const preset of PRESETS) {
    for (const theme of ['light', 'dark']) {
      test(`${preset}, ${theme}: axe finds nothing, every text has a contrast of 4.5`, async () => {
        const walls = preset === 'glassmorphism' ? await glassOverWalls(theme) : [null]
        expect(new Set(walls).size).toBe(walls.length)
        await dress(preset, theme)
        expect(await runAxe()).toEqual([])
        for (const wall of walls) {
          const report = await visit.page.evaluate(measureContrast, wall)
          const cards = report.weak.filter(({ where }) => !where.startsWith('h'))
          expect(cards, wall ?? '').toEqual([])
          expect(report.texts).toBeGreaterThan(150)
        }
      })
    }
  }

  test('the measurement finds a weak text', async () => {
    await openShowcase('preset=material3&theme=light')
    await visit.page.evaluate(() => document.querySelector('section')?.style.setProperty('--hp-text-soft', '#999'))
    expect((await visit.page.evaluate(measureContrast, null)).weak.length).toBeGreaterThan(10)
  })

  test('a preset on any ancestor, on the card itself, or a single token changes the look', async () => {
    await visit.page.goto(`${ORIGIN}/showcase/?preset=brutalist&theme=light&only=pending`)
    const article = visit.page.locator('tool-card article')
    const look = async (): Promise<readonly string[]> =>
      await article.evaluate((element) => {
        const { borderTopWidth, borderTopLeftRadius, fontFamily } = getComputedStyle(element)
        return [borderTopWidth, borderTopLeftRadius, fontFamily.split(',')[0] ?? '']
      })
    await article.waitFor()
    expect(await look()).toEqual(['2px', '0px', 'system-ui'])
    await visit.page.evaluate(() =>
      document.querySelector('tool-card')?.setAttribute('data-preset', 'terminal_classic'),
    )
    expect((await look()).slice(1)).toEqual(['0px', 'ui-monospace'])
    expect(await visit.page.locator('[part=name]').evaluate((name) => getComputedStyle(name, '::before').content)).toBe(
      '"["',
    )
    await visit.page.evaluate(() => document.querySelector('tool-card')?.style.setProperty('--hp-radius', '31px'))
    expect((await look())[1]).toBe('31px')
  })

  test('[S4.8] the outline and the glow of neon are in the accent colour, whichever that is', async () => {
    await visit.show(samples().success)
    const looks = async (accent: string): Promise<readonly string[]> =>
      await visit.page.evaluate((colour) => {
        const card = document.querySelector('tool-card') as HTMLElement
        card.dataset['preset'] = 'cyberpunk_neon'
        card.style.setProperty('--hp-accent', colour)
        const { borderTopColor, boxShadow } = getComputedStyle(card.shadowRoot?.querySelector('article') as Element)
        return [borderTopColor, ...(boxShadow.match(/color\(srgb [\d.]+ [\d.]+ [\d.]+/g) ?? [])]
      }, accent)
    expect(await looks('rgb(255, 0, 0)')).toEqual(['rgb(255, 0, 0)', 'color(srgb 1 0 0', 'color(srgb 1 0 0'])
    expect(await looks('rgb(0, 0, 255)')).toEqual(['rgb(0, 0, 255)', 'color(srgb 0 0 1', 'color(srgb 0 0 1'])
  })

  test('on a phone, a long name of the server does not break our words', async () => {
    await visit.page.setViewportSize({ width: 390, height: 844 })
    const server = { name: 'stripe-production-eu-west-customer-billing', trust: 'trusted', state: 'connected' } as const
    await visit.show({ ...samples().success, id: 'narrow', server })
    const lines = await visit.page.evaluate(() => {
      const heading = document.querySelector('tool-card')?.shadowRoot?.querySelector('#result summary')
      const word = [...(heading?.childNodes ?? [])].find((node) => node.textContent === 'Result') as Text
      const range = document.createRange()
      range.selectNodeContents(word)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
    await visit.page.setViewportSize({ width: 900, height: 900 })
  })

  test('the theme variables of a host are used where no preset speaks', async () => {
    await visit.page.goto(`${ORIGIN}/showcase/?theme=light&only=pending`)
    await visit.page.locator('tool-card article').waitFor()
    const surface = await visit.page.evaluate(() => {
      document.documentElement.style.setProperty('--color-background-primary', 'rgb(1 2 3)')
      document.documentElement.style.setProperty('--border-radius-lg', '7px')
      document.querySelector('section')?.removeAttribute('data-preset')
      const style = getComputedStyle(
        document.querySelector('tool-card')?.shadowRoot?.querySelector('article') as Element,
      )
      return [style.backgroundColor, style.borderTopLeftRadius]
    })
    expect(surface).toEqual(['rgb(1, 2, 3)', '7px'])
  })

  test('[S4.8] right to left, in Chinese, and on a narrow phone: nothing is cut or wider than the page', async () => {
    await openShowcase('preset=material3&theme=light&locale=zh-CN&dir=rtl')
    expect(await runAxe()).toEqual([])
    const sides = await visit.page.locator('tool-card[data-sample=pending]').evaluate((card) => {
      const place = (selector: string): number =>
        card.shadowRoot?.querySelector(selector)?.getBoundingClientRect().x ?? 0
      return place('[part=badge]') < place('[part=icon]')
    })
    expect(sides).toBe(true)
    await visit.page.setViewportSize({ width: 320, height: 4400 })
    for (const dir of ['rtl', 'ltr']) {
      await visit.page.evaluate((value) => (document.documentElement.dir = value), dir)
      const over = await visit.page.evaluate(() => {
        const main = document.querySelector('main')?.getBoundingClientRect()
        return [...document.querySelectorAll('tool-card')].flatMap((card) =>
          [...(card.shadowRoot?.querySelectorAll('article, header, .row, .bytes, .content, .panel, .facts') ?? [])]
            .map((element) => ({ name: element.className || element.localName, box: element.getBoundingClientRect() }))
            .filter(({ box }) => box.right > (main?.right ?? 0) + 1 || box.left < (main?.left ?? 0) - 1)
            .map(({ name }) => name),
        )
      })
      expect(over).toEqual([])
    }
  })

  test('in forced colours what is chosen, switched on or connected can still be seen', async () => {
    await visit.page.emulateMedia({ forcedColors: 'active' })
    await visit.page.goto(`${ORIGIN}/showcase/?preset=material3&theme=light&only=question`)
    const card = visit.page.locator('tool-card')
    await card.locator('[name=more]').click()
    await card.locator('[name=edit]').click()
    await card.locator('.panel [type=radio]').first().check()
    const looks = await card.evaluate((element) => {
      const paint = (selector: string, pseudo?: string): string => {
        const found = element.shadowRoot?.querySelector(selector)
        if (found === null || found === undefined) throw new Error(`There is no ${selector}.`)
        return getComputedStyle(found, pseudo).backgroundColor
      }
      return {
        views: [paint('.views [aria-pressed=true]'), paint('.views [aria-pressed=false]')],
        segments: [paint('.segments :checked + span'), paint('.segments :not(:checked) + span')],
        switch: [paint('.panel [role=switch]', '::before'), paint('.panel [role=switch]')],
        dot: [paint('.dot'), paint('article')],
      }
    })
    for (const [name, [one, other]] of Object.entries(looks)) expect(one, name).not.toBe(other)
    await visit.page.emulateMedia({ forcedColors: null })
  })

  test('the bundle looks as its sources do, however little it takes to say so', async () => {
    const looks = async (): Promise<readonly string[]> =>
      await visit.page.locator('tool-card').evaluate(
        (card, looked) =>
          [...(card.shadowRoot?.querySelectorAll('*') ?? [])].map((element) => {
            const style = getComputedStyle(element)
            return [element.localName, ...looked.map((name) => `${name} ${style.getPropertyValue(name)}`)].join('; ')
          }),
        LOOKS,
      )
    const press = async (...buttons: readonly string[]): Promise<void> => {
      for (const name of buttons) await visit.page.locator(`tool-card >> ${name}`).first().click()
    }
    await visit.page.setViewportSize({ width: 1120, height: 3000 })
    const pressed = (name: string): readonly string[] =>
      name === 'question' ? ['#arguments .views button:last-child', '#row .plain'] : []
    const sources = new Map<string, readonly string[]>()
    for (const name of Object.keys(samples())) {
      await visit.page.goto(`${ORIGIN}/showcase/?preset=material3&theme=light&only=${name}`)
      await visit.page.locator('tool-card article').waitFor()
      await press(...pressed(name))
      sources.set(name, await looks())
    }
    for (const [name, invocation] of Object.entries(samples())) {
      await visit.show(invocation)
      await visit.page.evaluate(() => document.querySelector('tool-card')?.setAttribute('data-preset', 'material3'))
      await press(...pressed(name))
      expect(await looks(), name).toEqual(sources.get(name))
      expect(sources.get(name)?.length, name).toBeGreaterThan(20)
    }
  })

  test('no test of this file made a request or an error', () => {
    expect(visit.strayRequests).toEqual([])
    expect(visit.problems).toEqual([])
  })
})
