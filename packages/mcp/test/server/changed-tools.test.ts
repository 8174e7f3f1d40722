/** What the SDK lets an author do with a tool that is registered: renamed, given another function, taken away. It is asked about all the same. */
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { confirmedTool, createHoldpoint } from '../../src/index.ts'
import type { Holdpoint } from '../../src/index.ts'
import { rawClient } from '../raw-client.ts'
import type { RawClient } from '../raw-client.ts'
import { newServer } from '../sdk-lines.ts'
import type { Line, TestServer } from '../sdk-lines.ts'
import { approveAll } from './hostile-world.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

interface RegisteredTool {
  update(updates: object): void
  remove(): void
  enable(): void
  disable(): void
}

interface Trial {
  readonly server: TestServer
  readonly holdpoint: Holdpoint
  readonly tool: RegisteredTool
  readonly client: RawClient
  readonly ledger: string[]
  call(name: string, args?: object): Promise<string>
}

async function trial(line: Line, connectFirst = false): Promise<Trial> {
  const server = newServer(line)
  const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {}, waitMs: 0, page: false })
  open.push(() => holdpoint.close())
  server.registerTool('read_product', {}, () => ({ content: [] }))
  const ledger: string[] = []
  const early = connectFirst ? await rawClient(server, line) : null
  const tool = confirmedTool(
    server,
    'delete_product',
    {
      inputSchema: z.object({ code: z.string() }),
      risk: 'high',
      apply: ({ code }) => void ledger.push(`first ${code}`),
    },
    holdpoint,
  ) as RegisteredTool
  const client = early ?? (await rawClient(server, line))
  open.push(() => client.close())
  let id = 0
  const call = async (name: string, args: object = { code: 'A1' }): Promise<string> => {
    id += 1
    client.send({ id, method: 'tools/call', params: { name, arguments: args } })
    return JSON.stringify(await client.answerTo(id))
  }
  return { server, holdpoint, tool, client, ledger, call }
}

const other = (ledger: string[]): object => ({
  callback: (args: { readonly code?: string }) => {
    ledger.push(`other ${args.code ?? ''}`)
    return { content: [] }
  },
})

function circle(): object {
  const round: { self?: object } = {}
  round.self = round
  return round
}

describe.each(['v1', 'v2'] as const)('a confirmed tool of a %s server', (line) => {
  test('[C7] under another name it is asked about, and runs once a person said yes', async () => {
    const it = await trial(line)
    it.tool.update({ name: 'remove_product' })
    expect(await it.call('remove_product')).toContain('NOT RUN YET')
    await approveAll(it.holdpoint)
    await expect.poll(() => it.ledger).toEqual(['first A1'])
  })

  test('[C7] with another function, under its name or another, it is asked about', async () => {
    const it = await trial(line)
    it.tool.update(other(it.ledger))
    expect(await it.call('delete_product')).toContain('NOT RUN YET')
    it.tool.update({ name: 'remove_product', ...other(it.ledger) })
    expect(await it.call('remove_product')).toContain('NOT RUN YET')
    expect(it.ledger).toEqual([])
    await approveAll(it.holdpoint)
    await expect.poll(() => it.ledger).toEqual(['other A1'])
  })

  test('[C7] with another function, past us, it runs nothing', async () => {
    const it = await trial(line, true)
    it.tool.update(other(it.ledger))
    expect(await it.call('delete_product')).toContain('did not run')
    expect(it.ledger).toEqual([])
  })

  test('[C7] with other arguments, what is asked about is what it gets', async () => {
    const it = await trial(line)
    it.tool.update({
      paramsSchema: line === 'v1' ? { code: z.coerce.number() } : z.object({ code: z.coerce.number() }),
    })
    expect(await it.call('delete_product', { code: '7' })).toContain('NOT RUN YET')
    expect(await it.call('delete_product', { code: 'no number' })).not.toContain('NOT RUN YET')
    await approveAll(it.holdpoint)
    await expect.poll(() => it.ledger).toEqual(['first 7'])
  })

  test('[C7] taken away, or turned off, it runs nothing; another of its name is asked about', async () => {
    const it = await trial(line)
    it.tool.disable()
    expect(await it.call('delete_product')).not.toContain('first')
    it.tool.enable()
    it.tool.remove()
    await it.call('delete_product')
    it.server.registerTool('delete_product', { inputSchema: z.object({ code: z.string() }) }, () => {
      it.ledger.push('unconfirmed')
      return { content: [] }
    })
    expect(await it.call('delete_product')).toContain('NOT RUN YET')
    expect(it.ledger).toEqual([])
  })

  test.each([
    ['a number that JSON has no word for', () => ({ number: 1n })],
    ['a circle', circle],
    ['a result with a circle in it', () => ({ content: [], structuredContent: circle() })],
  ])('[C7] what gives %s has run, and is not called a failure', async (_what, apply: () => object) => {
    const server = newServer(line)
    const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {}, waitMs: 0, page: false })
    open.push(() => holdpoint.close())
    confirmedTool(server, 'count', { inputSchema: z.object({}), risk: 'high', apply }, holdpoint)
    const client = await rawClient(server, line)
    open.push(() => client.close())
    client.send({ id: 1, method: 'tools/call', params: { name: 'count', arguments: {} } })
    await client.answerTo(1)
    await approveAll(holdpoint)
    await new Promise((resolve) => setTimeout(resolve, 300))
    client.send({ id: 2, method: 'tools/call', params: { name: 'count', arguments: {} } })
    const answer = await client.answerTo(2)
    expect(JSON.stringify(answer)).toContain('It ran.')
    expect(answer?.result?.['isError']).not.toBe(true)
  })
})
