/**
 * A chat client on this machine: a page with a card for each tool call of one server. Who has the address that is printed may call and answer; no other page, and nobody without its key.
 *
 *   node dist/main.js node ../five-lines/dist/main.js
 */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { startConversation } from './conversation.ts'

const FIVE_LINES = fileURLToPath(new URL('../../five-lines/dist/main.js', import.meta.url))
const command = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath, FIVE_LINES]

const page = (file: string): string => readFileSync(new URL(`../page/${file}`, import.meta.url), 'utf8')
const FILES: { readonly [path: string]: readonly [type: string, text: string] } = {
  '/': ['text/html', page('index.html')],
  '/chat.js': ['text/javascript', page('chat.js')],
  '/tool-card.js': [
    'text/javascript',
    readFileSync(createRequire(import.meta.url).resolve('@holdpoint/card/tool-card.js'), 'utf8'),
  ],
}

const key = randomBytes(24).toString('base64url')
const readers = new Set<ServerResponse>()
const conversation = await startConversation(command, (call) => {
  for (const reader of readers) reader.write(`${JSON.stringify(call)}\n`)
})

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request as AsyncIterable<Buffer>) text += part.toString()
  return JSON.parse(text)
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method, headers } = request
  const say = (status: number, value: unknown): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  // Another page's name for this machine.
  if (headers.host !== new URL(origin).host) return say(403, 'not this address')
  const [type, text] = FILES[url] ?? []
  if (method === 'GET' && type !== undefined)
    return void response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(text)
  if (headers.authorization !== `Bearer ${key}`) return say(401, 'no key')
  switch (`${method} ${url}`) {
    case 'GET /tools':
      return say(200, conversation.tools)
    case 'GET /calls': {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' })
      response.write(
        conversation
          .calls()
          .map((call) => `${JSON.stringify(call)}\n`)
          .join(''),
      )
      readers.add(response)
      response.on('close', () => readers.delete(response))
      return
    }
    case 'POST /call': {
      const { tool, arguments: given } = (await readBody(request)) as { readonly tool: string; readonly arguments: {} }
      conversation.call(tool, given)
      return say(202, null)
    }
    case 'POST /answer':
      return say(conversation.answer((await readBody(request)) as never) ? 200 : 409, null)
    default:
      return say(404, null)
  }
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
})
await new Promise<void>((resolve) => server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => resolve()))
const origin = `http://localhost:${(server.address() as AddressInfo).port}`
process.stdout.write(`${origin}/#key=${key}\n`)
process.once('SIGTERM', () => void conversation.close().then(() => process.exit(0)))
