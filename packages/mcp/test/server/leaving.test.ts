/** Clients that leave and come back, and servers that are closed, at every moment of a call: it runs once or not at all. */
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { confirmedTool, createHoldpoint } from '../../src/index.ts'
import type { Holdpoint } from '../../src/index.ts'
import { rawClient } from '../raw-client.ts'
import { newServer } from '../sdk-lines.ts'
import type { Line, TestServer } from '../sdk-lines.ts'
import { approveAll, holdsOf } from './hostile-world.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const pause = async (milliseconds: number): Promise<void> =>
  await new Promise<void>((resolve) => void setTimeout(resolve, milliseconds))

interface Trial {
  readonly server: TestServer & { close(): Promise<void> }
  readonly holdpoint: Holdpoint
  readonly ledger: string[]
}

function trial(line: Line, runsForMs = 0): Trial {
  const server = newServer(line) as Trial['server']
  const holdpoint = createHoldpoint({ server: 'warehouse', log: () => {}, waitMs: 0, page: false })
  open.push(() => holdpoint.close())
  const ledger: string[] = []
  confirmedTool(
    server,
    'delete_product',
    {
      inputSchema: z.object({ code: z.string() }),
      risk: 'high',
      async apply({ code }) {
        ledger.push(code)
        await pause(runsForMs)
        return `Deleted ${code}.`
      },
    },
    holdpoint,
  )
  return { server, holdpoint, ledger }
}

const call = (id: number): object => ({
  id,
  method: 'tools/call',
  params: { name: 'delete_product', arguments: { code: 'A1' } },
})

describe.each(['v1', 'v2'] as const)('a %s server', (line) => {
  test('[C7] a client that left comes back over another transport: what was approved meanwhile runs once, for it', async () => {
    const { server, holdpoint, ledger } = trial(line)
    const first = await rawClient(server, line)
    first.send(call(1))
    await first.answerTo(1)
    await first.close()
    await server.close()
    await approveAll(holdpoint)
    await pause(300)
    expect(ledger).toEqual([])
    const second = await rawClient(server, line)
    open.push(() => second.close())
    second.send(call(1))
    expect(JSON.stringify(await second.answerTo(1))).toContain('Deleted A1.')
    expect(ledger).toEqual(['A1'])
  })

  test('[C7] a server that is closed while the call runs has run it once, and nothing runs it again by itself', async () => {
    const { server, holdpoint, ledger } = trial(line, 400)
    const first = await rawClient(server, line)
    first.send(call(1))
    await first.answerTo(1)
    await approveAll(holdpoint)
    await expect.poll(() => ledger.length).toBe(1)
    await server.close()
    await pause(600)
    const second = await rawClient(server, line)
    open.push(() => second.close())
    second.send(call(1))
    const told = JSON.stringify(await second.answerTo(1))
    await pause(500)
    expect(ledger).toEqual(['A1'])
    expect(told).not.toContain('NOT RUN YET')
    expect((await holdsOf(holdpoint)).map(({ state }) => state)).not.toContain('approved')
  })

  test.each([0, 1, 2, 5, 20, 60])(
    '[C7] cancelled %i ms after it was sent, and approved: at most one run',
    async (after) => {
      const { server, holdpoint, ledger } = trial(line)
      const client = await rawClient(server, line)
      open.push(() => client.close())
      client.send(call(1))
      if (after > 0) await pause(after)
      client.send({ method: 'notifications/cancelled', params: { requestId: 1 } })
      await pause(100)
      expect(ledger).toEqual([])
      await approveAll(holdpoint)
      client.send(call(2))
      client.send(call(3))
      await Promise.all([client.answerTo(2), client.answerTo(3)])
      await pause(200)
      expect(ledger.length).toBeLessThanOrEqual(1)
    },
  )
})
