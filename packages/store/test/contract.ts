/** What every implementation of the Store port must do. Each database runs it against the real thing. */
import { createHmac } from 'node:crypto'
import type { Hold, HoldQuery, HoldState, Step, Store, StoreChange, TokenRow } from '@holdpoint/core'
import { checkpointPayload, createChainVerifier } from '@holdpoint/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sha256 } from '../src/sha256.ts'
import type { SampleHold } from './sample-hold.ts'
import { sampleHold, sampleRecord } from './sample-hold.ts'

export interface StoreMaker {
  /** Opens another store on the same data. */
  readonly open: (clock: () => number) => Promise<Store>
  readonly destroy: () => Promise<void>
}

export const CHECKPOINT_KEY = 'a key kept beside the store'

const START = 1_800_000_000_000

const EVERYTHING: HoldQuery = {
  tenant: null,
  state: null,
  server: null,
  tool: null,
  risk: null,
  text: null,
  limit: 50,
  cursor: null,
}

export function runStoreContract(name: string, makeStore: () => Promise<StoreMaker>): void {
  describe(`Store on ${name}`, () => {
    let maker: StoreMaker
    let store: Store
    let clock = START

    beforeEach(async () => {
      clock = START
      maker = await makeStore()
      store = await maker.open(() => clock)
    })

    afterEach(async () => {
      await store.close()
      await maker.destroy()
    })

    async function insert(sample: SampleHold): Promise<Hold> {
      const hold = sampleHold(sample)
      const record = sampleRecord({ kind: 'hold-created', hold: hold.id })
      return await store.holds.changeNewest(hold.key, (_newest, now) => {
        const dated = { ...hold, createdAt: sample.createdAt ?? now }
        return { do: 'write', hold: dated, record, before: null, answer: dated }
      })
    }

    async function ids(query: Partial<HoldQuery>): Promise<readonly string[]> {
      return (await store.holds.list({ ...EVERYTHING, ...query })).holds.map((hold) => hold.id)
    }

    async function verify(): Promise<number> {
      const verification = await verifyChain(store)
      if (!verification.ok) throw new Error(verification.reason)
      return verification.records
    }

    test('a hold comes back as it was written', async () => {
      const written = await insert({ id: 'h1', call: { argumentsText: '{"b":1.0,"a":"\\u0041 ☃"}' } })
      expect(await store.holds.get('h1')).toEqual(written)
      expect(await store.holds.get('h2')).toBeNull()
    })

    test('a step is shown the row and database time, and its answer comes back', async () => {
      await insert({ id: 'h1' })
      clock += 5
      const answer = await store.holds.change('h1', (hold, now) => ({ do: 'keep', answer: [hold?.id, now] }))
      expect(answer).toEqual(['h1', clock])
      expect(await store.holds.change('none', (hold) => ({ do: 'keep', answer: hold }))).toBeNull()
    })

    test('a write and its record are there together; a kept row leaves no record', async () => {
      await insert({ id: 'h1' })
      await store.holds.change('h1', (hold) => approve(hold))
      await store.holds.change('h1', () => ({ do: 'keep', answer: null }))
      expect((await store.holds.get('h1'))?.state).toBe('approved')
      const { records } = await store.audit.read(auditQuery({ hold: 'h1' }))
      expect(records.map((record) => record.kind)).toEqual(['hold-created', 'hold-approved'])
      expect(await verify()).toBe(2)
    })

    test('a step may write only a record', async () => {
      await insert({ id: 'h1' })
      const record = sampleRecord({ kind: 'decision-refused', hold: 'h1' })
      await store.holds.change('h1', () => ({ do: 'record', record, answer: null }))
      expect((await store.holds.get('h1'))?.revision).toBe(1)
      expect(await verify()).toBe(2)
    })

    test('a step that throws leaves nothing behind, and appends that waited are still written', async () => {
      await insert({ id: 'h1' })
      const append = store.audit.append(sampleRecord())
      const change = store.holds.change('h1', () => {
        throw new Error('a bug in a step')
      })
      await expect(change).rejects.toThrow('a bug in a step')
      await append
      expect((await store.holds.get('h1'))?.revision).toBe(1)
      expect(await verify()).toBe(2)
    })

    test('[H18] a decision whose audit record cannot be written is rolled back', async () => {
      await insert({ id: 'h1' })
      const broken = { ...sampleRecord({ kind: 'hold-approved', hold: 'h1' }), actor: Symbol('unwritable') as never }
      const change = store.holds.change('h1', (hold) => ({ ...approve(hold), record: broken }))
      await expect(change).rejects.toThrow()
      expect((await store.holds.get('h1'))?.state).toBe('pending')
      expect(await verify()).toBe(1)
    })

    test('a change without a new revision, or of another hold, is refused as a bug', async () => {
      await insert({ id: 'h1' })
      const same = store.holds.change('h1', (hold) => ({ ...approve(hold), hold: hold as Hold }))
      await expect(same).rejects.toThrow('without a new revision')
      const other = store.holds.change('h1', (hold) => ({ ...approve(hold), hold: sampleHold({ id: 'h2' }) }))
      await expect(other).rejects.toThrow('wrote another hold')
      expect(await store.holds.get('h2')).toBeNull()
    })

    test('two changes of one row see each other: both votes are counted', async () => {
      const other = await maker.open(() => clock)
      await insert({ id: 'h1' })
      const vote = (by: Store): Promise<number> =>
        by.holds.change('h1', (hold) => {
          const next = { ...(hold as Hold), revision: (hold?.revision ?? 0) + 1 }
          return { do: 'write', hold: next, record: sampleRecord({ hold: 'h1' }), before: null, answer: next.revision }
        })
      const votes = await Promise.all(Array.from({ length: 40 }, (_, index) => vote(index % 2 === 0 ? store : other)))
      expect([...votes].sort((left, right) => left - right)).toEqual(
        Array.from({ length: 40 }, (_, index) => index + 2),
      )
      expect(await verify()).toBe(41)
      await other.close()
    })

    test('a deadline that passes while the step thinks stops the write, and the step says so itself', async () => {
      await insert({ id: 'h1', decideBy: clock + 10 })
      let runs = 0
      const answer = await store.holds.change('h1', (hold, now): Step<string> => {
        runs++
        if (hold !== null && now >= hold.decideBy) return { do: 'keep', answer: 'expired' }
        clock += 20
        return { ...approve(hold), before: hold?.decideBy ?? null, answer: 'approved' }
      })
      expect([answer, runs]).toEqual(['expired', 2])
      expect((await store.holds.get('h1'))?.state).toBe('pending')
      expect(await verify()).toBe(1)
    })

    test('a deadline that lies ahead lets the write through; a step that never gives in fails', async () => {
      await insert({ id: 'h1' })
      const late = store.holds.change('h1', (hold, now) => ({ ...approve(hold), before: now }))
      await expect(late).rejects.toThrow('deadline')
      await store.holds.change('h1', (hold, now) => ({ ...approve(hold), before: now + 1 }))
      expect((await store.holds.get('h1'))?.state).toBe('approved')
    })

    test('changeNewest is shown the newest hold of the key, and a new id is a new hold', async () => {
      await insert({ id: 'h1', key: 'k' })
      await insert({ id: 'h2', key: 'k' })
      await insert({ id: 'h3', key: 'other' })
      expect(await store.holds.changeNewest('k', (newest) => ({ do: 'keep', answer: newest?.id }))).toBe('h2')
      expect(await store.holds.changeNewest('no', (newest) => ({ do: 'keep', answer: newest }))).toBeNull()
      await store.holds.changeNewest('k', (newest) => approve(newest))
      expect((await store.holds.get('h2'))?.state).toBe('approved')
    })

    test('an identical call at the same moment makes one hold', async () => {
      const other = await maker.open(() => clock)
      const ask = (by: Store, id: string): Promise<string> =>
        by.holds.changeNewest('k', (newest): Step<string> => {
          if (newest !== null) return { do: 'keep', answer: newest.id }
          const hold = sampleHold({ id, key: 'k' })
          return { do: 'write', hold, record: sampleRecord({ hold: id }), before: null, answer: id }
        })
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => ask(index % 2 === 0 ? store : other, `h${index}`)),
      )
      expect(new Set(answers).size).toBe(1)
      expect(await ids({})).toEqual([answers[0]])
      await other.close()
    })

    test('lists are newest first and filtered by every field', async () => {
      await insert({ id: 'a', call: { tenant: 'acme', tool: 'send_mail' } })
      clock++
      await insert({ id: 'b', ruling: { risk: 'medium' } })
      await insert({ id: 'c', call: { server: { name: 'mail', identity: 'm', display: 'm', transport: 'http' } } })
      await store.holds.change('b', (hold) => approve(hold))
      expect(await ids({})).toEqual(['c', 'b', 'a'])
      expect(await ids({ tenant: 'acme' })).toEqual(['a'])
      expect(await ids({ state: 'approved' })).toEqual(['b'])
      expect(await ids({ state: 'pending', tenant: 'default' })).toEqual(['c'])
      expect(await ids({ server: 'mail' })).toEqual(['c'])
      expect(await ids({ tool: 'send_mail' })).toEqual(['a'])
      expect(await ids({ risk: 'medium' })).toEqual(['b'])
      expect(await ids({ risk: 'low' })).toEqual([])
    })

    test('words are found in tool, server, summary and arguments, together with filters', async () => {
      await insert({ id: 'a', title: 'Remove Žofia from the list' })
      await insert({ id: 'b', call: { argumentsText: '{"to":"Caf\\u00e9","nested":[{"deep_key":"needle"}]}' } })
      await insert({ id: 'c', call: { tool: 'merge_branch', tenant: 'acme' } })
      expect(await ids({ text: 'žofia' })).toEqual(['a'])
      expect(await ids({ text: 'café' })).toEqual(['b'])
      expect(await ids({ text: 'deep_key need' })).toEqual(['b'])
      expect(await ids({ text: 'merge_branch' })).toEqual(['c'])
      expect(await ids({ text: 'crm' })).toEqual(['c', 'b', 'a'])
      expect(await ids({ text: 'crm', tenant: 'acme' })).toEqual(['c'])
      expect(await ids({ text: 'crm nowhere' })).toEqual([])
      expect(await ids({ text: '  ' })).toEqual(['c', 'b', 'a'])
      await store.holds.change('a', (hold) => approve(hold))
      expect(await ids({ text: 'crm', state: 'pending' })).toEqual(['c', 'b'])
      expect(await ids({ text: 'remove', state: 'approved' })).toEqual(['a'])
    })

    test('a text is never read as search syntax', async () => {
      await insert({ id: 'a' })
      for (const text of ['"', '*', 'delete OR nothing', 'words : x', 'NEAR(a b)', 'a" OR "b', '-', "';--"]) {
        expect(await ids({ text }), text).toEqual([])
      }
      expect(await ids({ text: '"delete"' })).toEqual(['a'])
      expect(await ids({ text: '^delete' })).toEqual(['a'])
    })

    test.each([null, 'crm'])('pages with text %s follow each other without gap or repetition', async (text) => {
      const made: string[] = []
      for (let index = 0; index < 23; index++) {
        if (index % 3 === 0) clock++
        made.unshift((await insert({ id: `h${index}` })).id)
      }
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page = await store.holds.list({ ...EVERYTHING, text, limit: 5, cursor })
        seen.push(...page.holds.map((hold) => hold.id))
        cursor = page.nextCursor
        await insert({ id: `later ${seen.length}` })
      } while (cursor !== null)
      expect(seen).toEqual(made)
    })

    test('a cursor that was tampered with finds nothing', async () => {
      await insert({ id: 'a' })
      for (const cursor of ['', 'x', 'MTAw', '%%%', Buffer.from('1.2 or 1=1').toString('base64url'), 'ß'.repeat(50)]) {
        expect(await store.holds.list({ ...EVERYTHING, cursor })).toEqual({ holds: [], nextCursor: null })
        expect(await store.audit.read(auditQuery({ cursor }))).toEqual({ records: [], nextCursor: null })
      }
    })

    test('inState is oldest first and limited', async () => {
      for (const id of ['a', 'b', 'c']) await insert({ id })
      await insert({ id: 'd', state: 'declined' })
      expect((await store.holds.inState('pending', 2)).map((hold) => hold.id)).toEqual(['a', 'b'])
      expect(await store.holds.inState('expired', 2)).toEqual([])
    })

    test('overdue names what passed its deadline on database time, and nothing else', async () => {
      await insert({ id: 'late', decideBy: clock + 10 })
      await insert({ id: 'in time', decideBy: clock + 11 })
      await insert({ id: 'lapsed', state: 'approved', decideBy: clock, executeBy: clock + 5 })
      await insert({ id: 'running', state: 'dispatching', decideBy: clock, executeBy: clock })
      await insert({ id: 'over', state: 'declined', decideBy: clock })
      expect(await store.holds.overdue(10)).toEqual([])
      clock += 10
      expect((await store.holds.overdue(10)).map((hold) => hold.id)).toEqual(['late', 'lapsed'])
      expect((await store.holds.overdue(1)).map((hold) => hold.id)).toEqual(['late'])
    })

    test('count counts one requester by state, client, session, tool, server and time', async () => {
      await insert({ id: 'a' })
      await insert({ id: 'b', state: 'declined' })
      await insert({ id: 'c', call: { session: 'session-2', tool: 'other' } })
      await insert({ id: 'd', call: { principal: 'local:bob' } })
      await insert({ id: 'e', call: { tenant: 'acme' } })
      clock += 100
      await insert({ id: 'f', call: { client: { name: 'phone', version: '2' } } })
      const who = { tenant: 'default', principal: 'local:ana', client: null, session: null, tool: null }
      const count = async (over: object, states: readonly HoldState[] = ['pending']): Promise<number> =>
        await store.holds.count({ ...who, serverIdentity: null, states, since: 0, ...over })
      expect(await count({})).toBe(3)
      expect(await count({ client: 'desk' })).toBe(2)
      expect(await count({ session: 'session-1' }, ['pending', 'declined'])).toBe(3)
      expect(await count({ tool: 'delete_contact', serverIdentity: 'crm-identity' }, ['declined'])).toBe(1)
      expect(await count({ serverIdentity: 'another' })).toBe(0)
      expect(await count({ since: clock })).toBe(1)
      expect(await count({}, [])).toBe(0)
    })

    test('a scope counts as approved only while the approval stands, in that session and definition', async () => {
      const asked = { session: 'session-1', serverIdentity: 'crm-identity', tool: 'delete_contact', scope: 'table x' }
      const query = { ...asked, definitionHash: 'definition-1' }
      const scoped = { ruling: { scope: 'table x' } }
      await insert({ id: 'pending', ...scoped })
      for (const state of ['declined', 'expired', 'cancelled', 'invalidated'] as const) {
        await insert({ id: state, state, ...scoped })
      }
      await insert({ id: 'no scope', state: 'succeeded' })
      expect(await store.holds.scopeApproved(query)).toBe(false)
      await store.holds.change('pending', (hold) => approve(hold))
      expect(await store.holds.scopeApproved(query)).toBe(true)
      for (const name of ['session', 'serverIdentity', 'tool', 'scope', 'definitionHash'] as const) {
        expect(await store.holds.scopeApproved({ ...query, [name]: 'another' }), name).toBe(false)
      }
    })

    test('[H21] database time never runs backwards, in no process', async () => {
      const behind = await maker.open(() => clock - 7_200_000)
      const ahead = clock + 7_200_000
      const fast = await maker.open(() => ahead)
      expect(await behind.now()).toBe(clock - 7_200_000)
      await fast.holds.change('none', () => ({ do: 'keep', answer: null }))
      expect([await store.now(), await behind.now()]).toEqual([ahead, ahead])
      await behind.audit.append(sampleRecord())
      expect((await store.audit.walk(1, 1))[0]?.at).toBe(ahead)
      expect(await store.holds.change('none', (_hold, now) => ({ do: 'keep', answer: now }))).toBe(ahead)
      await Promise.all([behind.close(), fast.close()])
      const later = await maker.open(() => clock)
      expect(await later.now()).toBe(ahead)
      await later.close()
    })

    test('appends of several stores form one chain in the order of each', async () => {
      const other = await maker.open(() => clock)
      await Promise.all(
        Array.from({ length: 300 }, async (_, index) => {
          await (index % 2 === 0 ? store : other).audit.append(sampleRecord({ detail: String(index) }))
        }),
      )
      expect(await verify()).toBe(300)
      const details = (await store.audit.walk(1, 1000)).map((record) => Number(record.detail))
      for (const half of [0, 1]) {
        const own = details.filter((detail) => detail % 2 === half)
        expect(own).toEqual([...own].sort((left, right) => left - right))
      }
      await other.close()
    })

    test('a draft that cannot be written is refused and holds up nobody', async () => {
      const broken = store.audit.append({ ...sampleRecord(), detail: undefined as never })
      await expect(broken).rejects.toThrow(TypeError)
      await store.audit.append(sampleRecord())
      expect(await verify()).toBe(1)
    })

    test('the audit log is read by time, tenant, server, tool, hold and in pages', async () => {
      for (let index = 0; index < 12; index++) {
        clock += 10
        const hold = index % 4 === 0 ? 'h' : null
        await store.audit.append(sampleRecord({ tool: `t${index % 2}`, server: `s${index % 3}`, hold }))
      }
      await store.audit.append(sampleRecord({ tenant: 'acme' }))
      const sequences = async (over: object): Promise<readonly number[]> =>
        (await store.audit.read(auditQuery(over))).records.map((record) => record.sequence)
      expect(await sequences({ tenant: 'acme' })).toEqual([13])
      expect(await sequences({ tool: 't1', server: 's2' })).toEqual([6, 12])
      expect(await sequences({ hold: 'h' })).toEqual([1, 5, 9])
      expect(await sequences({ since: clock - 15 })).toEqual([11, 12, 13])
      expect(await sequences({ since: clock + 1 })).toEqual([])
      expect(await sequences({ since: 0, hold: 'h' })).toEqual([1, 5, 9])
      const first = await store.audit.read(auditQuery({ limit: 7 }))
      expect(await sequences({ cursor: first.nextCursor })).toEqual([8, 9, 10, 11, 12, 13])
      expect((await store.audit.walk(5, 3)).map((record) => record.sequence)).toEqual([5, 6, 7])
    })

    test('checkpoints come every thousand records, on demand and on close, and are signed', async () => {
      for (let index = 0; index < 5; index++) {
        await Promise.all(Array.from({ length: 205 }, async () => await store.audit.append(sampleRecord())))
      }
      expect((await store.audit.checkpoints()).map((made) => made.chains[0]?.length)).toEqual([1000])
      const made = await store.audit.checkpoint()
      expect(made.chains).toMatchObject([{ length: 1025 }])
      await store.audit.append(sampleRecord())
      await store.close()
      store = await maker.open(() => clock)
      const lengths = (await store.audit.checkpoints()).map((checkpoint) => checkpoint.chains[0]?.length)
      expect(lengths).toEqual([1000, 1025, 1026])
      expect(await verify()).toBe(1026)
      await store.close()
      store = await maker.open(() => clock)
      expect(await store.audit.checkpoints()).toHaveLength(3)
    })

    test('settings are put, read by prefix, swapped and removed, with their records', async () => {
      await store.settings.put('pin/a', '1', null)
      await store.settings.put('pin/b', '2', sampleRecord({ kind: 'definition-pinned' }))
      await store.settings.put('pine', '3', null)
      await store.settings.put('pin/a', '4', null)
      expect(await store.settings.get('pin/a')).toBe('4')
      expect(await store.settings.get('pin/')).toBeNull()
      expect(await store.settings.under('pin/')).toEqual([
        { key: 'pin/a', value: '4' },
        { key: 'pin/b', value: '2' },
      ])
      expect(await store.settings.swap('pin/a', '1', '5', sampleRecord())).toBe(false)
      expect(await store.settings.swap('pin/a', '4', null, null)).toBe(true)
      expect(await store.settings.swap('pin/a', null, '6', null)).toBe(true)
      expect(await store.settings.get('pin/a')).toBe('6')
      await store.settings.put('pin/a', null, null)
      expect(await store.settings.get('pin/a')).toBeNull()
      expect(await verify()).toBe(1)
    })

    test('of many swaps from the same value one wins', async () => {
      const other = await maker.open(() => clock)
      const won = await Promise.all(
        Array.from({ length: 20 }, async (_, index) =>
          (await (index % 2 === 0 ? store : other).settings.swap('link', null, String(index), sampleRecord()))
            ? index
            : null,
        ),
      )
      const winners = won.filter((index) => index !== null)
      expect(winners).toHaveLength(1)
      expect(await store.settings.get('link')).toBe(String(winners[0]))
      expect(await verify()).toBe(1)
      await other.close()
    })

    test('tokens are found by hash, listed by tenant and revoked once', async () => {
      const token: TokenRow = {
        id: 't1',
        name: 'ci',
        role: 'approver',
        tenant: 'default',
        sha256: sha256('secret'),
        relaysAPerson: true,
        createdAt: clock,
        expiresAt: null,
        revokedAt: null,
      }
      const record = sampleRecord({ kind: 'token-created' })
      await store.tokens.add(token, record)
      await store.tokens.add({ ...token, id: 't2', tenant: 'acme', sha256: sha256('other'), expiresAt: 5 }, record)
      await expect(store.tokens.add({ ...token, id: 't3' }, record)).rejects.toThrow()
      expect(await store.tokens.findByHash(sha256('secret'))).toEqual(token)
      expect(await store.tokens.findByHash('secret')).toBeNull()
      expect((await store.tokens.list('acme')).map((row) => row.id)).toEqual(['t2'])
      expect(await store.tokens.list(null)).toHaveLength(2)
      expect(await store.tokens.revoke('t1', 77, sampleRecord({ kind: 'token-revoked' }))).toBe(true)
      expect(await store.tokens.revoke('t1', 78, sampleRecord({ kind: 'token-revoked' }))).toBe(false)
      expect((await store.tokens.findByHash(sha256('secret')))?.revokedAt).toBe(77)
      expect(await verify()).toBe(3)
    })

    test('watch hears changes of its own and of other stores, and settings without a name', async () => {
      const other = await maker.open(() => clock)
      const heard: StoreChange[] = []
      await insert({ id: 'before' })
      const stop = store.watch((change) => heard.push(change))
      await insert({ id: 'own' })
      expect(heard.map((change) => change.hold)).toEqual(['own'])
      await other.holds.change('own', (hold) => approve(hold))
      await vi.waitFor(() => expect(heard).toHaveLength(2))
      await other.settings.put('pause', 'on', null)
      await vi.waitFor(() => expect(heard).toHaveLength(3))
      await other.audit.append(sampleRecord())
      await insert({ id: 'more' })
      expect(heard.map((change) => change.hold)).toEqual(['own', 'own', null, 'more'])
      expect(heard.every((change, index) => change.sequence > (heard[index - 1]?.sequence ?? 0))).toBe(true)
      stop()
      await insert({ id: 'unheard' })
      expect(heard).toHaveLength(4)
      await other.close()
    })

    test('a listener that throws does not keep the others from hearing', async () => {
      const heard: (string | null)[] = []
      const stops = [
        store.watch(() => {
          throw new Error('a bug in a listener')
        }),
        store.watch((change) => heard.push(change.hold)),
      ]
      await insert({ id: 'a' })
      expect(heard).toEqual(['a'])
      for (const stop of stops) stop()
    })

    test('close writes what waits, can be repeated, and refuses later work', async () => {
      const appended = Array.from({ length: 50 }, async () => await store.audit.append(sampleRecord()))
      await Promise.all([store.close(), store.close()])
      await Promise.all(appended)
      await expect(store.audit.append(sampleRecord())).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      await expect(store.holds.get('a')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
      store = await maker.open(() => clock)
      expect(await verify()).toBe(50)
    })
  })
}

export function approve(hold: Hold | null): Extract<Step<null>, { do: 'write' }> {
  if (hold === null) throw new Error('There is nothing to approve.')
  return {
    do: 'write',
    hold: { ...hold, state: 'approved', revision: hold.revision + 1 },
    record: sampleRecord({ kind: 'hold-approved', hold: hold.id }),
    before: null,
    answer: null,
  }
}

export async function verifyChain(store: Store): Promise<ReturnType<ReturnType<typeof createChainVerifier>['finish']>> {
  const verifier = createChainVerifier(
    sha256,
    (checkpoint) =>
      createHmac('sha256', CHECKPOINT_KEY).update(checkpointPayload(checkpoint)).digest('hex') === checkpoint.signature,
  )
  for (let next = 1; ;) {
    const records = await store.audit.walk(next, 1000)
    const last = records.at(-1)
    if (last === undefined || !verifier.feed(records)) break
    next = last.sequence + 1
  }
  return verifier.finish(await store.audit.checkpoints())
}

function auditQuery(over: object): Parameters<Store['audit']['read']>[0] {
  return { tenant: null, since: null, server: null, tool: null, hold: null, limit: 100, cursor: null, ...over }
}
