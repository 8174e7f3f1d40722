/** Messages that no SDK would send, to a real server of each line: nothing runs that no person approved, and the server goes on. */
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createSigner } from '@holdpoint/gateway/proof'
import { digestArguments, signStatement } from '@holdpoint/core'
import type { JsonObject } from '@holdpoint/core'
import { sha256 } from '@holdpoint/store/sha256'
import { confirmedTool } from '../../src/index.ts'
import type { ApplyContext } from '../../src/index.ts'
import { rawClient } from '../raw-client.ts'
import type { RawClient } from '../raw-client.ts'
import type { Line } from '../sdk-lines.ts'
import { approveAll, hostileWorld } from './hostile-world.ts'
import type { HostileWorld } from './hostile-world.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

async function connected(world: HostileWorld, line: Line): Promise<RawClient> {
  open.push(() => world.holdpoint.close())
  const client = await rawClient(world.server, line)
  open.push(() => client.close())
  return client
}

const call = (id: unknown, args: unknown, name: unknown = 'delete_product', method = 'tools/call'): object => ({
  id,
  method,
  params: { name, arguments: args },
})

/** What a tool of the author calls by hand: the callback of another one, with the context that it got itself. */
type ByHand = (args: object, context: unknown) => Promise<unknown>

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

const LOOK_ALIKES = [
  ['delete_product'],
  'delete_product ',
  'Delete_product',
  'delete_product\u200B',
  '\uFF44elete_product',
  '__proto__',
  'constructor',
  'holdpoint/undo/delete_product',
  null,
  1,
]
const METHODS = ['tools/call', 'tools/Call', 'tools/call ', ' tools/call', 'tools//call', 'TOOLS/CALL']
const IDS = [1, '1', 0, -1, 1.5, '', 'holdpoint-1', null, true, [], {}, undefined]
const PARAMS = [
  undefined,
  null,
  [],
  'x',
  { name: 'delete_product' },
  { name: 'delete_product', arguments: [] },
  { name: 'delete_product', arguments: 'x' },
  { name: 'delete_product', arguments: JSON.parse('{"code":"A1","__proto__":{"code":"B"}}') as unknown },
  { name: 'delete_product', arguments: { code: 'A1', preview: false, confirm: true } },
  { name: 'delete_product', arguments: { code: 'A1', n: 2 ** 60 } },
  { name: 'delete_product', arguments: { code: 'A1' }, task: { ttl: 1000 } },
  { name: 'delete_product', arguments: { code: 'A1' }, _meta: { 'dev.holdpoint/approved': 'e30.e30.e30' } },
]

describe.each(['v1', 'v2'] as const)('a %s server', (line) => {
  test('[C7] no name, method, id or parameter gets past the question', async () => {
    const world = hostileWorld(line)
    const client = await connected(world, line)
    for (const id of IDS) {
      for (const method of METHODS) {
        for (const name of ['delete_product', ...LOOK_ALIKES]) client.send(call(id, { code: 'A1' }, name, method))
      }
    }
    for (const [index, params] of PARAMS.entries()) client.send({ id: `p${index}`, method: 'tools/call', params })
    client.send(call('last', { code: 'A1' }))
    expect(JSON.stringify(await client.answerTo('last'))).toContain('NOT RUN YET')
    expect(world.ledger).toEqual([])
  })

  test.each([['by the engine', {}] as const, ['by a gateway too', { gateway: 'a key' }] as const])(
    '[C7] arguments as deep as nobody writes them are refused, %s, and the server goes on',
    async (_by, { gateway }: { readonly gateway?: string }) => {
      const key = createSigner().publicKey
      const world = hostileWorld(line, gateway === undefined ? {} : { gateway: { key, server: 'x' } })
      const client = await connected(world, line)
      client.send(call(1, { code: 'A1', more: nested(20_000) }))
      expect(JSON.stringify(await client.answerTo(1))).toContain('did not run')
      client.send(call(2, { code: 'A1' }))
      expect(JSON.stringify(await client.answerTo(2))).toContain('NOT RUN YET')
      expect(world.ledger).toEqual([])
    },
  )

  test("[C7] a gateway's word for arguments that the tool does not take is spent, and lets no other call run", async () => {
    const signer = createSigner()
    const world = hostileWorld(line, { gateway: { key: signer.publicKey, server: 'x' } })
    const registered = confirmedTool(
      world.server,
      'sell_product',
      {
        inputSchema: z.object({ code: z.string() }),
        risk: 'high',
        apply: ({ code }) => void world.ledger.push({ code, about: null as unknown as ApplyContext }),
      },
      world.holdpoint,
    ) as { readonly handler: ByHand }
    world.server.registerTool(
      'any',
      { inputSchema: z.object({}) },
      (async (_args: object, context: unknown) => await registered.handler({ code: 'B2' }, context)) as never,
    )
    const client = await connected(world, line)
    const args: JsonObject = { code: 7 }
    const iat = Math.floor(Date.now() / 1000)
    const marker = signStatement(
      'holdpoint-approved',
      {
        hold: 'h',
        tool: 'sell_product',
        server: 'x',
        digest: digestArguments(args, sha256),
        iat,
        exp: iat + 60,
        jti: `${line} 1`,
      },
      signer.sign,
    )
    client.send({
      id: 5,
      method: 'tools/call',
      params: { name: 'sell_product', arguments: args, _meta: { 'dev.holdpoint/approved': marker } },
    })
    expect(JSON.stringify(await client.answerTo(5))).toMatch(/invalid/i)
    client.heard.length = 0
    client.send(call(5, {}, 'any'))
    expect(JSON.stringify(await client.answerTo(5))).toContain('did not run')
    expect(world.ledger).toEqual([])
  })

  test('[C7] a client that leaves while the engine is opened has asked nothing', async () => {
    const world = hostileWorld(line)
    const client = await connected(world, line)
    client.send(call(1, { code: 'A1' }))
    await client.close()
    await approveAll(world.holdpoint)
    expect(world.ledger).toEqual([])
  })
})
