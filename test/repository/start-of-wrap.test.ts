/**
 * `wrap` starts its server before it loads anything else. A module that the entry imports on the way there is read by every
 * start of every host while the server does not even run yet.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const BUNDLE = join(import.meta.dirname, '../../packages/holdpoint/dist/bundle')
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g
const MOST_BYTES = 20_000

/** Everything that is loaded before the first line of the entry runs. */
function staticBytes(file: string, seen: Map<string, number> = new Map()): Map<string, number> {
  if (seen.has(file)) return seen
  const text = readFileSync(join(BUNDLE, file), 'utf8')
  seen.set(file, text.length)
  for (const [, imported] of text.matchAll(STATIC_IMPORT)) staticBytes(imported ?? '', seen)
  return seen
}

test('the entry loads next to nothing before the server is started', () => {
  const loaded = [...staticBytes('main.js')]
  const bytes = loaded.reduce((sum, [, size]) => sum + size, 0)
  expect(loaded.length).toBeGreaterThan(1)
  expect(bytes, loaded.map(([file, size]) => `${file}: ${size}`).join('\n')).toBeLessThan(MOST_BYTES)
})
