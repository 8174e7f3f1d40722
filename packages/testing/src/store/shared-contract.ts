/** The contract of what processes share: settings, tokens, time, news of changes, and the end. */
import type { StoreChange } from '@holdpoint/core'
import { expect, test, vi } from 'vitest'
import { sha256 } from '../sha256.ts'
import { sampleRecord } from '../samples/record.ts'
import { sampleToken } from '../samples/token.ts'
import { approve, auditQuery } from './given-store.ts'
import type { GivenStore } from './given-store.ts'

export function describeShared(given: GivenStore): void {
  test('[H21] store time never runs backwards, whatever the clock does', async () => {
    const start = await given.store.now()
    given.clock += 100
    expect(await given.store.now()).toBe(start + 100)
    given.clock -= 50
    expect(await given.store.now()).toBe(start + 100)
    given.clock -= 7_200_000
    const behind = await given.store.now()
    expect(behind).toBeGreaterThanOrEqual(start + 100)
    expect((await given.store.continuity.notices()).map(({ kind }) => kind)).toEqual(['clock-behind'])
    given.clock += 10
    expect(await given.store.now()).toBe(behind + 10)
    await given.store.audit.append(sampleRecord())
    expect((await given.store.audit.read(auditQuery({}))).records.at(-1)?.at).toBe(behind + 10)
  })

  test('[H21] what was approved before the clock was set back does not run, until a person accepts the clock', async () => {
    await given.insert({ id: 'h1' })
    await given.store.holds.change('h1', (hold) => approve(hold))
    given.clock -= 7_200_000
    await given.store.now()
    expect((await given.store.holds.get('h1'))?.state).toBe('expired')
    const notices = await given.store.continuity.notices()
    const record = sampleRecord({ kind: 'notice-accepted', actor: 'ana' })
    expect(await given.store.continuity.accept(notices, record)).toEqual(notices)
    expect(await given.store.continuity.accept(notices, record)).toEqual([])
    expect([await given.store.continuity.notices(), await given.store.now()]).toEqual([[], given.clock])
  })

  if (given.abilities.spansProcesses)
    test('[H21] database time never runs backwards, in no process', async () => {
      const behind = await given.maker.open(() => given.clock - 7_200_000)
      expect(await behind.now()).toBe(given.clock)
      const ahead = given.clock + 7_200_000
      const fast = await given.maker.open(() => ahead)
      await fast.holds.change('none', () => ({ do: 'keep', answer: null }))
      expect([await given.store.now(), await behind.now()]).toEqual([ahead, ahead])
      await behind.audit.append(sampleRecord())
      expect((await behind.audit.read(auditQuery({}))).records.map(({ at }) => at).at(-1)).toBe(ahead)
      expect(await given.store.holds.change('none', (_hold, now) => ({ do: 'keep', answer: now }))).toBe(ahead)
      await Promise.all([behind.close(), fast.close()])
      const later = await given.maker.open(() => given.clock)
      expect(await later.now()).toBe(ahead)
      await later.close()
    })

  test('settings are put, read by prefix, swapped and removed, with their records', async () => {
    await given.store.settings.put('pin/a', '1', null)
    await given.store.settings.put('pin/b', '2', sampleRecord({ kind: 'definition-pinned' }))
    await given.store.settings.put('pine', '3', null)
    await given.store.settings.put('pin/a', '4', null)
    expect(await given.store.settings.get('pin/a')).toBe('4')
    expect(await given.store.settings.get('pin/')).toBeNull()
    expect(await given.store.settings.under('pin/')).toEqual([
      { key: 'pin/a', value: '4' },
      { key: 'pin/b', value: '2' },
    ])
    expect(await given.store.settings.swap('pin/a', '1', '5', sampleRecord())).toBe(false)
    expect(await given.store.settings.swap('pin/a', '4', null, null)).toBe(true)
    expect(await given.store.settings.swap('pin/a', null, '6', null)).toBe(true)
    expect(await given.store.settings.get('pin/a')).toBe('6')
    await given.store.settings.put('pin/a', null, null)
    expect(await given.store.settings.get('pin/a')).toBeNull()
    expect(await given.verify()).toBe(1)
  })

  test('of many swaps from the same value one wins', async () => {
    const other = await given.another()
    const won = await Promise.all(
      Array.from({ length: 20 }, async (_, index) =>
        (await (index % 2 === 0 ? given.store : other).settings.swap('link', null, String(index), sampleRecord()))
          ? index
          : null,
      ),
    )
    const winners = won.filter((index) => index !== null)
    expect(winners).toHaveLength(1)
    expect(await given.store.settings.get('link')).toBe(String(winners[0]))
    expect(await given.verify()).toBe(1)
    await other.close()
  })

  test('tokens are found by hash, listed by tenant and revoked once', async () => {
    const token = sampleToken({ id: 't1', relaysAPerson: true, person: 'ana', createdAt: given.clock })
    const record = sampleRecord({ kind: 'token-created' })
    await given.store.tokens.add(token, record)
    await given.store.tokens.add({ ...token, id: 't2', tenant: 'acme', sha256: sha256('other'), expiresAt: 5 }, record)
    await expect(given.store.tokens.add({ ...token, id: 't3' }, record)).rejects.toThrow()
    expect(await given.store.tokens.findByHash(sha256('secret'))).toEqual(token)
    expect(await given.store.tokens.findByHash('secret')).toBeNull()
    expect((await given.store.tokens.list('acme')).map((row) => row.id)).toEqual(['t2'])
    expect(await given.store.tokens.list(null)).toHaveLength(2)
    expect(await given.store.tokens.revoke('t1', 77, sampleRecord({ kind: 'token-revoked' }))).toBe(true)
    expect(await given.store.tokens.revoke('t1', 78, sampleRecord({ kind: 'token-revoked' }))).toBe(false)
    expect((await given.store.tokens.findByHash(sha256('secret')))?.revokedAt).toBe(77)
    expect(await given.verify()).toBe(3)
  })

  test('watch hears changes of its own and of other stores, and settings without a name', async () => {
    const other = await given.another()
    const heard: StoreChange[] = []
    await given.insert({ id: 'before' })
    const stop = given.store.watch((change) => heard.push(change))
    await given.insert({ id: 'own' })
    expect(heard.map((change) => change.hold)).toEqual(['own'])
    await other.holds.change('own', (hold) => approve(hold))
    await vi.waitFor(() => expect(heard).toHaveLength(2), 60_000)
    await other.settings.put('pause', 'on', null)
    await vi.waitFor(() => expect(heard).toHaveLength(3), 60_000)
    await other.audit.append(sampleRecord())
    await given.insert({ id: 'more' })
    expect(heard.map((change) => change.hold)).toEqual(['own', 'own', null, 'more'])
    expect(heard.every((change, index) => change.sequence > (heard[index - 1]?.sequence ?? 0))).toBe(true)
    stop()
    await given.insert({ id: 'unheard' })
    expect(heard).toHaveLength(4)
    await other.close()
  })

  test('a listener that throws does not keep the others from hearing', async () => {
    const heard: (string | null)[] = []
    const stops = [
      given.store.watch(() => {
        throw new Error('a bug in a listener')
      }),
      given.store.watch((change) => heard.push(change.hold)),
    ]
    await given.insert({ id: 'a' })
    expect(heard).toEqual(['a'])
    for (const stop of stops) stop()
  })

  test('close writes what waits, can be repeated, and refuses later work', async () => {
    const appended = Array.from({ length: 50 }, async () => await given.store.audit.append(sampleRecord()))
    await Promise.all([given.store.close(), given.store.close()])
    await Promise.all(appended)
    await expect(given.store.audit.append(sampleRecord())).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    await expect(given.store.holds.get('a')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    if (!given.abilities.spansProcesses) return
    given.store = await given.maker.open(() => given.clock)
    expect(await given.verify()).toBe(50)
  })
}
