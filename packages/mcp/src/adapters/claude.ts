/**
 * One codec for the three places where Claude lets somebody else decide over a tool call: `canUseTool` of the Agent SDK, the permission-prompt tool, and the
 * PreToolUse hook, which defers. Claude runs the tool itself, so "allow" is said with the claim of the hold, which is made once: whoever presents the call again is
 * denied. Every failure denies. It never adds a permission to Claude's own.
 */
import { isJsonObject, thrownMessage } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import { readsByName } from '@holdpoint/core/policy'
import type { CallGuard, GuardedCall } from '../guard/guarded-call.ts'
import { createClaudeOutcomes } from './claude-outcomes.ts'
import type { ClaudeAnswer, ClaudeOutcomes } from './claude-outcomes.ts'
import { dueWithinSeconds } from './due-soon.ts'
import { ruleTool } from './tool-rules.ts'
import type { ToolPatternRule } from './tool-rules.ts'

export type { ClaudeOutcomes } from './claude-outcomes.ts'
export type { AskedAbout, ToolPatternRule } from './tool-rules.ts'

export interface ClaudeOptions {
  /** From `createHoldpoint`. */
  readonly holdpoint: CallGuard
  readonly rules?: readonly ToolPatternRule[]
  /** How long the hook waits for a person before it defers, in seconds. Default: not at all. */
  readonly deferAfter?: number
}

export type ClaudePermission =
  | { behavior: 'allow'; updatedInput: { [name: string]: unknown } }
  | { behavior: 'deny'; message: string }

export interface ClaudeHookAnswer {
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse'
    permissionDecision: 'allow' | 'deny' | 'defer'
    permissionDecisionReason: string
    updatedInput?: { [name: string]: unknown }
  }
}

type Aborting = { readonly signal: AbortSignal }

export interface ClaudeConfirmation {
  /** For the option of that name. Waits until a person has decided, the question has lapsed, or the call is given up. */
  canUseTool(
    tool: string,
    input: { [name: string]: unknown },
    about: Aborting & { readonly toolUseID: string },
  ): Promise<ClaudePermission>
  /** Answers one call of a permission-prompt tool with its one block of text. */
  permissionPrompt(sent: unknown, signal?: AbortSignal): Promise<{ content: { type: 'text'; text: string }[] }>
  /** For the option `hooks` beside `canUseTool`: what became of each call is reported. */
  readonly outcomes: ClaudeOutcomes
  /** For the option `hooks` without `canUseTool`: the same, and calls that nobody has decided are deferred. */
  readonly hooks: ClaudeOutcomes & {
    PreToolUse: {
      hooks: ((input: unknown, id: string | undefined, about: Aborting) => Promise<ClaudeHookAnswer>)[]
      timeout: number
      onFailure: 'block'
    }[]
  }
}

interface ToolUse {
  readonly tool: string
  readonly input: JsonObject
  readonly id: string
  readonly scope: string
  readonly conversation: string | null
  readonly signal: AbortSignal | undefined
}

type ClaudeDecision =
  /** No rule of ours speaks of it. */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'allow'; readonly input: JsonObject }
  | { readonly kind: 'deny'; readonly text: string }
  | { readonly kind: 'waits'; readonly text: string }

/** As long as a question usually stands; then it is looked at again. */
const LONGEST_WAIT_S = 24 * 3600
const AGAIN_MS = 5000
/** The hooks of the other calls of a turn follow at once. */
const SAME_TURN_MS = 10_000
const HOOK_ITSELF_S = 60
const LONGEST_SHOWN = 2000

/** What Claude Code brings itself and what changes nothing outside of the conversation. */
const CLAUDE_READS: ReadonlySet<string> = new Set(
  'Read Glob Grep LS NotebookRead TodoRead TodoWrite TaskList TaskGet ToolSearch AskUserQuestion EnterPlanMode ExitPlanMode'.split(
    ' ',
  ),
)

