import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitTitle, fitTitles } from '../../src/terminal/fit-titles.ts'
import { textWidth } from '../../src/terminal/text-width.ts'

test('what fits stays as it is', () => {
  expect(fitTitle('Overwrite report.md (8 → 12 lines)', 40)).toBe('Overwrite report.md (8 → 12 lines)')
})

test('the end of a path stays, whatever else has to go', () => {
  const title = 'write_file on files (path: "/home/ana/projects/site/content/report.md", content: "# Meeting notes")'
  expect(fitTitle(title, 60)).toMatch(/^write_file on files \(path: "…\/report\.md", content: "# Meet…\)$/)
  for (let width = 24; width < 90; width++) expect(fitTitle(title, width)).toContain('/report.md')
  expect(fitTitle(String.raw`read_file on files (path: "C:\Users\ana\secret\plan.docx")`, 30)).toContain('plan.docx')
  expect(fitTitle('open_page on web (url: "https://bank.example/a/b/c/d/pay.html")', 58)).toContain(
    'https://bank.example/…/pay.html',
  )
})

test('titles that would look the same show where they differ', () => {
  const [one, two, same] = fitTitles(
    ['delete_item on ledger (id: 1)', 'delete_item on ledger (id: 2)', 'delete_item on ledger (id: 1)'],
    20,
  )
  expect(one).toMatch(/id: 1\)$/)
  expect(two).toMatch(/id: 2\)$/)
  expect(same).toBe(one)
  const paths = fitTitles(['Edit /srv/app/one/src/a/index.ts now', 'Edit /srv/app/two/src/a/index.ts now'], 18)
  expect(new Set(paths).size).toBe(2)
})

test('every width is kept to, wide characters and marks are cut in no two', () => {
  const titles = [
    '删除联系人'.repeat(9),
    `a⟦U+202E⟧${'b⟦U+001B⟧'.repeat(20)}/x/y/${'n'.repeat(50)}`,
    'c/'.repeat(80),
    '',
  ]
  for (let width = 1; width < 60; width++) {
    for (const text of fitTitles(titles, width)) {
      expect(textWidth(text)).toBeLessThanOrEqual(width)
      expect(text.replaceAll(/⟦U\+[0-9A-F]{4}⟧/g, '')).not.toMatch(/[⟦⟧]/)
    }
  }
})

const word = fc.constantFrom(
  'Overwrite',
  'Delete',
  '删除',
  'report',
  'x',
  '编辑',
  'entities:',
  '👩‍👩‍👧',
  '⟦U+202E⟧',
  'to',
  '→',
  '12',
)
const segment = fc.constantFrom(
  'src',
  'notes',
  '会议',
  'a-very-long-folder-name',
  'b',
  'index',
  'the-quarter-report-final',
)
const path = fc.array(segment, { minLength: 1, maxLength: 6 }).map((segments) => `/${segments.join('/')}.md`)
const bracketed = fc
  .tuple(fc.constantFrom('()', '[]', '（）', '「」'), fc.array(fc.oneof(word, path), { maxLength: 5 }))
  .map(([[open = '', close = ''], words]) => `${open}${words.join(' ')}${close}`)
const title = fc.array(fc.oneof(word, path, bracketed), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(' '))
const WIDTHS = [24, 33, 45, 61, 80]

describe('[D3] a title, however wide its column', () => {
  test('never ends in the middle of a bracket, and keeps to its width', () => {
    fc.assert(
      fc.property(title, fc.constantFrom(...WIDTHS), (text, width) => {
        const fitted = fitTitle(text, width)
        expect(textWidth(fitted)).toBeLessThanOrEqual(width)
        for (const [open = '', close = ''] of ['()', '[]', '（）', '「」']) {
          expect(fitted.split(open).length, fitted).toBe(fitted.split(close).length)
        }
      }),
    )
  })

  test('keeps the end of a path, and of every path that it still names', () => {
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 3 }), fc.constantFrom(...WIDTHS), (paths, width) => {
        const fitted = fitTitle(`Move ${paths.join(' to ')} now`, width)
        const ends = paths.map((each) => each.slice(each.lastIndexOf('/') + 1))
        const named = fitted.split(/ to |Move | now|…(?= |$)/).filter((part) => /[\p{L}]/u.test(part))
        expect(named.length, fitted).toBeGreaterThan(0)
        for (const [index, part] of named.filter((each) => each.endsWith('.md')).entries()) {
          const end = ends[index] ?? ''
          expect(part.endsWith(end) || end.endsWith(part.replace(/^.*…/u, '')), `${fitted} | ${end}`).toBe(true)
        }
        expect(fitted, fitted).toMatch(/\.md/)
      }),
    )
  })
})

test('calls whose titles differ in one place are told apart in a list', () => {
  fc.assert(
    fc.property(title, title, path, path, fc.constantFrom(...WIDTHS), (before, after, one, other, width) => {
      fc.pre(one !== other)
      const titles = [`${before} ${one} ${after}`, `${before} ${other} ${after}`]
      expect(new Set(fitTitles(titles, width)).size, fitTitles(titles, width).join('\n')).toBe(2)
    }),
    { numRuns: 60 },
  )
})
