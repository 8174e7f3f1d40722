import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Channel } from '@holdpoint/channels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleChannelCallback } from '../../src/serve/channel-routes.ts'

let reached = 0
let port = 0
const channel = {
  request: async () => {
    reached += 1
    return { status: 200, contentType: 'text/plain', body: 'taken' }
  },
} as unknown as Channel
const server = createServer((incoming, response) => {
  const allowed = { port, publicHosts: ['approve.example.com'] }
  const options = { channels: new Map([['slack', channel]]), allowed, log: () => {} }
  if (!handleChannelCallback(options, incoming, response)) response.writeHead(404).end()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

async function post(headers: { readonly [name: string]: string }): Promise<number> {
  return await new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', method: 'POST', path: '/channels/slack/events', headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .once('error', reject)
      .end('{}')
  })
}

test('[X13.1] [E10] a platform reaches its callback by the public name, and a web page of another does not', async () => {
  expect(await post({ host: `localhost:${port}` })).toBe(200)
  expect(await post({ host: 'approve.example.com' })).toBe(200)
  expect(reached).toBe(2)
  expect(await post({ host: 'evil.example' })).toBe(403)
  expect(await post({ host: 'approve.example.com', origin: 'https://evil.example' })).toBe(403)
  expect(reached).toBe(2)
})
