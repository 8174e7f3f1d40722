/**
 * One client of a server whose calls a service asks about: the call is put to the service, waited for, claimed once, run here, reported. Without an answer of the service nothing runs.
 * The service is asked with this server's own key, so each client's calls carry who called.
 */
import { RefusedError } from '@holdpoint/client'
import {
  cutControlParameters,
  digestArguments,
  eraOf,
  errorAnswer,
  HOLD_META_KEY,
  isJsonObject,
  metaOf,
  previewAnswer,
  provenanceOfMeta,
  readToolDefinition,
  thrownMessage,
  toToolResult,
} from '@holdpoint/core'
import type { AgentAnswer, Envelope, ErrorCode, JsonObject, JsonValue, RequestId } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store/sha256'
import { runClaimed } from '../guard/run-claimed.ts'
import type { CallRequest, HoldRequests, RequestedHold } from '../requests/hold-requests.ts'
import { RequestError } from '../requests/request-error.ts'
import type { ConfirmedEntry, ConfirmedTools, Release } from './confirmed-entry.ts'
import type { Conversation } from './conversation.ts'
import type { ProtocolMessage, SendOptions } from './sdk-server.ts'

export interface RemoteConversationOptions {
  readonly requests: HoldRequests
  readonly server: string
  readonly tools: ConfirmedTools
  readonly principal: string
  readonly introduced: ProtocolMessage | null
  readonly waitSeconds: number
  readonly toServer: (message: ProtocolMessage) => void
  readonly toClient: (message: ProtocolMessage, options?: SendOptions) => void
  readonly newId: () => string
  readonly log: (message: string) => void
}

interface LedCall {
  readonly id: RequestId
  readonly entry: ConfirmedEntry
  readonly message: ProtocolMessage
  readonly args: JsonObject
  readonly rationale: string | null
  /** It is to be asked about, and not to run. */
  readonly previewOnly: boolean
  readonly definition: CallRequest['definition']
  readonly signal: AbortSignal
}

/** What a tool answered, where that is an error: it is reported as failed, and told as it came. */
class ToolFailed extends Error {
  readonly result: JsonObject

  constructor(result: JsonObject) {
    super(JSON.stringify(result))
    this.name = 'ToolFailed'
    this.result = result
  }
}

const HEARTBEAT_MS = 10_000
const LONGEST_PRINCIPAL = 90
const NOT_DONE = 'Tell the user; do not retry in a loop.'

