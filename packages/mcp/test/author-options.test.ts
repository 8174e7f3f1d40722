/** What an author asks for beside confirmation: a cheatsheet, feedback, a rationale, a preview before each call, and a way back. */
import { userInfo } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { decide } from '@holdpoint/core'
import type { ListedHold, StoredFeedback } from '@holdpoint/core'
import { confirmedTool, createHoldpoint } from '../src/index.ts'
import type { ConfirmationRules, Holdpoint, HoldpointOptions } from '../src/index.ts'
import { choosing, connect, DRAWS_VIEWS, newServer } from './sdk-lines.ts'
import type { Agent, Form, Line, Person, Result } from './sdk-lines.ts'

const LINES: readonly (readonly [Line, Line])[] = [
  ['v1', 'v1'],
  ['v2', 'v2'],
]
const RATIONALE = 'The user asked to remove it.'
const FEEDBACK = {
  attempted_action: 'Look for tables.',
  expected_outcome: 'Tables.',
  actual_outcome: 'Chairs alone.',
  tool_called: 'search_products',
  severity: 'med',
}
const ANY = { tenant: null, state: null, server: null, tool: null, risk: null, text: null, limit: 10, cursor: null }

interface Trial {
  readonly agent: Agent
  readonly holdpoint: Holdpoint
  /** Every run of the tool's own function. */
  readonly ledger: string[]
  readonly told: string[]
}

interface Schema {
  readonly properties?: object
  readonly required?: readonly string[]
}

interface Wanted {
  readonly options?: Partial<HoldpointOptions>
  readonly rules?: Partial<ConfirmationRules<{ readonly code: string }>>
  readonly person?: Person
  readonly declared?: object
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

async function warehouse([line, client]: readonly [Line, Line], wanted: Wanted): Promise<Trial> {
  const { options = {}, rules = {}, person = null, declared = {} } = wanted
  const server = newServer(line)
  const told: string[] = []
  const log = (message: string): void => void told.push(message)
  const holdpoint = createHoldpoint({ server: 'warehouse', log, waitMs: person === null ? 0 : 20_000, ...options })
  open.push(() => holdpoint.close())
  const ledger: string[] = []
  confirmedTool(
    server,
    'delete_product',
    {
      description: 'Delete a product.',
      inputSchema: z.object({ code: z.string() }),
      risk: 'high',
      preview: ({ code }) => ({ title: 'Delete Oak chair?', details: { code, status: 'active' } }),
      ...rules,
      apply: ({ code }) => {
        ledger.push(code)
        return `Deleted ${code}.`
      },
    },
    holdpoint,
  )
  // By its name and its arguments it looks like what a gateway would coach about: here it is the author's alone.
  const search = { description: 'Search products.', inputSchema: z.object({ query: z.string() }) }
  server.registerTool('search_products', search, () => ({ content: [{ type: 'text', text: 'Oak chair' }] }))
  const agent = await connect(server, line, client, person, declared)
  open.push(() => agent.close())
  return { agent, holdpoint, ledger, told }
}

const holdsOf = async (holdpoint: Holdpoint): Promise<readonly ListedHold[]> =>
  (await (await holdpoint.engine()).store.holds.list(ANY)).holds
const feedbackOf = async (holdpoint: Holdpoint): Promise<readonly StoredFeedback[]> =>
  (
    await (
      await holdpoint.engine()
    ).store.feedback.list({ tenant: null, since: null, severity: null, limit: 10, cursor: null })
  ).feedback
const approvedHere = {
  answer: 'approve',
  by: `local:${userInfo().username}`,
  via: 'page',
  assurance: 'identified',
  reason: null,
} as const
const textOf = ({ content }: Result): string => content.map(({ text = '' }) => text).join('\n')
const errorOf = ({ structuredContent }: Result): unknown =>
  (structuredContent?.['error'] as { readonly code?: unknown })?.code
const schemaOf = (tool: { readonly [name: string]: unknown } | undefined): Schema | undefined =>
  tool?.['inputSchema'] as Schema | undefined
const propertiesOf = (tool: { readonly [name: string]: unknown } | undefined): readonly string[] =>
  Object.keys(schemaOf(tool)?.properties ?? {})

describe.each(LINES)('a %s server, with a %s client', (...lines) => {
  test.each(['warehouse', 'ware house'])(
    '[S1.7] the cheatsheet of "%s" is listed, read, and named where it helps',
    async (server) => {
      const uri = `mcp://${encodeURIComponent(server)}/cheatsheet`
      const { agent } = await warehouse(lines, {
        options: { server, cheatsheet: async () => '# Codes\nCHR-1 is a chair.' },
      })
      expect(agent.offers['resources']).toEqual({})
      expect((await agent.resources()).map((resource) => resource.uri)).toEqual([uri])
      expect((await agent.read(uri))[0]).toMatchObject({
        uri,
        mimeType: 'text/markdown',
        text: '# Codes\nCHR-1 is a chair.',
      })
      const [deletes, searches] = await agent.list()
      expect(deletes?.['description']).toContain(`fetch ${uri} first`)
      expect(searches?.['description']).toBe('Search products.')
    },
  )

  test('[S1.6] feedback is listed, and what an agent says is stored', async () => {
    const { agent, holdpoint } = await warehouse(lines, { options: { feedback: true } })
    expect((await agent.list()).map(({ name }) => name)).toEqual([
      'delete_product',
      'search_products',
      'submit_feedback',
    ])
    expect((await agent.call('submit_feedback', { ...FEEDBACK, severity: 'medium' })).isError).toBe(true)
    expect((await agent.call('submit_feedback', FEEDBACK)).isError).not.toBe(true)
    expect(await feedbackOf(holdpoint)).toMatchObject([{ severity: 'med', actualOutcome: FEEDBACK.actual_outcome }])
  })

  test('[S1.6] where the server has a tool of that name, ours has another', async () => {
    const server = newServer(lines[0])
    const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {}, feedback: true })
    open.push(() => holdpoint.close())
    confirmedTool(server, 'delete', { risk: 'high', apply: () => 'Done.' }, holdpoint)
    server.registerTool('submit_feedback', {}, () => ({ content: [{ type: 'text', text: 'theirs' }] }))
    const agent = await connect(server, ...lines, null)
    open.push(() => agent.close())
    expect((await agent.list()).map(({ name }) => name)).toEqual([
      'delete',
      'submit_feedback',
      'holdpoint_submit_feedback',
    ])
    expect(textOf(await agent.call('submit_feedback', {}))).toBe('theirs')
    expect((await agent.call('holdpoint_submit_feedback', FEEDBACK)).isError).not.toBe(true)
    expect(await feedbackOf(holdpoint)).toHaveLength(1)
  })

