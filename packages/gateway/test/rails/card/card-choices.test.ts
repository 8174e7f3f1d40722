/**
 * What a card offers beside a plain yes or no, and what becomes of it: on a real store, with the real check of edits.
 */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordDraft } from '@holdpoint/core'
import type { Grant, Hold, JsonObject, JsonValue } from '@holdpoint/core'
import type { TestStore } from '@holdpoint/testing/store'
import { openTestStore } from '@holdpoint/testing/store'
import { createCard } from '../../../src/rails/card/card.ts'
import type { Card } from '../../../src/rails/card/card.ts'
import { SHOWN_ARGUMENTS, SHOWN_SCHEMA } from '../../../src/rails/card/card-limits.ts'
import { CARD_META_KEY } from '../../../src/rails/card/card-names.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { createSeal } from '../../../src/rails/seal.ts'
import { sampleHold } from '@holdpoint/testing'
import type { SampleHold } from '@holdpoint/testing'
import { checkEdits } from '../../edits/edit-policy.ts'
import { clientWith } from './card-on-store.ts'

const OUR_VIEW = clientWith()
const HALF_AN_HOUR_MS = 1_800_000
const SCHEMA = JSON.stringify({
  type: 'object',
  properties: { id: { type: 'string' }, amount: { type: 'number', maximum: 100 } },
  required: ['id'],
  additionalProperties: false,
})
const EDITABLE: SampleHold = {
  call: { tool: 'update_contact', argumentsText: '{"id":"c_17","amount":1.0}' },
  inputSchemaText: SCHEMA,
}

let home: TestStore
let card: Card

beforeEach(async () => {
  home = await openTestStore()
  card = createCard({
    store: () => Promise.resolve(home.store),
    seal: () => Promise.resolve(createSeal(new Uint8Array(32).fill(7))),
    viewDocument: (facts) => JSON.stringify(facts),
    viewWords: (which) => (which === 'zh-1' ? '甲|乙' : null),
    checkEdit: checkEdits([
      { name: 'never eve', when: 'args.id == "eve"', answer: 'deny', undoWindowMs: null },
      { name: 'signed', when: 'args.id == "boss"', assurance: 'identified', undoWindowMs: null },
    ]),
    newGrantId: randomUUID,
    serverOf: () => Promise.resolve({ trust: 'trusted', state: 'connected' }),
    record: (record) => home.store.audit.append(record),
    drawnWithinMs: 3000,
  })
})

afterEach(async () => {
  await home.end()
})

async function stored(over: SampleHold = EDITABLE): Promise<Hold> {
  const now = await home.store.now()
  const id = randomUUID()
  const hold = sampleHold({ id, key: id, createdAt: now, decideBy: now + 60_000, ...over })
  const record = recordDraft({ kind: 'hold-created', tenant: 'default', hold: id })
  await home.store.holds.changeNewest(hold.key, () => ({ do: 'write', hold, record, before: null, answer: null }))
  return hold
}

const PLACE = {
  era: 'session',
  client: { name: 'desk', version: '1.0' },
  capabilities: { elicitationForm: false, elicitationUrl: false, apps: true },
  origin: { tenant: 'default', principal: 'local:ana', session: 'session-1' },
  server: { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: 'stdio' },
  serverHas: () => false,
  serverHasViews: false,
} as unknown as OfferContext

const cardOf = (result: JsonObject | null): JsonObject =>
  ((result?.['_meta'] ?? result) as JsonObject | undefined)?.[CARD_META_KEY] as JsonObject

async function questionOf(hold: Hold): Promise<JsonObject> {
  return cardOf(await card.waiting.pendingMeta(hold, OUR_VIEW, 'http://localhost:7433/approvals/x'))
}

async function answer(hold: Hold, said: JsonObject, place = PLACE): Promise<JsonObject> {
  const { nonce } = await questionOf(hold)
  const result = card.offer.callTool(place, 'holdpoint_decide', { hold: hold.id, nonce: nonce ?? '', ...said })
  return (await result) as JsonObject
}

async function grants(): Promise<readonly Grant[]> {
  return await home.store.grants.list('default', 50)
}

const current = async (hold: Hold): Promise<Hold | null> => await home.store.holds.get(hold.id)

