/** A task for Claude in which a person confirms what does more than read. */
import { createSdkMcpServer, query, tool } from '@anthropic-ai/claude-agent-sdk'
import type { Options, Query, SDKResultMessage, SDKUserMessage } from '@anthropic-ai/claude-agent-sdk'
import type { CallGuard } from '@holdpoint/mcp'
import { confirmClaudeTools } from '@holdpoint/mcp/claude'
import type { ToolPatternRule } from '@holdpoint/mcp/claude'
import { z } from 'zod'

const RULES: readonly ToolPatternRule[] = [
  { tool: 'mcp__shop__count_*', ask: false },
  {
    tool: 'mcp__shop__delete_product',
    risk: 'high',
    irreversible: true,
    // With a schema, a person may change the arguments.
    definition: { inputSchema: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] } },
  },
]

/** Waits for a person as long as this process lives. */
export async function runAttended(holdpoint: CallGuard, prompt: string, options: Options): Promise<SDKResultMessage> {
  const { canUseTool, outcomes } = confirmClaudeTools({ holdpoint, rules: RULES })
  return await resultOf(query({ prompt, options: { ...options, canUseTool, hooks: outcomes } }))
}

/** Ends with `stop_reason: "tool_deferred"` where a call waits for a person. */
export async function runDeferring(holdpoint: CallGuard, prompt: string, options: Options): Promise<SDKResultMessage> {
  const { hooks } = confirmClaudeTools({ holdpoint, rules: RULES })
  return await resultOf(query({ prompt, options: { ...options, hooks } }))
}

/** Takes it up again, in any process, once the person has decided. Too early, it defers again. */
export async function takeUp(holdpoint: CallGuard, session: string, options: Options): Promise<SDKResultMessage> {
  const { hooks } = confirmClaudeTools({ holdpoint, rules: RULES })
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  // A prompt that stays open and says nothing: one that ends, or is empty, interrupts the call that is taken up.
  const next = async (): Promise<IteratorResult<SDKUserMessage>> => {
    await ended
    return { done: true, value: undefined }
  }
  const prompt = { [Symbol.asyncIterator]: () => ({ next }) }
  return await resultOf(query({ prompt, options: { ...options, resume: session, hooks } }), end)
}

/** The same by a permission-prompt tool. */
export async function runPrompted(holdpoint: CallGuard, prompt: string, options: Options): Promise<SDKResultMessage> {
  const { permissionPrompt, outcomes } = confirmClaudeTools({ holdpoint, rules: RULES })
  const sent = { tool_name: z.string(), input: z.looseObject({}), tool_use_id: z.string() }
  const approve = tool('approve', 'Asks a person', sent, async (call) => await permissionPrompt(call))
  const gate = createSdkMcpServer({ name: 'gate', tools: [approve], alwaysLoad: true })
  const mcpServers = { ...options.mcpServers, gate }
  const given = { ...options, mcpServers, hooks: outcomes, permissionPromptToolName: 'mcp__gate__approve' }
  return await resultOf(query({ prompt, options: given }))
}

export async function resultOf(messages: Query, ended: () => void = () => {}): Promise<SDKResultMessage> {
  let result: SDKResultMessage | null = null
  for await (const message of messages) {
    if (message.type !== 'result') continue
    result = message
    ended()
  }
  if (result === null) throw new Error('Claude ended without a result.')
  return result
}
