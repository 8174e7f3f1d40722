/** Grants between real processes, and holds that a version before wrote. */
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { runChild } from '../child-process.ts'
import { auditQuery, verifyChain, waitingHold, withDirectory } from '@holdpoint/testing/store'
import { openStore } from '../open-store.ts'
import { sampleGrant, sampleRecord } from '@holdpoint/testing'

test.each([
  [3, { count: 3, amount: null }],
  [5, { count: null, amount: { path: '/amount', total: 50 } }],
])('[H24] 50 uses at once of a grant for %d, in four processes: not one more', async (allowed, limits) => {
  await withDirectory(async (directory) => {
    const file = join(directory, 'holdpoint.db')
    const store = await openStore(file)
    const grant = sampleGrant({ id: 'g1', limits })
    await store.grants.add(() => ({
      do: 'write',
      grant,
      record: sampleRecord({ kind: 'grant-made' }),
      answer: null,
    }))
    const template = JSON.stringify(waitingHold({ id: 'template', call: { argumentsText: '{"amount":10}' } }))
    const children = [13, 13, 12, 12].map((tries) => runChild('take-grants.mjs', [file, template, String(tries)]))
    await Promise.all(children.map(async (child) => await child.line('ready')))
    for (const child of children) child.say('go')
    for (const child of children) expect(await child.ended, child.errors()).toBe(0)
    const counts = children.map((child) => Number(child.lines.at(-1)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(allowed)
    expect((await store.grants.get('g1'))?.used.count).toBe(allowed)
    const { records } = await store.audit.read(auditQuery({}))
    expect(records.filter(({ kind }) => kind === 'grant-used')).toHaveLength(allowed)
    expect((await verifyChain(store)).ok).toBe(true)
    await store.close()
  })
})

test('[H25] a hold that a version before wrote has no edit, no schema and no undo window', async () => {
  await withDirectory(async (directory) => {
    const file = join(directory, 'holdpoint.db')
    const store = await openStore(file)
    const verdict = { answer: 'approve', by: 'ben', via: 'page', assurance: 'identified', at: 1, reason: null } as const
    const hold = waitingHold({ id: 'h1', verdicts: [{ ...verdict, edits: null }], inputSchemaText: '{}' })
    const record = sampleRecord({ kind: 'hold-created' })
    await store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
    const { edit: _edit, inputSchemaText: _schema, runAfter: _after, ruling, ...older } = hold
    const { undoWindowMs: _window, ...ruled } = ruling
    const database = new DatabaseSync(file)
    database.prepare('update holds set body = ?').run(JSON.stringify({ ...older, ruling: ruled, verdicts: [verdict] }))
    database.close()
    expect(await store.holds.get('h1')).toEqual({ ...hold, inputSchemaText: null })
    await store.close()
  })
})
