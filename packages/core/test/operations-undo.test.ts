/** Approvals that no longer fit what is there, and offers to take a call back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endedAnswer } from '../src/answer/agent-answer.ts'
import { callKey } from '../src/call/call-key.ts'
import { digestArguments } from '../src/call/digest-arguments.ts'
import type { Hold } from '../src/hold/hold.ts'
import { claimDispatch, concludeDispatch, invalidateChanged } from '../src/operations/dispatch-hold.ts'
import { offerUndo } from '../src/operations/offer-undo.ts'
import { OWNER } from './hold-sample.ts'
import { openTestStore, sha256 } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'
import { sampleTool } from './policy-sample.ts'

let desk: TestStore

beforeEach(async () => {
  desk = await openTestStore()
})

afterEach(async () => {
  await desk.end()
})

const RESULT = { kind: 'result', isError: false, resultText: '{"content":[]}', truncated: false } as const

async function ran(): Promise<Hold> {
  const hold = await desk.ask({ ruling: { quorum: 1, approvers: ['ben'], irreversible: true, scope: 'folder' } })
  await desk.say(hold, 'approve')
  await claimDispatch(desk.store, hold.id, 'attempt-1', OWNER)
  await concludeDispatch(desk.store, hold.id, 'attempt-1', RESULT)
  return await desk.get(hold)
}

async function offer(of: Hold, id: string): Promise<Hold | null> {
  const args = { name: 'Ana' }
  return await offerUndo(desk.store, {
    id,
    of,
    call: {
      tool: 'create_contact',
      argumentsText: '{"name":"Ana"}',
      arguments: args,
      digest: digestArguments(args, sha256),
    },
    definition: sampleTool('create_contact'),
    policyHash: 'policy-2',
    owner: OWNER,
    sha256,
  })
}

describe('an offer to take a call back', () => {
  test('is a question of its own with the same deciders, never granted, and known as what it is', async () => {
    const of = await ran()
    const undo = await offer(of, 'undo-1')
    expect(undo).toMatchObject({
      state: 'pending',
      undoOf: of.id,
      call: { tool: 'create_contact', principal: of.call.principal, tenant: of.call.tenant, rationale: null },
      ruling: {
        grantable: false,
        irreversible: false,
        scope: null,
        approvers: ['ben'],
        quorum: 1,
        risk: of.ruling.risk,
      },
      definitionHash: sampleTool('create_contact').hash,
    })
    expect(undo?.preview.title).toBe('Undo: create_contact on crm (name: "Ana")')
    expect(undo?.preview.warnings.join()).toContain(of.id)
    expect((await desk.records(undo as Hold)).map(({ kind }) => kind)).toEqual(['hold-created'])
    expect(await desk.verifyAudit()).toMatchObject({ ok: true })
  })

  test('is made once per hold', async () => {
    const of = await ran()
    expect(await offer(of, 'undo-1')).not.toBeNull()
    expect(await offer(of, 'undo-2')).toBeNull()
    expect(await desk.store.holds.get('undo-2')).toBeNull()
  })

  test('declined, it does not count as a refusal of what the agent asks', async () => {
    const of = await ran()
    const undo = (await offer(of, 'undo-1')) as Hold
    expect(undo.call.session).not.toBe(of.call.session)
    expect(undo.call.client.name).not.toBe(of.call.client.name)
    await desk.say(undo, 'decline')
    const count = { tenant: of.call.tenant, principal: of.call.principal, client: null, since: 0 }
    const declined = { ...count, session: of.call.session, tool: 'create_contact', states: ['declined'] as const }
    expect(await desk.store.holds.count({ ...declined, serverIdentity: of.call.server.identity })).toBe(0)
  })

  test('is met by no call, not even one with the same tool and arguments', async () => {
    const of = await ran()
    const undo = (await offer(of, 'undo-1')) as Hold
    expect(undo.key).not.toBe(callKey(undo.call, sha256))
    const opened = await desk.open({
      id: 'call-2',
      call: { tool: 'create_contact', argumentsText: '{"name":"Ana"}', client: undo.call.client },
    })
    expect(opened).toMatchObject({ kind: 'asked', hold: { id: 'call-2' } })
    expect(await desk.get(undo)).toEqual(undo)
  })
})

describe('what changed since it was shown', () => {
  test('[S6] voids the approval with the difference; the next identical call asks at once, with it', async () => {
    const hold = await desk.ask()
    await desk.say(hold, 'approve')
    await invalidateChanged(desk.store, hold.id, 'price: 5 → 6')
    const voided = await desk.get(hold)
    expect(voided).toMatchObject({ state: 'invalidated', changedSince: 'price: 5 → 6', deliveredAt: null })
    expect(voided.note).toBe('changed since it was shown: price: 5 → 6')
    expect(await claimDispatch(desk.store, hold.id, 'attempt-1', OWNER)).toMatchObject({ kind: 'refused' })
    const again = await desk.open({ id: 'second' })
    expect(again).toMatchObject({ kind: 'asked', hold: { id: 'second' } })
    expect('hold' in again && again.hold.preview.warnings).toEqual(['Changed since it was approved: price: 5 → 6'])
  })

  test('no answer to an agent tells what the difference was', async () => {
    const hold = await desk.ask()
    await invalidateChanged(desk.store, hold.id, 'salary: 5 → 6')
    expect(JSON.stringify(endedAnswer(await desk.get(hold)))).not.toContain('salary')
  })
})
