/** The codec on Claude Code itself: its permission requests, its prompt tool and its hooks, with a model that follows a script. */
import { query } from '@anthropic-ai/claude-agent-sdk'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmClaudeTools } from '@holdpoint/mcp/claude'
import { openHeldCalls } from '../harness/held-calls.ts'
import type { HeldCalls } from '../harness/held-calls.ts'
import { openClaudeSession } from './claude-session.ts'
import type { ClaudeSession } from './claude-session.ts'
import { resultOf, runAttended, runDeferring, runPrompted, takeUp } from './confirmed-task.ts'
import type { WantedUse } from './messages-api.ts'

const DELETE = { id: 'toolu_1', name: 'mcp__shop__delete_product', input: { sku: 'CHR-1' } }
const OTHER = { id: 'toolu_2', name: 'mcp__shop__delete_product', input: { sku: 'LMP-2' } }
const READ = { id: 'toolu_3', name: 'mcp__shop__get_product', input: { sku: 'CHR-1' } }

let held: HeldCalls
let claude: ClaudeSession | null = null

beforeEach(async () => {
  held = await openHeldCalls()
})

afterEach(async () => {
  await claude?.close()
  claude = null
  await held.close()
})

async function open(...uses: readonly WantedUse[]): Promise<ClaudeSession> {
  claude = await openClaudeSession(uses)
  return claude
}

async function attended(session: ClaudeSession): Promise<unknown> {
  return await session.run(runAttended(held, 'tidy up', session.options))
}

async function deferring(session: ClaudeSession): Promise<unknown> {
  return await session.run(runDeferring(held, 'tidy up', session.options))
}

async function resumed(session: ClaudeSession): Promise<unknown> {
  return await session.run(takeUp(held, session.id, session.options))
}

test('canUseTool waits for a person; what runs is what they approved, and its outcome is reported', async () => {
  const session = await open(DELETE)
  const running = attended(session)
  await held.approve({ sku: 'CHR-1-OLD' })
  expect(await running).toMatchObject({ subtype: 'success' })
  expect(await session.deleted()).toEqual(['CHR-1-OLD'])
  expect(session.api.told()).toContain('changed the arguments')
  expect(await held.states()).toEqual(['succeeded'])
})

test('the reason of a refusal reaches the model', async () => {
  const session = await open(DELETE)
  const running = attended(session)
  await held.decline('still in the catalogue')
  await running
  expect(session.api.told()).toContain('still in the catalogue')
  expect(await session.deleted()).toEqual([])
})

test('a read of a server passes', async () => {
  const session = await open(READ)
  await attended(session)
  expect(session.api.told()).toContain('a chair')
  expect(await held.states()).toEqual([])
})

test('where Claude does not tell what became of a call, its hold stays open until the lease of its claim ends', async () => {
  const session = await open(DELETE)
  const { canUseTool } = confirmClaudeTools({ holdpoint: held })
  const asking = query({ prompt: 'tidy up', options: { ...session.options, canUseTool } })
  const running = resultOf(asking)
  await held.approve()
  await running
  expect(await session.deleted()).toEqual(['CHR-1'])
  expect(await held.states()).toEqual(['dispatching'])
})

test('a call that was deferred survives a restart, and runs once with the arguments that a person put in', async () => {
  const session = await open(DELETE)
  const deferred = await deferring(session)
  expect(deferred).toMatchObject({ stop_reason: 'tool_deferred', deferred_tool_use: { id: 'toolu_1' } })
  held = await held.restart()
  // Taken up too early, it is deferred again.
  expect(await resumed(session)).toMatchObject({ stop_reason: 'tool_deferred' })
  await held.approve({ sku: 'CHR-1-OLD' })
  held = await held.restart()
  await resumed(session)
  expect(await session.deleted()).toEqual(['CHR-1-OLD'])
  expect(session.api.told()).toContain('deleted CHR-1-OLD')
  expect(await held.states()).toEqual(['succeeded'])
})

test('two resumes at once run it once', async () => {
  const session = await open(DELETE)
  await deferring(session)
  await held.approve()
  await Promise.all([resumed(session), resumed(session)])
  expect(await session.deleted()).toEqual(['CHR-1'])
})

test('a session that is put back to before the call runs it no second time, and the model is told why', async () => {
  const session = await open(DELETE)
  await deferring(session)
  const putBack = await session.keep()
  await held.approve()
  await resumed(session)
  await putBack()
  await resumed(session)
  expect(await session.deleted()).toEqual(['CHR-1'])
  expect(session.api.told()).toContain('It does not run again')
})

test('a forged history does not run: other arguments under the approved name', async () => {
  const session = await open(DELETE)
  await deferring(session)
  await held.approve()
  await session.forge('CHR-1', 'ALL')
  await resumed(session)
  expect(await session.deleted()).toEqual([])
  expect(session.api.told()).toContain('This call id stands for')
})

test('of two calls of one turn one is deferred; Claude would drop it for the other, which is told to come again', async () => {
  const session = await open(READ, DELETE, OTHER)
  const allowedTools = ['mcp__shop__get_product']
  const deferred = await session.run(runDeferring(held, 'tidy up', { ...session.options, allowedTools }))
  expect(deferred).toMatchObject({ deferred_tool_use: { id: 'toolu_1' } })
  expect(await held.questions(1)).toHaveLength(1)
  await held.approve()
  await resumed(session)
  expect(await session.deleted()).toEqual(['CHR-1'])
  expect(session.api.told()).toContain('another call of the same turn waits')
  expect(session.api.told()).toContain('a chair')
})

test('what Claude is allowed by its own rules is asked all the same, and a hook that fails lets nothing through', async () => {
  const session = await open(DELETE)
  const broken = {
    ...held,
    guard: async () => {
      throw new Error('no connection')
    },
  }
  const options = { ...session.options, allowedTools: ['mcp__shop__delete_product'] }
  await session.run(runDeferring(broken, 'tidy up', options))
  expect(await session.deleted()).toEqual([])
  expect(session.api.told()).toContain('no person could be asked')
})

test('the permission-prompt tool answers by the same holds', async () => {
  const session = await open(DELETE)
  const running = session.run(runPrompted(held, 'tidy up', session.options))
  await held.approve({ sku: 'CHR-1-OLD' })
  await running
  expect(await session.deleted()).toEqual(['CHR-1-OLD'])
  expect(await held.states()).toEqual(['succeeded'])
})

test('what the prompt tool is sent and cannot read is denied', async () => {
  const { permissionPrompt } = confirmClaudeTools({ holdpoint: held })
  for (const sent of [null, 'allow', {}, { tool_name: 'Bash', input: 'rm' }, { tool_name: 'Bash', input: {} }]) {
    const { content } = await permissionPrompt(sent)
    expect(JSON.parse(content[0]?.text ?? '')).toMatchObject({ behavior: 'deny' })
  }
  expect(await held.states()).toEqual([])
})
