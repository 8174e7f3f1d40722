/**
 * Guards tools of the AI SDK, versions 6 and 7. The framework may pause a call, and whoever writes its history may claim that it was approved: none of that counts. `execute`
 * presents the call by its scope, its id and its arguments, and runs what a person approved. Of the framework only its shapes are known here.
 */
import type { JsonObject } from '@holdpoint/core'
import type { AskedGuard, CallGuard, Guarded, GuardedCall } from '../guard/guarded-call.ts'
import type { CallRequest } from '../requests/hold-requests.ts'
import { createToolSchema } from './tool-schema.ts'

/** What is asked about one tool. */
export interface ToolRule<Input> {
  readonly risk: 'medium' | 'high'
  readonly irreversible?: boolean
  /** What the call is about, as people see it; `null`: there is no such thing, and nobody is asked. Read again before it runs. */
  readonly preview?: (input: Input) => Promise<NonNullable<CallRequest['preview']> | null>
  /** Why the agent wants it. */
  readonly rationale?: (input: Input) => string
}

export interface GuardOptions {
  /** From `createHoldpoint`. */
  readonly holdpoint: CallGuard
  /**
   * Where the id of a call is unique: the chat, the thread, the run. It is the server's own word: whoever may choose it may ask for the outcome
   * of other calls.
   */
  readonly scope: string
  /** Seconds that `execute` waits for a person. Default: 50. */
  readonly wait?: number
  /**
   * Lets the framework pause (`needsApproval`) while nobody has decided. A response to its request only makes it look again. In version 7
   * `toolApproval` does the same and says why.
   */
  readonly pause?: boolean
}

export interface GuardToolsOptions<Tools> extends GuardOptions {
  /** The tools that a person is asked about. All others stay as they are. */
  readonly rules: { readonly [Name in keyof Tools]?: ToolRule<InputOf<Tools[Name]>> }
}

/** For `toolApproval` of version 7, by the names of the tools. */
export type ToolApprovals<Tools> = {
  readonly [Name in keyof Tools]?: (input: unknown, call: CallOptions) => Promise<ApprovalStatus>
}

/** What `execute` gives back where nothing ran. The model gets its text. */
export interface NotRun {
  readonly holdpoint: 'waiting' | 'refused'
  /** Why it was refused, such as `DECLINED`; `null`: it waits. */
  readonly code: string | null
  readonly text: string
  readonly hold: string | null
  /** Where a person decides it. */
  readonly approval_url: string | null
}

/** Whether a call of a guarded tool did not run, for pages that draw its output. */
export function isNotRun(output: unknown): output is NotRun {
  if (typeof output !== 'object' || output === null) return false
  const { holdpoint, text } = output as Partial<NotRun>
  return (holdpoint === 'waiting' || holdpoint === 'refused') && typeof text === 'string'
}

type InputOf<Type> = Type extends { readonly inputSchema: infer Schema }
  ? Schema extends { readonly '~standard': { readonly types?: infer Types } }
    ? NonNullable<Types> extends { readonly output: infer Output }
      ? Output
      : never
    : Schema extends { readonly _type: infer Output }
      ? Output
      : never
  : never

/** As much of a tool as is known here. */
interface GuardableTool {
  readonly description?: unknown
  readonly inputSchema?: unknown
  readonly execute?: unknown
  readonly toModelOutput?: unknown
}

interface CallOptions {
  readonly toolCallId: string
  readonly messages: readonly unknown[]
  readonly abortSignal?: AbortSignal
}

interface ModelOutputOptions {
  readonly toolCallId: string
  readonly input: unknown
  readonly output: unknown
}

type ModelOutput =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'json'; readonly value: unknown }
  | { readonly type: 'content'; readonly value: readonly { readonly type: 'text'; readonly text: string }[] }

/** As `toolApproval` of version 7 takes it. */
export type ApprovalStatus =
  | 'not-applicable'
  | { readonly type: 'approved'; readonly reason?: string }
  | { readonly type: 'denied' | 'user-approval'; readonly reason: string }

const MOST_EDITS_KEPT = 1000

/** The same tools, of which those with a rule run only what a person approved. A rule for what cannot be run here is refused. */
export function guardTools<Tools extends { readonly [name: string]: object }>(
  tools: Tools,
  options: GuardToolsOptions<Tools>,
): Tools {
  const guarded: { [name: string]: object } = { ...tools }
  for (const [name, tool, rule] of ruledTools(tools, options)) {
    guarded[name] = {
      ...tool,
      ...guardedParts(name, tool, rule, options),
    }
  }
  return guarded as Tools
}

