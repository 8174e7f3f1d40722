/** Reads a request's body up to a limit; what is larger is refused without being kept. */
import type { IncomingMessage } from 'node:http'

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'aborted' }

export async function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit) {
    request.resume()
    return { kind: 'too-large' }
  }
  return await new Promise((resolve) => {
    const parts: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) {
        parts.length = 0
        resolve({ kind: 'too-large' })
      } else parts.push(chunk)
    })
    request.on('end', () => {
      const [only] = parts
      resolve({ kind: 'whole', bytes: parts.length === 1 && only !== undefined ? only : Buffer.concat(parts) })
    })
    request.on('close', () => resolve({ kind: 'aborted' }))
    request.on('error', () => resolve({ kind: 'aborted' }))
  })
}
