import { compilePolicy, DEFAULT_CONFIG, DEFAULT_SERVER, NO_PROJECTS, NOTHING_PROTECTED } from '@holdpoint/core/policy'
import type { PolicyConfig } from '@holdpoint/core/policy'
import { reportServer } from '@holdpoint/core'
import type { ProcessIdentity, SeeProcess, Store } from '@holdpoint/core'
import { describe, expect, test } from 'vitest'
import type { PolicyInForce } from '../../src/config/policy-source.ts'
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
  const list = createServerOverview(
    service.store,
    () => ({ config: CONFIG, policy: compiled.policy, unset: {} }),
    'default',
    () => 'running',
  )
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
  expect(
    await createServerOverview(
      service.store,
      () => null,
      'default',
      () => 'running',
    )('default'),
  ).toEqual([])
  await service.close()
})

describe('how a server stands', () => {
  const SEEN_AT = 1_700_000_000_000
  const SERVER = { name: 'crm', identity: identifyUpstream('crm', UPSTREAM).identity }
  const process = (instance: string): ProcessIdentity => ({ instance, host: 'here', pid: 1, startedAt: null })

  async function standing(
    store: Store,
    unset: PolicyInForce['unset'] = {},
    tenant = 'default',
  ): Promise<readonly (readonly [string, string, string | null])[]> {
    const compiled = compilePolicy(CONFIG, {
      sha256,
      protectedPaths: NOTHING_PROTECTED,
      projects: NO_PROJECTS,
      conditions: null,
    })
    if (!compiled.ok) throw new Error('The policy does not compile.')
    const see: SeeProcess = ({ instance }) => (instance === 'gone' ? 'ended' : 'running')
    const inForce = { config: CONFIG, policy: compiled.policy, unset }
    const servers = await createServerOverview(store, () => inForce, 'default', see)(tenant)
    return servers.map(({ name, state, problem }) => [name, state, problem])
  }

  test('never seen, then started, connected, and not running once its process is gone', async () => {
    const { store, close } = await startService()
    const tell = async (by: string, state: 'starting' | 'connected' | null): Promise<void> => {
      const report = state === null ? null : { state, problem: null, since: SEEN_AT }
      await reportServer(store, process(by), { tenant: 'default', server: SERVER }, report)
    }
    expect(await standing(store)).toEqual([['crm', 'unseen', null]])
    await tell('one', 'starting')
    expect(await standing(store)).toEqual([['crm', 'starting', null]])
    await tell('two', 'connected')
    expect(await standing(store)).toEqual([['crm', 'connected', null]])
    expect(await standing(store, {}, 'acme'), 'of another tenant').toEqual([['crm', 'unseen', null]])
    await tell('two', null)
    await tell('one', null)
    await store.settings.put(`pins/${SERVER.identity}/desk`, pins('crm', ['get_contact']), null)
    await tell('gone', 'connected')
    expect(await standing(store)).toEqual([['crm', 'idle', null]])
    await close()
  })

  test('an entry that cannot start says so and why, until one process reaches it', async () => {
    const { store, close } = await startService()
    const problem = 'The server could not be started: spawn crm-server ENOENT'
    const since = await store.now()
    const about = { tenant: 'default', server: SERVER }
    await reportServer(store, process('gone'), about, { state: 'failed', problem, since })
    expect(await standing(store), 'its process has ended').toEqual([['crm', 'failed', problem]])
    await reportServer(store, process('one'), about, { state: 'connected', problem: null, since })
    await reportServer(store, process('one'), about, null)
    expect(await standing(store)).toEqual([['crm', 'unseen', null]])
    const missing = { file: 'holdpoint.yaml', line: 3, column: 5, message: 'CRM_TOKEN is not set.', suggestion: null }
    expect(await standing(store, { crm: [missing] })).toEqual([['crm', 'failed', 'CRM_TOKEN is not set.']])
    await store.settings.put('server-reports/broken', '{"state":"connected"}', null)
    expect(await standing(store)).toEqual([['crm', 'unseen', null]])
    await close()
  })

  test('a server that was started by hand and never listed its tools is on the list', async () => {
    const { store, close } = await startService()
    const report = { state: 'failed', problem: 'It exited.', since: await store.now() } as const
    await reportServer(store, process('gone'), { tenant: 'default', server: { name: 'odd', identity: 'o' } }, report)
    expect(await standing(store)).toEqual([
      ['crm', 'unseen', null],
      ['odd', 'failed', 'It exited.'],
    ])
    await close()
  })
})
