import { describe, expect, test } from 'vitest'
import { CONFUSABLES_VERSION } from '../../src/confusable/confusables-table.ts'
import { createKnownNames, NOTHING_KNOWN } from '../../src/confusable/known-names.ts'
import { readLabel } from '../../src/confusable/punycode.ts'
import { skeletonOf } from '../../src/confusable/skeleton.ts'
import { findConfusables } from '../../src/policy/rating/confusable-names.ts'
import type { ConfusableFindings } from '../../src/policy/rating/confusable-names.ts'
import type { KnownNames } from '../../src/confusable/known-names.ts'
import type { JsonObject } from '../../src/json/json-value.ts'
import { sampleCall } from '../policy/policy-sample.ts'

const find = (sent: JsonObject, known: KnownNames = NOTHING_KNOWN): ConfusableFindings =>
  findConfusables(sampleCall('send_mail', sent), known)

const ODD: readonly JsonObject[] = [
  // Cyrillic and Greek letters among Latin ones.
  { to: 'ana@exаmple.com' },
  { to: 'аna@example.com' },
  { to: 'Ana <ana@exampⅼe-ѕhop.com>' },
  { url: 'https://pаypal.com/login' },
  { url: 'https://www.gοοgle.com' },
  { host: 'micrоsoft.com' },
  { text: 'send it to billing@аcme.com, please' },
  { url: 'https://user:pw@аpple.com:8443/x' },
  { url: 'https://ex%D0%B0mple.com/' },
  // Written in ASCII.
  { url: 'https://xn--pypal-4ve.com/' },
  { to: 'ana@xn--exmple-4nf.com' },
  { url: 'https://xn--80ak6aa92e.com/' },
  { url: 'https://аррӏе.com/' },
  { url: 'https://xn--zzzzzzzzzzzzzzz99999999999.com/' },
  // Letters that no name has by right.
  { url: 'https://𝐩aypal.com/' },
  { host: 'ɡoogle.com' },
  { host: 'acme\u2010corp.io' },
  { url: 'https://acme\u2212corp.io/x' },
  { host: 'ｇoogle.com' },
  // Files and folders.
  { path: '/srv/аpp/config.yaml' },
  { path: '/srv/арр-data/config.yaml' },
  { path: 'C:\\data\\rеport.docx' },
  { path: '/srv/Αdmin/x' },
  { filename: 'pаsswd' },
  { command: 'cat /etc/pаsswd' },
  { file: 'invоice.pdf' },
  { text: 'see ./rеadme.md' },
  { files: [{ path: '~/dосs/a1.md' }] },
  { branch: 'mаin' },
  { org: 'gооgle' },
  { package: 'lоdash' },
  { image: 'ngіnx:latest' },
  { targetEnvironment: 'prоd' },
  { projectName: 'аcme-web' },
  { wallet: '0х52908400098527886E0F7030069857D2E4169EE7' },
  { url: 'https://ɢithub.com' },
  { url: 'https://github.com／evil.io' },
  // Scripts that are never written together.
  { host: 'Ωмега.com' },
  { path: '/srv/данныε/x' },
]

const ORDINARY: readonly JsonObject[] = [
  { path: '报告-final.md' },
  { path: 'Q3\u2013Q4 report.md' },
  { text: 'pages 3\u20135 of a.md' },
  { path: '/srv/数据/2026年-report.xlsx' },
  { path: 'レポートv2.pdf' },
  { path: '보고서_final.docx' },
  { path: 'отчёт.txt' },
  { path: 'Договор_ООО_Acme.pdf' },
  { path: 'отчёт-final.docx' },
  { path: '/home/ana/Έγγραφα/notes.md' },
  { path: 'résumé.pdf' },
  { path: 'straße/größe.txt' },
  { path: 'ملف.txt' },
  { to: 'ana@example.com' },
  { to: 'josé@exämple.de' },
  { to: '田中@例え.jp' },
  { url: 'https://münchen.de/' },
  { url: 'https://пример.рф/путь' },
  { url: 'https://例え.テスト/a' },
  { url: 'https://example.com/путь/к/файлу' },
  { text: 'Wi-Fi-роутер и/или TCP/IP-протокол для iPhone’а' },
  { text: 'The α-helix is 5 μm long; Δx = 3, π ≈ 3.14' },
  { text: 'café résumé naïve' },
  { query: "SELECT 'отчёт' AS report" },
  { label: 'Δx' },
  { pattern: '/[а-яА-Яa-zA-Z]+/' },
  { command: "sed 's/а/a/g' file.txt" },
  { path: '/srv/emoji-🎉/x.md' },
  { text: '会议纪要 meeting notes v2.docx' },
]

