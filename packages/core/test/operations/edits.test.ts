/** Verdicts with edits and standing answers, through the one door, on a real store. */
import { sha256 } from '@holdpoint/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckedEdit } from '../../src/hold/edit.ts'
import type { Hold } from '../../src/hold/hold.ts'
import type { GrantRequest } from '../../src/grant/grant-request.ts'
import { decide } from '../../src/operations/decide.ts'
import type { DecideRequest, Decision } from '../../src/operations/decide.ts'
import { buildEditPreview } from '../../src/preview/preview-edit.ts'
import { digestArguments } from '../../src/call/digest-arguments.ts'
import type { JsonObject } from '../../src/json/json-value.ts'
import { openTestStore } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'

let fixture: TestStore

beforeEach(async () => {
  fixture = await openTestStore()
})

afterEach(async () => {
  await fixture.end()
})

function editTo(hold: Hold, argumentsText: string): CheckedEdit {
  const { ruling, policyHash } = hold
  const preview = buildEditPreview({ hold, argumentsText, ruling, by: 'ben', sha256 })
  const digest = digestArguments(JSON.parse(argumentsText) as JsonObject, sha256)
  return { argumentsText, digest, ruling, policyHash, preview }
}

async function say(
  hold: Hold,
  answer: 'approve' | 'decline' | 'cancel',
  more: Partial<DecideRequest>,
): Promise<Decision> {
  const verdict = { answer, by: 'ben', via: 'page', assurance: 'identified', reason: null } as const
  return await decide(fixture.store, { hold: hold.id, tenant: null, verdict, ...more })
}

const granting = (request: Partial<GrantRequest>): NonNullable<DecideRequest['grant']> => ({
  id: 'grant-1',
  request: { for: 'always', arguments: 'any', ...request },
})

describe('edits', () => {
  test('the edit is durable with its verdict, on record, and the identical call still finds the hold', async () => {
    const hold = await fixture.ask()
    const decided = await say(hold, 'approve', { edit: editTo(hold, '{ "id" : "c_18" }') })
    expect(decided).toMatchObject({ kind: 'decided', hold: { state: 'approved' }, grant: null })
    expect(await fixture.get(hold)).toMatchObject({
      call: { argumentsText: '{"id":"c_17"}' },
      edit: { argumentsText: '{ "id" : "c_18" }', by: 'ben', at: fixture.clock.now },
      verdicts: [{ edits: '{ "id" : "c_18" }' }],
    })
    expect((await fixture.records(hold)).at(-1)).toMatchObject({
      kind: 'hold-approved',
      detail: 'approve with edits via page (identified)',
    })
    expect(await fixture.open()).toMatchObject({ kind: 'run', hold: { id: hold.id } })
    expect(await fixture.open({ call: { argumentsText: '{"id":"c_18"}' } })).toMatchObject({ kind: 'asked' })
  })

  test('the schema of the tool is kept with the hold', async () => {
    const inputSchema = { type: 'object', properties: { id: { type: 'string' } } }
    const definition = {
      name: 'delete_contact',
      title: null,
      description: null,
      inputSchema,
      outputSchema: null,
      annotations: {},
      hash: 'h',
      textHash: 't',
    }
    expect((await fixture.ask({ definition })).inputSchemaText).toBe(JSON.stringify(inputSchema))
    expect((await fixture.ask({ call: { tool: 'other' } })).inputSchemaText).toBeNull()
  })

  test('[S1] the same edit twice gives the receipt; a second editor learns who won', async () => {
    const hold = await fixture.ask()
    const edit = editTo(hold, '{"id":"c_18"}')
    await say(hold, 'approve', { edit })
    expect(await say(hold, 'approve', { edit })).toMatchObject({ kind: 'receipt' })
    expect(await say(hold, 'approve', { edit: editTo(hold, '{"id":"c_19"}') })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'CONFLICT' },
    })
    expect((await fixture.get(hold)).edit?.argumentsText).toBe('{"id":"c_18"}')
  })
})

describe('standing answers beside a verdict', () => {
  test('a permission comes with an approval and a denial with a decline, each on record', async () => {
    const hold = await fixture.ask({ definition: null })
    expect(await say(hold, 'approve', { grant: granting({ times: 2 }) })).toMatchObject({
      kind: 'decided',
      grant: { id: 'grant-1', effect: 'allow', createdAt: fixture.clock.now, fromHold: hold.id, limits: { count: 2 } },
    })
    const other = await fixture.ask({ call: { tool: 'send_mail' } })
    const denial = { ...granting({ for: 'session' }), id: 'grant-2' }
    expect(await say(other, 'decline', { grant: denial })).toMatchObject({
      grant: { effect: 'deny', session: 'session-1' },
    })
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'hold-approved', 'grant-made'])
    expect(await fixture.kinds(other)).toEqual(['hold-created', 'hold-declined', 'grant-made'])
    expect(await fixture.verifyAudit()).toMatchObject({ ok: true })
  })

  test('one that may not be leaves the question open, and says why', async () => {
    const hold = await fixture.ask({ ruling: { irreversible: true, grantable: false } })
    expect(await say(hold, 'approve', { grant: granting({}) })).toMatchObject({
      kind: 'refused',
      refusal: { code: 'NOT_GRANTABLE', message: 'What cannot be undone is asked for each time.' },
    })
    expect(await say(hold, 'cancel', { grant: granting({}) })).toMatchObject({ kind: 'refused' })
    expect((await fixture.get(hold)).state).toBe('pending')
    expect(await fixture.store.grants.list(null, 10)).toEqual([])
    expect((await fixture.kinds(hold)).at(-1)).toBe('decision-refused')
  })

  test('a verdict that does not count makes no grant: too late, not an approver, somebody else was first', async () => {
    const late = await fixture.ask({ ruling: { decideWithinMs: 10 } })
    fixture.clock.now += 10
    await say(late, 'approve', { grant: granting({}) })
    const foreign = await fixture.ask({ call: { tool: 'a' }, ruling: { approvers: ['cleo'] } })
    await say(foreign, 'approve', { grant: granting({}) })
    const lost = await fixture.ask({ call: { tool: 'b' } })
    await fixture.say(lost, 'decline', { by: 'cleo' })
    await say(lost, 'approve', { grant: granting({}) })
    expect(await fixture.store.grants.list(null, 10)).toEqual([])
  })

  test.each(['same', 'any', 'scope'] as const)(
    '[X11.B5] with an edit nothing can be allowed: %s arguments are refused as a whole',
    async (covered) => {
      const hold = await fixture.ask({ definition: null, ruling: { risk: 'medium', scope: 'folder "/srv"' } })
      const edit = editTo(hold, '{"id":"c_18"}')
      const grant = granting({ for: 'session', arguments: covered })
      expect(await say(hold, 'approve', { edit, grant })).toMatchObject({
        kind: 'refused',
        refusal: { code: 'NOT_GRANTABLE' },
      })
      expect((await fixture.get(hold)).state).toBe('pending')
      expect(await say(hold, 'approve', { edit })).toMatchObject({ kind: 'decided', grant: null })
      expect(await fixture.store.grants.list(null, 10)).toEqual([])
    },
  )
})
