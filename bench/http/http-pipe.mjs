/**
 * The physical limit over HTTP: node:http in front of a process's pipes, one session, no checks, no record, no policy.
 *   node http-pipe.mjs PORT COMMAND [ARGS…]
 */
import { spawn } from 'node:child_process'
import http from 'node:http'

const [, , port, command, ...args] = process.argv
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
const waiting = new Map()
let rest = ''

child.stdout.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const response = waiting.get(JSON.parse(line).id)
    waiting.delete(JSON.parse(line).id)
    response
      ?.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(line) })
      .end(line)
  }
})

http
  .createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      const { id } = JSON.parse(body)
      if (id === undefined) response.writeHead(202).end()
      else waiting.set(id, response)
      child.stdin.write(`${body}\n`)
    })
  })
  .listen(Number(port), '127.0.0.1')
