/** The adapters' own tools, called as an agent would call them; what they return is the tool message of the model. */
import { MultiServerMCPClient } from '@langchain/mcp-adapters'
import { plan, server, told } from './settings.mjs'

const client = new MultiServerMCPClient({ mcpServers: { ledger: { transport: 'stdio', ...server } } })
const tools = await client.getTools()
for (const step of plan) {
  const tool = tools.find(({ name }) => name.endsWith(step.tool))
  try {
    const message = await tool.invoke({ type: 'tool_call', id: 'call_1', name: tool.name, args: step.arguments })
    told(typeof message.content === 'string' ? message.content : JSON.stringify(message.content))
  } catch (error) {
    told(String(error))
  }
}
await client.close()