const SESSION = { for: 'session', arguments: 'scope' }

describe('what the question says may be answered', () => {
  test('an editable, grantable call: its arguments as text, their digest, and what the host’s word reaches to', async () => {
    const hold = await stored()
    expect(await questionOf(hold)).toMatchObject({
      editable: true,
      grantable: true,
      grant_arguments: ['same', 'any', 'where'],
      grant_lengths: ['session', HALF_AN_HOUR_MS],
      arguments_text: '{"id":"c_17","amount":1.0}',
      input_schema: JSON.parse(SCHEMA) as JsonObject,
      digest: hold.call.digest,
      edit: null,
    })
  })

  test('the schema is the server’s own; without one, or with one too long to be a form, there is none', async () => {
    const long = JSON.stringify({ type: 'object', description: 'x'.repeat(SHOWN_SCHEMA) })
    for (const inputSchemaText of [null, long]) {
      expect(await questionOf(await stored({ ...EDITABLE, inputSchemaText }))).toMatchObject({
        input_schema: null,
        arguments_text: '{"id":"c_17","amount":1.0}',
      })
    }
  })

  test('conditions only where there is something plain to put them on, and where the core would take them', async () => {
    const offered = async (argumentsText: string, tool = 'update_contact'): Promise<unknown> =>
      (await questionOf(await stored({ ...EDITABLE, call: { tool, argumentsText } })))['grant_arguments']
    expect(await offered('{"list":[1],"deep":{"a":1}}')).toEqual(['same', 'any'])
    expect(await offered('{"list":[1],"a/b~c":null}')).toEqual(['same', 'any', 'where'])
    expect(await offered('{}')).toEqual(['same', 'any'])
    // A name that no condition can carry leaves the others.
    const long = 'x'.repeat(300)
    expect(await offered(`{"${long}":1}`)).toEqual(['same', 'any'])
    expect(await offered(`{"${long}":1,"amount":5}`)).toEqual(['same', 'any', 'where'])
    expect(await offered('{"command":"ls","timeout":5}', 'run_command')).toEqual(['same'])
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`name_${index}`, index]))
    expect(await offered(JSON.stringify(many))).toEqual(['same', 'any'])
  })

  test.each([
    ['what cannot be undone', { ruling: { irreversible: true, grantable: false } }],
    ['self-protection', { ruling: { grantable: false, rule: 'self-protection' } }],
    ['an offer to take a call back', { ruling: { grantable: false }, undoOf: 'another' }],
  ] as const)('no standing permission for %s', async (_what, over) => {
    const question = await questionOf(await stored({ ...EDITABLE, ...over } as SampleHold))
    expect(question).toMatchObject({ grantable: false, grant_arguments: [] })
    expect(question['editable']).toBe(!('undoOf' in over))
  })

  test('for what runs what it is given, only the same arguments', async () => {
    const hold = await stored({ call: { tool: 'execute_sql', argumentsText: '{"sql":"delete from a"}' } })
    expect(await questionOf(hold)).toMatchObject({ grantable: true, grant_arguments: ['same'], editable: false })
  })

  test('no edit for a requester with a key: a service rules it anew and demands an identified person', async () => {
    const hold = await stored({ ...EDITABLE, call: { ...EDITABLE.call, principal: 'desk' } })
    expect(await questionOf(hold)).toMatchObject({ nonce: expect.any(String), editable: false, grantable: true })
    const place = { ...PLACE, origin: { ...PLACE.origin, principal: 'desk' } }
    const told = cardOf(await answer(hold, { answer: 'approve', edits: { id: 'c_18' } }, place))
    expect(told).toMatchObject({ state: 'pending', refused: { code: 'INSUFFICIENT_ASSURANCE' } })
  })

  test('nothing at all where the card does not decide', async () => {
    const hold = await stored({ ...EDITABLE, ruling: { assurance: 'identified' } })
    expect(await questionOf(hold)).toMatchObject({ nonce: null, editable: false, grantable: false, grant_lengths: [] })
  })
})

