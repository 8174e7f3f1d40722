/** The contract of changing holds: one transaction with its record, guarded by revision and deadline. */
import type { Hold, Step, Store } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { sampleRecord } from '../samples/record.ts'
import { approve, auditQuery, waitingHold } from './given-store.ts'
import type { GivenStore } from './given-store.ts'

export function describeChanges(given: GivenStore): void {
  test('a hold comes back as it was written', async () => {
    const written = await given.insert({ id: 'h1', call: { argumentsText: '{"b":1.0,"a":"\\u0041 ☃"}' } })
    expect(await given.store.holds.get('h1')).toEqual(written)
    expect(await given.store.holds.get('h2')).toBeNull()
  })

  test('a step is shown the row and database time, and its answer comes back', async () => {
    await given.insert({ id: 'h1' })
    given.clock += 5
    const answer = await given.store.holds.change('h1', (hold, now) => ({ do: 'keep', answer: [hold?.id, now] }))
    expect(answer).toEqual(['h1', given.clock])
    expect(await given.store.holds.change('none', (hold) => ({ do: 'keep', answer: hold }))).toBeNull()
  })

  test('a write and its record are there together; a kept row leaves no record', async () => {
    await given.insert({ id: 'h1' })
    await given.store.holds.change('h1', (hold) => approve(hold))
    await given.store.holds.change('h1', () => ({ do: 'keep', answer: null }))
    expect((await given.store.holds.get('h1'))?.state).toBe('approved')
    const { records } = await given.store.audit.read(auditQuery({ hold: 'h1' }))
    expect(records.map((record) => record.kind)).toEqual(['hold-created', 'hold-approved'])
    expect(await given.verify()).toBe(2)
  })

  test('a step may write only a record', async () => {
    await given.insert({ id: 'h1' })
    const record = sampleRecord({ kind: 'decision-refused', hold: 'h1' })
    await given.store.holds.change('h1', () => ({ do: 'record', record, answer: null }))
    expect((await given.store.holds.get('h1'))?.revision).toBe(1)
    expect(await given.verify()).toBe(2)
  })

  test('a step that throws leaves nothing behind, and appends that waited are still written', async () => {
    await given.insert({ id: 'h1' })
    const append = given.store.audit.append(sampleRecord())
    const change = given.store.holds.change('h1', () => {
      throw new Error('a bug in a step')
    })
    await expect(change).rejects.toThrow('a bug in a step')
    await append
    expect((await given.store.holds.get('h1'))?.revision).toBe(1)
    expect(await given.verify()).toBe(2)
  })

  test('[H18] a decision whose audit record cannot be written is rolled back', async () => {
    await given.insert({ id: 'h1' })
    const broken = { ...sampleRecord({ kind: 'hold-approved', hold: 'h1' }), actor: Symbol('unwritable') as never }
    const change = given.store.holds.change('h1', (hold) => ({ ...approve(hold), record: broken }))
    await expect(change).rejects.toThrow()
    expect((await given.store.holds.get('h1'))?.state).toBe('pending')
    expect(await given.verify()).toBe(1)
  })

  test('a change without a new revision, or of another hold, is refused as a bug', async () => {
    await given.insert({ id: 'h1' })
    const same = given.store.holds.change('h1', (hold) => ({ ...approve(hold), hold: hold as Hold }))
    await expect(same).rejects.toThrow('without a new revision')
    const other = given.store.holds.change('h1', (hold) => ({ ...approve(hold), hold: waitingHold({ id: 'h2' }) }))
    await expect(other).rejects.toThrow('wrote another hold')
    expect(await given.store.holds.get('h2')).toBeNull()
  })

  test('two changes of one row see each other: both votes are counted', async () => {
    const other = await given.another()
    await given.insert({ id: 'h1' })
    const vote = (by: Store): Promise<number> =>
      by.holds.change('h1', (hold) => {
        const next = { ...(hold as Hold), revision: (hold?.revision ?? 0) + 1 }
        return { do: 'write', hold: next, record: sampleRecord({ hold: 'h1' }), before: null, answer: next.revision }
      })
    const votes = await Promise.all(
      Array.from({ length: 40 }, (_, index) => vote(index % 2 === 0 ? given.store : other)),
    )
    expect([...votes].sort((left, right) => left - right)).toEqual(Array.from({ length: 40 }, (_, index) => index + 2))
    expect(await given.verify()).toBe(41)
    await other.close()
  })

  test('a deadline that passes while the step thinks stops the write, and the step says so itself', async () => {
    await given.insert({ id: 'h1', decideBy: given.clock + 10 })
    let runs = 0
    const answer = await given.store.holds.change('h1', (hold, now): Step<string> => {
      runs++
      if (hold !== null && now >= hold.decideBy) return { do: 'keep', answer: 'expired' }
      given.clock += 20
      return { ...approve(hold), before: hold?.decideBy ?? null, answer: 'approved' }
    })
    expect([answer, runs]).toEqual(['expired', 2])
    expect((await given.store.holds.get('h1'))?.state).toBe('pending')
    expect(await given.verify()).toBe(1)
  })

  test('a deadline that lies ahead lets the write through; a step that never gives in fails', async () => {
    await given.insert({ id: 'h1' })
    const late = given.store.holds.change('h1', (hold, now) => ({ ...approve(hold), before: now }))
    await expect(late).rejects.toThrow('deadline')
    await given.store.holds.change('h1', (hold, now) => ({ ...approve(hold), before: now + 1 }))
    expect((await given.store.holds.get('h1'))?.state).toBe('approved')
  })

  test('changeNewest is shown the newest hold of the key, and a new id is a new hold', async () => {
    await given.insert({ id: 'h1', key: 'k' })
    await given.insert({ id: 'h2', key: 'k' })
    await given.insert({ id: 'h3', key: 'other' })
    expect(await given.store.holds.changeNewest('k', (newest) => ({ do: 'keep', answer: newest?.id }))).toBe('h2')
    expect(await given.store.holds.changeNewest('no', (newest) => ({ do: 'keep', answer: newest }))).toBeNull()
    await given.store.holds.changeNewest('k', (newest) => approve(newest))
    expect((await given.store.holds.get('h2'))?.state).toBe('approved')
  })

  test('an identical call at the same moment makes one hold', async () => {
    const other = await given.another()
    const ask = (by: Store, id: string): Promise<string> =>
      by.holds.changeNewest('k', (newest): Step<string> => {
        if (newest !== null) return { do: 'keep', answer: newest.id }
        const hold = waitingHold({ id, key: 'k' })
        return { do: 'write', hold, record: sampleRecord({ hold: id }), before: null, answer: id }
      })
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => ask(index % 2 === 0 ? given.store : other, `h${index}`)),
    )
    expect(new Set(answers).size).toBe(1)
    expect(await given.ids({})).toEqual([answers[0]])
    await other.close()
  })
}
