/**
 * The wire to the host, written out by hand: JSON-RPC in messages to the parent window. Whatever does not come from the
 * parent is dropped: any other frame could pretend to be the host.
 */
import type { ToolResult } from './received.ts'

// oxlint-disable-next-line no-explicit-any -- hosts may send anything; each reader takes what it knows
export type Sent = any

export interface Bridge {
  ask(method: string, params: object, withinMs?: number): Promise<Sent>
  callTool(name: string, args: object): Promise<ToolResult>
  tell(method: string, params?: object): void
  /** One listener for each notification. */
  hear(method: string, listener: (params: Sent) => void): void
  /** The host takes the view away. */
  readonly ended: () => boolean
}

interface Waiting {
  readonly resolve: (result: Sent) => void
  /** The reason is not passed on: it would be the host's words. */
  readonly reject: () => void
  readonly timer: ReturnType<typeof setTimeout>
}

const ANSWER_WITHIN_MS = 30_000

export function createBridge(): Bridge {
  const waiting = new Map<unknown, Waiting>()
  const listeners = new Map<string, (params: Sent) => void>()
  let lastId = 0
  let hostOrigin = '*'
  let isOver = false

  const post = (message: object): void => window.parent.postMessage({ jsonrpc: '2.0', ...message }, hostOrigin)

  const ask: Bridge['ask'] = (method, params, withinMs = ANSWER_WITHIN_MS) =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      const timer = setTimeout(() => {
        waiting.delete(id)
        reject()
      }, withinMs)
      waiting.set(id, { resolve, reject, timer })
      post({ id, method, params })
    })

  function takeAnswer({ id, result, error }: Sent): void {
    const open = waiting.get(id)
    if (open === undefined) return
    waiting.delete(id)
    clearTimeout(open.timer)
    if (error === undefined) open.resolve(result ?? {})
    else open.reject()
  }

  function takeRequest({ id, method }: Sent): void {
    if (method === 'ui/resource-teardown') isOver = true
    if (isOver || method === 'ping') post({ id, result: {} })
    else post({ id, error: { code: -32601, message: method } })
  }

  window.addEventListener('message', ({ source, origin, data }: MessageEvent<Sent>) => {
    if (source !== window.parent || (hostOrigin !== '*' && origin !== hostOrigin)) return
    if (data?.jsonrpc !== '2.0') return
    if (hostOrigin === '*' && origin !== '' && origin !== 'null') hostOrigin = origin
    if (data.method === undefined) takeAnswer(data)
    else if (data.id === undefined) listeners.get(data.method)?.(data.params ?? {})
    else takeRequest(data)
  })

  return {
    ask,
    callTool: (name, args) => ask('tools/call', { name, arguments: args }),
    tell: (method, params) => post({ method, params }),
    hear: (method, listener) => void listeners.set(method, listener),
    ended: () => isOver,
  }
}
