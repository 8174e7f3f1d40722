import { expect, test } from 'vitest'
import { fitTitle, fitTitles } from '../../src/terminal/fit-titles.ts'
import { textWidth } from '../../src/terminal/text-width.ts'

test('what fits stays as it is', () => {
  expect(fitTitle('Overwrite report.md (8 → 12 lines)', 40)).toBe('Overwrite report.md (8 → 12 lines)')
})

test('the end of a path stays, whatever else has to go', () => {
  const title = 'write_file on files (path: "/home/ana/projects/site/content/report.md", content: "# Meeting notes")'
  expect(fitTitle(title, 60)).toMatch(/^write_file on files \(path: "…\/report\.md", content: "# Meeti…$/)
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