export function createRemoteConversation(options: RemoteConversationOptions): Conversation {
  const { requests, server, tools } = options
  const calls = new Map<RequestId, AbortController>()
  const waiting = new Map<RequestId, (message: ProtocolMessage) => void>()

  /** A request of ours to the server in this process. */
  async function ask(method: string, params: JsonObject, release: Release | null): Promise<ProtocolMessage> {
    const id = options.newId()
    if (release !== null) tools.released.set(id, release)
    try {
      return await new Promise<ProtocolMessage>((resolve) => {
        waiting.set(id, resolve)
        options.toServer({ jsonrpc: '2.0', id, method, params })
      })
    } finally {
      tools.released.delete(id)
    }
  }

  /** As the server lists the tool: the service shows it, and asks anew once it changes. */
  async function definitionOf({
    entry,
    message,
  }: Pick<LedCall, 'entry' | 'message'>): Promise<CallRequest['definition']> {
    const listed = await ask('tools/list', protocolMeta(message), null)
    const found = (listed.result?.['tools'] as readonly JsonObject[] | undefined)?.find(
      ({ name }) => name === entry.name,
    )
    if (found === undefined) return undefined
    const { title, description, inputSchema, annotations } = found
    return {
      ...(typeof title === 'string' ? { title } : {}),
      ...(typeof description === 'string' ? { description } : {}),
      ...(isJsonObject(inputSchema) ? { inputSchema } : {}),
      ...(isJsonObject(annotations) ? { annotations } : {}),
    }
  }

  async function answerTo(call: LedCall): Promise<JsonObject> {
    const { entry, args, signal } = call
    const preview = await look(entry, args)
    if (preview.kind === 'unasked') return shaped(call, errorAnswer('VALIDATION_ERROR', preview.words))
    const asked = await requests.ask(toRequest(call, preview.shown), signal)
    if (asked.state === 'passes') {
      if (call.previewOnly) return shaped(call, previewAnswer(entry.name, 'The service lets it pass.'))
      return await run(call, args, { hold: null, by: null, edited: false })
    }
    // What is to be shown alone is not claimed, whatever a person has said of it.
    if (call.previewOnly || asked.state !== 'approved' || asked.run_after !== null) return toldOf(call, asked)
    return await claimed(call, asked)
  }

  async function claimed(call: LedCall, hold: RequestedHold): Promise<JsonObject> {
    const again = await look(call.entry, call.args)
    const definition = await definitionOf(call)
    const digest = digestArguments(call.args, sha256)
    if (hold.digest !== digest || hold.tool !== call.entry.name || hold.server !== server) {
      return shaped(
        call,
        errorAnswer('INVALIDATED', `Nothing ran: the service answered about another call. ${NOT_DONE}`),
      )
    }
    if (again.kind === 'unasked') return shaped(call, errorAnswer('VALIDATION_ERROR', again.words))
    let claim
    try {
      claim = await requests.claim(hold, {
        digest,
        ...(definition === undefined ? {} : { definition }),
        ...(again.shown === undefined ? {} : { preview: again.shown }),
      })
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code === 'NOT_NOW') throw error
      // Claimed by another presentation, or ended meanwhile.
      return toldOf(call, await requests.look(hold.id, options.waitSeconds, call.signal))
    }
    try {
      const ran = await runClaimed(
        requests,
        { hold, claim },
        {
          run: async (args, { edited }) => await run(call, args, { hold: hold.id, by: hold.decided_by, edited }),
          signal: undefined,
        },
        { log: options.log },
      )
      return ran.kind === 'ran' ? withMark(ran.result, { id: hold.id, state: 'succeeded' }) : {}
    } catch (error) {
      if (error instanceof ToolFailed) return withMark(error.result, { id: hold.id, state: 'failed' })
      throw error
    }
  }

  /** The tool itself, once. `hold`: `null` where the service's policy lets it pass. */
  async function run(
    { entry, message }: LedCall,
    args: JsonObject,
    { hold, by, edited }: { readonly hold: string | null; readonly by: string | null; readonly edited: boolean },
  ): Promise<JsonObject> {
    const params = { ...protocolMeta(message), name: entry.name, arguments: args }
    const release: Release = { tool: entry.name, hold, by: 'service', decided: { by, edited } }
    const { result, error } = await ask('tools/call', params, release)
    if (result === undefined) throw new ToolFailed(failure(error?.message ?? 'The tool did not answer.'))
    if (result['isError'] === true) throw new ToolFailed(result as JsonObject)
    return result as JsonObject
  }

  async function answerToCall(said: Pick<LedCall, 'id' | 'entry' | 'message' | 'signal'>): Promise<JsonObject> {
    const definition = await definitionOf(said)
    const read = readArguments(said, definition)
    if (read === null) return shaped(said, errorAnswer('VALIDATION_ERROR', 'Nothing ran: the arguments are no object.'))
    return await answerTo({ ...said, ...read, definition })
  }

  async function received(message: ProtocolMessage): Promise<void> {
    const id = message.id as RequestId
    const name = String(message.params?.['name'])
    const entry = tools.entries.get(name)
    if (entry === undefined) return options.toClient({ id, result: failure(`There is no tool ${name}.`) })
    const control = new AbortController()
    calls.set(id, control)
    const stop = beat(message, options.toClient)
    const said = { id, entry, message, signal: control.signal }
    const result = await answerToCall(said).catch((error: unknown) => toFailure(said, error, options.log))
    stop()
    // A client that gave up is told nothing more.
    if (calls.delete(id) && !control.signal.aborted) options.toClient({ id, result })
  }

  function toRequest(
    { entry, args, rationale, message, definition, previewOnly }: LedCall,
    preview: CallRequest['preview'],
  ): CallRequest {
    const { risk, irreversible = false } = entry.rules
    const provenance = provenanceOfMeta(metaOf(message.params as JsonValue | undefined))
    const { toolCall, ...others } = provenance ?? {}
    return {
      server,
      tool: entry.name,
      arguments: args,
      client: clientOf(options),
      risk,
      ...(irreversible ? { irreversible } : {}),
      ...(definition === undefined ? {} : { definition }),
      ...(preview === undefined ? {} : { preview }),
      ...(rationale === null ? {} : { rationale }),
      ...(provenance === null
        ? {}
        : { provenance: { ...others, ...(toolCall === undefined ? {} : { tool_call: toolCall }) } }),
      wait: previewOnly ? 0 : options.waitSeconds,
    }
  }

  return {
    async fromClient(message) {
      if (message.method === 'tools/call') return await received(message)
      if (message.method === 'notifications/cancelled') calls.get(message.params?.['requestId'] as RequestId)?.abort()
    },
    fromServer(message) {
      if (message.method !== undefined || message.id === undefined || message.id === null) return false
      const answer = waiting.get(message.id)
      waiting.delete(message.id)
      answer?.(message)
      return answer !== undefined
    },
    end() {
      for (const control of calls.values()) control.abort()
    },
  }
}

