import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Agent } from '@mastra/core/agent'
import { MCPClient } from '@mastra/mcp'
import { model, PROMPT, server } from './settings.mjs'

const client = new MCPClient({ servers: { ledger: server }, timeout: 120_000 })
const provider = createOpenAICompatible({ name: 'scripted', baseURL: `${model}/v1`, apiKey: 'x' })
const agent = new Agent({
  id: 'scripted',
  name: 'scripted',
  instructions: 'Follow the plan.',
  model: provider('scripted'),
  tools: await client.listTools(),
})
const { text } = await agent.generate(PROMPT, { maxSteps: 10 })
process.stdout.write(`${text}\n`)
await client.disconnect()
process.exit(0)
