/**
 * HTTP/1.1 over one kept connection, as little of it as a measurement needs: what the measuring side costs is taken from
 * the two cores that the measured side shares with it.
 */
import net from 'node:net'

const HEAD_END = Buffer.from('\r\n\r\n')
const LINE_END = Buffer.from('\r\n')

/** @returns {{head: string, body: string} | null} null while the answer is incomplete */
function readResponse(bytes) {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const head = bytes.latin1Slice(0, headEnd)
  const begin = headEnd + HEAD_END.length
  if (/\r\ntransfer-encoding: *chunked/i.test(head)) {
    const body = readChunks(bytes, begin)
    return body === null ? null : { head, body }
  }
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  return bytes.length < begin + length ? null : { head, body: bytes.utf8Slice(begin, begin + length) }
}

function readChunks(bytes, begin) {
  const parts = []
  let at = begin
  for (;;) {
    const lineEnd = bytes.indexOf(LINE_END, at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.latin1Slice(at, lineEnd), 16)
    const from = lineEnd + LINE_END.length
    if (bytes.length < from + size + LINE_END.length) return null
    if (size === 0) return Buffer.concat(parts).toString('utf8')
    parts.push(bytes.subarray(from, from + size))
    at = from + size + LINE_END.length
  }
}

/** One request at a time. A connection that the server closed while it was idle is opened anew. */
export function openHttpSocket(target) {
  let socket = null
  let received = null
  let waiting = null

  function settle(outcome) {
    const { resolve } = waiting
    waiting = null
    received = null
    resolve(outcome)
  }

  function connect() {
    const opened = net.connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    opened.on('data', (chunk) => {
      received = received === null ? chunk : Buffer.concat([received, chunk])
      const response = waiting === null ? null : readResponse(received)
      if (response === null) return
      if (/\r\nconnection: *close/i.test(response.head)) opened.destroy()
      settle(response)
    })
    opened.on('error', () => {})
    opened.on('close', () => {
      if (socket === opened) socket = null
      if (waiting !== null && received === null) opened.retry?.()
    })
    return opened
  }

  return {
    exchange(text) {
      return new Promise((resolve, reject) => {
        let attempts = 0
        const attempt = () => {
          if (attempts++ > 1) return reject(new Error('The server closed the connection without an answer.'))
          socket ??= connect()
          socket.retry = attempt
          socket.write(text)
        }
        waiting = { resolve }
        attempt()
      })
    },
    close: () => socket?.destroy(),
  }
}
