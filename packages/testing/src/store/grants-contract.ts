/**
 * The contract of standing answers: found by requester, tool and definition, counted in one transaction with the
 * record.
 */
import { makeGrant, revokeGrant, takeGrant } from '@holdpoint/core'
import type { Call, Grant, GrantQuery, Ruling, Step, TakenGrant } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { sampleGrant } from '../samples/grant.ts'
import { sampleRecord } from '../samples/record.ts'
import { approve, auditQuery, waitingHold } from './given-store.ts'
import type { GivenStore } from './given-store.ts'

const QUERY: GrantQuery = {
  tenant: 'default',
  principal: 'local:ana',
  serverIdentity: 'crm-identity',
  tool: 'delete_contact',
  definitionHash: 'definition-1',
  session: 'session-1',
}

const { call: heldCall, ruling: RULING } = waitingHold({ id: 'template' })
const DEFINED = { definitionHash: 'definition-1', definitionTextHash: 'text-1' }
const CALL: Call = { ...heldCall, arguments: { id: 'c_17' } }

export function describeGrants(given: GivenStore): void {
  async function add(over: Partial<Grant> & { readonly id: string }): Promise<Grant> {
    return await given.store.grants.add((now) => {
      const grant = sampleGrant({ createdAt: now, ...over })
      return { do: 'write', grant, record: sampleRecord({ kind: 'grant-made', detail: grant.id }), answer: grant }
    })
  }

  async function take(over: Partial<{ call: Call; ruling: Ruling; definitionHash: string }> = {}): Promise<TakenGrant> {
    const trusted = new Set((await given.store.grants.list(null, 100)).map(({ id }) => id))
    const request = { call: CALL, ruling: RULING, ...DEFINED, ...over }
    return await takeGrant(given.store, { ...request, trusted })
  }

  async function kinds(): Promise<readonly string[]> {
    return (await given.store.audit.read(auditQuery({}))).records.map((record) => record.kind)
  }

  test('a grant comes back as it was written, newest first in lists, tenants apart', async () => {
    const first = await add({ id: 'g1', condition: { kind: 'same', digest: 'd' }, limits: { count: 3, amount: null } })
    const second = await add({ id: 'g2', tenant: 'acme' })
    expect(await given.store.grants.get('g1')).toEqual(first)
    expect(await given.store.grants.get('none')).toBeNull()
    expect(await given.store.grants.list(null, 10)).toEqual([second, first])
    expect(await given.store.grants.list('acme', 10)).toEqual([second])
    expect(await given.store.grants.list(null, 1)).toEqual([second])
  })

  test('what stands is found by requester, tool, definition and session, until it is revoked or expires', async () => {
    await add({ id: 'any' })
    await add({ id: 'session', session: 'session-1' })
    await add({ id: 'timed', expiresAt: given.clock + 100 })
    const others: readonly (Partial<Grant> & { readonly id: string })[] = [
      { id: 'o1', tenant: 'acme' },
      { id: 'o2', principal: 'local:eve' },
      { id: 'o3', serverIdentity: 'another' },
      { id: 'o4', tool: 'delete_account' },
      { id: 'o5', definitionHash: 'definition-2' },
      { id: 'o6', session: 'session-2' },
      { id: 'o7', revokedAt: given.clock },
    ]
    for (const other of others) await add(other)
    const ids = async (): Promise<readonly string[]> =>
      (await given.store.grants.standing(QUERY)).map((grant) => grant.id)
    expect(await ids()).toEqual(['any', 'session', 'timed'])
    given.clock += 100
    expect(await ids()).toEqual(['any', 'session'])
    await revokeGrant(given.store, { id: 'any', tenant: null, by: 'cleo' })
    expect(await ids()).toEqual(['session'])
  })

  test('a use is counted and on record together; a refused one leaves nothing', async () => {
    await add({ id: 'g1', limits: { count: 2, amount: null } })
    expect(await take()).toMatchObject({ kind: 'allowed', grant: { used: { count: 1 } } })
    expect(await take()).toMatchObject({ kind: 'allowed', grant: { used: { count: 2 } } })
    expect(await take()).toEqual({ kind: 'none' })
    expect(await kinds()).toEqual(['grant-made', 'grant-used', 'grant-used'])
    expect((await given.store.audit.read(auditQuery({}))).records.at(-1)).toMatchObject({
      actor: 'ben',
      tool: 'delete_contact',
      detail: 'grant g1: use 2 of 2',
    })
    expect(await given.verify()).toBe(3)
  })

  test('[H24] fifty uses at once of a grant for three, on two stores: three', async () => {
    await add({ id: 'g1', limits: { count: 3, amount: null } })
    const other = await given.another()
    const trusted = new Set(['g1'])
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        takeGrant(index % 2 === 0 ? given.store : other, {
          call: CALL,
          ruling: RULING,
          ...DEFINED,
          trusted,
        }),
      ),
    )
    expect(taken.filter(({ kind }) => kind === 'allowed')).toHaveLength(3)
    expect((await given.store.grants.get('g1'))?.used.count).toBe(3)
    expect((await kinds()).filter((kind) => kind === 'grant-used')).toHaveLength(3)
    await other.close()
  })

  test('a denial beats every permission, and those not trusted are passed over', async () => {
    await add({ id: 'g1' })
    const untrusted = { call: CALL, ruling: RULING, ...DEFINED, trusted: new Set<string>() }
    expect(await takeGrant(given.store, untrusted)).toEqual({ kind: 'none' })
    await add({ id: 'g2', effect: 'deny' })
    expect(await take()).toMatchObject({ kind: 'denied', grant: { id: 'g2' } })
    expect((await given.store.grants.get('g1'))?.used.count).toBe(0)
    expect(await take({ definitionHash: 'definition-2' })).toEqual({ kind: 'none' })
  })

  test('[H10] after a revocation nothing is counted any more; revoking again changes nothing', async () => {
    await add({ id: 'g1' })
    const uses = Array.from({ length: 20 }, () => take())
    const revoked = revokeGrant(given.store, { id: 'g1', tenant: 'default', by: 'cleo' })
    const later = revoked.then(() => take())
    expect(await revoked).toMatchObject({ kind: 'revoked', changed: true, grant: { revokedBy: 'cleo' } })
    expect(await later).toEqual({ kind: 'none' })
    await Promise.all(uses)
    const said = await kinds()
    expect(said.lastIndexOf('grant-used')).toBeLessThan(said.indexOf('grant-revoked'))
    const again = await revokeGrant(given.store, { id: 'g1', tenant: 'default', by: 'dan' })
    expect(again).toMatchObject({ changed: false, grant: { revokedBy: 'cleo' } })
    expect(await given.verify()).toBe(said.length)
  })

  test("[E4] another tenant's grant does not exist", async () => {
    await add({ id: 'g1' })
    const foreign = await revokeGrant(given.store, { id: 'g1', tenant: 'acme', by: 'eve' })
    const missing = await revokeGrant(given.store, { id: 'none', tenant: 'acme', by: 'eve' })
    expect([foreign, missing]).toEqual([{ kind: 'not-found' }, { kind: 'not-found' }])
    expect((await given.store.grants.get('g1'))?.revokedAt).toBeNull()
  })

  test('a grant that comes with a verdict is stored with it, or neither is', async () => {
    await given.insert({ id: 'h1', decideBy: given.clock + 10 })
    const grant = { grant: sampleGrant({ id: 'g1' }), record: sampleRecord({ kind: 'grant-made' }) }
    await given.store.holds.change('h1', (hold) => ({ ...approve(hold), before: given.clock + 10, grant }))
    expect((await given.store.grants.get('g1'))?.id).toBe('g1')
    expect(await kinds()).toEqual(['hold-created', 'hold-approved', 'grant-made'])
    await given.insert({ id: 'h2' })
    let rounds = 0
    const late = await given.store.holds.change('h2', (hold): Step<string> => {
      if (rounds++ > 0) return { do: 'keep', answer: 'too late' }
      const other = { ...grant, grant: sampleGrant({ id: 'g2' }) }
      return { ...approve(hold), before: given.clock, grant: other, answer: 'written' }
    })
    expect([late, await given.store.grants.get('g2')]).toEqual(['too late', null])
  })

  test('what stands changes with a hold in one transaction, or neither does', async () => {
    await given.insert({ id: 'h1' })
    await add({ id: 'g1', fromHold: 'h1' })
    await add({ id: 'g2' })
    await add({ id: 'g3', fromHold: 'h1', session: 'another' })
    const seen: string[] = []
    const standing = {
      query: QUERY,
      change: (grant: Grant) => {
        seen.push(grant.id)
        if (grant.fromHold !== 'h1') return null
        return { grant: { ...grant, revokedAt: 7, revokedBy: 'ben' }, record: sampleRecord({ kind: 'grant-revoked' }) }
      },
    }
    let rounds = 0
    await given.store.holds.change('h1', (hold): Step<null> => {
      if (rounds++ > 0) return { do: 'keep', answer: null }
      return { ...approve(hold), before: given.clock, standing }
    })
    expect([seen, (await given.store.grants.get('g1'))?.revokedAt]).toEqual([[], null])
    await given.store.holds.change('h1', (hold) => ({ ...approve(hold), standing }))
    expect(seen).toEqual(['g1', 'g2'])
    const revoked = (await given.store.grants.list(null, 10)).map(({ id, revokedAt }) => [id, revokedAt])
    expect(revoked).toEqual([
      ['g3', null],
      ['g2', null],
      ['g1', 7],
    ])
    expect((await kinds()).slice(-2)).toEqual(['hold-approved', 'grant-revoked'])
    expect(await given.store.grants.standing(QUERY)).toMatchObject([{ id: 'g2' }])
  })

  test('one is made from a hold by somebody who could approve it, at database time', async () => {
    await given.insert({ id: 'h1', ruling: { approvers: ['ben'] } })
    const request = { for: 60_000, arguments: 'any' } as const
    const making = { id: 'g1', hold: 'h1', tenant: 'default', effect: 'allow', request } as const
    const who = { by: 'ben', via: 'page', assurance: 'identified' } as const
    given.clock += 5
    expect(await makeGrant(given.store, { ...making, ...who })).toMatchObject({
      kind: 'granted',
      grant: { createdAt: given.clock, expiresAt: given.clock + 60_000, fromHold: 'h1' },
    })
    expect(await makeGrant(given.store, { ...making, ...who, id: 'g2', by: 'eve' })).toMatchObject({ kind: 'refused' })
    expect(await makeGrant(given.store, { ...making, ...who, tenant: 'acme' })).toEqual({ kind: 'not-found' })
    expect(await makeGrant(given.store, { ...making, ...who, hold: 'none' })).toEqual({ kind: 'not-found' })
    expect(await given.store.grants.list(null, 10)).toHaveLength(1)
  })
}
