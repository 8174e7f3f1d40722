/**
 * A name that packages export says one thing: two exports of the same name in two files would be mistaken for each other,
 * and so would a type of a file's own that is called like one that another file exports.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm

const OWN_TYPE = /^(?:interface|class|type) (\w+)/gm

/** Sources of what is published and of the pages; samples for tests are named like what they stand for. Without `glob`, git finds no file directly in `src`. */
const SOURCES = [
  ':(glob)packages/*/src/**/*.ts',
  ':(glob)packages/holdpoint/inbox/src/**/*.ts',
  ':(glob)packages/card/view/**/*.ts',
]

const FILES = execFileSync('git', ['ls-files', ...SOURCES], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !file.startsWith('packages/testing/'))

/** By name, in which files it is said. */
function said(pattern: RegExp, files: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const homes = new Map<string, Set<string>>()
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(pattern)) {
      homes.set(name, (homes.get(name) ?? new Set()).add(file))
    }
  }
  return homes
}

test('[X12.4] the files looked at are those of every package, also directly in src', () => {
  expect(FILES.length).toBeGreaterThan(500)
  expect(FILES).toContain('packages/channels/src/channel.ts')
  expect(FILES).toContain('packages/holdpoint/src/main.ts')
})

test('[X12.4] no name is exported by two files', () => {
  expect(
    [...said(EXPORTED, FILES)]
      .filter(([, where]) => where.size > 1)
      .map(([name, where]) => `${name}: ${[...where].join(', ')}`),
  ).toEqual([])
})

test('[X12.4] no file calls a type of its own like one that another file exports', () => {
  // The played platforms of the tests use the platforms' words.
  const files = FILES.filter((file) => !file.startsWith('packages/channels/src/testing/'))
  const exported = said(EXPORTED, files)
  expect(
    [...said(OWN_TYPE, files)]
      .filter(([name]) => exported.has(name))
      .map(
        ([name, where]) => `${name}: ${[...where].join(', ')}, exported by ${[...(exported.get(name) ?? [])].join()}`,
      ),
  ).toEqual([])
})
