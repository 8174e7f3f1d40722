/**
 * Stops requests that a foreign web page sends: by DNS rebinding (the Host is theirs), from another origin (the
 * Origin is theirs), or through a browser that says the request crosses sites. It knows no routes: it runs before any.
 */
import type { IncomingMessage } from 'node:http'
import { say } from '@holdpoint/core'
import { problem } from './problem.ts'
import type { HttpProblem } from './problem.ts'

export interface AllowedHosts {
  /** The port this server is bound to: the loopback names are allowed with it. */
  readonly port: number
  /** Further names under which people reach this server, as in a Host header: `approve.example.com`, `box:8443`. */
  readonly publicHosts: readonly string[]
}

type RequestHead = Pick<IncomingMessage, 'method' | 'headers' | 'rawHeaders'>

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'] as const

export function checkHostAndOrigin(request: RequestHead, allowed: AllowedHosts): HttpProblem | null {
  const hosts = valuesOf(request, 'host')
  const host = hosts[0]?.toLowerCase()
  // Two Host headers are how a proxy and a server are made to disagree.
  if (hosts.length !== 1 || host === undefined || !allowedHosts(allowed).includes(host)) {
    return problem(403, 'FORBIDDEN_HOST', say('wrongAddress'))
  }
  const origins = valuesOf(request, 'origin')
  if (origins.length > 0 && !(origins.length === 1 && isAllowedOrigin(origins[0] ?? '', allowed))) {
    return problem(403, 'FORBIDDEN_ORIGIN', say('otherWebPages'))
  }
  // Browsers leave Origin out of images, scripts and frames, but not this. Following a link to the page is fine.
  const site = request.headers['sec-fetch-site']
  if (origins.length === 0 && (site === 'cross-site' || site === 'same-site') && !opensPage(request)) {
    return problem(403, 'FORBIDDEN_ORIGIN', say('otherWebPages'))
  }
  return null
}

/**
 * Every value of a header, from the head as it came: this runs before anything else on every request, so it is plain.
 */
function valuesOf(request: RequestHead, name: string): readonly string[] {
  const { rawHeaders } = request
  const values: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header !== undefined && header.length === name.length && header.toLowerCase() === name) {
      values.push(rawHeaders[index + 1] ?? '')
    }
  }
  return values
}

function opensPage(request: RequestHead): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = request.headers
  return request.method === 'GET' && mode === 'navigate' && destination === 'document'
}

const namesOf = new WeakMap<AllowedHosts, readonly string[]>()

function allowedHosts(allowed: AllowedHosts): readonly string[] {
  const known = namesOf.get(allowed)
  if (known !== undefined) return known
  const loopback = LOOPBACK_NAMES.map((name) => (allowed.port === 80 ? name : `${name}:${allowed.port}`))
  const names = [...loopback, ...allowed.publicHosts.map((name) => name.toLowerCase())]
  namesOf.set(allowed, names)
  return names
}

function isAllowedOrigin(origin: string, allowed: AllowedHosts): boolean {
  const match = /^(https?):\/\/([^/]+)$/.exec(origin.toLowerCase())
  const host = match?.[2]
  return host !== undefined && allowedHosts(allowed).includes(host)
}
