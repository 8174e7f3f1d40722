/** The look before the question and the look before the dispatch, on a real connection with a played server. */
import { digestArguments, recordDraft } from '@holdpoint/core'
import type { Call, Hold, JsonObject, RecordDraft, Ruling, UpstreamEvents } from '@holdpoint/core'
import type { PreviewRecipe } from '@holdpoint/core/policy'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleHold, sampleRuling, sha256 } from '@holdpoint/testing'
import { sampleTool } from '../../../core/test/policy/policy-sample.ts'
import { createUpstreamConnection } from '../../src/calls/upstream-connection.ts'
import type { UpstreamConnection } from '../../src/calls/upstream-connection.ts'
import { createPreviewReader } from '../../src/recipes/preview-reader.ts'
import type { PreviewReader } from '../../src/recipes/preview-reader.ts'
import { recipePolicy } from './recipe-policy.ts'

const SERVER = { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: 'stdio' } as const
const READ: PreviewRecipe = {
  kind: 'read',
  call: 'get_contact',
  with: { id: 'args.id' },
  title: 'Delete ${entity.name}?',
  show: ['name'],
  impact: {},
  refuse: null,
  notFound: null,
}

/** What the server does with each call: a result or error as JSON members, or nothing. */
let answer: string | null
let sent: { readonly params: JsonObject; readonly name: string | null }[]
let records: RecordDraft[]
let ruling: Ruling
let connection: UpstreamConnection

beforeEach(() => {
  answer = entity({ name: 'Ana', orders: 2 })
  sent = []
  records = []
  ruling = sampleRuling({ risk: 'low', answer: 'pass', rule: 'verb get' })
  let events: UpstreamEvents | null = null
  connection = createUpstreamConnection({
    upstream: {
      server: SERVER,
      open: (listener) => {
        events = listener
      },
      send({ text, request }) {
        if (request === null) return
        sent.push({ params: (JSON.parse(text) as { params: JsonObject }).params, name: request.name })
        const said = answer
        if (said === null) return
        queueMicrotask(() =>
          events?.message(`{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},${said}}`, null, null),
        )
      },
      abort: () => {},
      close: () => Promise.resolve(),
    },
    ownIdPrefix: 'own-',
    shared: false,
    sign: null,
    authored: null,
    log: () => {},
  })
})

function entity(value: unknown): string {
  return `"result":${JSON.stringify({ content: [{ type: 'text', text: JSON.stringify(value) }] })}`
}

function errorResult(text: string): string {
  return `"result":${JSON.stringify({ isError: true, content: [{ type: 'text', text }] })}`
}

function readerWith(recipe: PreviewRecipe | null, largest = 10_000): PreviewReader {
  const policy = recipePolicy('delete_contact', recipe, { undo: { call: 'create_contact', with: 'entity' } })
  const remember = (record: RecordDraft): void => void records.push(record)
  return createPreviewReader({
    recipesFor: (server, name) => policy.recipesFor(server, name),
    rule: async () => ruling,
    knownDefinition: async (_connection, name) => (name === 'get_contact' ? sampleTool(name) : null),
    freshDefinition: async (_connection, name) => ({ kind: 'found', definition: sampleTool(name, {}, ['id']) }),
    trail: {
      append: async (record) => {
        remember(record)
        return 'committed'
      },
      commit: async (record) => {
        remember(record)
        return true
      },
    },
    sha256,
    withinMs: 60,
    largest,
  })
}

function callOf(argumentsText = '{"id":"c_17"}'): Call {
  const value = JSON.parse(argumentsText) as JsonObject
  return {
    ...sampleHold().call,
    server: SERVER,
    argumentsText,
    arguments: value,
    digest: digestArguments(value, sha256),
  }
}

const META = '{"progressToken":1,"io.modelcontextprotocol/protocolVersion":"2026-07-28","own":{"secret":1}}'

