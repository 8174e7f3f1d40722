/** Whether a path lies under a folder, as conditions of grants ask it. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isFolder, isUnder } from '../../src/grant/path-under.ts'

describe('a path under a folder', () => {
  test.each<[string, string, boolean]>([
    ['/data/a.txt', '/data', true],
    ['/data', '/data', true],
    ['/data//./a', '/data/', true],
    ['/database/a', '/data', false],
    ['/data/../etc/passwd', '/data', false],
    ['/data/a/..', '/data', false],
    ['/data/..%2fetc', '/data', false],
    ['/data/%2e%2e/etc', '/data', false],
    ['/data\\..\\x', '/data', false],
    ['/data\\x', '/data', false],
    ['data/a', '/data', false],
    ['/etc', 'data', false],
    ['data/a', 'data', true],
    ['./data/a', 'data', true],
    ['~/data/a', 'data', false],
    ['$HOME/data', 'data', false],
    ['file:///data/a', '/data', false],
    ['//server/data/a', '/data', false],
    ['/data/a\u202eb', '/data', false],
    ['/data/a\u0000/../b', '/data', false],
    ['/data/a. ', '/data', false],
    ['/data/...', '/data', false],
    [' /data/a', '/data', false],
    ['C:\\data\\a', 'c:\\data', true],
    ['C:/data/a', 'C:\\data', true],
    ['C:\\data\\..\\a', 'C:\\data', false],
    ['D:\\data\\a', 'C:\\data', false],
    ['C:\\data\\a:stream', 'C:\\data', false],
    ['\\\\server\\data', 'C:\\data', false],
    ['', '/data', false],
  ])('%j under %j: %s', (path, folder, expected) => {
    expect(isUnder(path, folder)).toBe(expected)
  })

  test('every accepted path begins with the folder, segment by segment, and climbs nowhere', () => {
    const segment = fc.constantFrom('a', 'b', '..', '.', '', 'a..', '..a', '%2e', '~', 'a\\b', 'C:', ' ')
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), fc.boolean(), (segments, absolute) => {
        const path = `${absolute ? '/' : ''}${segments.join('/')}`
        if (!isUnder(path, '/a/b')) return
        expect(
          path
            .split('/')
            .filter((part) => part !== '' && part !== '.')
            .slice(0, 2),
        ).toEqual(['a', 'b'])
        expect(path).not.toMatch(/\.\.(?:\/|$)|\\|%/)
      }),
      { numRuns: 2000 },
    )
  })

  test('a folder is written out in full', () => {
    for (const folder of ['', '..', '~', '~/x', '$HOME', 'a/../b', 'https://x', '%TEMP%', '.']) {
      expect([folder, isFolder(folder)]).toEqual([folder, false])
    }
    for (const folder of ['/', '/data', 'data', 'C:\\data']) expect([folder, isFolder(folder)]).toEqual([folder, true])
  })
})
