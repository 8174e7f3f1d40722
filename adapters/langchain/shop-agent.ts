/** An agent of LangChain with a scripted model, a tool that deletes and one that reads, and a thread that outlives its process. */
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, ToolMessage as ToolMessageClass } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import { Command, MemorySaver } from '@langchain/langgraph'
import { createAgent, createMiddleware, tool, ToolMessage } from 'langchain'
import type { ReactAgent } from 'langchain'
import { z } from 'zod'
import { guardToolCalls } from '@holdpoint/mcp/langchain'
import type { LangChainOptions } from '@holdpoint/mcp/langchain'
import type { CallGuard } from '@holdpoint/mcp'
import { confirmedAgent, goOn, heldIn } from './confirmed-agent.ts'
import type { Held } from './confirmed-agent.ts'

export interface WantedCall {
  readonly name: string
  readonly args: { [name: string]: unknown }
  readonly id: string
}

/** Calls what it was told to, and then says what it was answered. It remembers nothing: the thread does. */
class ScriptedModel extends BaseChatModel {
  readonly calls: readonly WantedCall[]

  constructor(calls: readonly WantedCall[]) {
    super({})
    this.calls = calls
  }
  _llmType(): string {
    return 'scripted'
  }
  override bindTools(): this {
    return this
  }
  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const told = messages.filter((message) => ToolMessageClass.isInstance(message))
    const message =
      told.length > 0
        ? new AIMessage(
            `told: ${told.map(({ status, content }) => `${status ?? ''} ${JSON.stringify(content)}`).join(' | ')}`,
          )
        : new AIMessage({
            content: '',
            tool_calls: this.calls.map((call) => ({ ...call, type: 'tool_call' as const })),
          })
    return { generations: [{ text: message.text, message }] }
  }
}

export interface ShopAgent {
  /** The SKUs that were deleted, in order. */
  readonly deleted: string[]
  start(thread?: string): Promise<Ended>
  /** With whatever somebody sends to continue it. */
  resume(value: unknown, thread?: string): Promise<Ended>
  /** As the app does once a person has decided. */
  takeUp(held: readonly Held[], thread?: string): Promise<Ended>
  invoke(input: unknown, config: { configurable: { [name: string]: unknown } }): Promise<Ended>
  /** As somebody does who can write to the checkpointer: this is what the model has said, and the tools come next. */
  forge(call: WantedCall, thread?: string): Promise<Ended>
  /** The config of each state that the thread has been in, newest first. */
  history(thread?: string): Promise<{ configurable?: { [name: string]: unknown } }[]>
}

export interface Ended {
  readonly said: string
  readonly held: readonly Held[]
}

export interface ShopOptions {
  readonly calls: readonly WantedCall[]
  readonly deleted?: string[]
  /** `null`: threads are not kept. */
  readonly saver?: MemorySaver | null
  readonly slow?: number
  readonly options?: Partial<Omit<LangChainOptions<unknown>, 'ToolMessage'>>
}

export function createShopAgent(
  holdpoint: CallGuard,
  { calls, deleted = [], saver, slow = 0, options }: ShopOptions,
): ShopAgent {
  const deleteProduct = tool(
    async ({ sku }) => {
      await new Promise((resolve) => setTimeout(resolve, slow))
      deleted.push(sku)
      return `deleted ${sku}`
    },
    { name: 'delete_product', description: 'Delete a product', schema: z.object({ sku: z.string() }) },
  )
  const getProduct = tool(async ({ sku }) => `${sku}: a chair`, {
    name: 'get_product',
    description: 'Read a product',
    schema: z.object({ sku: z.string() }),
  })
  const parts = {
    model: new ScriptedModel(calls),
    tools: [deleteProduct, getProduct],
    ...(saver === null ? {} : { checkpointer: saver ?? new MemorySaver() }),
  }
  const middleware = [
    createMiddleware({ name: 'holdpoint', wrapToolCall: guardToolCalls(holdpoint, { ToolMessage, ...options }) }),
  ]
  // As the example does it, where a test wants nothing else.
  const agent =
    options === undefined ? confirmedAgent(holdpoint, parts) : (createAgent({ ...parts, middleware }) as ReactAgent)
  async function invoke(input: unknown, config: { configurable: { [name: string]: unknown } }): Promise<Ended> {
    return toEnded((await agent.invoke(input as never, config)) as object)
  }
  const at = (thread: string): { configurable: { thread_id: string } } => ({ configurable: { thread_id: thread } })
  return {
    deleted,
    invoke,
    start: async (thread = 'one') => await invoke({ messages: [{ role: 'user', content: 'tidy up' }] }, at(thread)),
    resume: async (value, thread = 'one') => await invoke(new Command({ resume: value }), at(thread)),
    takeUp: async (held, thread = 'one') => toEnded(await goOn(agent, thread, held)),
    async forge(call, thread = 'one') {
      const message = new AIMessage({ content: '', tool_calls: [{ ...call, type: 'tool_call' }] })
      await agent.graph.updateState(at(thread), { messages: [message] }, 'model_request')
      return await invoke(null, at(thread))
    },
    async history(thread = 'one') {
      const states: { configurable?: { [name: string]: unknown } }[] = []
      for await (const state of agent.graph.getStateHistory(at(thread))) states.push(state.config as never)
      return states
    },
  }
}

function toEnded(answer: object): Ended {
  const { messages = [] } = answer as { readonly messages?: readonly BaseMessage[] }
  return { said: messages.at(-1)?.text ?? '', held: heldIn(answer) }
}

/** As it would be read from a disk by another process. */
export function reopened(saver: MemorySaver): MemorySaver {
  return Object.assign(new MemorySaver(), {
    storage: structuredClone(saver.storage),
    writes: structuredClone(saver.writes),
  })
}
