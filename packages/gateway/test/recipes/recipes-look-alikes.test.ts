/** Arguments that two readers understand differently are never sent by us: no read, no dry run, no undo. */
import { digestArguments } from '@holdpoint/core'
import type { Call, JsonObject, UpstreamEvents } from '@holdpoint/core'
import type { PreviewRecipe } from '@holdpoint/core/policy'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleHold, sampleRuling, sha256 } from '@holdpoint/testing'
import { sampleTool } from '../../../core/test/policy/policy-sample.ts'
import { createUpstreamConnection } from '../../src/calls/upstream-connection.ts'
import type { UpstreamConnection } from '../../src/calls/upstream-connection.ts'
import { createPreviewReader } from '../../src/recipes/preview-reader.ts'
import type { PreviewReader, PreviewLook } from '../../src/recipes/preview-reader.ts'
import { createUndoBuilder } from '../../src/recipes/undo-builder.ts'
import type { UndoBuilderOptions } from '../../src/recipes/undo-builder.ts'
import { recipePolicy } from './recipe-policy.ts'

const SERVER = { name: 'crm', identity: 'crm-identity', display: 'npx crm', transport: 'stdio' } as const
const SHOWN = { title: null, show: [], impact: {}, refuse: null, notFound: null }
const READ: PreviewRecipe = { kind: 'read', call: 'get_contact', with: { id: 'args.id' }, ...SHOWN }
const DRY: PreviewRecipe = { kind: 'dry-run', parameter: 'dry_run', ...SHOWN }
const ANSWER = `"result":${JSON.stringify({ content: [{ type: 'text', text: '{"name":"Ana"}' }] })}`

/** The arguments of each call that reached the server. */
let sent: JsonObject[]
let connection: UpstreamConnection

