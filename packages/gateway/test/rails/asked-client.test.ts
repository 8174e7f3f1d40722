import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Depth one of the interface: what stands in a member's own type is not counted. */
test('[X12.3] a rail sees at most eight members of a caller', () => {
  const source = readFileSync(new URL('../../src/calls/caller.ts', import.meta.url), 'utf8')
  const body = /^export interface AskedClient \{\n([^]*?)^\}/m.exec(source)?.[1]
  const members = [...(body ?? '').matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, name]) => name)
  expect(members).toContain('ask')
  expect(members.length).toBeLessThanOrEqual(8)
})
