/** The contract of finding holds: pages, words, counts, deadlines. */
import type { HoldState } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { EVERYTHING, approve, auditQuery } from './given-store.ts'
import type { GivenStore } from './given-store.ts'

export function describeLists(given: GivenStore): void {
  test('lists are newest first and filtered by every field', async () => {
    await given.insert({ id: 'a', call: { tenant: 'acme', tool: 'send_mail' } })
    given.clock++
    await given.insert({ id: 'b', ruling: { risk: 'medium' } })
    await given.insert({ id: 'c', call: { server: { name: 'mail', identity: 'm', display: 'm', transport: 'http' } } })
    await given.store.holds.change('b', (hold) => approve(hold))
    expect(await given.ids({})).toEqual(['c', 'b', 'a'])
    expect(await given.ids({ tenant: 'acme' })).toEqual(['a'])
    expect(await given.ids({ state: 'approved' })).toEqual(['b'])
    expect(await given.ids({ state: 'pending', tenant: 'default' })).toEqual(['c'])
    expect(await given.ids({ state: 'decided' })).toEqual(['b'])
    expect(await given.ids({ server: 'mail' })).toEqual(['c'])
    expect(await given.ids({ tool: 'send_mail' })).toEqual(['a'])
    expect(await given.ids({ risk: 'medium' })).toEqual(['b'])
    expect(await given.ids({ risk: 'low' })).toEqual([])
  })

  test('words are found in tool, server, summary and arguments, together with filters', async () => {
    await given.insert({ id: 'a', title: 'Remove Žofia from the list' })
    await given.insert({ id: 'b', call: { argumentsText: '{"to":"Caf\\u00e9","nested":[{"deep_key":"needle"}]}' } })
    await given.insert({ id: 'c', call: { tool: 'merge_branch', tenant: 'acme' } })
    expect(await given.ids({ text: 'žofia' })).toEqual(['a'])
    expect(await given.ids({ text: 'café' })).toEqual(['b'])
    expect(await given.ids({ text: 'deep_key need' })).toEqual(['b'])
    expect(await given.ids({ text: 'merge_branch' })).toEqual(['c'])
    expect(await given.ids({ text: 'crm' })).toEqual(['c', 'b', 'a'])
    expect(await given.ids({ text: 'crm', tenant: 'acme' })).toEqual(['c'])
    expect(await given.ids({ text: 'crm nowhere' })).toEqual([])
    expect(await given.ids({ text: '  ' })).toEqual(['c', 'b', 'a'])
    await given.store.holds.change('a', (hold) => approve(hold))
    expect(await given.ids({ text: 'crm', state: 'pending' })).toEqual(['c', 'b'])
    expect(await given.ids({ text: 'remove', state: 'approved' })).toEqual(['a'])
  })

  test('what is decided waits neither for an answer nor for what became of it', async () => {
    const states = ['pending', 'approved', 'dispatching', 'succeeded', 'unknown', 'resolved', 'declined'] as const
    for (const state of states) await given.insert({ id: state, state, title: 'Remove the entry' })
    const decided = ['declined', 'resolved', 'succeeded', 'dispatching', 'approved']
    expect(await given.ids({ state: 'decided' })).toEqual(decided)
    expect(await given.ids({ state: 'decided', text: 'remove' })).toEqual(decided)
    expect(await given.ids({ state: 'decided', text: 'remove', tenant: 'acme' })).toEqual([])
  })

  test('words are found in who asked and why, who decided and why, and what came back', async () => {
    const verdict = {
      answer: 'decline',
      by: 'maria',
      via: 'page',
      assurance: 'identified',
      at: 1,
      edits: null,
    } as const
    await given.insert({ id: 'a', call: { rationale: 'Duplicate of the Lisbon entry', principal: 'agent-seven' } })
    await given.insert({ id: 'b' })
    await given.store.holds.change('b', (hold) => {
      const step = approve(hold)
      return { ...step, hold: { ...step.hold, verdicts: [{ ...verdict, reason: 'wrong quarter' }] } }
    })
    await given.insert({
      id: 'c',
      state: 'succeeded',
      outcome: { kind: 'result', isError: false, resultText: '{"content":[{"text":"Refunded"}]}', truncated: false },
    })
    await given.insert({ id: 'd', note: 'changed since it was shown: salary', changedSince: 'salary' })
    await given.insert({ id: 'e', undoOf: 'a', call: { argumentsText: '{"name":"Ottilie"}' } })
    expect(await given.ids({ text: 'ottilie' }), 'for approvers only').toEqual([])
    for (const text of ['lisbon', 'seven']) expect(await given.ids({ text })).toEqual(['a'])
    for (const text of ['maria', 'quarter']) expect(await given.ids({ text })).toEqual(['b'])
    expect(await given.ids({ text: 'refunded' })).toEqual(['c'])
    expect(await given.ids({ text: 'salary' }), 'for approvers only').toEqual([])
  })

  test('what stands together in a search is found together, its last word also unfinished', async () => {
    await given.insert({ id: 'a', call: { tool: 'update_item', argumentsText: '{"id":"A-1"}' } })
    await given.insert({ id: 'b', call: { tool: 'update_item', argumentsText: '{"id":"U-1"}' } })
    await given.insert({
      id: 'c',
      call: { tool: 'update_item', argumentsText: '{"to":"ana@example.com","amount":1.5}' },
    })
    await given.insert({
      id: 'd',
      call: { tool: 'item_update', argumentsText: '{"id":"U-17","to":"ana and example"}' },
    })
    expect(await given.ids({ text: 'U-1' })).toEqual(['d', 'b'])
    expect(await given.ids({ text: 'u-17' })).toEqual(['d'])
    expect(await given.ids({ text: 'a-1' })).toEqual(['a'])
    expect(await given.ids({ text: 'update_it' })).toEqual(['c', 'b', 'a'])
    expect(await given.ids({ text: 'ana@example' })).toEqual(['c'])
    expect(await given.ids({ text: '"amount":1.5' })).toEqual(['c'])
    expect(await given.ids({ text: 'ana example' }), 'apart in the search, apart in the hold').toEqual(['d', 'c'])
    expect(await given.ids({ text: ' - U-1 … update_item ' })).toEqual(['b'])
  })

  test('a text is never read as search syntax', async () => {
    await given.insert({ id: 'a' })
    for (const text of ['"', '*', 'delete OR nothing', 'words : x', 'NEAR(a b)', 'a" OR "b', '-', "';--"]) {
      expect(await given.ids({ text }), text).toEqual([])
    }
    expect(await given.ids({ text: '"delete"' })).toEqual(['a'])
    expect(await given.ids({ text: '^delete' })).toEqual(['a'])
  })

  test.each([null, 'crm'])('pages with text %s follow each other without gap or repetition', async (text) => {
    const made: string[] = []
    for (let index = 0; index < 23; index++) {
      if (index % 3 === 0) given.clock++
      made.unshift((await given.insert({ id: `h${index}` })).id)
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await given.store.holds.list({ ...EVERYTHING, text, limit: 5, cursor })
      seen.push(...page.holds.map((hold) => hold.id))
      cursor = page.nextCursor
      await given.insert({ id: `later ${seen.length}` })
    } while (cursor !== null)
    expect(seen).toEqual(made)
  })

  test('a cursor that was tampered with finds nothing', async () => {
    await given.insert({ id: 'a' })
    for (const cursor of ['', 'x', 'MTAw', '%%%', Buffer.from('1.2 or 1=1').toString('base64url'), 'ß'.repeat(50)]) {
      expect(await given.store.holds.list({ ...EVERYTHING, cursor })).toEqual({ holds: [], nextCursor: null })
      expect(await given.store.audit.read(auditQuery({ cursor }))).toEqual({ records: [], nextCursor: null })
    }
  })

  test('inSession is inState of one session alone', async () => {
    for (const [id, session] of Object.entries({ a: 'one', b: 'two', c: 'one', d: 'one' })) {
      await given.insert({ id, call: { session } })
      given.clock++
    }
    expect((await given.store.holds.inSession('one', 'pending', 2)).map((hold) => hold.id)).toEqual(['a', 'c'])
    expect(await given.store.holds.inSession('one', 'expired', 2)).toEqual([])
    expect(await given.store.holds.inSession('three', 'pending', 2)).toEqual([])
  })

  test('inState is oldest first and limited', async () => {
    for (const id of ['a', 'b', 'c']) await given.insert({ id })
    await given.insert({ id: 'd', state: 'declined' })
    expect((await given.store.holds.inState('pending', 2)).map((hold) => hold.id)).toEqual(['a', 'b'])
    expect(await given.store.holds.inState('expired', 2)).toEqual([])
  })

  test('overdue names what passed its deadline on database time, and nothing else', async () => {
    await given.insert({ id: 'late', decideBy: given.clock + 10 })
    await given.insert({ id: 'in time', decideBy: given.clock + 11 })
    await given.insert({ id: 'lapsed', state: 'approved', decideBy: given.clock, executeBy: given.clock + 5 })
    await given.insert({ id: 'running', state: 'dispatching', decideBy: given.clock, executeBy: given.clock })
    await given.insert({ id: 'over', state: 'declined', decideBy: given.clock })
    expect(await given.store.holds.overdue(10)).toEqual([])
    given.clock += 10
    expect((await given.store.holds.overdue(10)).map((hold) => hold.id)).toEqual(['late', 'lapsed'])
    expect((await given.store.holds.overdue(1)).map((hold) => hold.id)).toEqual(['late'])
  })

  test('count counts one requester by state, client, session, tool, server and time', async () => {
    await given.insert({ id: 'a' })
    await given.insert({ id: 'b', state: 'declined' })
    await given.insert({ id: 'c', call: { session: 'session-2', tool: 'other' } })
    await given.insert({ id: 'd', call: { principal: 'local:bob' } })
    await given.insert({ id: 'e', call: { tenant: 'acme' } })
    given.clock += 100
    await given.insert({ id: 'f', call: { client: { name: 'phone', version: '2' } } })
    const who = { tenant: 'default', principal: 'local:ana', client: null, session: null, tool: null }
    const count = async (over: object, states: readonly HoldState[] = ['pending']): Promise<number> =>
      await given.store.holds.count({ ...who, serverIdentity: null, states, since: 0, ...over })
    expect(await count({})).toBe(3)
    expect(await count({ client: 'desk' })).toBe(2)
    expect(await count({ session: 'session-1' }, ['pending', 'declined'])).toBe(3)
    expect(await count({ tool: 'delete_contact', serverIdentity: 'crm-identity' }, ['declined'])).toBe(1)
    expect(await count({ serverIdentity: 'another' })).toBe(0)
    expect(await count({ since: given.clock })).toBe(1)
    expect(await count({}, [])).toBe(0)
  })
}