  test.each([
    ['a client that draws nothing', {}],
    ['a client that draws views', DRAWS_VIEWS],
  ])('[S1.5] a rationale is demanded of confirmed tools alone, to %s', async (_who, declared) => {
    const { agent, holdpoint, ledger } = await warehouse(lines, { options: { rationale: 'required' }, declared })
    const [deletes, searches] = await agent.list()
    expect(schemaOf(deletes)?.required).toContain('rationale')
    expect(propertiesOf(searches)).toEqual(['query'])
    expect(textOf(await agent.call('search_products', { query: 'chair' }))).toBe('Oak chair')
    for (const rationale of [undefined, '', 'short', 'x'.repeat(501)]) {
      const result = await agent.call('delete_product', { code: 'A1', rationale })
      expect(result.isError).toBe(true)
      expect(errorOf(result)).toBe('VALIDATION_ERROR')
    }
    expect(await holdsOf(holdpoint)).toEqual([])
    const waiting = await agent.call('delete_product', { code: 'A1', rationale: RATIONALE, preview: false })
    expect(textOf(waiting)).toMatch(/^NOT RUN YET/)
    expect(ledger).toEqual([])
  })

  test.each([
    ['a client that draws nothing', {}],
    ['a client that draws views', DRAWS_VIEWS],
  ])('[S0.1] a tool that previews first asks nobody until it is told to, for %s', async (_who, declared) => {
    const seen: Form[] = []
    const { agent, ledger } = await warehouse(lines, {
      rules: { previewFirst: true },
      options: { feedback: true },
      person: choosing('Run it once', seen),
      declared,
    })
    const [deletes, searches] = await agent.list()
    expect(propertiesOf(deletes)).toContain('preview')
    expect(propertiesOf(searches)).toEqual(['query'])
    for (const preview of [undefined, true, 'false', null]) {
      const result = await agent.call('delete_product', { code: 'A1', ...(preview === undefined ? {} : { preview }) })
      expect(textOf(result)).toMatch(/^NOT RUN YET/)
    }
    expect(seen).toEqual([])
    expect(ledger).toEqual([])
    const ran = await agent.call('delete_product', { code: 'A1', preview: false })
    expect(textOf(ran)).toContain('✅ Deleted A1.')
    expect(seen).toHaveLength(1)
    expect(ledger).toEqual(['A1'])
  })

