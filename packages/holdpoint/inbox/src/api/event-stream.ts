/**
 * Follows the server's events by fetch, since EventSource cannot send the key in a header. One tab of a browser holds
 * the stream and tells the others: browsers allow few connections per host, and six open tabs must not lock one another
 * out.
 */
import type { ApprovalView } from '@holdpoint/core'
import type { GateState, SessionView } from './answers.ts'
import { readKey } from './key.ts'
import { keyHeaders } from './request.ts'

export type StreamEvent =
  | { readonly name: 'ready'; readonly data: { readonly resumed: boolean } }
  | { readonly name: 'hold'; readonly data: ApprovalView }
  | { readonly name: 'gate'; readonly data: GateEvent }
  | { readonly name: 'broken' }
  | { readonly name: 'refused' }

export interface GateEvent extends GateState {
  readonly notices: SessionView['notices']
  readonly link_used_again_at: string | null
}

type TabMessage = { readonly id: string; readonly event: StreamEvent } | { readonly ask: 'connected' }

export interface EventFollower {
  /** Whether this tab holds the stream of its browser. */
  readonly leads: () => boolean
}

const NAME = 'holdpoint.events'
const SHORTEST_PAUSE_MS = 400
const LONGEST_PAUSE_MS = 8000
/** More than two heartbeats of the service: after a sleep or a change of network a dead line looks like a quiet one. */
const LONGEST_SILENCE_MS = 40_000

export function followEvents(listener: (event: StreamEvent) => void): EventFollower {
  const tabs = new BroadcastChannel(NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of this origin, no window
  const tellTabs = (message: TabMessage): void => tabs.postMessage(message)
  let lastId = ''
  let leading = false
  let connected = false

  tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('ask' in data) {
      if (leading && !connected) tellTabs({ id: '', event: { name: 'broken' } })
      return
    }
    if (data.id !== '') lastId = data.id
    hear(data.event)
  })

  /** What goes wrong with one event must not end the stream of all the others. */
  function hear(event: StreamEvent): void {
    try {
      listener(event)
    } catch (error) {
      reportError(error)
    }
  }

  function tell(event: StreamEvent, id: string): void {
    if (id !== '') lastId = id
    connected = event.name !== 'broken' && event.name !== 'refused'
    tellTabs({ id, event })
    hear(event)
  }

  async function lead(): Promise<void> {
    leading = true
    let pause = SHORTEST_PAUSE_MS
    for (;;) {
      const status = await streamOnce(lastId, (event, id) => {
        pause = SHORTEST_PAUSE_MS
        tell(event, id)
      })
      if (status === 401 || status === 403) {
        leading = false
        return tell({ name: 'refused' }, '')
      }
      tell({ name: 'broken' }, '')
      await wait(pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }

  // Without locks (a page that is no secure context) every tab has a stream of its own.
  if ('locks' in navigator) void navigator.locks.request(NAME, lead)
  else void lead()
  tellTabs({ ask: 'connected' })
  return { leads: () => leading }
}

/** Waits; a browser that comes back online or into view is not kept waiting. */
async function wait(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, milliseconds)
    function done(): void {
      clearTimeout(timer)
      removeEventListener('online', done)
      document.removeEventListener('visibilitychange', done)
      resolve()
    }
    addEventListener('online', done)
    document.addEventListener('visibilitychange', done)
  })
}

/** Answers the status it ended with; 0: broken off, or never reached. */
async function streamOnce(lastId: string, tell: (event: StreamEvent, id: string) => void): Promise<number> {
  const line = new AbortController()
  const giveUp = (): void => line.abort()
  let silence = setTimeout(giveUp, LONGEST_SILENCE_MS)
  addEventListener('offline', giveUp)
  try {
    const response = await fetch('/admin/events', {
      headers: keyHeaders(readKey(), lastId === '' ? {} : { 'last-event-id': lastId }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: line.signal,
    })
    if (!response.ok || response.body === null) return response.status
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let waiting = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 200
      clearTimeout(silence)
      silence = setTimeout(giveUp, LONGEST_SILENCE_MS)
      const blocks = (waiting + value).split('\n\n')
      waiting = blocks.pop() ?? ''
      for (const block of blocks) readBlock(block, tell)
    }
  } catch {
    return 0
  } finally {
    clearTimeout(silence)
    removeEventListener('offline', giveUp)
  }
}

function readBlock(block: string, tell: (event: StreamEvent, id: string) => void): void {
  let name = ''
  let id = ''
  let data = ''
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7)
    else if (line.startsWith('id: ')) id = line.slice(4)
    else if (line.startsWith('data: ')) data = line.slice(6)
  }
  if (name === 'ready' || name === 'hold' || name === 'gate') tell({ name, data: JSON.parse(data) } as StreamEvent, id)
}