export function confirmClaudeTools(options: ClaudeOptions): ClaudeConfirmation {
  const { rules = [], deferAfter = 0 } = options
  const outcomes = createClaudeOutcomes(options.holdpoint)
  // Where no session is told, nothing of another process can be this call.
  const here = `claude ${crypto.randomUUID()}`
  const deferred = new Map<string, { readonly id: string; readonly at: number }>()
  const turns = new Map<string, Promise<unknown>>()

  async function decide(use: ToolUse, onlyReads: (tool: string) => boolean, seconds: number): Promise<ClaudeDecision> {
    const asked = ruleTool(rules, use.tool, onlyReads)
    if (asked === null) return { kind: 'unasked' }
    let until = performance.now() + seconds * 1000
    for (let patient = true; ; patient = false) {
      const wait = Math.max(0, Math.min(LONGEST_WAIT_S, (until - performance.now()) / 1000))
      const answer = await outcomes.begin(use, { ...toCall(use), ...asked, wait })
      if (answer.kind === 'begun') return { kind: 'allow', input: answer.input }
      if (answer.kind !== 'waiting' || answer.hold.state === 'dispatching') return toDenial(answer)
      // Once, so that what is not due then pauses like everything else.
      if (patient) until = Math.max(until, performance.now() + dueWithinSeconds(answer.hold) * 1000)
      const left = until - performance.now()
      if (left <= 0) return { kind: 'waits', text: answer.text }
      if (use.signal?.aborted === true) return { kind: 'deny', text: answer.text }
      // It came back early, without anything that could be waited for: everything is paused, or a service ends.
      if (dueWithinSeconds(answer.hold) === 0) await pause(Math.min(AGAIN_MS, left))
    }
  }

  async function permit(use: ToolUse): Promise<ClaudePermission> {
    const decision = await decide(use, readsOfServers, Number.POSITIVE_INFINITY).catch(toFailure)
    switch (decision.kind) {
      case 'unasked':
        return { behavior: 'allow', updatedInput: use.input }
      case 'allow':
        return { behavior: 'allow', updatedInput: decision.input }
      case 'deny':
      case 'waits':
        return { behavior: 'deny', message: decision.text }
    }
  }

  async function beforeUse(sent: unknown, signal: AbortSignal): Promise<ClaudeHookAnswer> {
    const use = toHookUse(sent, signal)
    if (use === null) return hookAnswer('deny', NOT_READ)
    // One after the other: of the calls of one turn, Claude keeps no more than one that was deferred.
    const before = turns.get(use.scope) ?? Promise.resolve()
    const decided = before.then(async () => await decideInTurn(use)).catch((error: unknown) => toFailure(error))
    turns.set(use.scope, decided)
    const decision = await decided
    if (turns.get(use.scope) === decided) turns.delete(use.scope)
    switch (decision.kind) {
      case 'unasked':
        return {}
      case 'allow':
        return hookAnswer('allow', 'A person approved this call.', decision.input)
      case 'deny':
        return hookAnswer('deny', decision.text)
      case 'waits':
        return hookAnswer('defer', decision.text)
    }
  }

  async function decideInTurn(use: ToolUse): Promise<ClaudeDecision> {
    const other = deferred.get(use.scope)
    if (other !== undefined && other.id !== use.id && performance.now() - other.at < SAME_TURN_MS) {
      if (ruleTool(rules, use.tool, readsOfAll) === null) return { kind: 'unasked' }
      return { kind: 'deny', text: ANOTHER_WAITS }
    }
    for (const [scope, { at }] of deferred) if (performance.now() - at >= SAME_TURN_MS) deferred.delete(scope)
    const decision = await decide(use, readsOfAll, deferAfter)
    if (decision.kind === 'waits') deferred.set(use.scope, { id: use.id, at: performance.now() })
    return decision
  }

  const reports = outcomes.hooks
  return {
    canUseTool: async (tool, input, { toolUseID, signal }) =>
      await permit({ tool, input: input as JsonObject, id: toolUseID, scope: here, conversation: null, signal }),
    async permissionPrompt(sent, signal) {
      const use = toPromptUse(sent, here, signal)
      const permission: ClaudePermission = use === null ? { behavior: 'deny', message: NOT_READ } : await permit(use)
      return { content: [{ type: 'text', text: JSON.stringify(permission) }] }
    },
    outcomes: reports,
    hooks: {
      PreToolUse: [
        {
          hooks: [async (input, _id, { signal }) => await beforeUse(input, signal)],
          timeout: deferAfter + HOOK_ITSELF_S,
          // Without it a hook that fails lets the call through.
          onFailure: 'block',
        },
      ],
      ...reports,
    },
  }
}

function toCall({ tool, input, scope, id, conversation, signal }: ToolUse): Omit<GuardedCall, 'risk'> {
  return {
    tool,
    arguments: input,
    call: { scope, id },
    provenance: { tool_call: id, ...(conversation === null ? {} : { conversation }) },
    ...(signal === undefined ? {} : { signal }),
  }
}

/** Claude asks about its own tools only where it found something to ask about. */
function readsOfServers(tool: string): boolean {
  const [, name = null] = /^mcp__.+?__(.+)$/s.exec(tool) ?? []
  return name !== null && readsByName(name)
}

/** The hook sees every call, also of what needs no permission at all. */
function readsOfAll(tool: string): boolean {
  return CLAUDE_READS.has(tool) || readsOfServers(tool)
}

const NOT_READ = 'Nothing ran: the call could not be read, so no person was asked.'
const ANOTHER_WAITS =
  'Nothing ran, and no person was asked about this call: another call of the same turn waits for a person. Once that one is through, call this one again.'

function toDenial(answer: Exclude<ClaudeAnswer, { kind: 'begun' }>): ClaudeDecision {
  switch (answer.kind) {
    case 'ran-before': {
      const what = JSON.stringify(answer.result).slice(0, LONGEST_SHOWN)
      return { kind: 'deny', text: `${answer.hold.text} It does not run again. What came back then: ${what}` }
    }
    case 'waiting':
    case 'refused':
      return { kind: 'deny', text: answer.text }
  }
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function toFailure(error: unknown): ClaudeDecision {
  return { kind: 'deny', text: `Nothing ran: no person could be asked (${thrownMessage(error)}).` }
}

function toPromptUse(sent: unknown, scope: string, signal: AbortSignal | undefined): ToolUse | null {
  if (!isJsonObject(sent as JsonObject)) return null
  const { tool_name: tool, input, tool_use_id: id } = sent as JsonObject
  if (typeof tool !== 'string' || typeof id !== 'string' || input === undefined || !isJsonObject(input)) return null
  return { tool, input, id, scope, conversation: null, signal }
}

function toHookUse(sent: unknown, signal: AbortSignal): ToolUse | null {
  if (!isJsonObject(sent as JsonObject)) return null
  const { tool_name: tool, tool_input: input, tool_use_id: id, session_id: session } = sent as JsonObject
  if (typeof tool !== 'string' || typeof id !== 'string' || typeof session !== 'string') return null
  if (input === undefined || !isJsonObject(input)) return null
  return { tool, input, id, scope: `claude ${session}`, conversation: session, signal }
}

function hookAnswer(
  permissionDecision: 'allow' | 'deny' | 'defer',
  permissionDecisionReason: string,
  updatedInput?: JsonObject,
): ClaudeHookAnswer {
  const said = { hookEventName: 'PreToolUse' as const, permissionDecision, permissionDecisionReason }
  return { hookSpecificOutput: updatedInput === undefined ? said : { ...said, updatedInput } }
}
