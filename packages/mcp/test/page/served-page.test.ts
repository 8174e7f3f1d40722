/** The small page of one server, to whoever speaks HTTP to it: it shows and decides what this server asked, and takes no half-understood word. */
import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { Store } from '@holdpoint/core'
import { createMemoryStore } from '@holdpoint/store/memory'
import { rawClient } from '../raw-client.ts'
import { holdsOf, hostileWorld } from '../server/hostile-world.ts'

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

interface Asked {
  readonly url: URL
  readonly code: string
  readonly states: () => Promise<readonly string[]>
}

/** A server that has asked about one call, and its page. */
async function asked(name: string, store: Store): Promise<Asked> {
  const told: string[] = []
  const world = hostileWorld('v2', { server: name, store, page: true, log: (line) => void told.push(line) })
  open.push(() => world.holdpoint.close())
  const client = await rawClient(world.server, 'v2')
  open.push(() => client.close())
  client.send({ id: 1, method: 'tools/call', params: { name: 'delete_product', arguments: { code: name } } })
  const { result } = (await client.answerTo(1)) ?? {}
  const envelope = result?.['structuredContent'] as { readonly approval_url: string }
  const code = /sign in with the code (\w+)/.exec(told.join('\n'))?.[1] ?? ''
  const states = async (): Promise<readonly string[]> =>
    (await holdsOf(world.holdpoint)).filter(({ call }) => call.server.name === name).map(({ state }) => state)
  return { url: new URL(envelope.approval_url), code, states }
}

async function post(url: URL, path: string, body: unknown, key = ''): Promise<Response> {
  return await fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
}

async function signedIn({ url, code }: Asked): Promise<string> {
  return ((await (await post(url, '/sign-in', { code })).json()) as { readonly key: string }).key
}

async function status(
  url: URL,
  method: string,
  path: string,
  headers: { readonly [name: string]: string },
): Promise<number> {
  return await new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port: url.port, method, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe('the page of a server', () => {
  test('[C7] it neither shows nor decides what another server of the same store asked', async () => {
    const store = createMemoryStore({ now: Date.now })
    const [warehouse, bank] = [await asked('warehouse', store), await asked('bank', store)]
    const key = await signedIn(warehouse)
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(new URL(`${bank.url.pathname}/card`, warehouse.url), { headers })).status).toBe(404)
    expect((await post(warehouse.url, `${bank.url.pathname}/verdict`, { answer: 'approve' }, key)).status).toBe(404)
    expect(await bank.states()).toEqual(['pending'])
    expect((await post(warehouse.url, `${warehouse.url.pathname}/verdict`, { answer: 'decline' }, key)).status).toBe(
      200,
    )
    expect(await warehouse.states()).toEqual(['declined'])
  })

  test.each([
    ['edits that are no text', { answer: 'approve', edits: { code: 'B2' } }],
    ['edits that are a list', { answer: 'approve', edits: [] }],
    ['a digest that is no text', { answer: 'approve', digest: 7 }],
    ['a permission, which is given elsewhere', { answer: 'approve', grant: { scope: 'session' } }],
    ['the hold of another page', { answer: 'approve', hold: 'another' }],
    ['a word that it does not know', { answer: 'approve', arguments: '{}' }],
    ['an answer that is a list', { answer: ['approve'] }],
    ['a reason that is no text', { answer: 'approve', reason: {} }],
    ['another answer', { answer: 'Approve' }],
  ])('[C7] %s approve nothing', async (_what, body) => {
    const it = await asked('warehouse', createMemoryStore({ now: Date.now }))
    const key = await signedIn(it)
    expect((await post(it.url, `${it.url.pathname}/verdict`, body, key)).status).toBe(400)
    expect(await it.states()).toEqual(['pending'])
  })

  test('[C7] other origins, other names, other methods and odd paths get nowhere', async () => {
    const it = await asked('warehouse', createMemoryStore({ now: Date.now }))
    const authorization = `Bearer ${await signedIn(it)}`
    const host = it.url.host
    const card = `${it.url.pathname}/card`
    const ask = async (method: string, path: string, headers: object = {}): Promise<number> =>
      await status(it.url, method, path, { host, authorization, ...headers })
    expect(await ask('GET', card)).toBe(200)
    for (const origin of ['null', 'http://evil.example', `https://${host}`, `http://${host}.evil.example`])
      expect(await ask('GET', card, { origin })).toBe(403)
    for (const foreign of [
      'evil.example',
      `evil.example:${it.url.port}`,
      `${host}.`,
      `localhost.evil.example:${it.url.port}`,
    ])
      expect(await ask('GET', card, { host: foreign })).toBe(403)
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE']) expect(await ask(method, card)).toBe(405)
    for (const path of ['//', '//[', '/%', '/approvals/..%2F..%2Fcard', `${it.url.pathname}/card/`, '/approvals//card'])
      expect(await ask('GET', path)).toBe(404)
    expect(await ask('POST', `${it.url.pathname}/verdict`, { 'content-type': 'text/plain' })).toBe(400)
    expect(await it.states()).toEqual(['pending'])
  })

  test('[C7] whoever guesses codes is slowed down, also with many at once and in other spellings', async () => {
    const it = await asked('warehouse', createMemoryStore({ now: Date.now }))
    const guesses = Array.from(
      { length: 30 },
      async (_none, index) => await post(it.url, '/sign-in', { code: `AAAA-AAA${index}` }),
    )
    const statuses = (await Promise.all(guesses)).map((answer) => answer.status)
    expect(statuses.filter((answer) => answer === 401).length).toBeLessThanOrEqual(10)
    expect((await post(it.url, '/sign-in', { code: it.code })).status).toBe(429)
  })
})
