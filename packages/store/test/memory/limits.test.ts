/**
 * What a store in memory keeps, and what it drops: it must not grow for ever, and must drop nothing that still counts.
 */
import { createChainVerifier, headPayload } from '@holdpoint/core'
import type { AuditPage, AuditRecord, Checkpoint, ChainVerification, Hold, HoldState, Store } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/memory/create-memory-store.ts'
import type { MemoryLimits } from '../../src/memory/memory-tables.ts'
import { sha256 } from '../../src/sha256.ts'
import { CHECKPOINT_KEY, EVERYTHING, isSignedCheckpoint, signWithCheckpointKey } from '@holdpoint/testing/store'
import { plannedDelivery, sampleFeedback, sampleGrant, sampleToken } from '@holdpoint/testing'
import { sampleRecord } from '@holdpoint/testing'
import { waitingHold } from '@holdpoint/testing/store'

function memory(limits: Partial<MemoryLimits>, clock = { now: 1000 }): Store {
  return createMemoryStore({ now: () => clock.now, checkpointKey: CHECKPOINT_KEY, limits })
}

async function put(store: Store, hold: Hold): Promise<void> {
  const record = sampleRecord({ kind: 'hold-created', hold: hold.id })
  await store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
}

async function move(store: Store, id: string, state: HoldState): Promise<void> {
  await store.holds.change(id, (hold) => {
    if (hold === null) throw new Error(`There is no hold ${id}.`)
    const next = { ...hold, state, revision: hold.revision + 1 }
    return { do: 'write', hold: next, record: sampleRecord({ hold: id }), before: null, answer: null }
  })
}

async function ids(store: Store, text: string | null = null): Promise<readonly string[]> {
  return (await store.holds.list({ ...EVERYTHING, text })).holds.map(({ id }) => id)
}

function verify(records: readonly AuditRecord[], checkpoints: readonly Checkpoint[]): ChainVerification {
  const verifier = createChainVerifier(sha256, isSignedCheckpoint, checkpoints)
  verifier.feed(records)
  return verifier.finish(checkpoints)
}

test('[X12.S1] ended holds are dropped in the order they ended; open ones and unknown outcomes stay', async () => {
  const store = memory({ endedHolds: 2 })
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await put(store, waitingHold({ id, key: `key of ${id}` }))
  await move(store, 'f', 'unknown')
  for (const id of ['c', 'a', 'd']) await move(store, id, 'declined')
  expect(await ids(store)).toEqual(['f', 'e', 'd', 'b', 'a'])
  expect(await ids(store, 'delete')).toEqual(['f', 'e', 'd', 'b', 'a'])
  expect(await store.holds.get('c')).toBeNull()
  expect(await store.holds.changeNewest('key of c', (hold) => ({ do: 'keep', answer: hold }))).toBeNull()
  // A later change of one that ended keeps its place in the order.
  await move(store, 'a', 'declined')
  await move(store, 'b', 'cancelled')
  expect(await ids(store)).toEqual(['f', 'e', 'd', 'b'])
})

test('[X12.S1] large ended holds are dropped by what they take together', async () => {
  const store = memory({ endedHoldBytes: 100_000 })
  const argumentsText = JSON.stringify({ text: 'x'.repeat(40_000) })
  for (const id of ['a', 'b', 'c', 'd']) {
    await put(store, waitingHold({ id, state: 'succeeded', call: { argumentsText } }))
  }
  expect(await ids(store)).toEqual(['d', 'c'])
  await put(store, waitingHold({ id: 'e', state: 'pending', call: { argumentsText: argumentsText.repeat(4) } }))
  expect(await ids(store)).toEqual(['e', 'd', 'c'])
})

test('[X12.S1] once the newest hold of a key is dropped, the one before is the newest', async () => {
  const store = memory({ endedHolds: 1 })
  await put(store, waitingHold({ id: 'old', key: 'k', state: 'unknown' }))
  await put(store, waitingHold({ id: 'new', key: 'k', state: 'declined' }))
  await put(store, waitingHold({ id: 'other', state: 'declined' }))
  expect(await store.holds.changeNewest('k', (hold) => ({ do: 'keep', answer: hold?.id }))).toBe('old')
})

