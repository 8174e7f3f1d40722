import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  claimDispatch,
  concludeDispatch,
  loseDispatch,
  markCallerLeft,
  markDelivered,
} from '../../src/operations/dispatch-hold.ts'
import type { OpenedHold } from '../../src/operations/open-hold.ts'
import { OWNER } from '@holdpoint/testing'
import { DECIDE_WITHIN, EXECUTE_WITHIN, START, openTestStore, processNamed } from './operations-store.ts'
import type { OpenOver, TestStore } from './operations-store.ts'

let fixture: TestStore

beforeEach(async () => {
  fixture = await openTestStore()
})

afterEach(async () => {
  await fixture.end()
})

const RESULT = { kind: 'result', isError: false, resultText: '{"content":[]}', truncated: false } as const

function idOf(opened: OpenedHold): string {
  if (!('hold' in opened)) throw new Error(`no hold: ${opened.kind}`)
  return opened.hold.id
}

describe('a risky call', () => {
  test('opens a hold that is stored, asked once, and on record with its rationale', async () => {
    const hold = await fixture.ask()
    expect(await fixture.get(hold)).toEqual(hold)
    expect(hold).toMatchObject({
      state: 'pending',
      revision: 1,
      createdAt: START,
      decideBy: START + DECIDE_WITHIN,
      owner: OWNER,
    })
    expect(hold.call).not.toHaveProperty('arguments')
    const [record] = await fixture.records(hold)
    expect(record).toMatchObject({
      kind: 'hold-created',
      rationale: 'The user asked for it.',
      digest: hold.call.digest,
    })
  })

  test('identical calls at the same moment make one question', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, () => fixture.open()))
    expect(opened.filter(({ kind }) => kind === 'asked')).toHaveLength(1)
    expect(opened.filter(({ kind }) => kind === 'joined')).toHaveLength(9)
    expect(new Set(opened.map(idOf)).size).toBe(1)
  })

  test('[C7] joins the hold of the same arguments in another order; the first bytes and rationale stay', async () => {
    const hold = await fixture.ask({ call: { argumentsText: '{"a":1,"b":2}' } })
    fixture.clock.now += 5
    const joined = await fixture.open({ call: { argumentsText: '{"b":2,"a":1.0}', rationale: 'once more' } })
    expect(joined).toMatchObject({
      kind: 'joined',
      hold: {
        id: hold.id,
        revision: 2,
        call: { argumentsText: '{"a":1,"b":2}', rationale: 'The user asked for it.' },
        laterRationales: [{ at: START + 5, rationale: 'once more' }],
      },
    })
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'hold-joined'])
  })

  test('runs the approved hold in the process that owns it, and waits for it elsewhere while that one lives', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'approve')
    expect(await fixture.open()).toMatchObject({ kind: 'run', hold: { id: hold.id, owner: OWNER } })
    const elsewhere = await fixture.open({ owner: processNamed('other') })
    expect(elsewhere).toMatchObject({ kind: 'await-outcome', hold: { id: hold.id, owner: OWNER } })
  })

  test('takes over the hold of a process that has ended, pending or approved', async () => {
    const hold = await fixture.ask()
    const other = { owner: processNamed('other'), see: () => 'ended' as const }
    expect(await fixture.open(other)).toMatchObject({
      kind: 'joined',
      hold: { owner: { instance: 'other' }, revision: 2 },
    })
    await fixture.say(hold, 'approve')
    const third = { owner: processNamed('third'), see: () => 'ended' as const }
    expect(await fixture.open(third)).toMatchObject({
      kind: 'run',
      hold: { id: hold.id, owner: { instance: 'third' } },
    })
  })

  test('waits while it is dispatched, then gets the outcome once, then is asked anew with a warning', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'approve')
    await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
    expect(await fixture.open()).toMatchObject({ kind: 'await-outcome', hold: { id: hold.id } })
    await concludeDispatch(fixture.store, hold.id, 'attempt-1', RESULT)
    expect(await fixture.open()).toMatchObject({ kind: 'deliver', hold: { id: hold.id, outcome: RESULT } })
    await markDelivered(fixture.store, hold.id)
    fixture.clock.now += 40_000
    const again = await fixture.ask()
    expect(again.id).not.toBe(hold.id)
    expect(again.preview.warnings).toContain('An identical call ran 40 s ago.')
  })

  test('an unknown outcome is told once, then the new question warns prominently', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'approve')
    await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
    await loseDispatch(fixture.store, hold.id, 'attempt-1', 'reset')
    expect(await fixture.open()).toMatchObject({ kind: 'deliver', hold: { state: 'unknown' } })
    await markDelivered(fixture.store, hold.id)
    expect((await fixture.ask()).preview.warnings.join()).toContain('UNKNOWN')
  })

  test('gets the same refusal for ten minutes after a decline was heard, then is asked anew', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'decline', { reason: 'not now' })
    expect(await fixture.open()).toMatchObject({ kind: 'deliver', hold: { id: hold.id, state: 'declined' } })
    await markDelivered(fixture.store, hold.id)
    fixture.clock.now = START + 599_999
    expect(await fixture.open()).toMatchObject({ kind: 'repeat-answer', hold: { id: hold.id } })
    fixture.clock.now = START + 600_000
    expect((await fixture.ask()).id).not.toBe(hold.id)
  })

  describe('that its framework named', () => {
    const CALL = { callId: 'thread-1/call-7' }

    test('has one question and one run, however often and however late it is presented', async () => {
      const hold = await fixture.ask({ call: CALL })
      expect(await fixture.open({ call: CALL })).toMatchObject({ kind: 'joined', hold: { id: hold.id } })
      await fixture.say(hold, 'approve')
      await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
      await concludeDispatch(fixture.store, hold.id, 'attempt-1', RESULT)
      expect(await fixture.open({ call: CALL })).toMatchObject({ kind: 'deliver', hold: { id: hold.id } })
      await markDelivered(fixture.store, hold.id)
      fixture.clock.now += 86_400_000
      expect(await fixture.open({ call: CALL })).toMatchObject({
        kind: 'repeat-answer',
        hold: { id: hold.id, outcome: RESULT },
      })
    })

    test('stays declined: presenting it again asks no one', async () => {
      const hold = await fixture.ask({ call: CALL })
      await fixture.say(hold, 'decline', { reason: 'not now' })
      await markDelivered(fixture.store, hold.id)
      fixture.clock.now += 86_400_000
      expect(await fixture.open({ call: CALL })).toMatchObject({ kind: 'repeat-answer', hold: { state: 'declined' } })
    })

    test.each([
      ['arguments', { ...CALL, digest: 'another digest' }],
      ['tool', { ...CALL, tool: 'drop_everything' }],
    ])('with another %s is refused, and leaves the hold as it is', async (_what, other) => {
      const hold = await fixture.ask({ call: CALL })
      await fixture.say(hold, 'approve')
      expect(await fixture.open({ call: other })).toEqual({ kind: 'other-call' })
      expect((await fixture.get(hold)).state).toBe('approved')
    })

    test('is another call in another thread, for another client and for another requester', async () => {
      const hold = await fixture.ask({ call: CALL })
      for (const other of [
        { callId: 'thread-2/call-7' },
        { ...CALL, principal: 'token:other' },
        { ...CALL, client: { name: 'another', version: '1' } },
        {},
      ]) {
        expect((await fixture.ask({ call: other })).id).not.toBe(hold.id)
      }
    })
  })

  test('[B6] meets a question whose deadline has passed as expired, durably and on record, before anybody swept', async () => {
    const hold = await fixture.ask()
    fixture.clock.now = hold.decideBy
    expect(await fixture.open()).toMatchObject({ kind: 'deliver', hold: { id: hold.id, state: 'expired' } })
    expect((await fixture.get(hold)).state).toBe('expired')
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'hold-expired'])
  })

  test('[L13] does not run an approval that has lapsed', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'approve')
    fixture.clock.now += EXECUTE_WITHIN
    expect(await fixture.open()).toMatchObject({ kind: 'deliver', hold: { id: hold.id, state: 'expired' } })
  })

  test('[L12] after its caller left, an approval is marked so that only a re-issue runs it', async () => {
    const hold = await fixture.ask()
    await markCallerLeft(fixture.store, hold.id)
    await fixture.say(hold, 'approve')
    expect(await fixture.get(hold)).toMatchObject({ state: 'approved', callerLeft: true })
    expect(await fixture.open()).toMatchObject({ kind: 'run', hold: { id: hold.id, callerLeft: false } })
    expect(await fixture.kinds(hold)).toEqual(['hold-created', 'hold-caller-left', 'hold-approved', 'hold-joined'])
  })
})