  test('what was previewed and approved elsewhere runs once, and the same preview call collects it', async () => {
    const { agent, holdpoint, ledger } = await warehouse(lines, { rules: { previewFirst: true } })
    const waiting = await agent.call('delete_product', { code: 'A1' })
    const hold = String(waiting.structuredContent?.['approval_id'])
    const { store, tenant } = await holdpoint.engine()
    await decide(store, { hold, tenant, verdict: approvedHere })
    await expect.poll(() => ledger).toEqual(['A1'])
    expect(textOf(await agent.call('delete_product', { code: 'A1' }))).toContain('✅ Deleted A1.')
    expect(textOf(await agent.call('delete_product', { code: 'A1' }))).toMatch(/^NOT RUN YET/)
    expect(ledger).toEqual(['A1'])
  })

  test('[X8] what ran can be taken back, once, by a person alone, with what was there before', async () => {
    const undone: unknown[] = []
    const { agent, holdpoint, told, ledger } = await warehouse(lines, {
      rules: {
        preview: ({ code }) => ({
          title: 'Delete Oak chair?',
          details: { code },
          before: { code, status: 'active', lines: 4 },
        }),
        undo: (before) => {
          undone.push(before)
          return 'Restored the oak chair.'
        },
      },
      person: choosing('Run it once'),
    })
    expect(textOf(await agent.call('delete_product', { code: 'A1' }))).toContain('✅ Deleted A1.')
    const { store, tenant } = await holdpoint.engine()
    const offered = async (): Promise<ListedHold | undefined> =>
      (await holdsOf(holdpoint)).find(({ undoOf }) => undoOf !== undefined)
    await expect.poll(offered).toMatchObject({ state: 'pending', call: { tool: 'holdpoint/undo/delete_product' } })
    expect(undone).toEqual([])
    // It stands in no list, and no agent can call it.
    expect((await agent.list()).map(({ name }) => name)).toEqual(['delete_product', 'search_products'])
    const tried = await agent
      .call('holdpoint/undo/delete_product', { before: { code: 'Z' } })
      .catch((error: unknown) => ({ isError: error instanceof Error }))
    expect(tried.isError).toBe(true)
    expect(undone).toEqual([])
    const undo = await offered()
    const link = /can be taken back: (http:\/\/localhost:\d+\/approvals\/[\w-]+)/.exec(told.join('\n'))?.[1]
    expect(link).toContain(undo?.id)
    await decide(store, { hold: String(undo?.id), tenant, verdict: approvedHere })
    await expect.poll(async () => (await offered())?.state).toBe('succeeded')
    expect(undone).toEqual([{ code: 'A1', status: 'active', lines: 4 }])
    expect(ledger).toEqual(['A1'])
  })

  test('[X8] what failed, and what shows nothing of before, offers no way back', async () => {
    const undone: unknown[] = []
    const server = newServer(lines[0])
    const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {} })
    open.push(() => holdpoint.close())
    const undo = (before: unknown): void => void undone.push(before)
    const apply = (): never => {
      throw new Error('The database is locked.')
    }
    confirmedTool(server, 'fails', { risk: 'high', preview: () => ({ title: 'Fail?' }), undo, apply }, holdpoint)
    confirmedTool(server, 'blind', { risk: 'high', undo, apply: () => 'Done.' }, holdpoint)
    const agent = await connect(server, ...lines, choosing('Run it once'))
    open.push(() => agent.close())
    expect((await agent.call('fails', {})).isError).toBe(true)
    expect(textOf(await agent.call('blind', {}))).toBe('✅ Done.')
    expect((await holdsOf(holdpoint)).map(({ state }) => state).toSorted()).toEqual(['failed', 'succeeded'])
    expect(undone).toEqual([])
  })
})
