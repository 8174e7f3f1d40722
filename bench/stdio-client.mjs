/** The thinnest MCP client over stdio (2025 era): what is measured is what stands before the server, not the client. */
import { end, start } from './processes.mjs'

export function openStdioClient(command, env) {
  const child = start(command, env)
  const waiting = new Map()
  let rest = ''
  let next = 0
  let broken
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      if (line === '') continue
      const message = JSON.parse(line)
      if (message.method !== undefined) continue
      waiting.get(message.id)?.resolve(message)
      waiting.delete(message.id)
    }
  })
  child.once('exit', () => {
    broken = new Error(`${command.join(' ')} ended early.\n${child.errors}`)
    for (const { reject } of waiting.values()) reject(broken)
  })

  function request(method, params) {
    if (broken) return Promise.reject(broken)
    const id = ++next
    const text = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      child.stdin.write(`${text}\n`)
    })
  }

  return {
    pid: child.pid,
    request,
    async call(params) {
      const message = await request('tools/call', params)
      const held = message.result?.structuredContent?.requires_human_approval
      if (message.error || message.result.isError || held) {
        throw new Error(`The measured call did not pass: ${JSON.stringify(message).slice(0, 400)}`)
      }
      return message
    },
    async initialize() {
      const clientInfo = { name: 'holdpoint-bench', version: '1.0.0' }
      await request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
      child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    },
    close: () => end(child),
  }
}