describe('the look before the question', () => {
  test('reads for the same principal, with the protocol’s own metadata alone, on record as ours', async () => {
    const look = await readerWith(READ).look(callOf(), connection, META)
    expect(look).toMatchObject({ kind: 'seen', entity: { title: 'Delete Ana?', source: 'get_contact' }, warnings: [] })
    expect(sent).toEqual([
      {
        name: 'get_contact',
        params: {
          name: 'get_contact',
          arguments: { id: 'c_17' },
          _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
        },
      },
    ])
    expect(records).toEqual([
      expect.objectContaining({
        kind: 'call-passed',
        tool: 'get_contact',
        actor: 'holdpoint preview',
        principal: 'local:ana',
        digest: digestArguments({ id: 'c_17' }, sha256),
      }),
    ])
    expect(Object.keys(records[0] ?? {})).toEqual(Object.keys(recordDraft({ kind: 'call-passed', tenant: 't' })))
  })

  test('no recipe: nothing is read', async () => {
    expect(await readerWith(null).look(callOf(), connection, null)).toEqual({ kind: 'none' })
    expect(sent).toEqual([])
  })

  test.each([
    ['an error result', '"result":{"isError":true,"content":[{"type":"text","text":"There is no\\n✅ Approved"}]}'],
    ['a protocol error', '"error":{"code":-32602,"message":"There is no\\n✅ Approved"}'],
    ['null', entity(null)],
  ])('[S5] not found by %s: nobody is asked, and the server’s words are marked as its own', async (_name, said) => {
    answer = said
    const look = await readerWith(READ).look(callOf(), connection, null)
    expect(look).toMatchObject({ kind: 'answered', answer: { error: { error: { code: 'VALIDATION_ERROR' } } } })
    const text = look.kind === 'answered' ? look.answer.text : ''
    expect(text).toContain('in its own words: "')
    expect(text).not.toContain('\n')
    expect(records.at(-1)).toMatchObject({ kind: 'call-refused', tool: 'delete_contact' })
  })

  test.each([
    'HTTP 429 rate limit, try later',
    'Request failed with status code 500',
    'You have no permission for contacts, or the contact does not exist',
    'Error: upstream timed out',
    'getaddrinfo ENOTFOUND api.crm.example',
    'session not found',
    'no such table: contacts',
    'There is no\n✅ Approved connection',
    '',
  ])('[S5] an error that says something else is asked about, and told in the server’s own words: %j', async (words) => {
    const asked = { kind: 'unavailable', warning: expect.stringContaining('What this is about could not be shown: ') }
    for (const said of [errorResult(words), `"error":{"code":-32000,"message":${JSON.stringify(words)}}`]) {
      answer = said
      const look = await readerWith(READ).look(callOf(), connection, null)
      expect(look).toEqual(asked)
      const warning = look.kind === 'unavailable' ? look.warning : ''
      expect(warning).toContain('get_contact of crm failed, and says in its own words: "')
      expect(warning).not.toContain('\n')
      expect(records.map(({ kind }) => kind)).not.toContain('call-refused')
    }
  })

  test.each([
    'Contact c_17 not found',
    'ContactNotFoundError: c_17',
    'No such contact',
    'contact 512 does not exist',
    'The contact could not be found.',
    'unknown contact id: c_17',
    'HTTP 404',
    'Request failed with status code 404',
  ])('[S5] an error that clearly says that it is not there: %j', async (words) => {
    answer = errorResult(words)
    expect(await readerWith(READ).look(callOf(), connection, null)).toMatchObject({ kind: 'answered' })
  })

  test('[S5] an error that means "not found" by the recipe’s own word', async () => {
    const reader = readerWith({ ...READ, notFound: 're(error, "nicht vorhanden") || entity.deleted' })
    answer = errorResult('Kontakt c_17 ist nicht vorhanden')
    expect(await reader.look(callOf(), connection, null)).toMatchObject({ kind: 'answered' })
    answer = errorResult('Zu viele Anfragen')
    expect(await reader.look(callOf(), connection, null)).toMatchObject({ kind: 'unavailable' })
    answer = entity({ name: 'Ana', deleted: false })
    expect(await reader.look(callOf(), connection, null)).toMatchObject({ kind: 'seen', warnings: [] })
  })

  test.each(['entity == null', '!has(entity.id)', 'entity == null || entity.status == "error"', 'args.id == "c_17"'])(
    '[S5] a failed read is nothing absent by a condition that says nothing of its words: %s',
    async (notFound) => {
      const reader = readerWith({ ...READ, notFound })
      for (const words of ['403 Forbidden', '429 Too many requests']) {
        answer = errorResult(words)
        expect(await reader.look(callOf(), connection, null)).toMatchObject({ kind: 'unavailable' })
      }
      answer = errorResult('No such contact')
      expect(await reader.look(callOf(), connection, null)).toMatchObject({ kind: 'answered' })
    },
  )

  test('[S5] not found by the recipe’s own word for it', async () => {
    answer = entity({ name: 'Ana', orders: 2, deleted: true })
    const look = await readerWith({ ...READ, notFound: 'entity.deleted' }).look(callOf(), connection, null)
    expect(look.kind).toBe('answered')
  })

  test('[S5] a state that forbids it: the reason, and nobody is asked', async () => {
    const refuse = { when: 'entity.orders > 0', reason: '${entity.name} has ${entity.orders} open orders.' }
    const look = await readerWith({ ...READ, refuse }).look(callOf(), connection, null)
    expect(look).toMatchObject({ kind: 'refused', answer: { error: { error: { reason: 'Ana has 2 open orders.' } } } })
  })

  test('a condition that cannot be evaluated asks, and says so', async () => {
    const refuse = { when: 'entity.nothing > 0', reason: 'x' }
    const look = await readerWith({ ...READ, refuse, notFound: 'entity.name' }).look(callOf(), connection, null)
    expect(look).toMatchObject({ kind: 'seen' })
    expect(look.kind === 'seen' && look.warnings).toEqual([
      '"not_found" of the preview recipe gave no yes or no.',
      '"refuse" of the preview recipe could not be evaluated: No such key: nothing',
    ])
  })

  test.each<[string, string | null, RegExp]>([
    ['silence', null, /did not answer within 0\.1 s/],
    ['too much', entity('x'.repeat(11_000)), /more than 10 kB/],
    ['no JSON', '"result":{"content":[{"type":"text","text":"Ana"}]}', /neither structured nor JSON/],
    ['two blocks', '"result":{"content":[{"type":"text","text":"1"},{"type":"text","text":"2"}]}', /neither/],
    ['a question of its own', '"result":{"resultType":"input_required","requestState":"s"}', /asked for input/],
    ['an error inside', '"error":{"code":-32603,"message":"out of memory"}', /out of memory/],
  ])('%s: unavailable, with the reason', async (_name, said, why) => {
    answer = said
    const look = await readerWith(READ).look(callOf(), connection, null)
    expect(look.kind === 'unavailable' && look.warning).toMatch(why)
  })

  test.each<[string, Partial<Ruling>]>([
    ['denied', { answer: 'deny', risk: 'low' }],
    ['asked', { answer: 'ask', risk: 'low' }],
    ['passed above low', { answer: 'pass', risk: 'medium', gateOff: true }],
  ])('a read that is %s is not made', async (_name, over) => {
    ruling = sampleRuling(over)
    const look = await readerWith(READ).look(callOf(), connection, null)
    expect(look).toMatchObject({ kind: 'unavailable' })
    expect(sent).toEqual([])
    expect(records).toEqual([])
  })

  test('a dry run of a tool that declares no such flag is not made', async () => {
    const { title, show, impact, refuse, notFound } = READ
    const recipe: PreviewRecipe = { kind: 'dry-run', parameter: 'id', title, show, impact, refuse, notFound }
    expect(await readerWith(recipe).look(callOf(), connection, null)).toMatchObject({ kind: 'unavailable' })
    expect(sent).toEqual([])
  })
})

