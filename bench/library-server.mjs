/** The same small server twice: bare, and with one of its two tools confirmed by `@holdpoint/mcp`. `CONFIRMED`, `LINE` (v1, v2). */
import { z } from 'zod'

const { CONFIRMED = '', LINE = 'v2' } = process.env
const library = CONFIRMED === '' ? null : await import('@holdpoint/mcp')
const holdpoint = library?.createHoldpoint({ server: 'bench', log: () => {} }) ?? null
const inputSchema = z.object({ code: z.string() })

function create(McpServer) {
  const server = new McpServer({ name: 'bench', version: '1.0.0' })
  const remove = ({ code }) => `Deleted ${code}.`
  if (library === null) {
    server.registerTool('delete_product', { description: 'Delete a product.', inputSchema }, (args) => ({
      content: [{ type: 'text', text: remove(args) }],
    }))
  } else {
    const rules = { description: 'Delete a product.', inputSchema, risk: 'high', apply: remove }
    library.confirmedTool(server, 'delete_product', rules, holdpoint)
  }
  server.registerTool('read_product', { description: 'Read a product.', inputSchema }, ({ code }) => ({
    content: [{ type: 'text', text: code }],
  }))
  return server
}

if (LINE === 'v1') {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js')
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  await create(McpServer).connect(new StdioServerTransport())
} else {
  const { McpServer } = await import('@modelcontextprotocol/server')
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  serveStdio(() => create(McpServer))
}