describe('approve with edits', () => {
  test('the text that was typed is what is stored and would run, and the card tells what differs', async () => {
    const hold = await stored()
    const edits = '{"id": "c_17", "amount": 2.50}'
    const told = cardOf(await answer(hold, { answer: 'approve', edits, digest: hold.call.digest }))
    expect(told).toMatchObject({
      state: 'approved',
      via: 'card',
      edit: { difference: [{ requested: '1.0', approved: '2.50' }], by: 'local:ana' },
    })
    expect(told).not.toHaveProperty('refused')
    expect(await current(hold)).toMatchObject({
      call: { argumentsText: '{"id":"c_17","amount":1.0}' },
      edit: { argumentsText: edits, by: 'local:ana' },
      verdicts: [{ answer: 'approve', via: 'card', assurance: 'host', edits }],
    })
  })

  test('an object is taken as REST takes it', async () => {
    const hold = await stored()
    expect(cardOf(await answer(hold, { answer: 'approve', edits: { id: 'c_17', amount: 3 } }))).toMatchObject({
      state: 'approved',
    })
    expect((await current(hold))?.edit?.argumentsText).toBe('{"id":"c_17","amount":3}')
  })

  test.each([
    ['too much for the schema', '{"id":"c_17","amount":101}', /must be <= 100/],
    ['another type', '{"id":"c_17","amount":"2"}', /keeps the types/],
    ['a key twice', '{"id":"c_17","id":"c_18"}', /not acceptable JSON/],
    ['a number that JSON cannot carry', '{"id":"c_17","amount":9007199254740993}', /not acceptable JSON/],
    ['a control parameter', '{"id":"c_17","preview":false}', /never sent on/],
    ['no object', '[1]', /an object/],
    ['more than a card shows', JSON.stringify({ id: 'x'.repeat(SHOWN_ARGUMENTS) }), /too long for a card/],
  ])('%s is refused with the reason, and the question stays open', async (_what, edits, why) => {
    const hold = await stored()
    expect(cardOf(await answer(hold, { answer: 'approve', edits }))).toMatchObject({
      state: 'pending',
      edit: null,
      refused: { code: 'EDIT_REFUSED', message: expect.stringMatching(why) },
    })
    expect(await current(hold)).toEqual(hold)
    expect(cardOf(await answer(hold, { answer: 'approve' }))).toMatchObject({ state: 'approved' })
  })

  test.each([
    ['what the policy denies', 'eve', 'EDIT_DENIED'],
    ['what needs more than the host’s word', 'boss', 'INSUFFICIENT_ASSURANCE'],
  ])('the edit is ruled anew: %s is not approved', async (_what, id, code) => {
    const hold = await stored()
    const told = cardOf(await answer(hold, { answer: 'approve', edits: { id } }))
    expect(told).toMatchObject({ state: 'pending', refused: { code } })
    expect((await current(hold))?.edit).toBeNull()
  })

  test('[H24] [X11.B5] an edit grants nothing, whatever comes beside it', async () => {
    const scoped: SampleHold = { ...EDITABLE, ruling: { risk: 'medium', scope: 'tool "update_contact"' } }
    const edited = await stored(scoped)
    const edits = { id: 'c_18' }
    for (const grant of [SESSION, { for: 'session', arguments: 'same' }, { for: HALF_AN_HOUR_MS, arguments: 'any' }]) {
      expect(cardOf(await answer(edited, { answer: 'approve', edits, grant }))).toMatchObject({
        state: 'pending',
        refused: { code: 'NOT_GRANTABLE' },
      })
    }
    await answer(edited, { answer: 'approve', edits })
    expect(await current(edited)).toMatchObject({ state: 'approved', ruling: { scope: expect.any(String) } })
    expect(await grants()).toEqual([])
  })

  test('somebody who read older arguments approves nothing: the digest of what was shown counts', async () => {
    const { call } = await stored()
    const edit = { argumentsText: '{"id":"c_99"}', digest: 'digest-2', by: 'ben', at: call.digest.length }
    const hold = await stored({ ...EDITABLE, edit })
    expect(await questionOf(hold)).toMatchObject({ digest: 'digest-2', arguments_text: '{"id":"c_99"}' })
    for (const said of [{ digest: call.digest }, {}]) {
      const told = cardOf(await answer(hold, { answer: 'approve', ...said } as JsonObject))
      expect(told).toMatchObject({ state: 'pending', refused: { code: 'CONFLICT' } })
    }
    expect(cardOf(await answer(hold, { answer: 'approve', digest: 'digest-2' }))).toMatchObject({ state: 'approved' })
  })
})

