/** Approvals that no longer fit what is there, and offers to take a call back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endedAnswer } from '../../src/answer/agent-answer.ts'
import { callKey } from '../../src/call/call-key.ts'
import { digestArguments } from '../../src/call/digest-arguments.ts'
import type { Hold } from '../../src/hold/hold.ts'
import { claimDispatch, concludeDispatch, invalidateChanged } from '../../src/operations/dispatch-hold.ts'
import { decide } from '../../src/operations/decide.ts'
import { findMissedUndos } from '../../src/operations/offer-undo.ts'
import { offerUndo } from '../../src/operations/offer-undo.ts'
import { sweepHolds } from '../../src/operations/sweep-holds.ts'
import { undoRuling } from '../../src/operations/offer-undo.ts'
import type { Ruling } from '../../src/policy/ruling.ts'
import { OTHER_PROCESS, OWNER, sampleRuling, sha256 } from '@holdpoint/testing'
import { openTestStore } from './operations-store.ts'
import type { TestStore } from './operations-store.ts'
import { sampleTool } from '../policy/policy-sample.ts'

let fixture: TestStore

beforeEach(async () => {
  fixture = await openTestStore()
})

afterEach(async () => {
  await fixture.end()
})

const RESULT = { kind: 'result', isError: false, resultText: '{"content":[]}', truncated: false } as const

const UNDO = { tool: 'create_contact', argumentsText: '{"name":"Ana"}' } as const

async function ran(number = 1, server: Hold['call']['server']['transport'] = 'stdio'): Promise<Hold> {
  const hold = await fixture.ask({
    call: {
      argumentsText: JSON.stringify({ id: `c_${number}` }),
      server: { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: server },
    },
    ruling: { quorum: 1, approvers: ['ben'], irreversible: true, scope: 'folder' },
  })
  await fixture.say(hold, 'approve')
  await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
  await concludeDispatch(fixture.store, hold.id, 'attempt-1', RESULT, UNDO)
  return await fixture.get(hold)
}

async function offer(of: Hold, id: string, ruling: Ruling = sampleRuling()): Promise<Hold | null> {
  const args = { name: 'Ana' }
  return await offerUndo(fixture.store, {
    id,
    of,
    call: {
      tool: 'create_contact',
      argumentsText: '{"name":"Ana"}',
      arguments: args,
      digest: digestArguments(args, sha256),
    },
    ruling,
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
    expect(undo?.preview.title).toBe('Undo: Create contact Ana')
    expect(undo?.preview.warnings.join()).toContain(of.id)
    expect((await fixture.records(undo as Hold)).map(({ kind }) => kind)).toEqual(['hold-created'])
    expect(await fixture.verifyAudit()).toMatchObject({ ok: true })
  })

  test('is made once per hold', async () => {
    const of = await ran()
    expect(await offer(of, 'undo-1')).not.toBeNull()
    expect(await offer(of, 'undo-2')).toBeNull()
    expect(await fixture.store.holds.get('undo-2')).toBeNull()
  })

  test('declined, it does not count as a refusal of what the agent asks', async () => {
    const of = await ran()
    const undo = (await offer(of, 'undo-1')) as Hold
    expect(undo.call.session).not.toBe(of.call.session)
    expect(undo.call.client.name).not.toBe(of.call.client.name)
    await fixture.say(undo, 'decline')
    const count = { tenant: of.call.tenant, principal: of.call.principal, client: null, since: 0 }
    const declined = { ...count, session: of.call.session, tool: 'create_contact', states: ['declined'] as const }
    expect(await fixture.store.holds.count({ ...declined, serverIdentity: of.call.server.identity })).toBe(0)
  })

  test('is met by no call, not even one with the same tool and arguments', async () => {
    const of = await ran()
    const undo = (await offer(of, 'undo-1')) as Hold
    expect(undo.key).not.toBe(callKey(undo.call, sha256))
    const opened = await fixture.open({
      id: 'call-2',
      call: { tool: 'create_contact', argumentsText: '{"name":"Ana"}', client: undo.call.client },
    })
    expect(opened).toMatchObject({ kind: 'asked', hold: { id: 'call-2' } })
    expect(await fixture.get(undo)).toEqual(undo)
  })
})

describe('whose ruling an offer has', () => {
  const both = (own: Partial<Ruling>, of: Partial<Ruling>): Ruling =>
    undoRuling(sampleRuling(own), sampleRuling(of), 'delete_contact')

  test('its own, always asked, with the stricter of both: a recipe is no way around a rule on either tool', () => {
    const own = { answer: 'pass', risk: 'medium', quorum: 2, assurance: 'identified', irreversible: true } as const
    const ruling = both({ ...own, rule: 'two for create', gateOff: true }, { quorum: 1, assurance: 'strong' })
    expect(ruling).toMatchObject({ answer: 'ask', quorum: 2, assurance: 'strong', irreversible: true, risk: 'high' })
    expect(both({}, { code: 'always' })).toMatchObject({ code: 'always' })
    expect(both({}, {})).not.toHaveProperty('code')
    expect(ruling).toMatchObject({ grantable: false, scope: null, gateOff: false, rule: 'undo recipe, two for create' })
    expect(
      both({ assurance: 'strong', quorum: 1 }, { assurance: 'host', quorum: 3, irreversible: true }),
    ).toMatchObject({
      assurance: 'strong',
      quorum: 3,
      irreversible: false,
    })
  })

  test.each<[Partial<Ruling>, Partial<Ruling>, Partial<Ruling>]>([
    [{ approvers: null }, { approvers: ['ana'] }, { approvers: ['ana'], quorum: 1 }],
    [{ approvers: ['ana', 'ben'] }, { approvers: ['ben', 'cho'] }, { approvers: ['ben'], quorum: 1 }],
    [{ approvers: ['ana'] }, { approvers: ['ben'] }, { approvers: ['ana'], quorum: 1 }],
    // Where one of them alone could never be two, those of the undo decide.
    [{ approvers: ['ana', 'ben'], quorum: 2 }, { approvers: ['ben'] }, { approvers: ['ana', 'ben'], quorum: 2 }],
    [{ approvers: ['ana'] }, { approvers: ['ben', 'cho'], quorum: 2 }, { approvers: ['ana'], quorum: 1 }],
    [{ rails: ['page', 'api'] }, { rails: ['card', 'page'] }, { rails: ['page'] }],
    [{ rails: ['page'] }, { rails: ['card'] }, { rails: ['page'] }],
  ])('own %j and original %j: %j', (own, of, expected) => {
    expect(both(own, of)).toMatchObject(expected)
  })

  test('who may not decide on the tool itself does not decide on its undo', async () => {
    const of = await ran()
    const strict = sampleRuling({ approvers: ['ben', 'root'], quorum: 1, assurance: 'strong' })
    const undo = (await offer(of, 'undo-1', strict)) as Hold
    expect(undo.ruling).toMatchObject({ approvers: ['ben'], assurance: 'strong' })
    expect(await fixture.say(undo, 'approve', { by: 'ben' })).toMatchObject({ kind: 'refused' })
    expect(await fixture.say(undo, 'approve', { by: 'root', assurance: 'strong' })).toMatchObject({ kind: 'refused' })
    expect((await fixture.get(undo)).state).toBe('pending')
  })
})

test('an offer is approved as it is: an edit would bring a ruling of its own', async () => {
  const undo = (await offer(await ran(), 'undo-1')) as Hold
  const args = { name: 'Eve' }
  const edit = {
    argumentsText: '{"name":"Eve"}',
    digest: digestArguments(args, sha256),
    ruling: sampleRuling(),
    policyHash: 'policy-2',
    preview: undo.preview,
  }
  const verdict = { answer: 'approve', by: 'ben', via: 'page', assurance: 'identified', reason: null } as const
  const decision = await decide(fixture.store, { hold: undo.id, tenant: null, verdict, edit })
  expect(decision).toMatchObject({ kind: 'refused', refusal: { code: 'EDIT_DENIED' } })
  expect(await fixture.get(undo)).toEqual(undo)
})

describe('the attention that offers take', () => {
  test('none of what agents may ask: their questions are counted without them', async () => {
    for (let number = 1; number <= 10; number++) await offer(await ran(number), `undo-${number}`)
    for (let number = 1; number <= 20; number++) {
      expect(await fixture.open({ call: { argumentsText: JSON.stringify({ n: number }) } })).toMatchObject({
        kind: 'asked',
      })
    }
    expect(await fixture.open({ call: { argumentsText: '{"n":21}' } })).toMatchObject({ kind: 'limited' })
  })

  test('a client that takes their name is counted like any other', async () => {
    const client = { name: 'holdpoint undo', version: '' }
    for (let number = 1; number <= 20; number++) {
      await fixture.ask({ call: { client, argumentsText: JSON.stringify({ n: number }) } })
    }
    expect(await fixture.open({ call: { client, argumentsText: '{"n":21}' } })).toMatchObject({ kind: 'limited' })
  })

  test('the newest ten of a principal stand open; older ones make room and say so', async () => {
    for (let number = 1; number <= 12; number++) {
      fixture.clock.now += 1
      await offer(await ran(number), `undo-${number}`)
    }
    const states = await Promise.all(
      [1, 2, 3, 12].map(async (number) => await fixture.store.holds.get(`undo-${number}`)),
    )
    expect(states.map((hold) => hold?.state)).toEqual(['invalidated', 'invalidated', 'pending', 'pending'])
    expect(states[0]?.note).toContain('newest 10')
    expect(await fixture.verifyAudit()).toMatchObject({ ok: true })
  })
})

describe('a process that ended', () => {
  const dead = () => 'ended' as const

  test('before it made the offer: what would take the call back is kept with its success, and found once', async () => {
    const of = await ran()
    expect(of.undo).toEqual(UNDO)
    expect(await findMissedUndos(fixture.store, () => 'running', sha256)).toEqual([])
    expect(await findMissedUndos(fixture.store, dead, sha256)).toEqual([of])
    const undo = (await offer(of, 'undo-1')) as Hold
    expect(await findMissedUndos(fixture.store, dead, sha256)).toEqual([])
    await fixture.say(undo, 'decline')
    expect(await findMissedUndos(fixture.store, dead, sha256)).toEqual([])
  })

  test('an offer that would have lapsed is not made any more', async () => {
    await ran()
    fixture.clock.now += 61 * 60_000
    expect(await findMissedUndos(fixture.store, dead, sha256)).toEqual([])
  })

  test('a failure keeps nothing to take back', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'approve')
    await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
    await concludeDispatch(fixture.store, hold.id, 'attempt-1', { ...RESULT, isError: true }, UNDO)
    expect((await fixture.get(hold)).undo).toBeUndefined()
  })

  test.each(['pending', 'approved'] as const)(
    'with a %s offer on a local server: withdrawn, with the reason',
    async (state) => {
      const undo = (await offer(await ran(), 'undo-1')) as Hold
      if (state === 'approved') await fixture.say(undo, 'approve')
      await sweepHolds(fixture.store, () => 'running')
      expect((await fixture.get(undo)).state).toBe(state)
      await sweepHolds(fixture.store, ({ instance }) => (instance === OTHER_PROCESS.instance ? 'running' : 'ended'))
      expect(await fixture.get(undo)).toMatchObject({
        state: 'invalidated',
        note: expect.stringContaining('has ended'),
      })
    },
  )

  test('with an offer on a server that others can reach: it stands', async () => {
    const undo = (await offer(await ran(1, 'http'), 'undo-1')) as Hold
    await sweepHolds(fixture.store, dead)
    expect((await fixture.get(undo)).state).toBe('pending')
  })
})

describe('what changed since it was shown', () => {
  test('[S6] voids the approval with the difference; the next identical call asks at once, with it', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'approve')
    await invalidateChanged(fixture.store, hold.id, 'price: 5 → 6')
    const voided = await fixture.get(hold)
    expect(voided).toMatchObject({ state: 'invalidated', changedSince: 'price: 5 → 6', deliveredAt: null })
    expect(voided.note).toBe('changed since it was shown: price: 5 → 6')
    expect(await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)).toMatchObject({ kind: 'refused' })
    const again = await fixture.open({ id: 'second' })
    expect(again).toMatchObject({ kind: 'asked', hold: { id: 'second' } })
    expect('hold' in again && again.hold.preview.warnings).toEqual(['Changed since it was approved: price: 5 → 6'])
  })

  test('no answer to an agent tells what the difference was', async () => {
    const hold = await fixture.ask()
    await invalidateChanged(fixture.store, hold.id, 'salary: 5 → 6')
    expect(JSON.stringify(endedAnswer(await fixture.get(hold)))).not.toContain('salary')
  })
})