type Look =
  | { readonly kind: 'shown'; readonly shown: CallRequest['preview'] }
  /** Nobody is asked. */
  | { readonly kind: 'unasked'; readonly words: string }

async function look(entry: ConfirmedEntry, args: JsonObject): Promise<Look> {
  const parsed = await entry.parse(structuredClone(args) as JsonObject)
  if (!parsed.ok) return unasked(parsed.words)
  const { preview } = entry.rules
  if (preview === undefined) return { kind: 'shown', shown: undefined }
  const seen = await preview(parsed.value as never)
  if ('notFound' in seen) return unasked(seen.notFound)
  if ('notPossible' in seen) return unasked(seen.notPossible)
  const { title, details = {}, impact = [] } = seen
  return { kind: 'shown', shown: { title, details, impact } }
}

function unasked(why: string): Look {
  return { kind: 'unasked', words: `Nothing ran, and nobody was asked: ${why}` }
}

/** What the tool's own schema names is the tool's; the rest of ours is cut out. `null`: they are no arguments. */
function readArguments(
  { entry, message }: Pick<LedCall, 'entry' | 'message'>,
  definition: CallRequest['definition'],
): Pick<LedCall, 'args' | 'rationale' | 'previewOnly'> | null {
  const given = (message.params?.['arguments'] ?? {}) as JsonValue
  if (!isJsonObject(given)) return null
  const tool =
    definition === undefined ? null : readToolDefinition({ ...definition, name: entry.name } as JsonObject, sha256)
  const { argumentsText, control } = cutControlParameters(JSON.stringify(given), given, tool)
  const { rationale, preview } = control
  return {
    args: JSON.parse(argumentsText) as JsonObject,
    rationale: typeof rationale === 'string' ? rationale : null,
    // Anything said of a preview but a plain "no" is one.
    previewOnly: preview === undefined ? entry.rules.previewFirst === true : preview !== false,
  }
}

/** Calls of two people through one server are never one: the service knows them apart by this. */
function clientOf({ introduced, principal }: RemoteConversationOptions): CallRequest['client'] {
  const info = introduced?.params?.['clientInfo'] as { readonly name?: unknown; readonly version?: unknown } | undefined
  const name = typeof info?.name === 'string' ? info.name : 'unknown'
  return {
    // Shortened, two long names could be one.
    name: `${name.slice(0, 100)} of ${principal.length > LONGEST_PRINCIPAL ? sha256(principal) : principal}`,
    ...(typeof info?.version === 'string' ? { version: info.version.slice(0, 100) } : {}),
  }
}