describe('standing answers', () => {
  test('[H24] [X11.B5] a yes is about this call alone; the one for the session opens the scope that it names', async () => {
    const scoped: SampleHold = { ...EDITABLE, ruling: { risk: 'medium', scope: 'tool "update_contact"' } }
    const hold = await stored(scoped)
    const session = 'Yes, and allow update_contact with any arguments for this session'
    expect(await questionOf(hold)).toMatchObject({
      choices: [
        { name: 'scope', words: session, grant: SESSION },
        { name: 'once', words: 'Yes, only this once', grant: null },
        { name: 'no', words: 'No', answer: 'decline' },
      ],
      said: {
        zh: { choices: [{ words: '是，并在本次会话中允许以任意参数调用 update_contact' }, {}, { words: '否' }] },
      },
    })
    expect(cardOf(await answer(hold, { answer: 'approve' }))).toMatchObject({ state: 'approved' })
    expect(await grants()).toEqual([])
    const other = await stored(scoped)
    expect(cardOf(await answer(other, { answer: 'approve', grant: SESSION }))).toMatchObject({ state: 'approved' })
    expect(await grants()).toMatchObject([{ condition: { kind: 'scope' }, fromHold: other.id, session: 'session-1' }])
  })

  test('a permission comes with the approval, as the host’s word', async () => {
    const hold = await stored()
    const grant = { for: 'session', arguments: 'same', times: 2 }
    expect(cardOf(await answer(hold, { answer: 'approve', grant }))).toMatchObject({ state: 'approved' })
    expect(await grants()).toMatchObject([
      {
        effect: 'allow',
        session: 'session-1',
        via: 'card',
        assurance: 'host',
        condition: { kind: 'same', digest: hold.call.digest },
        limits: { count: 2 },
        fromHold: hold.id,
      },
    ])
  })

  test('[X7] for minutes, under conditions, with a count and a total', async () => {
    const hold = await stored()
    const clauses = [
      { path: '/id', is: 'one-of', values: ['c_17', 'c_18'] },
      { path: '/amount', is: 'between', least: 0, most: 5 },
    ]
    const grant = { for: 420_000, arguments: clauses, times: 3, amount: { path: '/amount', total: 9 } }
    expect(cardOf(await answer(hold, { answer: 'approve', grant }))).toMatchObject({ state: 'approved' })
    const [made] = await grants()
    expect(made).toMatchObject({
      condition: { kind: 'clauses', clauses, names: ['/id', '/amount'] },
      limits: { count: 3, amount: { path: '/amount', total: 9 } },
    })
    expect((made?.expiresAt ?? 0) - (made?.createdAt ?? 0)).toBe(420_000)
    const next = await stored()
    const deny = { for: 60_000, arguments: [{ path: '/id', is: 'equal', value: 'c_17' }] }
    expect(cardOf(await answer(next, { answer: 'decline', grant: deny }))).toMatchObject({ state: 'declined' })
    expect(await grants()).toHaveLength(2)
  })

  test('a denial comes with a decline', async () => {
    const hold = await stored({ ...EDITABLE, ruling: { irreversible: true, grantable: false } })
    const said = { answer: 'decline', reason: 'never', grant: { for: 'session', arguments: 'any' } }
    expect(cardOf(await answer(hold, said))).toMatchObject({ state: 'declined', reason: 'never' })
    expect(await grants()).toMatchObject([{ effect: 'deny', condition: { kind: 'any' }, session: 'session-1' }])
  })

  test.each<readonly [string, JsonObject, SampleHold]>([
    ['until revoked', { for: 'always', arguments: 'same' }, {}],
    ['longer than half an hour', { for: HALF_AN_HOUR_MS + 1, arguments: 'same' }, {}],
    ['for what cannot be undone', { for: 'session', arguments: 'same' }, { ruling: { irreversible: true } }],
    ['for what may not be granted', { for: 'session', arguments: 'same' }, { ruling: { grantable: false } }],
    [
      'for SQL by how it begins',
      { for: 'session', arguments: [{ path: '/sql', is: 'starting-with', text: 'delete' }] },
      { call: { tool: 'execute_sql', argumentsText: '{"sql":"delete from a"}' } },
    ],
    [
      'under a condition that this very call does not meet',
      { for: 'session', arguments: [{ path: '/amount', is: 'at-most', most: 0.5 }] },
      {},
    ],
    ['under no condition', { for: 'session', arguments: [] }, {}],
    [
      'for a command under a condition',
      { for: 'session', arguments: [{ path: '/timeout', is: 'at-most', most: 9 }] },
      { call: { tool: 'run_command', argumentsText: '{"command":"ls","timeout":5}' } },
    ],
    [
      'for any command',
      { for: 'session', arguments: 'any' },
      { call: { tool: 'execute_sql', argumentsText: '{"sql":"delete from a"}' } },
    ],
  ])('%s is refused with the reason: neither half is stored', async (_what, grant, over) => {
    const hold = await stored({ ...EDITABLE, ...over })
    const told = cardOf(await answer(hold, { answer: 'approve', grant }))
    expect(told).toMatchObject({ state: 'pending', refused: { code: 'NOT_GRANTABLE' } })
    expect((await current(hold))?.verdicts).toEqual([])
    expect(await grants()).toEqual([])
    expect((await home.records()).filter(({ kind }) => kind === 'decision-refused')).toHaveLength(1)
  })

  test('a denial from the host lasts no longer than a permission, and a cancelled call says nothing', async () => {
    const hold = await stored()
    for (const said of [
      { answer: 'decline', grant: { for: 'always', arguments: 'any' } },
      { answer: 'cancel', grant: { for: 'session', arguments: 'any' } },
    ]) {
      expect(cardOf(await answer(hold, said))).toMatchObject({ state: 'pending', refused: { code: 'NOT_GRANTABLE' } })
    }
    expect(await grants()).toEqual([])
  })
})

