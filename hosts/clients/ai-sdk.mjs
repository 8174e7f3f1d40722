import { createMCPClient } from '@ai-sdk/mcp'
import { Experimental_StdioMCPTransport as Stdio } from '@ai-sdk/mcp/mcp-stdio'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs } from 'ai'
import { model, PROMPT, server } from './settings.mjs'

const client = await createMCPClient({ transport: new Stdio(server) })
const provider = createOpenAICompatible({ name: 'scripted', baseURL: `${model}/v1`, apiKey: 'x' })
const { text } = await generateText({
  model: provider('scripted'),
  tools: await client.tools(),
  stopWhen: stepCountIs(10),
  prompt: PROMPT,
})
process.stdout.write(`${text}\n`)
await client.close()