/** How a call stands that does not run here and now. */
function toldOf(call: LedCall, hold: RequestedHold): JsonObject {
  const { id, state } = hold
  switch (state) {
    case 'pending':
    case 'approved':
    case 'dispatching': {
      const envelope: Envelope = {
        requires_human_approval: true,
        approval_id: id,
        approval_url: hold.approval_url,
        summary: hold.summary,
        ttl_seconds: hold.ttl_seconds ?? 0,
        state,
        next_step: hold.text,
      }
      return shaped(call, { kind: 'envelope', envelope, text: hold.text })
    }
    case 'succeeded':
    case 'failed':
      return withMark(kept(hold), { id, state })
    case 'unknown':
    case 'resolved':
    case 'declined':
    case 'cancelled':
    case 'expired':
    case 'invalidated':
      return shaped(
        call,
        errorAnswer((hold.code ?? 'INVALIDATED') as ErrorCode, hold.text, { hold: id, reason: hold.reason, state }),
      )
  }
}

/** As it was reported: a result of the protocol, or what a failure said. */
function kept({ outcome, text }: RequestedHold): JsonObject {
  const result = outcome?.result as JsonValue | undefined
  if (isJsonObject(result) && Array.isArray(result['content'])) return result
  if (typeof result !== 'string') return failure(text)
  try {
    const told = JSON.parse(result) as JsonValue
    return isJsonObject(told) && Array.isArray(told['content']) ? told : failure(result)
  } catch {
    return failure(result)
  }
}

function shaped({ entry, message }: Pick<LedCall, 'entry' | 'message'>, answer: AgentAnswer): JsonObject {
  const modern = eraOf(message.params as JsonValue | undefined) === 'stateless'
  return toToolResult(answer, { hasOutputSchema: entry.structured, modern })
}

function toFailure(
  call: Pick<LedCall, 'entry' | 'message'>,
  error: unknown,
  log: (message: string) => void,
): JsonObject {
  if (error instanceof ToolFailed) return error.result
  log(`${call.entry.name} did not run: ${thrownMessage(error)}`)
  if (error instanceof RefusedError)
    return shaped(call, errorAnswer(error.code as ErrorCode, `Nothing ran: ${error.message}`))
  const why = error instanceof RequestError ? `${error.message} ${error.hint}` : 'nobody could be asked.'
  return shaped(call, errorAnswer('STORE_UNAVAILABLE', `Nothing ran: ${why} ${NOT_DONE}`))
}

function failure(text: string): JsonObject {
  return { isError: true, content: [{ type: 'text', text }] }
}

function withMark(result: JsonObject, mark: { readonly id: string; readonly state: string }): JsonObject {
  const meta = isJsonObject(result['_meta']) ? result['_meta'] : {}
  return { ...result, _meta: { ...meta, [HOLD_META_KEY]: mark } }
}

/** The protocol's own part of a request's context: requests of ours to the server need it where there are no sessions. */
function protocolMeta({ params }: ProtocolMessage): JsonObject {
  const meta = metaOf(params as JsonValue | undefined)
  if (meta === null) return {}
  const own = Object.entries(meta).filter(([key]) => key.startsWith('io.modelcontextprotocol/'))
  return own.length === 0 ? {} : { _meta: Object.fromEntries(own) }
}

/** Signs of life for a client that asked for them. Answers how to end them. */
function beat(message: ProtocolMessage, toClient: RemoteConversationOptions['toClient']): () => void {
  const progressToken = metaOf(message.params as JsonValue | undefined)?.['progressToken']
  if (progressToken === undefined) return () => {}
  let progress = 0
  const timer = setInterval(() => {
    progress += 1
    const params = { progressToken, progress, message: 'Waiting for a person to decide' }
    toClient({ method: 'notifications/progress', params }, { relatedRequestId: message.id as RequestId })
  }, HEARTBEAT_MS)
  return () => clearInterval(timer)
}
