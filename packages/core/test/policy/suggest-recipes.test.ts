/** What is proposed from a list of tools, and what is not. */
import { describe, expect, test } from 'vitest'
import type { ToolDefinition } from '../../src/call/call.ts'
import type { JsonObject } from '../../src/json/json-value.ts'
import { suggestRecipes } from '../../src/policy/suggest-recipes.ts'
import { sampleTool } from './policy-sample.ts'

const TEXT: JsonObject = { type: 'string' }
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
})
const tool = (name: string, inputSchema: JsonObject, outputSchema: JsonObject | null = null): ToolDefinition => ({
  ...sampleTool(name),
  inputSchema,
  outputSchema,
})
const byId = object({ id: TEXT }, ['id'])
const contact = object({ id: TEXT, name: TEXT, email: TEXT, tags: { type: 'array' } })

describe('a preview', () => {
  test.each(['delete_contact', 'deleteContact', 'remove-contact', 'update_contact'])('get_contact for %s', (name) => {
    const read = name.includes('Contact') ? 'getContact' : name.includes('-') ? 'get-contact' : 'get_contact'
    const [suggested] = suggestRecipes([tool(read, byId), tool(name, byId)])
    expect(suggested?.preview).toMatchObject({ kind: 'read', call: read, with: { id: 'args.id' }, show: [] })
  })

  test('fields and a name where the reader declares them', () => {
    const [suggested] = suggestRecipes([tool('get_contact', byId, contact), tool('delete_contact', byId)])
    expect(suggested?.preview).toEqual({
      kind: 'read',
      call: 'get_contact',
      with: { id: 'args.id' },
      title: 'Delete contact ${args.id} "${entity.name}"?',
      show: ['name', 'email', 'id'],
    })
  })

  test.each([
    ['issues_get', 'issues_delete', 'Delete issues ${args.id}?'],
    ['order_get', 'order_delete', 'Delete order ${args.id}?'],
    ['crm_get_contact', 'crm_delete_contact', 'Delete crm contact ${args.id}?'],
    ['get_contact', 'contact.remove', 'Remove contact ${args.id}?'],
    ['get', 'delete', 'Delete ${args.id}?'],
  ])('%s for %s', (read, name, title) => {
    const [suggested, ...others] = suggestRecipes([tool(read, byId), tool(name, byId)])
    expect(suggested).toMatchObject({
      tool: name,
      preview: { kind: 'read', call: read, with: { id: 'args.id' }, title },
    })
    expect(others).toEqual([])
  })

  test('no reader that is none: mark_read changes a mark', () => {
    expect(suggestRecipes([tool('mark_read', byId), tool('delete_mark', byId)])).toEqual([])
    expect(suggestRecipes([tool('view_order', byId), tool('delete_order', byId)])).toEqual([])
  })

  test.each<[string, readonly string[], readonly string[]]>([
    ['neither demands', [], []],
    ['only the reader demands', ['id'], []],
    ['only the tool demands', [], ['id']],
  ])('by a key that %s', (_name, reads, deletes) => {
    const [suggested] = suggestRecipes([
      tool('get_contact', object({ id: TEXT, fields: TEXT }, reads)),
      tool('delete_contact', object({ id: TEXT, fields: TEXT }, deletes)),
    ])
    expect(suggested?.preview).toMatchObject({ call: 'get_contact', with: { id: 'args.id' } })
  })

  test('where nothing is demanded, a key is known by its name, or by being all that the reader takes', () => {
    const keysFor = (properties: JsonObject, name = 'update_table'): unknown => {
      const schema = object(properties)
      const preview = suggestRecipes([tool('get_table', schema), tool(name, schema)])[0]?.preview
      return preview?.kind === 'read' ? Object.keys(preview.with) : null
    }
    expect(keysFor({ tableId: TEXT, name: TEXT })).toEqual(['tableId'])
    expect(keysFor({ table: TEXT, title: TEXT })).toEqual(['table'])
    expect(keysFor({ owner: TEXT, repo: TEXT, issue_number: TEXT, body: TEXT })).toEqual([
      'owner',
      'repo',
      'issue_number',
    ])
    expect(keysFor({ n: { type: 'number' } })).toEqual(['n'])
    expect(keysFor({ name: TEXT, title: TEXT })).toBeNull()
  })

  test('none without the same key, for reads, or for another thing', () => {
    const other = object({ contact_id: TEXT }, ['contact_id'])
    expect(suggestRecipes([tool('get_contact', byId), tool('delete_contact', other)])).toEqual([])
    expect(suggestRecipes([tool('get_contact', byId), tool('list_contact', byId)])).toEqual([])
    expect(suggestRecipes([tool('get_contact', byId), tool('delete_contacts', byId)])).toEqual([])
    expect(suggestRecipes([tool('get_contact', object({})), tool('delete_contact', object({}))])).toEqual([])
  })

  test('a dry-run parameter, only where it is true or false', () => {
    for (const name of ['dryRun', 'dry_run', 'validate_only', 'validateOnly']) {
      const [suggested] = suggestRecipes([tool('deploy_service', object({ [name]: { type: 'boolean' } }))])
      expect(suggested?.preview).toEqual({ kind: 'dry-run', parameter: name })
    }
    for (const [name, parameter] of [
      ['purge', 'dryRun'],
      ['deploy', 'validate_only'],
      ['services_deploy', 'dry_run'],
    ] as const) {
      const schema = object({ id: TEXT, [parameter]: { type: 'boolean' } })
      expect(suggestRecipes([tool(name, schema)])).toEqual([
        { tool: name, preview: { kind: 'dry-run', parameter }, undo: null },
      ])
    }
    expect(suggestRecipes([tool('deploy_service', object({ dry_run: TEXT }))])).toEqual([])
    expect(suggestRecipes([tool('get_release', object({ dry_run: { type: 'boolean' } }))])).toEqual([])
    expect(suggestRecipes([tool('get_service', object({ dry_run: { type: 'boolean' } }))])).toEqual([])
  })

  test('odd names are written as CEL can read them', () => {
    const odd = object({ 'contact-id': TEXT }, ['contact-id'])
    const [suggested] = suggestRecipes([tool('get_contact', odd), tool('delete_contact', odd)])
    expect(suggested?.preview).toMatchObject({ with: { 'contact-id': 'args["contact-id"]' } })
  })
})

