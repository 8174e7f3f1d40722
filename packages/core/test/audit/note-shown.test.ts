import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeRecord } from '../../src/audit/describe-record.ts'
import { noteShown } from '../../src/operations/note-shown.ts'
import type { Store } from '../../src/store/store.ts'
import { openTestStore } from '../operations/operations-store.ts'
import type { TestStore } from '../operations/operations-store.ts'

let fixture: TestStore

beforeEach(async () => {
  fixture = await openTestStore()
})

afterEach(async () => {
  await fixture.end()
})

/** Another process on the same data remembers nothing. */
function otherProcess(store: Store): Store {
  return { ...store }
}

test('a surface is on record once for each hold, whichever process shows it and however often', async () => {
  const hold = await fixture.ask()
  const other = await fixture.ask({ call: { argumentsText: '{"n":2}' } })
  await Promise.all([1, 2, 3].map(() => noteShown(fixture.store, hold, 'form')))
  await noteShown(otherProcess(fixture.store), hold, 'form')
  await noteShown(fixture.store, hold, 'card')
  await noteShown(fixture.store, other, 'form')
  expect((await fixture.records(hold)).slice(1)).toMatchObject([
    { kind: 'question-shown', hold: hold.id, client: 'desk', actor: null, detail: 'form' },
    { kind: 'question-shown', hold: hold.id, client: 'desk', detail: 'card' },
  ])
  expect(await fixture.kinds(other)).toEqual(['hold-created', 'question-shown'])
  expect((await fixture.get(hold)).revision).toBe(hold.revision)
  expect((await fixture.verifyAudit()).ok).toBe(true)
})

test('what could not be written is tried again', async () => {
  const hold = await fixture.ask()
  const failing: Store = {
    ...fixture.store,
    audit: { ...fixture.store.audit, append: () => Promise.reject(new Error('the disk is full')) },
  }
  await expect(noteShown(failing, hold, 'link')).rejects.toThrow('the disk is full')
  await expect(noteShown(failing, hold, 'link')).rejects.toThrow('the disk is full')
  await noteShown(fixture.store, hold, 'link')
  expect(await fixture.kinds(hold)).toEqual(['hold-created', 'question-shown'])
})

test('the log says where it was shown, in one line', async () => {
  const hold = await fixture.ask()
  await noteShown(fixture.store, hold, 'terminal')
  const [record] = (await fixture.records(hold)).slice(-1)
  if (record === undefined) throw new Error('There is no record.')
  expect(describeRecord(record)).toContain('question-shown')
  expect(describeRecord(record)).toContain('(terminal)')
})
