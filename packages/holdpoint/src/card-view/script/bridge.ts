/**
 * The wire to the host, written out by hand: JSON-RPC in messages to the parent window. Whatever does not come from the
 * parent is dropped: any other frame could pretend to be the host.
 */
export const BRIDGE: string = String.raw`
const PROTOCOL = '2026-01-26'
const waiting = new Map()
const heard = {}
let lastId = 0
let hostOrigin = '*'

function post(message) {
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, hostOrigin)
}

function ask(method, params, withinMs = 30000) {
  return new Promise((resolve, reject) => {
    const id = ++lastId
    const timer = setTimeout(() => {
      waiting.delete(id)
      reject(new Error('The host did not answer.'))
    }, withinMs)
    waiting.set(id, { resolve, reject, timer })
    post({ id, method, params })
  })
}

function callTool(name, args) {
  return ask('tools/call', { name, arguments: args })
}

window.addEventListener('message', (event) => {
  if (event.source !== window.parent || (hostOrigin !== '*' && event.origin !== hostOrigin)) return
  const message = event.data
  if (message === null || typeof message !== 'object' || message.jsonrpc !== '2.0') return
  if (hostOrigin === '*' && event.origin !== '' && event.origin !== 'null') hostOrigin = event.origin
  if (message.method === undefined) return answered(message)
  if (message.id !== undefined) return requested(message)
  heard[message.method]?.(message.params ?? {})
})

function answered(message) {
  const open = waiting.get(message.id)
  if (open === undefined) return
  waiting.delete(message.id)
  clearTimeout(open.timer)
  if (message.error === undefined) open.resolve(message.result ?? {})
  else open.reject(new Error(String(message.error?.message ?? 'The host refused.')))
}

function requested({ id, method }) {
  if (method === 'ping' || method === 'ui/resource-teardown') post({ id, result: {} })
  else post({ id, error: { code: -32601, message: 'Method not found' } })
}

function takeContext(context) {
  const root = document.documentElement
  if (context.theme === 'light' || context.theme === 'dark') {
    root.dataset.theme = context.theme
    root.style.colorScheme = context.theme
  }
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
  if (typeof context.toolInfo?.tool?.name === 'string') toolName = context.toolInfo.tool.name
}

function reportSize() {
  let last = ''
  new ResizeObserver(() => {
    const { width, height } = document.body.getBoundingClientRect()
    const size = { width: Math.ceil(width), height: Math.ceil(height) }
    if (JSON.stringify(size) === last) return
    last = JSON.stringify(size)
    post({ method: 'ui/notifications/size-changed', params: size })
  }).observe(document.body)
}
`
