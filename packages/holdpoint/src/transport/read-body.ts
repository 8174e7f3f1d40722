/** Reads a request's body up to a limit; what is larger is refused without being kept. `done` is called once. */
import type { IncomingMessage } from 'node:http'

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' }

export function readBody(request: IncomingMessage, limit: number, done: (body: Body) => void): void {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume()
    done({ kind: 'too-large' })
    return
  }
  const parts: Buffer[] = []
  let length = 0
  let over = false
  const finish = (body: Body): void => {
    if (over) return
    over = true
    done(body)
  }
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > limit) {
      parts.length = 0
      finish({ kind: 'too-large' })
    } else parts.push(chunk)
  })
  request.on('end', () => {
    const [only] = parts
    finish({ kind: 'whole', bytes: parts.length === 1 && only !== undefined ? only : Buffer.concat(parts) })
  })
  request.on('close', () => finish({ kind: 'aborted' }))
  request.on('error', () => finish({ kind: 'aborted' }))
}
