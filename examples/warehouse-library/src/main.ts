/**
 * The warehouse as an MCP server over stdio that asks people itself. `LINE`: `v2` or `v1` of the SDK; what it registers is the same. `HOLDS`: a file for open questions; without it they are kept in memory.
 */
import { readFile } from 'node:fs/promises'
import { createHoldpoint } from '@holdpoint/mcp'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { addOrderTools } from './order-tools.ts'
import { addProductTools } from './product-tools.ts'
import { createStockRoom } from './stock-room.ts'
import { addStockTools } from './stock-tools.ts'

const { LINE = 'v2', HOLDS } = process.env
const info = { name: 'warehouse', version: '1.0.0' }

const stockRoom = createStockRoom()
const holdpoint = createHoldpoint({
  server: 'warehouse',
  store: HOLDS === undefined ? 'memory' : { file: HOLDS },
  rationale: 'required',
  feedback: true,
  cheatsheet: async () => await readFile(new URL('../cheatsheet.md', import.meta.url), 'utf8'),
})

function withTools(server: McpServer): McpServer {
  addProductTools(server, stockRoom, holdpoint)
  addOrderTools(server, stockRoom, holdpoint)
  addStockTools(server, stockRoom, holdpoint)
  return server
}

if (LINE === 'v1') {
  const [{ McpServer: ServerV1 }, { StdioServerTransport }] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/mcp.js'),
    import('@modelcontextprotocol/sdk/server/stdio.js'),
  ])
  // What is used of it has the same shape in both lines.
  const server = withTools(new ServerV1(info) as unknown as McpServer)
  await server.connect(new StdioServerTransport() as never)
} else {
  serveStdio(() => withTools(new McpServer(info)))
}
