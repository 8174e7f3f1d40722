/** A confirmed tool in a server of fastmcp, over HTTP with sessions, and real clients with and without forms. */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { approvedDigest, decide } from '@holdpoint/core'
import { createHoldpoint, notFound } from '@holdpoint/mcp'
import type { Holdpoint } from '@holdpoint/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { FastMCP } from 'fastmcp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addConfirmedTool } from './confirmed-tool.ts'

let holdpoint: Holdpoint
let deleted: string[]
let url: URL
const ended: (() => Promise<void>)[] = []

beforeEach(async () => {
  holdpoint = createHoldpoint({ server: 'shop', log: () => {} })
  deleted = []
  const server = new FastMCP({ name: 'shop', version: '1.0.0' })
  addConfirmedTool(server, holdpoint, {
    name: 'delete_product',
    description: 'Delete a product.',
    parameters: z.object({ sku: z.string() }),
    risk: 'high',
    preview: ({ sku }) => (sku === 'NOPE' ? notFound(`Product ${sku}`) : { title: `Delete ${sku}?` }),
    apply: ({ sku }) => {
      deleted.push(sku)
      return `Deleted ${sku}.`
    },
  })
  const port = await freePort()
  await server.start({ transportType: 'httpStream', httpStream: { port, host: '127.0.0.1' } })
  url = new URL(`http://127.0.0.1:${port}/mcp`)
  ended.push(
    () => server.stop(),
    () => holdpoint.close(),
  )
})
afterEach(async () => {
  for (const end of ended.splice(0).toReversed()) await end()
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', () => resolve()))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

interface Told {
  readonly text: string
  readonly isError: boolean
  readonly structured: { readonly [name: string]: unknown }
}

/** `answer`: of the person at this client; `null`: it has no forms. */
async function clientOf(
  answer: 'Run it once' | 'decline' | null,
  asked: string[] = [],
): Promise<(sku: string) => Promise<Told>> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: answer === null ? {} : { elicitation: {} } },
  )
  if (answer !== null) {
    client.setRequestHandler('elicitation/create', async ({ params: { message } }) => {
      asked.push(message)
      await new Promise((resolve) => setTimeout(resolve, 500))
      return answer === 'decline' ? { action: 'decline' } : { action: 'accept', content: { decision: answer } }
    })
  }
  await client.connect(new StreamableHTTPClientTransport(url))
  ended.push(() => client.close())
  return async (sku) => {
    const result = await client.callTool({ name: 'delete_product', arguments: { sku } })
    const [first] = result.content
    return {
      text: first?.type === 'text' ? first.text : '',
      isError: result.isError === true,
      structured: (result.structuredContent ?? {}) as Told['structured'],
    }
  }
}

test('a yes runs it once, a no not at all, and what is not there asks nobody', async () => {
  const asked: string[] = []
  const yes = await clientOf('Run it once', asked)
  expect(await yes('A1')).toMatchObject({ text: '✅ Deleted A1.', isError: false })
  expect(await yes('NOPE')).toMatchObject({
    text: expect.stringContaining('Product NOPE was not found.'),
    isError: true,
  })
  const no = await clientOf('decline')
  expect(await no('B1')).toMatchObject({ text: expect.stringMatching(/^❌ .*declined by user/s), isError: true })
  expect(asked).toEqual([expect.stringContaining('Delete A1?')])
  expect(deleted).toEqual(['A1'])
})

test('each client is asked as it can be: one has forms, the other gets the envelope', async () => {
  const [form, plain] = [await clientOf('Run it once'), await clientOf(null)]
  const [ran, waits] = await Promise.all([form('A1'), plain('B1')])
  expect(ran.text).toBe('✅ Deleted A1.')
  expect(waits).toMatchObject({ text: expect.stringMatching(/^NOT RUN YET/), structured: { state: 'pending' } })
  expect(deleted).toEqual(['A1'])
})

test('what is approved after the call ended runs once, and the same call again collects it', async () => {
  const call = await clientOf(null)
  const { structured } = await call('B1')
  const { store, tenant } = await holdpoint.engine()
  const id = String(structured['approval_id'])
  const hold = (await store.holds.get(id)) ?? expect.fail('no hold')
  const verdict = { by: 'local:ines', answer: 'approve', via: 'terminal', assurance: 'host', reason: null } as const
  await decide(store, { hold: id, tenant, verdict, shown: approvedDigest(hold) })
  await expect.poll(() => deleted).toEqual(['B1'])
  expect(await call('B1')).toMatchObject({ text: '✅ Deleted B1.', isError: false })
  expect(deleted).toEqual(['B1'])
})

test('the identical call twice at once is one question and one run', async () => {
  const asked: string[] = []
  const call = await clientOf('Run it once', asked)
  const told = await Promise.all([call('A1'), call('A1')])
  expect(asked).toHaveLength(1)
  expect(deleted).toEqual(['A1'])
  expect(told.map(({ text }) => text)).toContain('✅ Deleted A1.')
})
