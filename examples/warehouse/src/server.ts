// The MCP face of the warehouse: registers every tool and turns its reply into a tool result.
// It asks no person for confirmation: that is what Holdpoint in front of it is for.

import { McpServer, type CallToolResult } from '@modelcontextprotocol/server'
import type { Database } from './database.ts'
import { runRecorded } from './ledger.ts'
import type { Reply, Tool } from './tool.ts'
import { mailTools } from './tools/mail.ts'
import { productTools } from './tools/products.ts'
import { purchaseOrderTools } from './tools/purchase-orders.ts'
import { salesOrderTools } from './tools/sales-orders.ts'
import { searchTools } from './tools/search.ts'
import { sqlTools } from './tools/sql.ts'
import { stockTools } from './tools/stock.ts'
import { supplierTools } from './tools/suppliers.ts'

const tools: readonly Tool[] = [
  ...productTools,
  ...searchTools,
  ...supplierTools,
  ...purchaseOrderTools,
  ...salesOrderTools,
  ...stockTools,
  ...mailTools,
  ...sqlTools,
]

export function createWarehouseServer(database: Database): McpServer {
  const server = new McpServer(
    { name: 'warehouse', title: 'Northgate Office Supply', version: '0.1.0' },
    {
      instructions:
        'The stock room of Northgate Office Supply. Prices are in euro cents. Look a record up before changing it.',
    },
  )
  for (const tool of tools) {
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: tool.inputSchema,
        ...(tool.outputSchema === undefined ? {} : { outputSchema: tool.outputSchema }),
        ...(tool.annotations === undefined ? {} : { annotations: tool.annotations }),
      },
      (args) => toResult(tool, runRecorded(database, tool, args)),
    )
  }
  return server
}

function toResult(tool: Tool, reply: Reply): CallToolResult {
  switch (reply.kind) {
    case 'said':
      return { content: [{ type: 'text', text: reply.text }] }
    case 'refused':
      return { content: [{ type: 'text', text: reply.reason }], isError: true }
    case 'data': {
      const content: CallToolResult['content'] = [{ type: 'text', text: JSON.stringify(reply.data) }]
      return tool.outputSchema === undefined ? { content } : { content, structuredContent: { ...reply.data } }
    }
  }
}