describe('an undo', () => {
  const get = tool('get_contact', byId, contact)
  const undoOf = (name: string, ...tools: readonly ToolDefinition[]): unknown =>
    suggestRecipes(tools).find((suggested) => suggested.tool === name)?.undo ?? null

  test('creation for deletion where everything demanded is known', () => {
    const create = tool('create_contact', object({ name: TEXT, email: TEXT, phone: TEXT }, ['name', 'email']))
    const remove = tool('delete_contact', byId)
    const expected = { call: 'create_contact', with: { name: 'entity.name', email: 'entity.email' } }
    expect(undoOf('delete_contact', get, create, remove)).toEqual(expected)
    const more = tool('create_contact', object({ name: TEXT, phone: TEXT }, ['name', 'phone']))
    expect(undoOf('delete_contact', get, more, remove)).toBeNull()
    const lists = tool('create_contact', object({ tags: { type: 'array', items: TEXT } }, ['tags']))
    expect(undoOf('delete_contact', get, lists, remove)).toBeNull()
    expect(undoOf('delete_contact', tool('get_contact', byId), create, remove)).toBeNull()
  })

  test('deletion for creation, by what it gave or by what was sent', () => {
    const remove = tool('delete_contact', byId)
    expect(undoOf('create_contact', remove, tool('create_contact', object({ name: TEXT }), byId))).toEqual({
      call: 'delete_contact',
      with: { id: 'result.id' },
    })
    expect(undoOf('create_contact', remove, tool('create_contact', byId))).toEqual({
      call: 'delete_contact',
      with: { id: 'args.id' },
    })
    expect(undoOf('create_contact', remove, tool('create_contact', object({ name: TEXT })))).toBeNull()
  })

  test('the old values for a change', () => {
    const update = tool('update_contact', object({ id: TEXT, name: TEXT, email: TEXT }, ['id']))
    expect(undoOf('update_contact', get, update)).toEqual({
      call: 'update_contact',
      with: { id: 'args.id', name: 'entity.name', email: 'entity.email' },
    })
    const oneWay = tool('update_contact', object({ id: TEXT, name: { ...TEXT, const: 'gone' } }, ['id']))
    expect(undoOf('update_contact', get, oneWay)).toBeNull()
  })
})