test('[X12.S1] old records are dropped up to a checkpoint; what is left verifies from there, and the head stays', async () => {
  const store = memory({ auditRecords: 1500 })
  const seen: AuditRecord[] = []
  let cursor: string | null = null
  for (let index = 0; index < 4200; index++) {
    await store.audit.append(sampleRecord({ detail: String(index) }))
    const page: AuditPage = await store.audit.walk(cursor, 1)
    seen.push(...page.records)
    cursor = page.nextCursor
  }
  const { records: kept } = await store.audit.walk(null, 10_000)
  expect([kept[0]?.sequence, kept.length]).toEqual([2001, 2200])
  expect(kept).toEqual(seen.slice(2000))
  const checkpoints = await store.audit.checkpoints()
  expect(checkpoints.map(({ chains }) => chains[0]?.length)).toEqual([2000, 3000, 4000])
  const verified = verify(kept, checkpoints)
  expect(verified).toMatchObject({ ok: true, records: 2200, chains: [{ length: 4200, hash: seen.at(-1)?.hash }] })
  const head = await store.continuity.head()
  expect(head.chains).toEqual([{ chain: 'main', length: 4200, hash: seen.at(-1)?.hash }])
  expect(head.signature).toBe(signWithCheckpointKey(headPayload(head)))
  // A verifier that does not allow a later beginning refuses the log.
  const strict = createChainVerifier(sha256, () => true)
  expect(strict.feed(kept)).toBe(false)
  // The beginning cannot be moved from outside: one record less fits no checkpoint, and one signed with another key
  // does not count.
  expect(verify(kept.slice(1), checkpoints)).toMatchObject({ ok: false, sequence: 1 })
  const moved = {
    at: 1,
    chains: [{ chain: 'main', length: 2001, hash: kept[0]?.hash ?? '' }],
    signature: signWithCheckpointKey('other'),
  }
  expect(verify(kept.slice(1), [moved, ...checkpoints])).toMatchObject({ ok: false, sequence: 1 })
  // What is left is read and browsed as if there had been no more.
  const query = { tenant: null, since: null, server: null, tool: null, hold: null, limit: 2, cursor: null }
  expect((await store.audit.read(query)).records.map(({ sequence }) => sequence)).toEqual([2001, 2002])
  const browse = { ...query, kinds: ['call-passed'], risk: null, order: 'oldest-first' } as const
  expect((await store.audit.browse(browse)).records.map(({ sequence }) => sequence)).toEqual([2001, 2002])
})

test('[X12.S1] grants and tokens are dropped only after they ended; feedback beyond its limit', async () => {
  const clock = { now: 1000 }
  const store = memory({ endedGrants: 1, endedTokens: 1, feedback: 2 }, clock)
  const record = sampleRecord()
  for (const [id, over] of Object.entries({
    standing: {},
    deny: { effect: 'deny' },
    timed: { expiresAt: 2000 },
    revoked: { revokedAt: 1 },
  } as const)) {
    await store.grants.add(() => ({ do: 'write', grant: sampleGrant({ id, ...over }), record, answer: null }))
  }
  for (const [id, expiresAt] of Object.entries({ always: null, soon: 2000, later: 3000 })) {
    await store.tokens.add(sampleToken({ id, secret: id, expiresAt }), record)
  }
  clock.now = 5000
  await store.settings.put('tick', '1', null)
  expect((await store.grants.list(null, 10)).map(({ id }) => id)).toEqual(['revoked', 'deny', 'standing'])
  expect((await store.tokens.list(null)).map(({ id }) => id)).toEqual(['always', 'soon'])
  for (const id of ['1', '2', '3']) {
    await store.feedback.add(sampleFeedback({ id }), record, { most: 9, withinMs: 1 })
  }
  const listed = await store.feedback.list({ tenant: null, since: null, severity: null, limit: 10, cursor: null })
  expect(listed.feedback.map(({ id }) => id)).toEqual(['3', '2'])
})

test('[X12.S1] asking for checkpoints over and over fills no memory, and the log still verifies', async () => {
  const store = memory({ auditRecords: 1000 })
  for (let index = 0; index < 2100; index++) await store.audit.append(sampleRecord())
  for (let index = 0; index < 1100; index++) await store.audit.checkpoint()
  const checkpoints = await store.audit.checkpoints()
  expect(checkpoints.length).toBeLessThanOrEqual(1000)
  expect(verify((await store.audit.walk(null, 10_000)).records, checkpoints)).toMatchObject({ ok: true })
})

test('[X12.S1] a step that calls its store does not run inside another step', async () => {
  const store = memory({})
  await put(store, waitingHold({ id: 'h1' }))
  const inner: Promise<void>[] = []
  const outer = store.holds.change('h1', () => {
    inner.push(store.settings.put('inner', '1', null))
    throw new Error('a bug in a step')
  })
  await expect(outer).rejects.toThrow('a bug in a step')
  await Promise.all(inner)
  expect(inner).toHaveLength(1)
  expect(await store.settings.get('inner')).toBe('1')
})

test('[X12.S1] a limit that is no limit is refused', () => {
  for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => memory({ endedHolds: limit })).toThrow('endedHolds')
  }
})

test('[X12.S1] what was delivered of a hold goes with it, and stays as long as it does', async () => {
  const store = memory({ endedHolds: 1 })
  for (const id of ['a', 'b', 'c']) {
    await put(store, waitingHold({ id }))
    await store.deliveries.plan([plannedDelivery({ id: `of-${id}`, hold: id, channel: id })], () => '7F3K')
  }
  await move(store, 'a', 'declined')
  await move(store, 'b', 'declined')
  expect((await store.deliveries.ofHolds(['a', 'b', 'c'])).map(({ id }) => id)).toEqual(['of-b', 'of-c'])
  expect(await store.deliveries.byButton('of-a-yes')).toBeNull()
})
