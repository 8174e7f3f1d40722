/** How risky a call is says the tool that it calls: another tool of that name, or another call, takes nothing away. */
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { confirm, confirmedTool } from '../../src/index.ts'
import { rawClient } from '../raw-client.ts'
import { newServer } from '../sdk-lines.ts'
import { holdsOf, hostileWorld } from './hostile-world.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

test.each(['v1', 'v2'] as const)(
  '[C7] two %s servers with one holdpoint: a tool stays as risky as its own author says',
  async (line) => {
    const world = hostileWorld(line)
    open.push(() => world.holdpoint.close())
    confirmedTool(
      newServer(line),
      'delete_product',
      { inputSchema: z.looseObject({ code: z.string() }), risk: 'medium', apply: () => 'Done.' },
      world.holdpoint,
    )
    const client = await rawClient(world.server, line)
    open.push(() => client.close())
    client.send({ id: 1, method: 'tools/call', params: { name: 'delete_product', arguments: { code: 'A1' } } })
    await client.answerTo(1)
    expect((await holdsOf(world.holdpoint)).map(({ ruling }) => ruling.risk)).toEqual(['high'])
  },
)

test('[C7] a call that is confirmed as high stays high, whatever another call of the tool says meanwhile', async () => {
  const { holdpoint } = hostileWorld('v1')
  open.push(() => holdpoint.close())
  const ask = async (risk: 'medium' | 'high', amount: number): Promise<unknown> =>
    await confirm(
      { holdpoint, tool: 'transfer', arguments: { amount }, risk, irreversible: risk === 'high', apply: () => 'Done.' },
      { ask: null, capabilities: {} },
    )
  await Promise.all([ask('high', 1000), ask('medium', 1)])
  const asked = (await holdsOf(holdpoint)).map(({ call, ruling }) => [
    call.argumentsText,
    ruling.risk,
    ruling.irreversible,
  ])
  expect(asked.find(([text]) => text === '{"amount":1000}')?.slice(1)).toEqual(['high', true])
})
