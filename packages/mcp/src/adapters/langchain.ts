/**
 * A `wrapToolCall` for LangChain's agents. The framework only pauses: each call that nobody has decided is one interrupt of its own, and whatever the thread is resumed with
 * decides nothing. The hold is asked again, and the tool runs with its approved arguments, once. LangChain's classes come from the author: nothing of it is loaded here.
 */
import { isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { readsByName } from '@holdpoint/core/policy'
import type { CallGuard, Guarded, GuardedCall } from '../guard/guarded-call.ts'
import type { RequestedHold } from '../requests/hold-requests.ts'
import { dueWithinSeconds } from './due-soon.ts'
import { ruleTool } from './tool-rules.ts'
import type { ToolPatternRule } from './tool-rules.ts'
import { createToolSchema } from './tool-schema.ts'

export type { AskedAbout, ToolPatternRule } from './tool-rules.ts'

export interface LangChainOptions<Message> {
  /** The class of that name from `langchain`. */
  readonly ToolMessage: new (fields: ToolMessageFields) => Message
  readonly rules?: readonly ToolPatternRule[]
  /** How long a call waits for a person before the thread is interrupted, in seconds. Default: not at all. Without a thread: 50. */
  readonly wait?: number
  /** `false`: no interrupt. What nobody decides in time is answered as not run. Default: the threads of a checkpointer are interrupted. */
  readonly interrupt?: boolean
}

export interface ToolMessageFields {
  content: string
  tool_call_id: string
  name: string
  status: 'success' | 'error'
}

/** The value of each interrupt: what the app shows, and where a person decides. */
export interface HeldToolCall {
  readonly holdpoint: Pick<RequestedHold, 'id' | 'state' | 'tool' | 'summary' | 'approval_url' | 'text'>
}

/** What is read of LangChain's request. */
interface ToolCallRequest {
  toolCall: { name: string; args: { [name: string]: unknown }; id?: string }
  tool?: unknown
  runtime: {
    readonly configurable?: { readonly [name: string]: unknown }
    readonly interrupt?: unknown
    readonly signal?: AbortSignal
  }
}

type Interrupt = (held: HeldToolCall) => unknown

const WAIT_S = 50

export function guardToolCalls<Message>(
  guard: CallGuard,
  options: LangChainOptions<Message>,
): <Request extends ToolCallRequest, Answer>(
  request: Request,
  handler: (request: Request) => Answer | Promise<Answer>,
) => Promise<Answer | Message> {
  const { ToolMessage, rules = [] } = options

  return async (request, handler) => {
    const { toolCall, runtime } = request
    const asked = ruleTool(rules, toolCall.name, readsByName)
    if (asked === null) return await handler(request)
    const { thread_id: thread } = runtime.configurable ?? {}
    let interrupt = options.interrupt === false || typeof thread !== 'string' ? null : interruptOf(runtime)
    // Outside of a thread nothing comes back to it.
    const scope = `langchain ${typeof thread === 'string' ? thread : crypto.randomUUID()}`
    const { id = '' } = toolCall
    const answer = (content: string, status: 'success' | 'error'): Message =>
      new ToolMessage({ content, tool_call_id: id, name: toolCall.name, status })
    const definition = await definitionOf(request.tool)
    let wait = options.wait ?? (interrupt === null ? WAIT_S : 0)
    for (;;) {
      const ran: Awaited<ReturnType<typeof handler>>[] = []
      const call: GuardedCall = {
        tool: toolCall.name,
        arguments: toolCall.args as JsonObject,
        call: { scope, id },
        provenance: { ...(typeof thread === 'string' ? { conversation: thread } : {}), tool_call: id },
        ...(definition === null ? {} : { definition }),
        ...asked,
        wait,
        ...(runtime.signal === undefined ? {} : { signal: runtime.signal }),
      }
      const guarded = await guard
        .guard(call, async (args, { edited }) => {
          const message = await handler({ ...request, toolCall: { ...toolCall, args } })
          if (edited) tellEdit(message, args)
          ran.push(message)
          const kept = toKept(message)
          // An answer that says so is a failure too.
          if (kept['status'] === 'error') throw new Error(saidIn(kept))
          return kept
        })
        .catch((error: unknown) => {
          const [message] = ran
          if (message === undefined) throw error
          return { kind: 'answered' as const, message }
        })
      switch (guarded.kind) {
        case 'answered':
          return guarded.message
        case 'ran':
          return ran[0] as Awaited<ReturnType<typeof handler>>
        case 'ran-before':
          return answer(textOf(guarded), guarded.hold.state === 'succeeded' ? 'success' : 'error')
        case 'refused':
          return answer(guarded.text, 'error')
        case 'waiting':
          wait = dueWithinSeconds(guarded.hold)
          if (wait > 0) continue
          if (interrupt === null) return answer(givenUp(guarded.hold), 'error')
          // Leaves by throwing. In a thread that was resumed it gives back what came with that, which counts for nothing.
          if (isPaused(interrupt, toHeld(guarded.hold))) continue
          interrupt = null
          wait = options.wait === undefined ? WAIT_S : 0
      }
    }
  }
}

function interruptOf({ interrupt }: ToolCallRequest['runtime']): Interrupt | null {
  return typeof interrupt === 'function' ? (interrupt as Interrupt) : null
}

/** `false`: the thread is not kept, so nothing could come back to it. */
function isPaused(interrupt: Interrupt, held: HeldToolCall): boolean {
  try {
    interrupt(held)
    return true
  } catch (error) {
    if ((error as { readonly lc_error_code?: unknown } | null)?.lc_error_code === 'MISSING_CHECKPOINTER') return false
    throw error
  }
}

function toHeld({ id, state, tool, summary, approval_url, text }: RequestedHold): HeldToolCall {
  return { holdpoint: { id, state, tool, summary, approval_url, text } }
}

/** No thread can come back to this call: who decides later decides about nothing. */
function givenUp({ tool, approval_url: link }: RequestedHold): string {
  return `Nothing ran: no person has decided about ${tool} in time (${link}), and this call cannot be taken up again. Tell the user. If they still want it, call it anew and a person is asked anew.`
}

/** As those get it who present the call again. */
function toKept(message: unknown): JsonObject {
  const { content, status } = message as { readonly content?: JsonValue; readonly status?: JsonValue }
  if (content === undefined) return { content: 'It ran, and changed the state of the agent.' }
  return { content, ...(status === undefined ? {} : { status }) }
}

function saidIn(kept: JsonValue): string {
  const content = isJsonObject(kept) ? (kept['content'] ?? kept) : kept
  return typeof content === 'string' ? content : JSON.stringify(content)
}

function textOf({ result, hold }: Guarded<unknown> & { readonly kind: 'ran-before' }): string {
  const said = saidIn((result ?? null) as JsonValue)
  return hold.state === 'succeeded' ? said : `${hold.text} ${said}`
}

/** The model wrote other arguments, and would take the answer for theirs. */
function tellEdit(message: unknown, args: JsonObject): void {
  const note = `A person changed the arguments before they approved this call. It ran with ${JSON.stringify(args)}.`
  const told = message as { content?: unknown }
  if (typeof told.content === 'string') told.content = `${note}\n${told.content}`
  else if (Array.isArray(told.content)) told.content = [{ type: 'text', text: note }, ...(told.content as unknown[])]
}

/** What people are shown of the tool; `null`: nothing that can be read without its library. */
async function definitionOf(tool: unknown): Promise<NonNullable<GuardedCall['definition']> | null> {
  const { description, schema } = (tool ?? {}) as { readonly description?: unknown; readonly schema?: unknown }
  const inputSchema = await jsonSchemaOf(schema).catch(() => null)
  if (inputSchema === null) return null
  return { inputSchema, ...(typeof description === 'string' ? { description } : {}) }
}

async function jsonSchemaOf(schema: unknown): Promise<JsonObject | null> {
  if (schema === null || typeof schema !== 'object') return null
  // A tool of LangChain may bring a JSON Schema as it is. As it travels: what is no JSON in it describes nothing to anybody.
  const read =
    '~standard' in schema ? await createToolSchema(schema).json() : (JSON.parse(JSON.stringify(schema)) as JsonValue)
  return read !== null && isJsonObject(read) && read['type'] === 'object' ? read : null
}
