/** A service that answers what it should not: nothing runs by it, nothing runs twice, and the token goes nowhere else. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { digestArguments } from '@holdpoint/core'
import { createSigner } from '@holdpoint/gateway/proof'
import { sha256 } from '@holdpoint/store/sha256'
import { rawClient } from '../raw-client.ts'
import { hostileWorld } from './hostile-world.ts'
import type { HostileWorld } from './hostile-world.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

type Answers = { readonly [route: string]: (body: unknown) => unknown }

const TOKEN = 'hp_secret_of_an_agent'
const ARGS = { code: 'A1' }
const DIGEST = digestArguments(ARGS, sha256)
const APPROVED = {
  id: 'hold-1',
  state: 'approved',
  server: 'warehouse',
  tool: 'delete_product',
  risk: 'high',
  approval_url: 'http://localhost/',
  summary: 'Delete?',
  text: 'A person has approved it.',
  ttl_seconds: 60,
  digest: DIGEST,
  arguments: ARGS,
  edited: false,
  decided_by: 'pat',
  via: 'page',
  run_after: null,
  execute_by: null,
  code: null,
  message: null,
  reason: null,
  outcome: null,
}
const CLAIMED = { attempt: 'a1', arguments: ARGS, digest: DIGEST, edited: false, receipt: '', lease_ms: 60_000 }

/** What a route answers; a function that throws breaks the connection, and a text is sent as it is. */
async function serve(answers: Answers): Promise<{ readonly url: string; readonly asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => void parts.push(part))
    request.on('end', () => {
      const route = `${request.method} ${String(request.url).replace(/\?.*/, '').replace('hold-1', 'ID')}`
      asked.push(`${route} ${request.headers.authorization ?? ''}`)
      let answer: unknown
      try {
        answer = answers[route]?.(JSON.parse(Buffer.concat(parts).toString() || 'null'))
      } catch {
        return void request.socket.destroy()
      }
      if (answer instanceof URL) return void response.writeHead(307, { location: answer.href }).end()
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(
        typeof answer === 'string' ? answer : JSON.stringify(answer ?? { error: { code: 'NO', message: '' } }),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  open.push(async () => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

interface Trial extends HostileWorld {
  readonly logs: string[]
  call(args: object): Promise<string>
}

async function asking(url: string, key: string | null = null): Promise<Trial> {
  const logs: string[] = []
  const remote = { url, token: TOKEN, key }
  const options = { waitMs: 1000, log: (line: string) => void logs.push(line), remote }
  const world = hostileWorld('v2', options)
  open.push(() => world.holdpoint.close())
  const client = await rawClient(world.server, 'v2')
  open.push(() => client.close())
  let id = 0
  return {
    ...world,
    logs,
    async call(args) {
      id += 1
      client.send({ id, method: 'tools/call', params: { name: 'delete_product', arguments: args } })
      return JSON.stringify(await client.answerTo(id, 20_000))
    },
  }
}

const honest: Answers = {
  'POST /holds': () => APPROVED,
  'GET /holds/ID': () => APPROVED,
  'POST /holds/ID/claim': () => CLAIMED,
  'POST /holds/ID/outcome': () => ({ ...APPROVED, state: 'succeeded' }),
}

const LIES: readonly (readonly [string, Answers])[] = [
  ['the hold of other arguments', { 'POST /holds': () => ({ ...APPROVED, digest: 'sha256:other' }) }],
  ['the hold of another tool', { 'POST /holds': () => ({ ...APPROVED, tool: 'read_product' }) }],
  ['the hold of another server', { 'POST /holds': () => ({ ...APPROVED, server: 'shop' }) }],
  ['a hold without an id', { 'POST /holds': () => ({ ...APPROVED, id: '..' }) }],
  ['a state that nobody knows', { 'POST /holds': () => ({ ...APPROVED, state: 'Approved' }) }],
  ['nothing', { 'POST /holds': () => 'null' }],
  ['a list', { 'POST /holds': () => [APPROVED] }],
  ['a page', { 'POST /holds': () => '<html>approved</html>' }],
  ['a claim with other arguments', { 'POST /holds/ID/claim': () => ({ ...CLAIMED, arguments: { code: 'B2' } }) }],
  [
    'a claim of other arguments, with their digest',
    {
      'POST /holds/ID/claim': () => ({
        ...CLAIMED,
        arguments: { code: 'B2' },
        digest: digestArguments({ code: 'B2' }, sha256),
      }),
    },
  ],
  ['a claim without arguments', { 'POST /holds/ID/claim': () => ({ ...CLAIMED, arguments: null }) }],
  ['a claim that is nothing', { 'POST /holds/ID/claim': () => 'null' }],
  ['a claim that breaks off', { 'POST /holds/ID/claim': () => expect.fail('cut') }],
]

describe('a service that lies', () => {
  test.each(LIES)('[C7] answers %s: nothing runs', async (_lie, answers) => {
    const { url } = await serve({ ...honest, ...answers })
    const trial = await asking(url)
    await trial.call(ARGS)
    expect(trial.ledger).toEqual([])
    expect(trial.logs.join('\n')).not.toContain(TOKEN)
  })

  test('[C7] sends elsewhere: neither the token nor the call goes there, and nothing runs', async () => {
    const other = await serve(honest)
    for (const route of ['POST /holds', 'POST /holds/ID/claim']) {
      const { url } = await serve({ ...honest, [route]: () => new URL('/holds', other.url) })
      const trial = await asking(url)
      await trial.call(ARGS)
      expect(trial.ledger).toEqual([])
    }
    expect(other.asked).toEqual([])
  })

  test('[C7] claims without a receipt of the configured key run nothing', async () => {
    const { url } = await serve(honest)
    const trial = await asking(url, createSigner().publicKey)
    expect(await trial.call(ARGS)).toContain('receipt')
    expect(trial.ledger).toEqual([])
  })

  test('[C7] an outcome that is not taken is no reason to run again', async () => {
    const { url } = await serve({
      ...honest,
      'POST /holds/ID/outcome': () => undefined,
    })
    const trial = await asking(url)
    expect(await trial.call(ARGS)).toContain('Deleted A1.')
    expect(trial.ledger).toHaveLength(1)
  })
})

describe('a preview', () => {
  test.each([
    ['what its policy lets pass', { state: 'passes', risk: 'medium', rule: 'permission' }],
    ['what a person has approved', APPROVED],
  ])('[C7] of %s runs nothing', async (_what, said) => {
    const { url, asked } = await serve({ ...honest, 'POST /holds': () => said })
    const trial = await asking(url)
    for (const preview of [true, 'yes', null, 0]) await trial.call({ ...ARGS, preview })
    expect(trial.ledger).toEqual([])
    expect(asked.filter((route) => route.includes('/claim'))).toEqual([])
    await trial.call({ ...ARGS, preview: false })
    expect(trial.ledger).toHaveLength(1)
  })
})
