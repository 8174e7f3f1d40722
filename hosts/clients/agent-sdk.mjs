import { query } from '@anthropic-ai/claude-agent-sdk'
import { model, PROMPT, server } from './settings.mjs'

const options = {
  mcpServers: { ledger: { type: 'stdio', ...server } },
  allowedTools: ['mcp__ledger__get_item', 'mcp__ledger__delete_item'],
  model: 'claude-sonnet-4-5',
  settingSources: [],
  env: {
    ...process.env,
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'sk-ant-scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    ENABLE_TOOL_SEARCH: 'false',
    MCP_CONNECTION_NONBLOCKING: 'false',
  },
}
for await (const message of query({ prompt: PROMPT, options })) process.stdout.write(`${message.type}\n`)
