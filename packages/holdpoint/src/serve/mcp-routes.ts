/**
 * What a request for an MCP endpoint or a cheatsheet needs before it reaches its server: a host and an origin that may
 * ask, a token that may call tools, a server of that name. Everything else on the port is the page's.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { HOME_TENANT } from '@holdpoint/core'
import type { Gateway } from '@holdpoint/gateway'
import type { Access } from '../access/access.ts'
import { sendCachedText } from '../http/cached-text.ts'
import { checkHostAndOrigin } from '../http/host-and-origin.ts'
import type { PageOnRequest } from '../http/page-on-request.ts'
import { sendProblem } from '../http/problem.ts'
import type { HttpFrontCaller } from '../transport/link-source.ts'
import type { ServerEndpoint } from './server-endpoint.ts'

export interface McpRoutesOptions {
  readonly page: PageOnRequest
  readonly access: Access
  readonly cheatsheets: Gateway['cheatsheets']
  readonly endpoints: ReadonlyMap<string, ServerEndpoint>
  /**
   * Whether a request without a token may call tools: only where the configuration says so, and only on this machine.
   */
  readonly isOpen: () => boolean
}

const ANONYMOUS = 'anonymous'

export function createMcpRoutes({
  page,
  access,
  cheatsheets,
  endpoints,
  isOpen,
}: McpRoutesOptions): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const [, name, below] = /^\/mcp\/([^/]+)(\/cheatsheet|\/?)$/.exec(path) ?? []
    if (name === undefined) {
      page.handle(request, response)
      return
    }
    const foreign = checkHostAndOrigin(request, page.allowedHosts())
    if (foreign !== null) {
      sendProblem(response, foreign)
      return
    }
    identify(request).then(
      (caller) => {
        if (caller === null)
          refuse(
            response,
            401,
            'UNAUTHORIZED',
            "This endpoint needs an agent's token: Authorization: Bearer hp_… (holdpoint token create --role agent).",
          )
        else if (caller === 'forbidden')
          refuse(
            response,
            403,
            'FORBIDDEN',
            'This token may look, not call tools. Make one with: holdpoint token create --role agent',
          )
        else {
          const endpoint = endpoints.get(decodedName(name))
          if (endpoint === undefined)
            refuse(
              response,
              404,
              'NOT_FOUND',
              `There is no server of that name here. Configured: ${[...endpoints.keys()].join(', ') || 'none'}.`,
            )
          else if (below === '/cheatsheet') sendCheatsheet(request, response, endpoint, caller)
          else endpoint.front.handle(request, response, caller)
        }
      },
      () => refuse(response, 503, 'STORE_UNAVAILABLE', 'The store cannot be reached, so no caller can be identified.'),
    )
  }

  /** The resource of that name, for caches: reading a resource is a POST, which none of them keeps. */
  function sendCheatsheet(
    request: IncomingMessage,
    response: ServerResponse,
    { server }: ServerEndpoint,
    { tenant }: HttpFrontCaller,
  ): void {
    if (!cheatsheets.has(server.name)) {
      refuse(response, 404, 'NOT_FOUND', 'This server has no cheatsheet.')
      return
    }
    cheatsheets.current(server.name, tenant).then(
      ({ text, version, type, ttlSeconds }) =>
        sendCachedText(request, response, { text, version, type, maxAgeSeconds: ttlSeconds }),
      () => refuse(response, 503, 'STORE_UNAVAILABLE', 'The accepted cheatsheet cannot be read just now.'),
    )
  }

  async function identify(request: IncomingMessage): Promise<HttpFrontCaller | 'forbidden' | null> {
    const secret = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (secret === undefined) {
      return isOpen() ? { tenant: HOME_TENANT, principal: ANONYMOUS, relaysAPerson: false } : null
    }
    const caller = await access.authenticate(secret)
    if (caller === null) return null
    const { tenant, name: principal, relaysAPerson } = caller
    return caller.role === 'viewer' ? 'forbidden' : { tenant, principal, relaysAPerson }
  }
}

/**
 * Text that is no percent-encoding stays as it is: no configured server has such a name, and it must not end the
 * process.
 */
function decodedName(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const headers = status === 401 ? { 'www-authenticate': 'Bearer' } : {}
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify({ error: { code, message } }))
}
