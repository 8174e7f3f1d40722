import { compilePolicy, DEFAULT_CONFIG, DEFAULT_SERVER, NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import { expect, test } from 'vitest'
import { identifyUpstream } from '../../src/transport/open-upstream.ts'
import { createServerOverview } from '../../src/http/server-overview.ts'
import { sha256, startService } from './http-service.ts'

const UPSTREAM = { kind: 'command', command: ['npx', 'crm-server'], env: {}, cwd: null } as const
const CONFIG: PolicyConfig = { ...DEFAULT_CONFIG, servers: { crm: { ...DEFAULT_SERVER, upstream: UPSTREAM } } }

function pins(server: string, tools: readonly string[], changed: string | null = null): string {
  const pin = (hash: string) => ({ hash, textHash: 'text', annotations: {} })
  const book = (hash: (tool: string) => string) => Object.fromEntries(tools.map((tool) => [tool, pin(hash(tool))]))
  return JSON.stringify({
    server,
    pinned: book(() => 'one'),
    current: book((tool) => (tool === changed ? 'two' : 'one')),
  })
}

test('servers that were seen: rated by the policy in force, changes flagged, other tenants see only configured ones', async () => {
  const service = await startService()
  const compiled = compilePolicy(CONFIG, {
    sha256,
    protectedPaths: NOTHING_PROTECTED,
    projects: NO_PROJECTS,
    conditions: null,
  })
  if (!compiled.ok) throw new Error('The policy does not compile.')
  const list = createServerOverview(service.store, () => ({ config: CONFIG, policy: compiled.policy }), 'default')
  const { identity } = identifyUpstream('crm', UPSTREAM)
  await service.store.settings.put(`pins/${identity}/desk`, pins('crm', ['get_contact', 'delete_contact']), null)
  await service.store.settings.put(`pins/${identity}/cursor`, pins('crm', ['delete_contact'], 'delete_contact'), null)
  await service.store.settings.put('pins/elsewhere/desk', pins('files', ['read_file', '__proto__']), null)
  await service.store.settings.put('pins/broken/desk', '{', null)
  const seen = await list('default')
  expect(seen.map(({ name, configured }) => [name, configured])).toEqual([
    ['crm', true],
    ['files', false],
  ])
  expect(seen[0]?.tools).toMatchObject([
    { name: 'delete_contact', risk: 'high', answer: 'ask', changed: true },
    { name: 'get_contact', risk: 'low', answer: 'pass', changed: false },
  ])
  expect(seen[0]?.display).toContain('crm-server')
  expect((await list('acme')).map(({ name }) => name)).toEqual(['crm'])
  expect(await createServerOverview(service.store, () => null, 'default')('default')).toEqual([])
  await service.close()
})
