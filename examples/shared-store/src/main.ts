/**
 * A server that hosts start more than once, as they do: one process for each window, all on one SQLite file. What is asked in one is known to the others, can be decided on the page of any, and runs in one
 * of them, once. `HOLDS` is that file; every cancelled order is a line in `LEDGER`.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { confirmedTool, createHoldpoint, notFound } from '@holdpoint/mcp'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const { HOLDS = 'holds.db', LEDGER = 'ledger.txt' } = process.env
const ORDERS = new Map(['SO-1', 'SO-2', 'SO-3', 'SO-4', 'SO-5'].map((order, index) => [order, 100 * (index + 1)]))

const holdpoint = createHoldpoint({ server: 'orders', store: { file: HOLDS } })

function isCancelled(order: string): boolean {
  return existsSync(LEDGER) && readFileSync(LEDGER, 'utf8').includes(`${order} `)
}

serveStdio(() => {
  const server = new McpServer({ name: 'orders', version: '1.0.0' })
  confirmedTool(
    server,
    'cancel_order',
    {
      description: 'Cancel an order and pay the money back.',
      inputSchema: z.object({ order: z.string() }),
      risk: 'high',
      preview: ({ order }) => {
        const amount = ORDERS.get(order)
        if (amount === undefined || isCancelled(order)) return notFound(`An open order ${order}`)
        return { title: `Cancel ${order}?`, impact: [{ label: 'Paid back', value: `€ ${amount}` }] }
      },
      apply: ({ order }) => {
        appendFileSync(LEDGER, `${order} in ${process.pid}\n`)
        return `${order} is cancelled.`
      },
    },
    holdpoint,
  )
  return server
})
