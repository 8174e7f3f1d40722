/**
 * Every refusal of the HTTP API: one shape, `{error: {code, message, …}}`, one place that knows the status of a code.
 */
import type { ServerResponse } from 'node:http'
import { publicRefusal, say } from '@holdpoint/core'
import type { EditCheck, ErrorCode, Hold, PublicCode, Refusal } from '@holdpoint/core'
import { securityHeaders } from './security-headers.ts'

export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503

export interface HttpProblem {
  readonly status: ProblemStatus
  readonly code: string
  readonly message: string
  /** Further fields beside code and message, such as who decided first. */
  readonly details: { readonly [name: string]: string | number | readonly string[] | null }
  readonly headers: { readonly [name: string]: string }
}

/** Of a call that will not run, by the code that its agent is told. */
const STATUS_OF_CALLS: { readonly [code in ErrorCode]: ProblemStatus } = {
  DECLINED: 410,
  CANCELLED: 410,
  TIMEOUT: 410,
  EXPIRED: 410,
  INVALIDATED: 409,
  OUTCOME_UNKNOWN: 409,
  VALIDATION_ERROR: 400,
  DENIED_BY_POLICY: 403,
  STORE_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
}

export function fromCallRefusal(code: ErrorCode, message: string, details: HttpProblem['details'] = {}): HttpProblem {
  const headers = code === 'RATE_LIMITED' ? { 'retry-after': '5' } : {}
  return problem(STATUS_OF_CALLS[code], code, message, { details, headers })
}

export function problem(
  status: ProblemStatus,
  code: string,
  message: string,
  more: { readonly details?: HttpProblem['details']; readonly headers?: HttpProblem['headers'] } = {},
): HttpProblem {
  return { status, code, message, details: more.details ?? {}, headers: more.headers ?? {} }
}

/**
 * One answer for every id that the caller may not see: another tenant's id gives the same bytes as an id that does not
 * exist.
 */
export const NOT_FOUND: HttpProblem = problem(404, 'NOT_FOUND', say('nothingHere'))

export const UNAUTHENTICATED: HttpProblem = problem(401, 'UNAUTHENTICATED', say('sendKey'), {
  headers: { 'www-authenticate': 'Bearer realm="holdpoint"' },
})

export function tooMany(retryAfterMs: number): HttpProblem {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return problem(429, 'RATE_LIMITED', say('tooManyRequests', { n: seconds }), {
    headers: { 'retry-after': String(seconds) },
  })
}

export function validationError(message: string, fields: readonly string[]): HttpProblem {
  return problem(400, 'VALIDATION_ERROR', message, { details: { fields } })
}

const STATUS: { readonly [code in PublicCode]: ProblemStatus } = {
  NOT_AN_APPROVER: 403,
  INSUFFICIENT_ASSURANCE: 403,
  WRONG_RAIL: 403,
  EDIT_REFUSED: 422,
  EDIT_DENIED: 422,
  NOT_GRANTABLE: 422,
  EXPIRED: 410,
  CONFLICT: 409,
}

/** A decision that was not taken. The code is the core's, the status ours. */
export function fromRefusal(refusal: Refusal, hold: Hold): HttpProblem {
  const { code, message, details } = publicRefusal(refusal, hold)
  return problem(STATUS[code], code, message, { details })
}

export function fromRefusedEdit({ code, message }: Extract<EditCheck, { readonly ok: false }>): HttpProblem {
  return problem(STATUS[code], code, message, { details: { fields: ['edits'] } })
}

/**
 * For an unexpected error. Only a store that is away has a code of its own; nothing of an error's text reaches the
 * caller.
 */
export function fromError(error: unknown): HttpProblem {
  if (error instanceof Error && (error as { code?: unknown }).code === 'STORE_UNAVAILABLE') {
    return problem(503, 'STORE_UNAVAILABLE', say('storeUnreachable'), {
      headers: { 'retry-after': '2' },
    })
  }
  return problem(500, 'INTERNAL', say('wentWrong'))
}

export interface ProblemBody {
  readonly error: { readonly code: string; readonly message: string } & HttpProblem['details']
}

export function toProblemBody(refusal: HttpProblem): ProblemBody {
  return { error: { ...refusal.details, code: refusal.code, message: refusal.message } }
}

export function toProblemResponse(refusal: HttpProblem): Response {
  return new Response(JSON.stringify(toProblemBody(refusal)), {
    status: refusal.status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...refusal.headers },
  })
}

/** For a refusal before any routing. */
export function sendProblem(response: ServerResponse, refusal: HttpProblem): void {
  response.writeHead(refusal.status, {
    ...securityHeaders,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    // The rest of the refused request is not read, so the connection cannot serve another.
    connection: 'close',
    ...refusal.headers,
  })
  response.end(JSON.stringify(toProblemBody(refusal)))
}
