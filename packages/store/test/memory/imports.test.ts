/** What importing the store in memory brings with it: the core and Node's own, no SQL and no native code. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ENTRY = new URL('../../dist/memory/index.js', import.meta.url)

/** Every name that the built files import, from the entry on, and the files among them. */
function follow(file: URL, files = new Set<string>(), names = new Set<string>()): ReadonlySet<string> {
  if (files.has(file.href)) return names
  files.add(file.href)
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)[\s(]*['"]([^'"]+)['"]/g)) {
    if (name.startsWith('.')) follow(new URL(name, file), files, names)
    else names.add(name)
  }
  return names
}

test('[X12.S1] the store in memory imports the core and Node, and nothing else', async () => {
  expect([...follow(ENTRY)].toSorted()).toEqual(['@holdpoint/core', 'node:crypto'])
  const { createMemoryStore } = await import('@holdpoint/store/memory')
  const store = createMemoryStore()
  await store.settings.put('a', '1', null)
  expect(await store.settings.get('a')).toBe('1')
  await store.close()
})
