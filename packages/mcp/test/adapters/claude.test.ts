/** The codec by the shapes that Claude Code sends, as they were recorded from it. (On Claude Code itself: adapters/claude.) */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmClaudeTools } from '../../src/adapters/claude.ts'
import type { ClaudeConfirmation, ClaudeHookAnswer, ClaudeOptions } from '../../src/adapters/claude.ts'
import { guardCall } from '../../src/guard/guard-call.ts'
import type { HoldRequests } from '../../src/requests/hold-requests.ts'
import { GUARD_WORLDS } from '../guard/guard-world.ts'
import type { GuardWorld } from '../guard/guard-world.ts'

const [[, createWorld]] = GUARD_WORLDS
const TOOL = 'mcp__shop__delete_product'
const BASE = { session_id: 'one', transcript_path: '/t.jsonl', cwd: '/', permission_mode: 'default' }

let world: GuardWorld
let requests: HoldRequests

beforeEach(async () => {
  world = await createWorld()
  requests = world.open()
})

afterEach(async () => {
  await requests.close()
  await world.close()
})

function codec({
  from = requests,
  ...options
}: Partial<ClaudeOptions> & { readonly from?: HoldRequests } = {}): ClaudeConfirmation {
  const holdpoint = { guard: async (call: never, run: never) => await guardCall(from, 'shop-agent', call, run) }
  return confirmClaudeTools({ holdpoint: holdpoint as ClaudeOptions['holdpoint'], ...options })
}

const { signal } = new AbortController()

async function before(
  claude: ClaudeConfirmation,
  more: { readonly [name: string]: unknown } = {},
): Promise<ClaudeHookAnswer> {
  const input = {
    ...BASE,
    hook_event_name: 'PreToolUse',
    tool_name: TOOL,
    tool_input: { sku: 'A' },
    tool_use_id: 't1',
    ...more,
  }
  const [matcher] = claude.hooks.PreToolUse
  const [hook] = matcher?.hooks ?? []
  return (await hook?.(input, 't1', { signal })) ?? {}
}

async function after(claude: ClaudeConfirmation, more: { readonly [name: string]: unknown }): Promise<void> {
  const [hook] = claude.outcomes.PostToolUse[0]?.hooks ?? []
  await hook?.({ ...BASE, tool_name: TOOL, tool_input: { sku: 'A' }, tool_use_id: 't1', ...more })
}

const said = ({ hookSpecificOutput }: ClaudeHookAnswer): string =>
  `${hookSpecificOutput?.permissionDecision ?? 'nothing'}: ${hookSpecificOutput?.permissionDecisionReason ?? ''}`

async function stateOf(): Promise<string | undefined> {
  const query = { tenant: null, state: null, server: null, tool: null, risk: null, text: null, limit: 5, cursor: null }
  return (await world.store.holds.list(query)).holds[0]?.state
}

test('a call that nobody decided is deferred; decided, it is allowed once, and never again', async () => {
  expect(said(await before(codec()))).toContain('defer: NOT RUN YET')
  await world.approve()
  const again = codec()
  const [one, other] = await Promise.all([before(again), before(codec())])
  const decisions = [one, other].map((answer) => answer.hookSpecificOutput?.permissionDecision)
  expect(new Set(decisions)).toEqual(new Set(['allow', 'deny']))
  expect(said(await before(codec()))).toContain('deny:')
})

test('what Claude reports of the call is its outcome, also where it failed', async () => {
  for (const [event, state, more] of [
    ['PostToolUse', 'succeeded', { tool_response: [{ type: 'text', text: 'done' }] }],
    ['PostToolUseFailure', 'failed', { error: 'no such product' }],
  ] as const) {
    const claude = codec()
    const id = { tool_use_id: event }
    await before(claude, id)
    await world.approve()
    expect(said(await before(claude, id))).toContain('allow')
    await after(claude, { hook_event_name: event, ...id, ...more })
    expect(await stateOf()).toBe(state)
  }
})

test('an outcome that nobody reports is unknown once the lease of the claim has ended', async () => {
  const claude = codec()
  await before(claude)
  await world.approve()
  await before(claude)
  await world.advance(60 * 60_000)
  expect(await stateOf()).toBe('unknown')
})

test('the same name in another session is another call', async () => {
  const claude = codec()
  await before(claude)
  await world.approve()
  expect(said(await before(claude, { session_id: 'two' }))).toContain('defer')
})

test('another input under the approved name is denied', async () => {
  const claude = codec()
  await before(claude)
  await world.approve()
  expect(said(await before(claude, { tool_input: { sku: 'ALL' } }))).toContain('deny: Nothing ran')
})

test('one call of a turn is deferred and the others are told so; the next turn is not held up by it', async () => {
  const claude = codec()
  const [one, other] = await Promise.all([
    before(claude),
    before(claude, { tool_use_id: 't2', tool_input: { sku: 'B' } }),
  ])
  expect([said(one), said(other)].map((text) => text.split(':')[0])).toEqual(['defer', 'deny'])
  expect(said(other)).toContain('another call of the same turn')
  expect(said(await before(claude, { tool_name: 'Read', tool_use_id: 't3' }))).toBe('nothing: ')
  expect(said(await before(codec(), { tool_use_id: 't2', tool_input: { sku: 'B' } }))).toContain('defer')
})

test('without a person in reach it waits as long as it was told to before it defers', async () => {
  const waiting = before(codec({ deferAfter: 20 }))
  await world.approve()
  expect(said(await waiting)).toContain('allow')
})

test('what is approved and can still be taken back for some seconds is not deferred again', async () => {
  const claude = codec({ rules: [{ tool: '*', irreversible: true }] })
  await before(claude)
  await world.approve()
  expect(said(await before(claude))).toContain('allow')
})

test('no connection, no session, no input: denied, never passed', async () => {
  const broken: HoldRequests = {
    ...requests,
    ask: async () => {
      throw new Error('no connection')
    },
  }
  expect(said(await before(codec({ from: broken })))).toContain('deny: Nothing ran')
  for (const more of [{ session_id: undefined }, { tool_input: 'rm' }, { tool_use_id: 7 }, { tool_name: null }]) {
    expect(said(await before(codec(), more))).toContain('deny: Nothing ran')
  }
  expect(await stateOf()).toBeUndefined()
})

test('of its own tools Claude asks about what it found something in: nothing of that passes by its name', async () => {
  const claude = codec()
  const given = new AbortController()
  const asked = claude.canUseTool('Read', { file_path: '/etc/shadow' }, { toolUseID: 't9', signal: given.signal })
  expect((await world.question()).call.tool).toBe('Read')
  given.abort()
  expect((await asked).behavior).toBe('deny')
  const passed = await claude.canUseTool('mcp__shop__get_product', { sku: 'A' }, { toolUseID: 't8', signal })
  expect(passed).toEqual({ behavior: 'allow', updatedInput: { sku: 'A' } })
})

test('a hook that fails or takes too long lets nothing through', () => {
  expect(codec({ deferAfter: 30 }).hooks.PreToolUse).toMatchObject([{ onFailure: 'block', timeout: 90 }])
})
