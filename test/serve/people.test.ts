/**
 * Whose voices make a quorum, through whole processes: tokens, a page that was signed in at the machine, changes of
 * people.
 */
import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import { DEFAULT_CONFIG } from '@holdpoint/core/policy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalAccess } from '../../packages/holdpoint/src/http/local-page.ts'
import { usingStore } from '../harness/using-store.ts'
import { connectAgent, heldAs } from '../harness/serve-agent.ts'
import { createPlace, stdioServer, TOKENS } from '../harness/serve-harness.ts'
import type { Place, Service } from '../harness/serve-harness.ts'

const LOCAL = `local:${userInfo().username}`
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const KEYS = [
  { name: 'ci', role: 'approver', sha256: sha256(TOKENS.approver) },
  { name: 'ops', role: 'approver', sha256: sha256(TOKENS.second) },
  { name: 'root', role: 'admin', sha256: sha256(TOKENS.admin) },
]
const FOUR_EYES = { name: 'four eyes', match: { tool: 'delete_*' }, risk: 'high', quorum: 2 }
const MAPPED = {
  servers: { ledger: stdioServer() },
  people: { ana: { identities: ['token:ci', LOCAL] }, ben: { identities: ['token:ops'] } },
  rules: [FOUR_EYES],
}

/** A browser that was signed in by a link made at the machine, as `holdpoint open` does. */
async function signIn(place: Place, service: Service): Promise<string> {
  const { code } = await usingStore({ path: place.home }, async (store) =>
    createLocalAccess(store, () => DEFAULT_CONFIG).mintSignIn('/'),
  )
  const exchanged = await service.post('/admin/sign-in', { code }, null)
  return (exchanged.json as { key: string }).key
}

describe('a service with people', () => {
  const place = createPlace()
  let service: Service
  let number = 0
  beforeAll(async () => {
    service = await place.serve(MAPPED)
  })
  afterAll(() => place.close())

  const ask = async (): Promise<string> => {
    const agent = await connectAgent(service.url, { era: '2025', client: `client ${number}` })
    return heldAs(await agent.call('delete_item', { id: `item ${number++}` }))
  }

  test('[X11.B1] two of one person are one: a token and the page that was signed in at the machine', async () => {
    const id = await ask()
    const page = await signIn(place, service)
    expect((await service.approve(id)).json).toMatchObject({
      state: 'pending',
      approvals: 1,
      approved_by_people: ['ana'],
    })
    const second = await service.approve(id, page)
    expect([second.status, second.json]).toMatchObject([200, { state: 'pending', approvals: 1 }])
    expect((await service.approve(id, TOKENS.second)).json).toMatchObject({ approvals: 2, approved_by: ['ci', 'ops'] })
    expect(await service.reaches(id, 'succeeded')).toMatchObject({ decided_by: 'ops', decided_by_person: 'ben' })
  })

  test('[X11.B1] an identity that stands for nobody does not count, and is told why', async () => {
    const id = await ask()
    const refused = await service.approve(id, TOKENS.admin)
    expect([refused.status, JSON.stringify(refused.json)]).toEqual([
      403,
      expect.stringContaining('token:root stands for nobody'),
    ])
    expect(await service.approval(id)).toMatchObject({ state: 'pending' })
  })

  test('[X11.B1] token create --person makes a voice, and one that is somebody else’s is refused', async () => {
    const create = async (...args: readonly string[]) =>
      await place.run(['token', 'create', '--role', 'approver', '--json', ...args], {
        HOLDPOINT_TOKEN: TOKENS.admin,
      })
    const made = JSON.parse((await create('--name', 'dan-phone', '--person', 'dan')).stdout) as {
      secret: string
      person: string
    }
    expect(made.person).toBe('dan')
    const anas = JSON.parse((await create('--name', 'ana-phone', '--person', 'ana')).stdout) as { secret: string }
    expect((await create('--name', 'ops', '--person', 'eve')).code).toBe(2)
    const id = await ask()
    await service.approve(id)
    expect((await service.approve(id, anas.secret)).json).toMatchObject({ state: 'pending', approvals: 1 })
    await service.approve(id, made.secret)
    await service.reaches(id, 'succeeded')
  })
})

