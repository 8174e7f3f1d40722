/** The thinnest MCP client over Streamable HTTP (2025 era, one session): keep-alive, JSON or event-stream answers. */
import { openHttpSocket } from './http-socket.mjs'

const ACCEPT = 'application/json, text/event-stream'

function readAnswer(text, head, id) {
  if (!/\r\ncontent-type: *text\/event-stream/i.test(head)) return JSON.parse(text)
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith('data:')) continue
    const data = line.slice(5).trim()
    if (data === '') continue
    const message = JSON.parse(data)
    if (message.id === id && message.method === undefined) return message
  }
  throw new Error(`No answer in the stream: ${text.slice(0, 200)}`)
}

export function openHttpClient(url, inFlight) {
  const target = new URL(url)
  const sockets = Array.from({ length: inFlight }, () => openHttpSocket(target))
  const free = [...sockets]
  const fixed = [
    `POST ${target.pathname} HTTP/1.1`,
    `host: ${target.host}`,
    'content-type: application/json',
    `accept: ${ACCEPT}`,
    'mcp-protocol-version: 2025-11-25',
  ].join('\r\n')
  let session
  let next = 0

  async function post(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    const ofSession = session === undefined ? '' : `\r\nmcp-session-id: ${session}`
    const socket = free.pop()
    const { head, body: text } = await socket.exchange(
      `${fixed}${ofSession}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    free.push(socket)
    const status = Number(head.slice(9, 12))
    if (status >= 400) throw new Error(`${status}: ${text.slice(0, 300)}`)
    session ??= /\r\nmcp-session-id: *(\S+)/i.exec(head)?.[1]
    return message.id === undefined ? undefined : readAnswer(text, head, message.id)
  }

  return {
    async initialize() {
      const clientInfo = { name: 'holdpoint-bench', version: '1.0.0' }
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
      await post({ id: ++next, method: 'initialize', params })
      await post({ method: 'notifications/initialized' })
    },
    async call(params) {
      const message = await post({ id: ++next, method: 'tools/call', params })
      const held = message.result?.structuredContent?.requires_human_approval
      if (message.error || message.result.isError || held) {
        throw new Error(`The measured call did not pass: ${JSON.stringify(message).slice(0, 400)}`)
      }
      return message
    },
    close() {
      for (const socket of sockets) socket.close()
    },
  }
}
