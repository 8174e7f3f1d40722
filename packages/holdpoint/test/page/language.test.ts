/**
 * What the page says before its script ran, and what the service says on it: each thing once, in the reader's language.
 */
import { say } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import { pageFile } from '../../src/page/index.ts'
import { visitPage } from '../browser/page-visit.ts'

const visit = visitPage()

const MANIFEST = '/page/manifest.webmanifest'

const OFF: readonly (readonly [sentence: string, english: string, chinese: string])[] = [
  [
    say('gateOffObserve'),
    'GATE OFF: the profile "observe" holds nothing; what would be held is recorded.',
    'GATE OFF：方案“observe”不拦下任何调用；本应拦下的会被记录。',
  ],
  [
    say('gateOffFor', { tenants: 'home, lab' }),
    'GATE OFF for home, lab: high-risk calls are approved automatically.',
    'GATE OFF（home, lab）：高风险调用会自动批准。',
  ],
]

describe('a gate that is off', () => {
  test.each(OFF)('%s is said once, above every page and under health', async (sentence, english, chinese) => {
    visit.gateOff = sentence
    await visit.openSignedIn('/health')
    const banner = visit.page.locator('.banner.gate-off p')
    const line = visit.page.locator('.health-line.bad span', { hasText: 'GATE OFF' })
    await expect
      .poll(async () => await banner.innerText())
      .toBe(`${english} Risky calls run without being asked about.`)
    expect(await line.innerText()).toBe(english)
    await visit.page.click('.side >> text=简体中文')
    await expect.poll(async () => await banner.innerText()).toBe(`${chinese} 有风险的调用不经询问就会执行。`)
    expect(await line.innerText()).toBe(chinese)
    visit.gateOff = null
  })
})

describe('without the script', () => {
  test('the document says what to do instead, in both languages', async () => {
    const context = await visit.browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(visit.service.origin)
    const said = page.locator('holdpoint-inbox p')
    expect(await said.allInnerTexts()).toEqual([
      'This page needs its script. Without it, decide in a terminal: holdpoint list',
      '本页需要运行脚本。没有脚本时，请在终端中决定：holdpoint list',
    ])
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await said.last().getAttribute('lang')).toBe('zh-CN')
    await context.close()
  })

  test.each([
    [null, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['de, zh;q=0.9', 'en'],
    ['en-GB,en;q=0.9,zh-CN;q=0.8', 'en'],
    ['zh;q=0, en;q=0.1', 'en'],
    ['zh;q=often', 'en'],
    ['zh-CN', 'zh-CN'],
    ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['en;q=0.3, ZH-hans ; q=0.7', 'zh-CN'],
  ])('a browser that asks for %s installs the page in %s', (languages, lang) => {
    const { body = '', headers = {} } = pageFile(MANIFEST, languages) ?? {}
    const manifest = JSON.parse(body) as { readonly lang: string; readonly description: string }
    expect(manifest.lang).toBe(lang)
    expect(/\p{Script=Han}/u.test(manifest.description)).toBe(lang === 'zh-CN')
    expect(headers['vary']).toBe('accept-language')
  })

  test('the service passes on what the browser asks for', async () => {
    const langOf = async (languages: string): Promise<unknown> => {
      const answer = await fetch(visit.service.origin + MANIFEST, { headers: { 'accept-language': languages } })
      return ((await answer.json()) as { readonly lang: unknown }).lang
    }
    expect(await Promise.all(['zh-CN,zh;q=0.9', 'en-US,en;q=0.9'].map(langOf))).toEqual(['zh-CN', 'en'])
  })
})
