/**
 * Follows the server's events by fetch, since EventSource cannot send the key in a header. One tab of a browser holds the
 * stream and tells the others: browsers allow few connections per host, and six open tabs must not lock one another out.
 */
export const EVENTS: string = String.raw`
const tabs = new BroadcastChannel('holdpoint.events')
let lastEventId = ''

function followEvents(listener) {
  tabs.onmessage = ({ data }) => {
    if (data.id) lastEventId = data.id
    listener(data)
  }
  const tellAll = (event) => {
    if (event.id) lastEventId = event.id
    tabs.postMessage(event)
    listener(event)
  }
  if (navigator.locks) void navigator.locks.request('holdpoint.events', () => streamForever(tellAll))
  else void streamForever(listener)
}

async function streamForever(tell) {
  let pause = 500
  for (;;) {
    const status = await streamOnce((event) => {
      pause = 500
      tell(event)
    })
    tell({ name: status === 401 || status === 403 ? 'refused' : 'broken' })
    if (status === 401 || status === 403) return
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, 10000)
  }
}

async function streamOnce(tell) {
  try {
    const response = await fetch('/admin/events', {
      headers: { ...requestHeaders(readKey()), ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }) },
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    })
    if (!response.ok) return response.status
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let waiting = ''
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 200
      const blocks = (waiting + value).split('\n\n')
      waiting = blocks.pop()
      for (const block of blocks) {
        const event = readEvent(block)
        if (event !== null) tell(event)
      }
    }
  } catch {
    return 0
  }
}

function readEvent(block) {
  const event = { name: '', id: '', data: null }
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) event.name = line.slice(7)
    else if (line.startsWith('id: ')) event.id = line.slice(4)
    else if (line.startsWith('data: ')) event.data = JSON.parse(line.slice(6))
  }
  return event.name === '' ? null : event
}
`
