/** A server with one tool that deletes. It writes down every call that reaches it. */
import { appendFileSync } from 'node:fs'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'

const server = new McpServer({ name: 'shop', version: '1' })
const describe = { description: 'Delete a product', inputSchema: { sku: z.string() } }
server.registerTool('delete_product', describe, async ({ sku }) => {
  appendFileSync(process.env.LEDGER, `${sku}\n`)
  return { content: [{ type: 'text', text: `deleted ${sku}` }] }
})
server.registerTool('get_product', { ...describe, description: 'Read a product' }, async ({ sku }) => ({
  content: [{ type: 'text', text: `${sku}: a chair` }],
}))
await server.connect(new StdioServerTransport())
