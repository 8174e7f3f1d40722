/**
 * The bundles draw the card's templates by a renderer of their own: in every state, and after every press, as Lit draws
 * them.
 */
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { buildCard } from '../../../card/scripts/build.mjs'
import { hold, samples } from '../../../../docs/showcase/samples.js'
import { openChromium } from '../browser/page-browser.ts'

const ORIGIN = 'http://localhost:7433'
const CARD = join(import.meta.dirname, '../../../card/src/index.ts')

let browser: Browser
let lit: Page
let own: Page
const problems: string[] = []

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'holdpoint-templates-'))
  const open = async (name: string, options: { readonly alias?: Record<string, string> }): Promise<Page> => {
    const bundle = readFileSync(await buildCard({ entry: CARD, outfile: join(folder, name), ...options }), 'utf8')
    const page = await browser.newPage({ viewport: { width: 700, height: 900 } })
    page.on('pageerror', (error) => problems.push(error.message))
    await page.route('**/*', async (route) => {
      const isScript = route.request().url().endsWith('.js')
      await route.fulfill({
        body: isScript ? bundle : '<!doctype html><html lang="en"><script type="module" src="/card.js"></script><body>',
        contentType: isScript ? 'text/javascript' : 'text/html',
        // A host may allow markup from nobody but one policy.
        headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types lit-html" },
      })
    })
    await page.goto(ORIGIN)
    return page
  }
  browser = await openChromium()
  lit = await open('lit.js', { alias: {} })
  own = await open('own.js', {})
})

interface Step {
  readonly invocation?: unknown
  /** A control to press, to choose in or to type into. */
  readonly control?: string
  readonly value?: string
}

/** Takes the step and tells what stands in the card: elements, attributes, properties of fields and texts. */
async function take(step: Step): Promise<string> {
  type Card = HTMLElement & { invocation: unknown; updateComplete: Promise<void>; shadowRoot: ShadowRoot }
  const found = document.querySelector('tool-card') ?? document.body.appendChild(document.createElement('tool-card'))
  const card = found as Card
  if ('invocation' in step) card.invocation = step.invocation
  await card.updateComplete
  if (step.control !== undefined) {
    const control = card.shadowRoot.querySelector<HTMLInputElement>(step.control)
    if (control === null) throw new Error(`There is no ${step.control}.`)
    if (step.value === undefined) control.click()
    else {
      control.value = step.value
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
  // An opened section tells of itself a moment later.
  await new Promise((done) => setTimeout(done, 30))
  await card.updateComplete
  const tell = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element)) return ''
    if (node.matches('[role=timer]')) return '<timer>'
    const attributes = [...node.attributes].map(({ name, value }) => ` ${name}="${value}"`).toSorted()
    const { value, checked, disabled } = node as HTMLInputElement
    const field = 'value' in node ? JSON.stringify([value, checked, disabled]) : ''
    return `<${node.localName}${attributes.join('')}${field}>${[...node.childNodes].map(tell).join('')}</${node.localName}>`
  }
  return [...card.shadowRoot.childNodes].map(tell).join('')
}

const settled = async (step: Step): Promise<readonly [string, string]> =>
  await Promise.all([lit.evaluate(take, step), own.evaluate(take, step)])

async function same(step: Step): Promise<string> {
  let [one, other] = await settled(step)
  // What a card shows only after a moment, two pages need not show at the same moment.
  const giveUpAt = performance.now() + 60_000
  while (one !== other && performance.now() < giveUpAt) [one, other] = await settled({})
  expect(other, JSON.stringify(step).slice(0, 200)).toBe(one)
  return other
}

test('every state of the card, one after the other in the same element', async () => {
  for (const [name, invocation] of Object.entries(samples())) {
    expect((await same({ invocation: { ...invocation, id: name } })).length, name).toBeGreaterThan(500)
    await same({ control: '.name' })
  }
  expect(await same({ invocation: null })).toBe('')
})

test('a question, press by press: form, editor, standing answers, decline, verdict', async () => {
  const { question } = samples()
  const steps: readonly Step[] = [
    { invocation: question },
    { control: '.views :last-child' },
    { control: '.views :first-child' },
    { control: '#row [name=more]' },
    { control: '#row [name=edit]' },
    { control: '.panel #edit-1', value: '2000000' },
    { control: '.panel #edit-1', value: '9000' },
    { control: '.panel [role=switch]' },
    { control: '.panel [type=radio]' },
    { control: '.panel .views :first-child' },
    { control: '.panel textarea', value: '{"sku": ' },
    { control: '#row [name=back]' },
    { control: '#row [name=allow]' },
    { control: '[name=for]', value: 'minutes' },
    { control: '[name=arguments]', value: 'where' },
    { control: '[name=is-1]', value: 'between' },
    { control: '[name=is-0]', value: 'one-of' },
    { control: '[name=is-0]', value: '' },
    { control: '[name=arguments]', value: 'same' },
    { control: '#row [name=back]' },
    { control: '#row [name=decline]' },
    { control: '#row [name=back]' },
    { control: '#row [name=back]' },
    { control: '#row .no' },
    { invocation: { ...question, state: 'success', hold: { ...hold(), state: 'succeeded', decided_by: 'ana' } } },
  ]
  const seen = new Set<string>()
  for (const step of steps) seen.add(await same(step))
  expect(seen.size).toBeGreaterThan(15)
})

test('[D3] data that is shaped like a template, or like its marks, is text', async () => {
  const shaped = { strings: ['<img src=x onerror=alert(1)>'], values: [], _$litType$: 1 }
  const text = `{} <!--{}--> ${JSON.stringify(shaped)}`
  await same({
    invocation: {
      ...samples().success,
      id: 'shaped',
      tool: text,
      title: text,
      arguments: { [text]: shaped },
      content: [{ type: 'text', text }],
    },
  })
  expect(await own.locator('tool-card img').count()).toBe(0)
})

test('nothing went wrong on the way', () => {
  expect(problems).toEqual([])
})
