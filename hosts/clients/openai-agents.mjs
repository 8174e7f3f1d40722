import { Agent, MCPServerStdio, OpenAIProvider, Runner, setTracingDisabled } from '@openai/agents'
import { model, PROMPT, server } from './settings.mjs'

setTracingDisabled(true)
const ledger = new MCPServerStdio({ name: 'ledger', ...server, clientSessionTimeoutSeconds: 120 })
await ledger.connect()
const agent = new Agent({ name: 'scripted', instructions: 'Follow the plan.', model: 'scripted', mcpServers: [ledger] })
const runner = new Runner({
  modelProvider: new OpenAIProvider({ apiKey: 'x', baseURL: `${model}/v1`, useResponses: true }),
})
const { finalOutput } = await runner.run(agent, PROMPT, { maxTurns: 12 })
process.stdout.write(`${finalOutput}\n`)
await ledger.close()