/**
 * For `toolApproval` of version 7: asks when the model calls, denies with the reason of a person, and pauses while nobody has decided. Together with
 * `guardTools`, which alone makes sure of what runs.
 */
export function toolApproval<Tools extends { readonly [name: string]: object }>(
  tools: Tools,
  options: GuardToolsOptions<Tools>,
): ToolApprovals<Tools> {
  const statuses: { [name: string]: (input: unknown, call: CallOptions) => Promise<ApprovalStatus> } = {}
  for (const [name, tool, rule] of ruledTools(tools, options)) {
    const toCall = callsOf(name, tool, rule, options)
    statuses[name] = async (input, call) =>
      toStatus(await options.holdpoint.ask({ ...(await toCall(input, call)), wait: 0 }))
  }
  return statuses as unknown as ToolApprovals<Tools>
}

function ruledTools<Tools extends { readonly [name: string]: object }>(
  tools: Tools,
  { rules, scope }: GuardToolsOptions<Tools>,
): readonly (readonly [string, GuardableTool, ToolRule<unknown>])[] {
  if (scope === '') throw new TypeError('scope is empty: calls of two chats would be taken for one.')
  return Object.entries(rules).map(([name, rule]) => {
    const tool: GuardableTool | undefined = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (typeof tool?.execute !== 'function') {
      throw new TypeError(`rules.${name}: there is no such tool, or it has no "execute" that could be guarded.`)
    }
    return [name, tool, rule as ToolRule<unknown>]
  })
}

function guardedParts(name: string, tool: GuardableTool, rule: ToolRule<unknown>, options: GuardOptions): object {
  const { holdpoint, pause = false } = options
  const run = tool.execute as (input: unknown, call: CallOptions) => unknown
  const schema = createToolSchema(tool.inputSchema)
  const toCall = callsOf(name, tool, rule, options)
  /** With what a call ran that a person changed. */
  const edits = new Map<string, unknown>()

  function noteEdit(id: string, args: unknown): void {
    edits.set(id, args)
    const [oldest] = edits.keys()
    if (edits.size > MOST_EDITS_KEPT && oldest !== undefined) edits.delete(oldest)
  }

  async function execute(input: unknown, call: CallOptions): Promise<unknown> {
    const answer = await holdpoint.guard(await toCall(input, call), async (args, { edited }) => {
      if (!edited) return await lastOf(run(input, call))
      const fit = await schema.validate(args)
      if (!fit.ok) throw new Error(`A person changed the arguments of ${name}, and they do not fit it: ${fit.why}`)
      noteEdit(call.toolCallId, args)
      return await lastOf(run(fit.value, call))
    })
    if (answer.kind === 'ran-before' && answer.hold.edited) noteEdit(call.toolCallId, answer.hold.arguments)
    return toOutput(answer)
  }

  async function toModelOutput(given: ModelOutputOptions): Promise<ModelOutput> {
    if (isNotRun(given.output)) return { type: 'text', value: given.output.text }
    const own = tool.toModelOutput as
      | ((about: ModelOutputOptions) => ModelOutput | PromiseLike<ModelOutput>)
      | undefined
    const output = own === undefined ? plainOutput(given.output) : await own(given)
    return edits.has(given.toolCallId) ? withNote(edits.get(given.toolCallId), output) : output
  }

  async function needsApproval(input: unknown, call: CallOptions): Promise<boolean> {
    // Asked again before it goes on, where "no" would be taken for a request that was forged: `execute` finds out.
    if (wasRequested(call)) return true
    return (await holdpoint.ask({ ...(await toCall(input, call)), wait: 0 })).kind === 'waiting'
  }

  return { execute, toModelOutput, ...(pause ? { needsApproval } : {}) }
}

const LONGEST_PROVENANCE = 200

/** How a call of this tool is presented, alike whenever and by whomever. */
function callsOf(
  name: string,
  tool: GuardableTool,
  rule: ToolRule<unknown>,
  { scope, wait }: GuardOptions,
): (input: unknown, call: CallOptions) => Promise<GuardedCall> {
  const schema = createToolSchema(tool.inputSchema)
  return async (input, { toolCallId, messages, abortSignal }) => {
    const inputSchema = await schema.json()
    const { preview } = rule
    const id = nameOf(toolCallId, name, input, messages)
    return {
      tool: name,
      arguments: (input ?? {}) as JsonObject,
      call: { scope, id },
      risk: rule.risk,
      definition: {
        ...(typeof tool.description === 'string' ? { description: tool.description } : {}),
        ...(inputSchema === null ? {} : { inputSchema }),
      },
      provenance: {
        conversation: scope.slice(0, LONGEST_PROVENANCE),
        tool_call: toolCallId.slice(0, LONGEST_PROVENANCE),
      },
      ...(rule.irreversible === true ? { irreversible: true } : {}),
      ...(preview === undefined ? {} : { preview: async () => await preview(input) }),
      ...(rule.rationale === undefined ? {} : { rationale: rule.rationale(input) }),
      ...(wait === undefined ? {} : { wait }),
      ...(abortSignal === undefined ? {} : { signal: abortSignal }),
    }
  }
}