describe('whose call it is', () => {
  const strangers: readonly (readonly [string, OpenOver])[] = [
    ['principal', { call: { principal: 'local:eve' } }],
    ['client', { call: { client: { name: 'other desk', version: '1.0' } } }],
    ['tenant', { call: { tenant: 'acme' } }],
    ['tool', { call: { tool: 'delete_contacts' } }],
  ]

  test.each(strangers)(
    '[L11] another %s gets a hold of its own, also where the first is approved',
    async (_what, over) => {
      const hold = await fixture.ask()
      await fixture.say(hold, 'approve')
      const other = await fixture.ask(over)
      expect(other.id).not.toBe(hold.id)
      expect(other.state).toBe('pending')
    },
  )

  test('[L11] another client gets no outcome of an identical call', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'approve')
    await claimDispatch(fixture.store, hold.id, 'attempt-1', OWNER)
    await concludeDispatch(fixture.store, hold.id, 'attempt-1', RESULT)
    expect((await fixture.ask({ call: { client: { name: 'other desk', version: '1.0' } } })).outcome).toBeNull()
  })

  test('[L10] two servers of one name and different identity never share an approval', async () => {
    const hold = await fixture.ask()
    await fixture.say(hold, 'approve')
    const server = { name: 'crm', identity: 'another command', display: 'npx crm --prod', transport: 'stdio' } as const
    const other = await fixture.ask({ call: { server } })
    expect(other).toMatchObject({ state: 'pending', call: { server: { identity: 'another command' } } })
    expect(other.key).not.toBe(hold.key)
  })

  test('a new version of the same client is the same client', async () => {
    const hold = await fixture.ask()
    expect(await fixture.open({ call: { client: { name: 'desk', version: '2.0' } } })).toMatchObject({
      kind: 'joined',
      hold: { id: hold.id },
    })
  })
})