describe('names that mix scripts', () => {
  test.each(ODD)('[X11.A6] %j is marked and high', (sent) => {
    const { rating, warnings } = find(sent)
    expect(rating).toMatchObject({ risk: 'high', rule: 'confusable name' })
    expect(warnings).not.toEqual([])
  })

  test.each(ORDINARY)('[X11.A6] %j is ordinary', (sent) => {
    expect(find(sent)).toEqual({ rating: null, warnings: [] })
  })

  test('[X11.A6] what an ASCII spelling stands for is said, also where nothing is odd about it', () => {
    expect(find({ url: 'https://xn--mnchen-3ya.de/' })).toEqual({
      rating: null,
      warnings: ['The name "xn--mnchen-3ya.de" stands for "münchen.de".'],
    })
  })

  test('[X11.A6] the sentence shows the letters by their codes', () => {
    expect(find({ to: 'ana@exаmple.com' }).warnings).toEqual([
      'The name "exаmple.com" mixes letters of several scripts or of none in use (а U+0430 Cyrillic), so it may pass for another.',
    ])
    expect(find({ url: 'https://xn--80ak6aa92e.com' }).warnings[0]).toMatch(
      /^The name "xn--80ak6aa92e.com \(аррӏе.com\)" reads as "apple"/,
    )
  })
})

const known = createKnownNames(['ana@example.com', 'https://api.paypal.com/x'.split('/')[2] ?? '', 'microsoft.com'])

describe('names that pass for a known one', () => {
  test.each([
    'ana@examp1e.com',
    'ana@exarnple.com',
    'ana@exampIe.com',
    'anа@example.com',
    'ana@exämple.com',
    'ANA@EXAMP1E.COM',
    'ana@example.corn',
    'https://paypa1.com/',
    'https://login.paypaI.com/',
    'https://pаypal.com/',
    'https://xn--pypal-4ve.com/',
    'rnicrosoft.com',
    'micr0soft.com',
    'mícrosoft.com',
    'micгosoft.com',
  ])('[X11.A6] %s', (name) => {
    const { rating, warnings } = find({ to: name }, known)
    expect(rating).toMatchObject({ risk: 'high', rule: 'confusable name' })
    expect(warnings).not.toEqual([])
  })

  test.each([
    'ana@example.com',
    'Ana@Example.COM',
    'bob@example.com',
    'https://www.paypal.com/',
    'https://api.paypal.com./x',
    'ana@example.org',
    'MICROSOFT.COM',
    'https://other.example/x',
    '10.0.0.1',
    'report.md',
  ])('[X11.A6] %s is no look-alike', (name) => {
    expect(find({ to: name }, known)).toEqual({ rating: null, warnings: [] })
  })

  test('[X11.A6] the sentence shows which characters differ', () => {
    expect(find({ to: 'ana@examp1e.com' }, known).warnings).toContain(
      'The name "examp1e.com" looks like "example.com", which is known here, but is another (1 U+0031 ≠ l U+006C).',
    )
    expect(find({ url: 'https://exarnple.com' }, known).warnings[0]).toMatch(/r U\+0072 n U\+006E ≠ m U\+006D/)
    expect(find({ url: 'https://paypaI.com' }, known).warnings[0]).toMatch(/I U\+0049 ≠ l U\+006C/)
  })

  test('[X11.A6] a name that was approved is known itself', () => {
    const both = createKnownNames(['example.com', 'examp1e.com'])
    expect(find({ url: 'https://examp1e.com' }, both).rating).toBeNull()
  })
})

test('[X11.A6] skeletons and labels', () => {
  expect(CONFUSABLES_VERSION).toBe('15.0.0')
  expect(skeletonOf('раураl')).toBe(skeletonOf('paypal'))
  expect(skeletonOf('example')).not.toBe(skeletonOf('exemple'))
  expect(readLabel('xn--mnchen-3ya')).toBe('münchen')
  expect(readLabel('xn--fiqs8s')).toBe('中国')
  expect(readLabel('xn--80ak6aa92e')).toBe('аррӏе')
  expect(readLabel('plain')).toBe('plain')
  expect(readLabel('xn--')).toBeNull()
  for (const label of ['bücher', '例え', 'пример', 'ελλάδα', 'परीक्षा', '한국'])
    expect(readLabel(new URL(`http://${label}.com`).hostname.split('.')[0] ?? '')).toBe(label)
})

test('[X11.A6] long and hostile texts do not stall', () => {
  const texts = [
    'a@'.repeat(50_000),
    'а.'.repeat(50_000),
    'http://'.repeat(20_000),
    `${'a'.repeat(100_000)}@`,
    'é/'.repeat(1000),
  ]
  const start = performance.now()
  for (const text of texts) find({ text }, known)
  expect(performance.now() - start).toBeLessThan(3000)
  const many = Array.from({ length: 6000 }, (_, index) => `https://h${index}.example`)
  expect(find({ many }, known).rating).toMatchObject({ risk: 'high' })
})