describe('what is not understood decides nothing', () => {
  test.each<readonly [string, JsonObject]>([
    ['edits of another kind', { answer: 'approve', edits: 7 }],
    ['edits with a decline', { answer: 'decline', edits: { id: 'c_18' } }],
    ['a grant that is no object', { answer: 'approve', grant: 'session' }],
    ['a grant with an unknown limit', { answer: 'approve', grant: { for: 'session', arguments: 'same', until: 1 } }],
    ['a digest of another kind', { answer: 'approve', digest: 5 }],
    ['once of another kind', { answer: 'approve', once: 'yes' }],
    ['once with a decline', { answer: 'decline', once: true }],
    ['a member that nobody knows', { answer: 'approve', forever: true }],
  ])('%s', async (_what, said) => {
    const hold = await stored()
    const result = await answer(hold, said)
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('Nothing was decided') }] })
    expect(await current(hold)).toEqual(hold)
  })

  test('[S4] edits and grants without the nonce: the one refusal, and the record says what was tried', async () => {
    const hold = await stored()
    const said = { answer: 'approve', edits: { id: 'c_18' }, grant: { for: 'session', arguments: 'any' } }
    const refusals: JsonValue[] = []
    for (const nonce of ['', 'x'.repeat(43)]) refusals.push(await answer(hold, { ...said, nonce }))
    refusals.push(await answer(hold, { ...said, nonce: '', edits: 7, grant: 7 }))
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
    expect(await current(hold)).toEqual(hold)
    expect(await grants()).toEqual([])
    const records = (await home.records()).filter(({ kind }) => kind === 'decision-refused')
    expect(records.map(({ detail }) => detail)).toEqual(
      Array(3).fill('approve with edits and a grant via card: no valid nonce for this connection'),
    )
  })

  test('[L7] once the server has views no standing answer counts, whatever nonce was given out before', async () => {
    const hold = await stored()
    const viewed = { ...PLACE, serverHasViews: true }
    for (const said of ['approve', 'decline']) {
      const result = await answer(hold, { answer: said, grant: { for: 'session', arguments: 'any' } }, viewed)
      expect(result['isError']).toBe(true)
    }
    expect(await current(hold)).toEqual(hold)
    expect(await grants()).toEqual([])
  })
})
