/** The thinnest MCP client over Streamable HTTP (2025 era, one session): keep-alive, JSON or event-stream answers. */
import http from 'node:http'

const ACCEPT = 'application/json, text/event-stream'

function readAnswer(text, contentType, id) {
  if (!contentType.includes('text/event-stream')) return JSON.parse(text)
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
  const agent = new http.Agent({ keepAlive: true, maxSockets: inFlight })
  const target = new URL(url)
  let session
  let next = 0

  async function post(message) {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      accept: ACCEPT,
      'mcp-protocol-version': '2025-11-25',
      ...(session !== undefined && { 'mcp-session-id': session }),
    }
    const { status, type, text } = await exchange(body, headers)
    if (status >= 400) throw new Error(`${status}: ${text.slice(0, 300)}`)
    return message.id === undefined ? undefined : readAnswer(text, type, message.id)
  }

  function exchange(body, headers) {
    return new Promise((resolve, reject) => {
      const request = http.request(target, { method: 'POST', agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
        response.on('error', reject)
        response.on('end', () => {
          session ??= response.headers['mcp-session-id']
          resolve({ status: response.statusCode, type: response.headers['content-type'] ?? '', text })
        })
      })
      request.on('error', reject)
      request.end(body)
    })
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
    close: () => agent.destroy(),
  }
}
