/** A name that packages export says one thing: two exports of the same name in two files would be mistaken for each other. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

/** Sources of what is published and of the pages; samples for tests are named like what they stand for. */
const SOURCES = [
  'packages/*/src/**/*.ts',
  'packages/holdpoint/inbox/src/**/*.ts',
  'packages/holdpoint/card-view/**/*.ts',
]

test('[X12.4] no name is exported by two files', () => {
  const files = execFileSync('git', ['ls-files', ...SOURCES], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((file) => !file.startsWith('packages/testing/'))
  expect(files.length).toBeGreaterThan(500)
  const homes = new Map<string, Set<string>>()
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(EXPORTED)) {
      homes.set(name, (homes.get(name) ?? new Set()).add(file))
    }
  }
  expect(
    [...homes].filter(([, where]) => where.size > 1).map(([name, where]) => `${name}: ${[...where].join(', ')}`),
  ).toEqual([])
})
