/** How far a server is trusted, said by the gateway as the inbox says it. */
import { DEFAULT_CONFIG, DEFAULT_SERVER } from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import { identifyUpstream } from '../../src/transport/open-upstream.ts'
import { serverTrust } from '../../src/http/server-overview.ts'

const UPSTREAM = { kind: 'command', command: ['npx', 'crm-server'], env: {}, cwd: null } as const
const CONFIG: PolicyConfig = { ...DEFAULT_CONFIG, servers: { crm: { ...DEFAULT_SERVER, upstream: UPSTREAM } } }
const { identity } = identifyUpstream('crm', UPSTREAM)

let home: TestStore
beforeEach(async () => {
  home = await openTestStore()
})
afterEach(async () => {
  await home.end()
})

const trust = (of: string): Promise<string> => serverTrust(home.store, { config: CONFIG }, of)

function pins(now: string): string {
  const book = (hash: string): object => ({ delete_contact: { hash, textHash: 'text', annotations: {} } })
  return JSON.stringify({ server: 'crm', pinned: book('one'), current: book(now) })
}

test('what stands in the configuration is trusted, of any other nothing is known', async () => {
  await home.store.settings.put(`pins/${identity}/desk`, pins('one'), null)
  expect(await trust(identity)).toBe('trusted')
  expect(await trust('elsewhere')).toBe('unknown')
})

test('a definition that changed for any client is not trusted, configured or not; those of other servers say nothing', async () => {
  await home.store.settings.put(`pins/${identity}x/desk`, pins('two'), null)
  expect(await trust(identity)).toBe('trusted')
  expect(await trust(`${identity}x`)).toBe('untrusted')
  await home.store.settings.put(`pins/${identity}/desk`, pins('one'), null)
  await home.store.settings.put(`pins/${identity}/cursor`, pins('two'), null)
  expect(await trust(identity)).toBe('untrusted')
})

test('pins that cannot be read claim nothing', async () => {
  await home.store.settings.put(`pins/${identity}/desk`, '{', null)
  expect(await trust(identity)).toBe('trusted')
})
