/** Several people behind one client, over one connection: each call runs as the one who made it, and answers nobody else's. */
import { afterEach, describe, expect, test } from 'vitest'
import { rawClient } from '../raw-client.ts'
import { approveAll, holdsOf, hostileWorld } from './hostile-world.ts'
import type { HostileWorld } from './hostile-world.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const call = (id: number, code: string): object => ({
  id,
  method: 'tools/call',
  params: { name: 'delete_product', arguments: { code } },
})
const tokenOf = (person: string): object => ({
  authInfo: { token: `token of ${person}`, clientId: 'agent', scopes: [], extra: { person } },
})
const headersOf = (name: string, person: string): object => ({ requestInfo: { headers: { [name]: person } } })
const requestOf = (name: string, person: string): object => ({
  request: new Request('http://localhost/mcp', { headers: { [name]: person } }),
})

const WAYS: readonly (readonly [string, (person: string) => object])[] = [
  ['their tokens', tokenOf],
  ['their authorization headers', (person) => headersOf('authorization', `Basic ${person}`)],
  ['their keys', (person) => headersOf('x-api-key', person)],
  ['their cookies', (person) => requestOf('cookie', `session=${person}`)],
  ['the authorization of a request', (person) => requestOf('authorization', `Basic ${person}`)],
]

const ranAs = ({ ledger }: HostileWorld): readonly unknown[] =>
  ledger.map(({ code, about }) => {
    const sdk = about.sdk as { readonly authInfo?: object; readonly http?: { readonly authInfo?: object } }
    const { token } = (sdk.authInfo ?? sdk.http?.authInfo ?? {}) as { readonly token?: string }
    return [code, token]
  })

describe.each(['v1', 'v2'] as const)('a %s server', (line) => {
  test('[C7] what runs sees who asked for it, not whoever called first over this connection', async () => {
    const world = hostileWorld(line)
    open.push(() => world.holdpoint.close())
    const client = await rawClient(world.server, line)
    open.push(() => client.close())
    for (const [id, person] of [
      [1, 'alice'],
      [2, 'bob'],
    ] as const) {
      client.deliver(call(id, person), tokenOf(person))
      expect(JSON.stringify(await client.answerTo(id))).toContain('NOT RUN YET')
      await approveAll(world.holdpoint)
      await expect.poll(() => world.ledger.length).toBe(id)
    }
    expect(ranAs(world)).toEqual([
      ['alice', 'token of alice'],
      ['bob', 'token of bob'],
    ])
  })

  test.each(WAYS)('[C7] two people are told apart by %s: neither joins the question of the other', async (_by, as) => {
    const world = hostileWorld(line)
    open.push(() => world.holdpoint.close())
    const client = await rawClient(world.server, line)
    open.push(() => client.close())
    client.deliver(call(1, 'A1'), as('alice'))
    await client.answerTo(1)
    client.deliver(call(2, 'A1'), as('bob'))
    await client.answerTo(2)
    client.deliver(call(3, 'A1'), as('bob'))
    await client.answerTo(3)
    expect(await holdsOf(world.holdpoint)).toHaveLength(2)
    expect(world.ledger).toEqual([])
  })

  test('[C7] an author who knows better who calls says so', async () => {
    const callerOf = ({ authInfo }: { readonly authInfo?: { readonly [name: string]: unknown } | undefined }): string =>
      (authInfo?.['extra'] as { readonly person: string } | undefined)?.person ?? ''
    const world = hostileWorld(line, { callerOf })
    open.push(() => world.holdpoint.close())
    const client = await rawClient(world.server, line)
    open.push(() => client.close())
    const renewed = { authInfo: { token: 'another', clientId: 'agent', scopes: [], extra: { person: 'alice' } } }
    client.deliver(call(1, 'A1'), tokenOf('alice'))
    await client.answerTo(1)
    client.deliver(call(2, 'A1'), renewed)
    await client.answerTo(2)
    expect((await holdsOf(world.holdpoint)).map((hold) => hold.call.principal)).toEqual(['alice'])
  })
})