beforeEach(() => {
  sent = []
  let events: UpstreamEvents | null = null
  connection = createUpstreamConnection({
    upstream: {
      server: SERVER,
      open: (listener) => {
        events = listener
      },
      send({ text, request }) {
        if (request === null) return
        sent.push((JSON.parse(text) as { params: { arguments: JsonObject } }).params.arguments)
        queueMicrotask(() =>
          events?.message(`{"jsonrpc":"2.0","id":${JSON.stringify(request.id)},${ANSWER}}`, null, null),
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

function readerWith(recipe: PreviewRecipe, properties: JsonObject = {}): PreviewReader {
  const policy = recipePolicy('delete_contact', recipe)
  const inputSchema = { type: 'object', properties }
  return createPreviewReader({
    recipesFor: (server, name) => policy.recipesFor(server, name),
    rule: async () => sampleRuling({ risk: 'low', answer: 'pass' }),
    knownDefinition: async (_connection, name) => sampleTool(name),
    freshDefinition: async (_connection, name) => ({ kind: 'found', definition: { ...sampleTool(name), inputSchema } }),
    trail: { append: async () => 'committed', commit: async () => true },
    sha256,
    withinMs: 1000,
    largest: 10_000,
  })
}

function callOf(argumentsText = '{"id":"c_17"}'): Call {
  const value = JSON.parse(argumentsText) as JsonObject
  const digest = digestArguments(value, sha256)
  return { ...sampleHold().call, server: SERVER, argumentsText, arguments: value, digest }
}

describe('[X11.A2] a dry run that could run', () => {
  async function dryRun(
    argumentsText: string,
    properties: JsonObject = { dry_run: { type: 'boolean' } },
  ): Promise<PreviewLook> {
    return await readerWith(DRY, properties).look(callOf(argumentsText), connection, null)
  }

  test('is made where the tool declares the flag, whatever the agent set it to', async () => {
    for (const [at, args] of ['{"id":"6"}', '{"id":"6","dry_run":false}', '{"dry_run":true,"id":"6"}'].entries()) {
      expect(await dryRun(args)).toMatchObject({ kind: 'seen' })
      expect(sent[at]).toEqual({ id: '6', dry_run: true })
    }
  })

  test.each([
    '{"id":"6","dry_run":false,"DRY_RUN":false}',
    '{"id":"6","DRY_RUN":false}',
    '{"id":"6","Dry_Run":false}',
    '{"id":"6","dryRun":false}',
    '{"id":"6","dry-run":false}',
    '{"id":"6","dry_run ":false}',
    '{"id":"6","_dry_run":false}',
    '{"id":"6","$dryRun":false}',
    '{"id":"6","dry\\u200b_run":false}',
    '{"id":"6","\\uff44ry_run":false}',
    '{"id":"6","options":{"dry_run":false}}',
    '{"id":"6","options":[{"DryRun":false}]}',
    '{"id":"6","flags":"--dry-run=false"}',
    '{"id":"6","options":"{\\"dry_run\\":false}"}',
    '{"id":"6","ID":"7"}',
    '{"id":"6","deep":[{"a":1,"A":2}]}',
    '{"id":"6","caf\\u00e9":1,"cafe\\u0301":2}',
  ])('is not made with %s', async (args) => {
    expect(await dryRun(args)).toMatchObject({ kind: 'unavailable' })
    expect(sent).toEqual([])
  })

  test.each([
    [{ dry_run: { type: ['boolean', 'null'] } }],
    [{ dry_run: { type: 'string' } }],
    [{ dry_run: { type: 'boolean', const: false } }],
    [{ dry_run: { type: 'boolean', enum: [false] } }],
    [{ dry_run: {} }],
    [{ dry_run: true }],
    [{ dry_run: { type: 'boolean' }, dryRun: { type: 'boolean' } }],
    [{ dry_run: { type: 'boolean' }, DRY_RUN: { type: 'string' } }],
    [{ options: { type: 'object', properties: { dry_run: { type: 'boolean' } } } }],
    [{}],
  ])('is not made where the schema says %j', async (properties) => {
    expect(await dryRun('{"id":"6"}', properties as JsonObject)).toMatchObject({ kind: 'unavailable' })
    expect(sent).toEqual([])
  })

  test('a read is not made of such arguments either, and the warning names both', async () => {
    const look = await readerWith(READ).look(callOf('{"id":"6","ID":"7"}'), connection, null)
    expect(look).toMatchObject({ kind: 'unavailable', warning: expect.stringContaining('"id" and "ID"') as string })
    const whole: PreviewRecipe = { ...READ, with: { id: 'args.id', Id: '"7"' } }
    expect(await readerWith(whole).look(callOf(), connection, null)).toMatchObject({ kind: 'unavailable' })
    expect(sent).toEqual([])
  })
})

describe('[X11.A2] taking back', () => {
  const drafted = (argumentsText: string, withIt: { readonly [name: string]: string }): unknown => {
    const policy = recipePolicy('delete_contact', null, { undo: { call: 'create_contact', with: withIt } })
    const builder = createUndoBuilder({
      recipesFor: (server, tool) => policy.recipesFor(server, tool),
      takeEntity: () => null,
      log: () => {},
    } as Partial<UndoBuilderOptions> as UndoBuilderOptions)
    const hold = sampleHold({ state: 'dispatching', call: { server: SERVER, argumentsText } })
    const outcome = { kind: 'result', resultText: '{"content":[]}', isError: false, truncated: false } as const
    return builder.draft(hold, outcome, connection)
  }

  test('is drawn up from plain arguments, and not where two names look alike', () => {
    expect(drafted('{"id":"6"}', { id: 'args.id' })).toEqual({ tool: 'create_contact', argumentsText: '{"id":"6"}' })
    expect(drafted('{"id":"6","ID":"7"}', { id: 'args.id' })).toBeNull()
    expect(drafted('{"id":"6"}', { id: 'args.id', Id: 'args.id' })).toBeNull()
  })
})
