/**
 * One call, confirmed, for frameworks that hide the SDK's server: the same engine and the same rails as `confirmedTool`, with the framework's own way to ask in place of a transport.
 */
import { randomUUID } from 'node:crypto'
import { thrownMessage } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import type { ConfirmationRules } from './confirmation-rules.ts'
import type { Holdpoint } from './create-holdpoint.ts'
import { approvalOf } from './released-run.ts'
import type { ApplyContext } from './released-run.ts'
import { openConversation } from './server/open-conversation.ts'
import { takeRelease } from './server/confirmed-entry.ts'
import type { ConfirmedTools } from './server/confirmed-entry.ts'
import type { Conversation } from './server/conversation.ts'
import type { ProtocolMessage } from './server/sdk-server.ts'
import { toGivenResult } from './given-result.ts'
import type { GivenResult } from './given-result.ts'

export interface ConfirmSpec extends ConfirmationRules<JsonObject> {
  readonly holdpoint: Holdpoint
  readonly tool: string
  readonly arguments: JsonObject
  readonly title?: string
  readonly description?: string
  /** The tool's schema, so that a person can change arguments. Absent: they decide on them as they are. */
  readonly inputSchema?: JsonObject
  /** Runs once, with what a person approved. */
  readonly apply: (args: JsonObject, context: ApplyContext) => unknown
}

/** How the person at this client is asked, as far as the framework lets a tool do that. */
export interface AskedPerson {
  /** Sends the parameters of an `elicitation/create`, and gives back its result. `null`: the client cannot be asked. */
  readonly ask: ((params: JsonObject) => Promise<JsonObject>) | null
  /** As the client declared them. Without `elicitation` nobody is asked here. */
  readonly capabilities: JsonObject
  readonly client?: { readonly name: string; readonly version: string }
  /** Who calls, where the framework knows it; calls of others are never joined. */
  readonly principal?: string
  /** Where what is allowed "for this session" ends. */
  readonly session?: string
  readonly signal?: AbortSignal
  /** Told that somebody is asked, again and again, so that the client keeps waiting. */
  readonly progress?: (message: string) => void
}

const CALL_ID = 'call'
const PROTOCOL = '2025-11-25'
/** Of calls whose question outlived them: what is approved later runs in this process. */
const MOST_OPEN = 500
const open = new WeakMap<Holdpoint, Conversation[]>()

export async function confirm(spec: ConfirmSpec, asking: AskedPerson): Promise<GivenResult> {
  const { holdpoint, tool, risk, irreversible = false } = spec
  holdpoint.demands.set(tool, { risk, irreversible })
  const tools: ConfirmedTools = { entries: new Map(), released: new Map() }
  tools.entries.set(tool, {
    name: tool,
    rules: spec as unknown as ConfirmationRules<never>,
    structured: false,
    parse: async (args) => ({ ok: true, value: args }),
  })
  let finish: (result: GivenResult) => void = () => {}
  const finished = new Promise<GivenResult>((resolve) => (finish = resolve))
  const conversation: Conversation = await openConversation(holdpoint, tools, {
    principal: asking.principal ?? 'client',
    session: () => asking.session ?? randomUUID(),
    introduced: introduce(asking),
    toServer: (message) => void serve(message),
    toClient: (message) => void told(message),
  })
  keepOpen(holdpoint, conversation)
  const cancel = (): void =>
    void conversation.fromClient({
      method: 'notifications/cancelled',
      params: { requestId: CALL_ID, reason: 'cancelled' },
    })
  asking.signal?.addEventListener('abort', cancel, { once: true })
  const progress = asking.progress === undefined ? {} : { _meta: { progressToken: CALL_ID } }
  const params = { name: tool, arguments: spec.arguments, ...progress }
  await conversation.fromClient({ id: CALL_ID, method: 'tools/call', params })
  return await finished.finally(() => asking.signal?.removeEventListener('abort', cancel))

  async function serve({ id, method, params: sent }: ProtocolMessage): Promise<void> {
    if (id === undefined || id === null) return
    const respond = (result: object): void => void conversation.fromServer({ id, result: { ...result } }, null)
    if (method === 'tools/list') return respond({ tools: [listed(spec)] })
    const release = method === 'tools/call' ? takeRelease(tools, id, tool) : null
    if (release === null) return respond({ isError: true, content: [{ type: 'text', text: 'Nothing ran.' }] })
    const args = (sent?.['arguments'] ?? {}) as JsonObject
    try {
      const about = { ...(await approvalOf(holdpoint, release)), signal: asking.signal ?? null, sdk: null }
      respond(toGivenResult(await spec.apply(args, about), false))
    } catch (error) {
      respond({ isError: true, content: [{ type: 'text', text: thrownMessage(error) }] })
    }
  }

  async function told(message: ProtocolMessage): Promise<void> {
    const { id, method, params: said = {} } = message
    if (method === undefined) {
      return finish(message.result === undefined ? refused(message) : (message.result as unknown as GivenResult))
    }
    if (method === 'notifications/progress') {
      return asking.progress?.(typeof said['message'] === 'string' ? said['message'] : '')
    }
    if (method !== 'elicitation/create' || id === undefined || id === null) return
    await conversation.fromClient({ id, ...(await askPerson(asking, said as JsonObject)) })
  }
}

/** The client's answer, or the error that it was. */
async function askPerson({ ask }: AskedPerson, params: JsonObject): Promise<Pick<ProtocolMessage, 'result' | 'error'>> {
  if (ask === null) return { error: { code: -32601, message: 'This client cannot be asked.' } }
  try {
    return { result: await ask(params) }
  } catch (error) {
    return { error: { code: -32603, message: thrownMessage(error) } }
  }
}

function keepOpen(holdpoint: Holdpoint, conversation: Conversation): void {
  const kept = open.get(holdpoint) ?? []
  open.set(holdpoint, kept)
  kept.push(conversation)
  if (kept.length > MOST_OPEN) kept.shift()?.end()
}

function introduce({ ask, capabilities, client }: AskedPerson): ProtocolMessage {
  const { elicitation: _none, ...others } = capabilities
  const params = {
    protocolVersion: PROTOCOL,
    capabilities: ask === null ? others : capabilities,
    clientInfo: client ?? { name: 'unknown', version: '' },
  }
  return { jsonrpc: '2.0', id: 'initialize', method: 'initialize', params }
}

function listed({ tool, title, description, inputSchema }: ConfirmSpec): object {
  return {
    name: tool,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: inputSchema ?? { type: 'object' },
  }
}

function refused({ error }: ProtocolMessage): GivenResult {
  return { isError: true, content: [{ type: 'text', text: `Nothing ran. ${error?.message ?? ''}` }] }
}
