/** An agent of LangChain in which a person confirms what does more than read. */
import type { CallGuard } from '@holdpoint/mcp'
import { guardToolCalls } from '@holdpoint/mcp/langchain'
import type { HeldToolCall, ToolPatternRule } from '@holdpoint/mcp/langchain'
import { Command } from '@langchain/langgraph'
import type { BaseCheckpointSaver } from '@langchain/langgraph'
import { createAgent, createMiddleware, ToolMessage } from 'langchain'
import type { ReactAgent } from 'langchain'

type AgentParts = Pick<Parameters<typeof createAgent>[0], 'model' | 'tools'>

export function confirmedAgent(
  holdpoint: CallGuard,
  parts: AgentParts & { readonly checkpointer?: BaseCheckpointSaver; readonly rules?: readonly ToolPatternRule[] },
): ReactAgent {
  const { rules = [], ...agent } = parts
  const wrapToolCall = guardToolCalls(holdpoint, { ToolMessage, rules })
  return createAgent({ ...agent, middleware: [createMiddleware({ name: 'holdpoint', wrapToolCall })] }) as ReactAgent
}

export interface Held {
  readonly id: string
  readonly value: HeldToolCall
}

/** The calls of this answer that wait for a person: what they are, and the link to decide them. */
export function heldIn(answer: object): readonly Held[] {
  return (answer as { readonly __interrupt__?: readonly Held[] })['__interrupt__'] ?? []
}

/** Goes on, in any process that has the thread. What is sent along decides nothing: a call that nobody has decided is held again. */
export async function goOn(agent: ReactAgent, thread: string, held: readonly Held[]): Promise<object> {
  const resume = Object.fromEntries(held.map(({ id }) => [id, true]))
  return (await agent.invoke(new Command({ resume }) as never, { configurable: { thread_id: thread } })) as object
}
