/** A call that was approved in a chat: it runs while the account stands for a person who decides, and no longer. */
import { approvedDigest, decide, toPeople } from '@holdpoint/core'
import type { PeopleConfig, Store } from '@holdpoint/core'
import { sampleRule } from '@holdpoint/testing'
import { expect, test } from 'vitest'
import {
  holdsOf,
  memoryStore,
  personWho,
  playServer,
  startEngine,
  statesOf,
  waitingAtMost,
} from '../embedded-engine.ts'

const ANA = 'feishu:t1/ou_ana'
const PEOPLE: PeopleConfig = { ana: { identities: [ANA], roles: ['approver'] } }

async function approveInChat(store: Store): Promise<void> {
  const [hold] = await holdsOf(store)
  if (hold === undefined) throw new Error('There is no hold.')
  const verdict = { by: ANA, answer: 'approve', via: 'channel', assurance: 'identified', reason: null } as const
  const decision = await decide(store, {
    hold: hold.id,
    tenant: 'default',
    verdict,
    shown: approvedDigest(hold),
    people: toPeople({ people: PEOPLE, tokens: [] }, []),
  })
  expect(decision).toMatchObject({ kind: 'decided', hold: { state: 'approved', verdicts: [{ person: 'ana' }] } })
}

test.each<readonly [string, PeopleConfig, string, number]>([
  ['still mapped', PEOPLE, 'succeeded', 1],
  ['taken out before it was sent', {}, 'invalidated', 0],
  ['mapped to a person who may only look', { ana: { identities: [ANA], roles: ['viewer'] } }, 'invalidated', 0],
  [
    'mapped in another tenant',
    { ana: { identities: [ANA], roles: ['approver'], tenants: ['acme'] } },
    'invalidated',
    0,
  ],
])('[X13.4] approved by an account that is %s', async (_what, people, state, runs) => {
  const store = memoryStore()
  const played = playServer()
  const { policy, config } = waitingAtMost(60_000)()
  const { gateway, call } = startEngine(played, {
    store: async () => store,
    attention: personWho(null, () => store),
    policy: () => ({ policy, config: { ...config, people } }),
  })
  const calling = call('delete_item', { id: 'a' })
  await expect.poll(() => statesOf(store)).toEqual(['pending'])
  await approveInChat(store)
  await calling
  expect(await statesOf(store)).toEqual([state])
  expect(played.ran).toHaveLength(runs)
  await gateway.drain(1000)
})

test('[X13.2] an approval in a chat does not carry a rule that demands the code since', async () => {
  const store = memoryStore()
  const played = playServer()
  const before = waitingAtMost(60_000)()
  const after = waitingAtMost(60_000, [sampleRule({ name: 'typed', code: 'always' })])()
  let { policy } = before
  const { gateway, call } = startEngine(played, {
    store: async () => store,
    attention: personWho(null, () => store),
    policy: () => ({ policy, config: { ...before.config, people: PEOPLE } }),
  })
  const calling = call('delete_item', { id: 'a' })
  await expect.poll(() => statesOf(store)).toEqual(['pending'])
  policy = after.policy
  await approveInChat(store)
  await calling
  expect(await statesOf(store)).toEqual(['invalidated'])
  expect(played.ran).toEqual([])
  await gateway.drain(1000)
})
