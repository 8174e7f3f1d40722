/**
 * One codec for the three places where Claude lets somebody else decide over a tool call: `canUseTool` of the Agent SDK, the permission-prompt tool, and the
 * PreToolUse hook, which defers. Claude runs the tool itself, so "allow" is said with the claim of the hold, which is made once: whoever presents the call again is
 * denied. Every failure denies. It never adds a permission to Claude's own.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { isJsonObject, thrownMessage } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import { readsByName } from '@holdpoint/core/policy'
import { claimCall } from '../guard/claim-call.ts'
import type { Guarded, GuardedCall } from '../guard/guarded-call.ts'
import type { HoldRequests, RequestedHold } from '../requests/hold-requests.ts'
import { createClaudeOutcomes } from './claude-outcomes.ts'
import type { ClaudeOutcomes } from './claude-outcomes.ts'
import { ruleTool } from './tool-rules.ts'
import type { ToolRule } from './tool-rules.ts'

export type { ClaudeOutcomes } from './claude-outcomes.ts'
export type { AskedAbout, ToolRule } from './tool-rules.ts'

export interface ClaudeOptions {
  readonly requests: HoldRequests
  /** What the tools belong to, as people read it in every question. */
  readonly server: string
  readonly rules?: readonly ToolRule[]
  /** How long the hook waits for a person before it defers, in seconds. Default: not at all. */
  readonly deferAfter?: number
  /** Told where an outcome cannot be reported. Default: standard error. */
  readonly log?: (message: string) => void
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

type Decision =
  /** No rule of ours speaks of it. */
  | { readonly kind: 'unasked' }
  | { readonly kind: 'allow'; readonly input: JsonObject }
  | { readonly kind: 'deny'; readonly text: string }
  | { readonly kind: 'waits'; readonly text: string }

const LONGEST_LOOK_S = 50
const PAUSED_MS = 5000
const AGAIN_MS = 1000
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
  const { requests, server, rules = [], deferAfter = 0 } = options
  const outcomes = createClaudeOutcomes(requests, options.log === undefined ? {} : { log: options.log })
  // Where no session is told, nothing of another process can be this call.
  const here = `claude ${randomUUID()}`
  const deferred = new Map<string, { readonly id: string; readonly at: number }>()
  const turns = new Map<string, Promise<unknown>>()

  async function decide(use: ToolUse, onlyReads: (tool: string) => boolean, seconds: number): Promise<Decision> {
    const asked = ruleTool(rules, use.tool, onlyReads)
    if (asked === null) return { kind: 'unasked' }
    const until = performance.now() + seconds * 1000
    const left = (): number => Math.max(0, Math.min(LONGEST_LOOK_S, (until - performance.now()) / 1000))
    for (;;) {
      const begun = await claimCall(requests, server, { ...toCall(use), ...asked, wait: left() })
      switch (begun.kind) {
        case 'passes':
          return { kind: 'allow', input: use.input }
        case 'claimed':
          outcomes.expect(use, begun)
          return { kind: 'allow', input: begun.claim.arguments as JsonObject }
        case 'answered': {
          const { answer } = begun
          if (answer.kind !== 'waiting' || answer.hold.state === 'dispatching') return toDenial(answer)
          if (left() <= 0) return { kind: 'waits', text: answer.text }
          await untilDue(answer.hold, left, use.signal)
        }
      }
    }
  }

  /** Comes back where it is to be looked at again: whatever happened is found out there. */
  async function untilDue(
    { id, state, run_after: runAfter }: RequestedHold,
    left: () => number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const about = signal === undefined ? {} : { signal }
    try {
      // Approved, and not to be claimed all the same: everything is paused.
      if (state === 'approved' && runAfter === null) await delay(PAUSED_MS, undefined, about)
      while (left() > 0) {
        const now = await requests.look(id, left(), signal)
        signal?.throwIfAborted()
        if (now.state !== 'pending' && (now.state !== 'approved' || now.run_after === null)) return
      }
    } catch {
      // What stands in the way is found out by the next claim, after a moment.
      await delay(signal?.aborted === true ? 0 : AGAIN_MS)
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

  async function decideInTurn(use: ToolUse): Promise<Decision> {
    const other = deferred.get(use.scope)
    if (other !== undefined && other.id !== use.id && performance.now() - other.at < SAME_TURN_MS) {
      if (ruleTool(rules, use.tool, readsOfAll) === null) return { kind: 'unasked' }
      return { kind: 'deny', text: ANOTHER_WAITS }
    }
    deferred.delete(use.scope)
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

function toDenial(answer: Guarded<never>): Decision {
  switch (answer.kind) {
    case 'ran-before': {
      const what = JSON.stringify(answer.result).slice(0, LONGEST_SHOWN)
      return { kind: 'deny', text: `${answer.hold.text} It does not run again. What came back then: ${what}` }
    }
    case 'waiting':
    case 'refused':
      return { kind: 'deny', text: answer.text }
    case 'ran':
      throw new Error('Nothing runs here.')
  }
}

function toFailure(error: unknown): Decision {
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