test('[X11.B1] tokens of another tenant that are called like ours stand for nobody', async () => {
  const place = createPlace()
  const service = await place.serve(MAPPED)
  const made: string[] = []
  for (const name of ['ci', 'ops']) {
    const run = await place.run(['token', 'create', '--role', 'approver', '--json', '--name', name], {
      HOLDPOINT_TOKEN: TOKENS.foreignAdmin,
    })
    made.push((JSON.parse(run.stdout) as { secret: string }).secret)
  }
  const agent = await connectAgent(service.url, { era: '2025', token: TOKENS.foreignAgent })
  const id = heldAs(await agent.call('delete_item', { id: 'theirs' }))
  for (const secret of made) expect((await service.approve(id, secret)).status).toBe(403)
  expect(place.ledger().filter(({ tool }) => tool === 'delete_item')).toEqual([])
  await place.close()
})

describe('a quorum that the mapped people cannot meet', () => {
  const place = createPlace()
  afterAll(() => place.close())

  test.each([
    ['nobody is mapped', {}, 'nobody who can approve it is mapped'],
    ['one is', { ana: { identities: ['token:ci', LOCAL] } }, 'only ana is mapped'],
  ])('[X11.B1] refuses to start, with file, line and whom to map: %s', async (_what, people, said) => {
    place.configure({ ...MAPPED, tokens: KEYS, people })
    for (const args of [
      ['serve', '--port', '0'],
      ['wrap', '--name', 'ledger', '--', process.execPath, '-e', 'setInterval(() => {}, 1000)'],
    ]) {
      const run = await place.run([...args])
      expect(run.code).toBe(2)
      expect(run.stderr).toMatch(/holdpoint\.yaml:\d+:\d+: The rule "four eyes" needs 2 people/)
      expect(run.stderr).toContain(said)
      expect(run.stderr).toContain('token:ops')
    }
    const check = await place.run(['policy', 'check'])
    expect([check.code, check.stdout]).toEqual([1, expect.stringContaining('needs 2 people')])
  })

  test('[X11.B1] one identity for two people refuses to start', async () => {
    place.configure({ ...MAPPED, tokens: KEYS, people: { ...MAPPED.people, eve: { identities: ['token:ops'] } } })
    const run = await place.run(['serve', '--port', '0'])
    expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('token:ops stands for both ben and eve')])
  })

  test('[X11.B1] starts once a token was made for somebody', async () => {
    place.configure({ ...MAPPED, tokens: KEYS, people: { ana: MAPPED.people.ana } })
    const made = await place.run(['token', 'create', '--role', 'approver', '--name', 'eve', '--person', 'eve'], {
      HOLDPOINT_TOKEN: TOKENS.admin,
    })
    expect(made.code).toBe(0)
    expect((await place.run(['policy', 'check'])).code).toBe(0)
  })
})

test('[X11.B1] what was approved by two is void once they are one', async () => {
  const place = createPlace()
  const service = await place.serve(MAPPED)
  const agent = await connectAgent(service.url, { era: '2025' })
  const id = heldAs(await agent.call('delete_item', { id: 'moved' }))
  await service.post('/admin/pause', {}, TOKENS.admin)
  await service.approve(id)
  await service.approve(id, TOKENS.second)
  await service.reaches(id, 'approved')
  await service.stop()
  const again = await place.serve({
    ...MAPPED,
    people: { ana: { identities: ['token:ci', 'token:ops'] }, dan: { identities: ['token:root'] } },
  })
  await again.post('/admin/resume', {}, TOKENS.admin)
  const next = await connectAgent(again.url, { era: '2025' })
  await next.call('delete_item', { id: 'moved' })
  expect(await again.reaches(id, 'invalidated')).toMatchObject({
    note: 'who stands for whom has changed, and too few people have approved it now',
  })
  expect(place.ledger().filter(({ tool }) => tool === 'delete_item')).toEqual([])
  await place.close()
})
