/** The contract of browsing the audit log: by kind, from either end, in pages that stay what they were. */
import type { AuditBrowse, BrowsedPage } from '@holdpoint/core'
import { expect, test } from 'vitest'
import { sampleRecord } from '../samples/record.ts'
import type { GivenStore } from './given-store.ts'

export function describeBrowse(given: GivenStore): void {
  async function browse(over: Partial<AuditBrowse>): Promise<BrowsedPage> {
    return await given.store.audit.browse({
      tenant: null,
      since: null,
      kinds: ['call-passed', 'call-denied'],
      server: null,
      risk: null,
      order: 'newest-first',
      limit: 100,
      cursor: null,
      ...over,
    })
  }
  const sequences = ({ records }: BrowsedPage): readonly number[] => records.map(({ sequence }) => sequence)

  test('[S4.9] the log is browsed by kind, tenant, server, risk and time, from either end', async () => {
    for (const [index, kind] of (['call-passed', 'request-relayed', 'call-denied', 'call-ended'] as const).entries()) {
      given.clock += 10
      await given.store.audit.append(sampleRecord({ kind, server: `s${index % 2}`, risk: index > 1 ? 'high' : 'low' }))
    }
    await given.store.audit.append(sampleRecord({ tenant: 'acme' }))
    expect(sequences(await browse({}))).toEqual([5, 3, 1])
    expect(sequences(await browse({ order: 'oldest-first' }))).toEqual([1, 3, 5])
    expect(sequences(await browse({ kinds: ['call-ended'] }))).toEqual([4])
    expect(sequences(await browse({ tenant: 'default' }))).toEqual([3, 1])
    expect(sequences(await browse({ tenant: 'default', risk: 'high' }))).toEqual([3])
    expect(sequences(await browse({ server: 's0' }))).toEqual([3, 1])
    expect(sequences(await browse({ server: 's1' }))).toEqual([])
    expect(sequences(await browse({ since: given.clock - 15 }))).toEqual([5, 3])
    expect(sequences(await browse({ since: given.clock + 1 }))).toEqual([])
    expect((await browse({ kinds: [] })).nextCursor).toBeNull()
  })

  test.each([
    ['newest-first', [25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1]],
    ['oldest-first', [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25]],
  ] as const)('[S4.9] pages %s follow each other, and each can be had again', async (order, all) => {
    for (let index = 0; index < 25; index += 1) {
      await given.store.audit.append(sampleRecord({ kind: index % 2 === 0 ? 'call-passed' : 'request-relayed' }))
    }
    const pages: BrowsedPage[] = []
    let cursor: string | null = null
    do {
      pages.push(await browse({ order, limit: 5, cursor }))
      cursor = pages.at(-1)?.nextCursor ?? null
      if (order === 'newest-first') await given.store.audit.append(sampleRecord())
    } while (cursor !== null)
    expect(pages.flatMap(sequences)).toEqual(all)
    for (const page of pages) {
      expect(sequences(await browse({ order, limit: 5, cursor: page.pageCursor }))).toEqual(sequences(page))
    }
  })

  test('[S4.9] a page looks through a bounded part of the log, and leads on where it found nothing', async () => {
    await given.store.audit.append(sampleRecord({ kind: 'call-denied' }))
    for (let batch = 0; batch < 7; batch += 1) {
      await Promise.all(Array.from({ length: 3000 }, async () => await given.store.audit.append(sampleRecord())))
      // Reading waits for what was appended: no more than so many may wait at once.
      await given.store.audit.walk(null, 1)
    }
    const denied: Partial<AuditBrowse> = { kinds: ['call-denied'] }
    const near = await browse(denied)
    expect(near.records).toEqual([])
    const far = await browse({ ...denied, cursor: near.nextCursor })
    expect(sequences(far)).toEqual([1])
    expect(far.nextCursor).toBeNull()
    const forward = await browse({ kinds: ['grant-made'], order: 'oldest-first' })
    expect(
      (await browse({ kinds: ['grant-made'], order: 'oldest-first', cursor: forward.nextCursor })).nextCursor,
    ).toBe(null)
  })

  test('[S4.9] a cursor that was tampered with finds nothing', async () => {
    await given.store.audit.append(sampleRecord())
    for (const cursor of ['', 'x', '%%%'])
      expect(await browse({ cursor })).toMatchObject({ records: [], nextCursor: null })
  })
}
