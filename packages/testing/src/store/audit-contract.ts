/** The contract of the audit log: one chain, in order, signed. */
import type { RecordDraft, RecordReceipt } from '@holdpoint/core'
import { expect, test, vi } from 'vitest'
import { sampleRecord } from '../samples/record.ts'
import { auditQuery } from './given-store.ts'
import type { GivenStore } from './given-store.ts'

export function describeAudit(given: GivenStore): void {
  test('appends of several stores form one chain in the order of each', async () => {
    const other = await given.another()
    await Promise.all(
      Array.from({ length: 300 }, async (_, index) => {
        await (index % 2 === 0 ? given.store : other).audit.append(sampleRecord({ detail: String(index) }))
      }),
    )
    await vi.waitFor(async () => expect(await given.verify()).toBe(300), 60_000)
    const details = (await given.store.audit.walk(null, 1000)).records.map((record) => Number(record.detail))
    for (const half of [0, 1]) {
      const own = details.filter((detail) => detail % 2 === half)
      expect(own).toEqual([...own].sort((left, right) => left - right))
    }
    await other.close()
  })

  test('a draft that cannot be written is refused and holds up nobody', async () => {
    const broken = given.store.audit.append({ ...sampleRecord(), detail: undefined as never })
    await expect(broken).rejects.toThrow(TypeError)
    await given.store.audit.append(sampleRecord())
    expect(await given.verify()).toBe(1)
  })

  test('[X12.5] a receipt is told once, after the record is in its place, and of a refusal too', async () => {
    const told: string[] = []
    const receiptOf = (name: string, done: () => void): RecordReceipt => ({
      retained: done,
      settled(problem) {
        told.push(problem === null ? name : `${name} refused`)
        done()
      },
    })
    const appended = (name: string, record: RecordDraft): Promise<void> =>
      new Promise((resolve) => given.store.audit.appendFor(record, receiptOf(name, resolve)))
    await Promise.all([
      appended('passed', sampleRecord({ kind: 'call-passed', detail: 'first' })),
      appended('denied', sampleRecord({ kind: 'call-denied', detail: 'second' })),
      appended('broken', { ...sampleRecord(), detail: undefined as never }),
    ])
    expect(told.toSorted()).toEqual(['broken refused', 'denied', 'passed'])
    expect((await given.store.audit.walk(null, 10)).records.map(({ detail }) => detail)).toEqual(['first', 'second'])
    expect(told).toHaveLength(3)
  })

  test('the audit log is read by time, tenant, server, tool, hold and in pages', async () => {
    for (let index = 0; index < 12; index++) {
      given.clock += 10
      const hold = index % 4 === 0 ? 'h' : null
      await given.store.audit.append(sampleRecord({ tool: `t${index % 2}`, server: `s${index % 3}`, hold }))
    }
    await given.store.audit.append(sampleRecord({ tenant: 'acme' }))
    const sequences = async (over: object): Promise<readonly number[]> =>
      (await given.store.audit.read(auditQuery(over))).records.map((record) => record.sequence)
    expect(await sequences({ tenant: 'acme' })).toEqual([13])
    expect(await sequences({ tool: 't1', server: 's2' })).toEqual([6, 12])
    expect(await sequences({ hold: 'h' })).toEqual([1, 5, 9])
    expect(await sequences({ since: given.clock - 15 })).toEqual([11, 12, 13])
    expect(await sequences({ since: given.clock + 1 })).toEqual([])
    expect(await sequences({ since: 0, hold: 'h' })).toEqual([1, 5, 9])
    const first = await given.store.audit.read(auditQuery({ limit: 7 }))
    expect(await sequences({ cursor: first.nextCursor })).toEqual([8, 9, 10, 11, 12, 13])
    const walked = await given.store.audit.walk(null, 4)
    const next = await given.store.audit.walk(walked.nextCursor, 3)
    expect(next.records.map((record) => record.sequence)).toEqual([5, 6, 7])
    expect((await given.store.audit.walk(null, 100)).nextCursor).toBeNull()
  })

  test('checkpoints come every thousand records, on demand and on close, and are signed', async () => {
    for (let index = 0; index < 5; index++) {
      await Promise.all(Array.from({ length: 205 }, async () => await given.store.audit.append(sampleRecord())))
    }
    expect((await given.store.audit.checkpoints()).map((made) => made.chains[0]?.length)).toEqual([1000])
    const made = await given.store.audit.checkpoint()
    expect(made.chains).toMatchObject([{ length: 1025 }])
    await given.store.audit.append(sampleRecord())
    expect(await given.verify()).toBe(1026)
    if (!given.abilities.spansProcesses) return
    await given.store.close()
    given.store = await given.maker.open(() => given.clock)
    const lengths = (await given.store.audit.checkpoints()).map((checkpoint) => checkpoint.chains[0]?.length)
    expect(lengths).toEqual([1000, 1025, 1026])
    expect(await given.verify()).toBe(1026)
    await given.store.close()
    given.store = await given.maker.open(() => given.clock)
    expect(await given.store.audit.checkpoints()).toHaveLength(3)
  })
}