/**
 * A model that was told to come back calls again, under an id that is new: it is the call that waits, and not a second one. Who forges such a history finds the hold of
 * that very call, which runs once and only as it was approved.
 */
function nameOf(toolCallId: string, tool: string, input: unknown, messages: readonly unknown[]): string {
  const same = new Set<string>()
  let waiting: string | null = null
  for (const part of messages.flatMap(partsOf)) {
    const { type, toolCallId: id, toolName, output } = part
    if (typeof id !== 'string' || id === toolCallId || toolName !== tool) continue
    if (type === 'tool-call' && isSameJson(part['input'], input)) same.add(id)
    if (type === 'tool-result' && same.has(id)) waiting = tellsToWait(output) ? (waiting ?? id) : null
  }
  return waiting ?? toolCallId
}

function partsOf(message: unknown): readonly { readonly [name: string]: unknown }[] {
  const content = (message as { readonly content?: unknown } | null)?.content
  return Array.isArray(content) ? (content as readonly { readonly [name: string]: unknown }[]) : []
}

function wasRequested({ toolCallId, messages }: CallOptions): boolean {
  return messages
    .flatMap(partsOf)
    .some((part) => part['type'] === 'tool-approval-request' && part['toolCallId'] === toolCallId)
}

function tellsToWait(output: unknown): boolean {
  const { type, value } = (output ?? {}) as { readonly type?: unknown; readonly value?: unknown }
  if (type === 'text') return typeof value === 'string' && value.startsWith('NOT RUN YET')
  return isNotRun(value) && value.holdpoint === 'waiting'
}

function isSameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const [ones, others] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    ones.length === others.size &&
    ones.every(([name, value]) => others.has(name) && isSameJson(value, others.get(name)))
  )
}

function toOutput(answer: Guarded<unknown>): unknown {
  switch (answer.kind) {
    case 'ran':
      return answer.result
    case 'ran-before':
      if (answer.hold.outcome?.kind === 'failed') throw new Error(String(answer.result))
      return answer.result
    case 'waiting':
      return toNotRun('waiting', null, answer.text, answer.hold)
    case 'refused':
      return toNotRun('refused', answer.code, answer.text, answer.hold)
  }
}

function toNotRun(
  holdpoint: NotRun['holdpoint'],
  code: string | null,
  text: string,
  hold: { readonly id: string; readonly approval_url: string } | null,
): NotRun {
  return { holdpoint, code, text, hold: hold?.id ?? null, approval_url: hold?.approval_url ?? null }
}

function toStatus(asked: AskedGuard): ApprovalStatus {
  switch (asked.kind) {
    case 'passes':
    case 'ran-before':
      return 'not-applicable'
    case 'approved':
      return { type: 'approved', ...(asked.hold.decided_by === null ? {} : { reason: `by ${asked.hold.decided_by}` }) }
    case 'waiting':
      return { type: 'user-approval', reason: `${asked.hold.summary} Decide: ${asked.hold.approval_url}` }
    case 'refused':
      return { type: 'denied', reason: asked.text }
  }
}

/** As the framework itself makes it. */
function plainOutput(output: unknown): ModelOutput {
  if (typeof output === 'string') return { type: 'text', value: output }
  const text: string | undefined = JSON.stringify(output)
  return { type: 'json', value: text === undefined ? null : (JSON.parse(text) as unknown) }
}

/** A model that does not know that other arguments ran would go on from the ones it sent. */
function withNote(args: unknown, output: ModelOutput): ModelOutput {
  const note = {
    type: 'text',
    text: `A person changed the arguments of this call. It ran with: ${JSON.stringify(args)}`,
  } as const
  switch (output.type) {
    case 'text':
      return { type: 'content', value: [note, { type: 'text', text: output.value }] }
    case 'json':
      return { type: 'content', value: [note, { type: 'text', text: JSON.stringify(output.value) }] }
    case 'content':
      return { type: 'content', value: [note, ...output.value] }
    default:
      return output
  }
}

/** A tool that yields gives its result last. */
async function lastOf(given: unknown): Promise<unknown> {
  const result = await given
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result
  let last: unknown
  for await (const value of result as AsyncIterable<unknown>) last = value
  return last
}