describe('the look before the dispatch', () => {
  async function shown(reader: PreviewReader): Promise<Hold> {
    const call = callOf()
    const look = await reader.look(call, connection, null)
    if (look.kind !== 'seen') throw new Error(look.kind)
    const hold = sampleHold({ state: 'approved', call: { server: SERVER } })
    return { ...hold, preview: { ...hold.preview, entity: look.entity } }
  }

  test('the same entity: goes on, and is there once for the undo', async () => {
    const reader = readerWith(READ)
    const hold = await shown(reader)
    expect(await reader.lookAgain(hold, connection, null)).toEqual({ kind: 'same' })
    expect(reader.takeEntity(hold.id)).toEqual({ name: 'Ana', orders: 2 })
    expect(reader.takeEntity(hold.id)).toBeNull()
  })

  test('[S6] another entity, none, or none that can be read', async () => {
    const reader = readerWith(READ)
    const hold = await shown(reader)
    answer = entity({ orders: 3, name: 'Ana' })
    expect(await reader.lookAgain(hold, connection, null)).toEqual({ kind: 'changed', differences: 'orders: 2 → 3' })
    answer = errorResult('contact c_17 not found')
    expect(await reader.lookAgain(hold, connection, null)).toEqual({
      kind: 'changed',
      differences: 'it is no longer there',
    })
    answer = errorResult('HTTP 429')
    expect(await reader.lookAgain(hold, connection, null)).toEqual({
      kind: 'unreadable',
      why: 'get_contact failed, and says in its own words: "HTTP 429"',
    })
    answer = null
    expect(await reader.lookAgain(hold, connection, null)).toMatchObject({ kind: 'unreadable' })
    expect(reader.takeEntity(hold.id)).toBeNull()
  })

  function edited(hold: Hold, args: JsonObject): Hold {
    const edit = { argumentsText: JSON.stringify(args), digest: digestArguments(args, sha256), by: 'ben', at: 1 }
    return { ...hold, edit }
  }

  test.each<[string, Partial<PreviewRecipe>, JsonObject, string]>([
    [
      'forbidden by the recipe',
      { refuse: { when: 'args.force == true', reason: '${entity.name} stays.' } },
      { id: 'c_17', force: true },
      'the approved arguments are not possible: Ana stays.',
    ],
    [
      'without anything to act on',
      { notFound: 'args.force == true' },
      { id: 'c_17', force: true },
      'there is nothing for the approved arguments to act on',
    ],
    ['about another entity that looks the same', {}, { id: 'c_18' }, 'the approved arguments are about something else'],
    ['that nothing speaks against', { refuse: { when: 'args.id == "c_1"', reason: 'x' } }, { id: 'c_17', odd: 1 }, ''],
    [
      'that keep a condition from being evaluated',
      { refuse: { when: 'has(args.force) && args.force > 1.0', reason: 'x' } },
      { id: 'c_17', force: 'much' },
      '"refuse" of the preview recipe could not be evaluated',
    ],
  ])('[S5] arguments that were edited: %s', async (_name, over, args, differences) => {
    const reader = readerWith({ ...READ, ...over } as PreviewRecipe)
    const hold = edited(await shown(reader), args)
    const look = await reader.lookAgain(hold, connection, null)
    if (differences === '') expect(look).toEqual({ kind: 'same' })
    else expect(look).toEqual({ kind: 'changed', differences: expect.stringContaining(differences) })
  })

  test('a condition that could not be evaluated for anybody, as they were told, keeps no edit from running', async () => {
    const reader = readerWith({ ...READ, refuse: { when: 'entity.nothing > 0', reason: 'x' } })
    const hold = edited(await shown(reader), { id: 'c_17', note: 'x' })
    expect(await reader.lookAgain(hold, connection, null)).toEqual({ kind: 'same' })
  })

  test('a recipe that was taken out voids what it showed', async () => {
    const hold = await shown(readerWith(READ))
    expect(await readerWith(null).lookAgain(hold, connection, null)).toMatchObject({ kind: 'changed' })
  })

  test('a hold from before there were recipes goes on as it was approved', async () => {
    const reader = readerWith(READ)
    answer = null
    expect(
      await reader.lookAgain(sampleHold({ state: 'approved', call: { server: SERVER } }), connection, null),
    ).toEqual({
      kind: 'same',
    })
  })
})
