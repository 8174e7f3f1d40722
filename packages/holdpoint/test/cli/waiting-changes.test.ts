/** Pins that cannot be read wait for a person like any other change, and keep no other change from being shown. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import { acceptChange, waitingChanges } from '../../src/cli/policy/waiting-changes.ts'

let home: TestStore
beforeEach(async () => {
  home = await openTestStore()
})
afterEach(async () => {
  await home.end()
})

test('[X12.2] pins that cannot be read are shown with the rest, and accepting them leaves the tools to be pinned anew', async () => {
  const { settings } = home.store
  const pin = (hash: string): object => ({ get: { hash, textHash: 'text', annotations: {} } })
  await settings.put('pins/id-1/host', '{', null)
  await settings.put('pins/id-2/host', JSON.stringify({ server: 'crm', pinned: pin('1'), current: pin('2') }), null)
  const waiting = await waitingChanges(home.store)
  expect(waiting.map((change) => change.kind === 'definition' && [change.server, change.changes])).toEqual([
    ['id-1', [expect.stringContaining('cannot be read')]],
    ['crm', ['get: schema or annotations changed']],
  ])
  for (const change of waiting) expect(await acceptChange(home.store, change, 'ana', 'default')).toBe(true)
  expect(await settings.get('pins/id-1/host')).toBeNull()
  expect(await waitingChanges(home.store)).toEqual([])
})
