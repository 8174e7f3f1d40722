/**
 * The server that the public conformance suite is run against: directly, to prove that a failing scenario is not the
 * fixture's, and behind the gateway. `--http PORT` serves Streamable HTTP (2025 sessions and 2026 requests) on
 * loopback; without it the fixture speaks stdio.
 */
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import {
  NodeStreamableHTTPServerTransport,
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
  toWebRequest,
} from '@modelcontextprotocol/node'
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createFixture } from './fixture/create-fixture.mjs'

const answer = (response, status, message) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32000, message } }))
}

async function readBody(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function serveHttp(port) {
  const handler = createMcpHandler(({ era }) => createFixture(era, announce), { legacy: 'reject' })
  const announce = handler.notify
  const serveModern = toNodeHandler(handler)
  const sessions = new Map()

  async function serveLegacy(request, response, body) {
    const id = request.headers['mcp-session-id']
    if (id !== undefined) {
      const transport = sessions.get(id)
      if (transport === undefined) return answer(response, 404, 'Session not found')
      return transport.handleRequest(request, response, body)
    }
    if (body?.method !== 'initialize') return answer(response, 400, 'A session is needed')
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (session) => void sessions.set(session, transport),
      onsessionclosed: (session) => void sessions.delete(session),
    })
    await createFixture('legacy').connect(transport)
    return transport.handleRequest(request, response, body)
  }

  const checkHost = localhostHostValidation()
  const checkOrigin = localhostOriginValidation()
  const listener = http.createServer(async (request, response) => {
    try {
      if (!checkHost(request, response) || !checkOrigin(request, response)) return
      const body = request.method === 'POST' ? await readBody(request) : undefined
      const legacy = await isLegacyRequest(await toWebRequest(request, body), body)
      await (legacy ? serveLegacy(request, response, body) : serveModern(request, response, body))
    } catch (error) {
      process.stderr.write(`fixture: ${error.stack ?? error}\n`)
      if (!response.headersSent) answer(response, 500, 'Internal error')
    }
  })
  listener.listen(port, '127.0.0.1', () => {
    process.stderr.write(`fixture: http://localhost:${listener.address().port}/mcp\n`)
  })
}

const flag = process.argv.indexOf('--http')
if (flag === -1) serveStdio(({ era }) => createFixture(era))
else serveHttp(Number(process.argv[flag + 1]))