describe('limits', () => {
  async function askTimes(count: number, over: OpenOver = {}): Promise<readonly OpenedHold[]> {
    const opened: OpenedHold[] = []
    for (let index = 0; index < count; index++) {
      opened.push(await fixture.open({ ...over, call: { ...over.call, argumentsText: `{"n":${index}}` } }))
    }
    return opened
  }

  test('the 21st open question of one client is refused with the reason; a decision makes room', async () => {
    const opened = await askTimes(21)
    expect(opened.slice(0, 20).every(({ kind }) => kind === 'asked')).toBe(true)
    expect(opened[20]).toMatchObject({ kind: 'limited', message: expect.stringContaining('20 questions') as string })
    const [first] = opened
    if (first === undefined || !('hold' in first)) throw new Error('no first question')
    await fixture.say(first.hold, 'decline')
    expect(await fixture.open({ call: { argumentsText: '{"n":20}' } })).toMatchObject({ kind: 'asked' })
  })

  test('calls sent at once do not slip past the limit together', async () => {
    const opened = await Promise.all(
      Array.from({ length: 40 }, (_, index) => fixture.open({ call: { argumentsText: `{"n":${index}}` } })),
    )
    expect(opened.filter(({ kind }) => kind === 'asked')).toHaveLength(20)
    expect(opened.filter(({ kind }) => kind === 'limited')).toHaveLength(20)
  })

  test('joining an open question is never limited, and other clients, principals and tenants are not affected', async () => {
    await askTimes(20)
    expect(await fixture.open({ call: { argumentsText: '{"n":3}' } })).toMatchObject({ kind: 'joined' })
    const elsewhere: readonly OpenOver[] = [
      { call: { client: { name: 'other desk', version: '1.0' } } },
      { call: { principal: 'local:eve' } },
      { call: { tenant: 'acme' } },
    ]
    for (const over of elsewhere) expect(await fixture.open(over)).toMatchObject({ kind: 'asked' })
  })

  test('a tool declined twice in a session is not asked for a third time there', async () => {
    for (const hold of [
      await fixture.ask({ call: { argumentsText: '{"n":1}' } }),
      await fixture.ask({ call: { argumentsText: '{"n":2}' } }),
    ]) {
      await fixture.say(hold, 'decline')
    }
    const third = { argumentsText: '{"n":3}' }
    expect(await fixture.open({ call: third })).toMatchObject({
      kind: 'limited',
      message: expect.stringContaining('declined 2 times') as string,
    })
    expect(await fixture.open({ call: { ...third, session: 'session-2' } })).toMatchObject({ kind: 'asked' })
    expect(await fixture.open({ call: { ...third, tool: 'send_mail' } })).toMatchObject({ kind: 'asked' })
    const server = { name: 'crm', identity: 'another', display: 'x', transport: 'stdio' } as const
    expect(await fixture.open({ call: { ...third, server } })).toMatchObject({ kind: 'asked' })
  })

  test('a limited call leaves no hold behind and opens no question', async () => {
    await askTimes(25)
    expect(await fixture.store.holds.inState('pending', 100)).toHaveLength(20)
  })
})
