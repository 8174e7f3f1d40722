/** The engine in this process, asked as a service would be: what it refuses, what can be taken back, whose holds are whose. */
import { createMemoryStore } from '@holdpoint/store/memory'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { HoldRequests, RequestedHold } from '../../src/requests/hold-requests.ts'
import { createLocalRequests } from '../../src/requests/local-requests.ts'
import { createEngine } from '../guard/guard-world.ts'
import { decide } from '@holdpoint/core'
import type { Store } from '@holdpoint/core'

let store: Store
let requests: HoldRequests
let logged: string[]

function open(principal: string, undoWindowMs = 0): HoldRequests {
  return createLocalRequests({
    gateway: createEngine(store, Date.now, undoWindowMs),
    store,
    requester: { tenant: 'default', principal },
    link: async (hold) => `http://page/approvals/${hold}`,
    log: (message) => logged.push(message),
  })
}

beforeEach(() => {
  logged = []
  store = createMemoryStore()
  requests = open('shop-agent')
})
afterEach(async () => {
  await requests.close()
  await store.close()
})

const CALL = { server: 'shop', tool: 'delete_product', arguments: { sku: 'a' }, risk: 'high' } as const

async function ask(from = requests, about: object = {}): Promise<RequestedHold> {
  const asked = await from.ask({ ...CALL, ...about })
  if (asked.state === 'passes') throw new Error('It was to be asked.')
  return asked
}

async function approve(id: string): Promise<void> {
  const verdict = { by: 'local:ines', via: 'page', assurance: 'identified', answer: 'approve', reason: null } as const
  expect((await decide(store, { hold: id, tenant: null, verdict })).kind).toBe('decided')
}

test('what can be taken back waits until it cannot any more', async () => {
  const slow = open('shop-agent', 400)
  const { id } = await ask(slow)
  const waiting = slow.look(id, 5)
  await approve(id)
  const early = await slow.look(id, 0)
  expect(early.run_after).not.toBeNull()
  await expect(slow.claim(early, { digest: early.digest })).rejects.toMatchObject({ code: 'NOT_YET' })
  const due = await waiting
  expect(due).toMatchObject({ state: 'approved', run_after: null })
  expect(await slow.claim(due, { digest: due.digest })).toMatchObject({ arguments: { sku: 'a' }, edited: false })
})

test('the person at the terminal of this machine decides too, and the call is claimed by their word', async () => {
  const hold = await ask()
  const verdict = { by: 'local:ines', via: 'terminal', assurance: 'host', answer: 'approve', reason: null } as const
  expect((await decide(store, { hold: hold.id, tenant: null, verdict })).kind).toBe('decided')
  expect(await requests.claim(hold, { digest: hold.digest })).toMatchObject({ arguments: { sku: 'a' } })
})

test('a hold of another requester is not there', async () => {
  const { id } = await ask()
  const other = open('another-agent')
  await expect(other.look(id, 0)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(other.report(id, { attempt: 'x', kind: 'succeeded' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a claim is of the call that was asked about, once, and its outcome is of that claim', async () => {
  const hold = await ask()
  await expect(requests.claim(hold, { digest: hold.digest })).rejects.toMatchObject({ code: 'NOT_APPROVED' })
  await approve(hold.id)
  await expect(requests.claim(hold, { digest: 'other' })).rejects.toMatchObject({ code: 'OTHER_DIGEST' })
  const { attempt } = await requests.claim(hold, { digest: hold.digest })
  await expect(requests.claim(hold, { digest: hold.digest })).rejects.toMatchObject({ code: 'ALREADY_CLAIMED' })
  await expect(requests.report(hold.id, { attempt: 'x', kind: 'failed' })).rejects.toMatchObject({
    code: 'OTHER_ATTEMPT',
  })
  const report = { attempt, kind: 'succeeded', result: { n: 1 } } as const
  expect(await requests.report(hold.id, report)).toMatchObject({ state: 'succeeded', outcome: { result: { n: 1 } } })
})

test('what two readers of JSON would not read alike is not asked about', async () => {
  await expect(requests.ask({ ...CALL, arguments: { sku: '\ud800' } })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  })
})

test('a rationale and where the call comes from are kept with the question', async () => {
  const hold = await ask(requests, { rationale: 'it is sold out', provenance: { conversation: 'c-1' } })
  const kept = await store.holds.get(hold.id)
  expect(kept?.call).toMatchObject({ rationale: 'it is sold out', provenance: { conversation: 'c-1' } })
})

test('whoever runs the process learns of a question, once, and where to decide it', async () => {
  const { id } = await ask()
  await ask()
  expect(logged).toEqual([`Delete product a waits for a person: http://page/approvals/${id}`])
})
