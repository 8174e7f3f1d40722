/** Talks to the API of this very origin. The key travels in one header and nowhere else. */
import { learnClock } from './clock.ts'
import { readKey } from './key.ts'

export type Method = 'GET' | 'POST' | 'DELETE'

/** `status` 0: no answer at all. */
export type ApiAnswer<Body> =
  | { readonly ok: true; readonly status: number; readonly body: Body }
  | { readonly ok: false; readonly status: number; readonly problem: ApiProblem }

export interface ApiProblem {
  readonly code: string
  readonly message: string
  readonly state?: string
  readonly decided_by?: string | null
  readonly via?: string | null
}

export const OFFLINE: ApiProblem = { code: 'OFFLINE', message: '' }

/** A body that is text is sent as it is: numbers in edited arguments keep their spelling. */
export async function request<Body>(
  method: Method,
  path: string,
  body?: object | string,
  key: string | null = readKey(),
): Promise<ApiAnswer<Body>> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers: keyHeaders(key, method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(method === 'POST' ? { body: typeof body === 'string' ? body : JSON.stringify(body ?? {}) } : {}),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    })
  } catch {
    return { ok: false, status: 0, problem: OFFLINE }
  }
  learnClock(response.headers)
  try {
    const value = (await response.json()) as unknown
    if (response.ok) return { ok: true, status: response.status, body: value as Body }
    return { ok: false, status: response.status, problem: readProblem(value) }
  } catch {
    return { ok: false, status: response.status, problem: { code: 'UNREADABLE', message: '' } }
  }
}

export function keyHeaders(key: string | null, others: { readonly [name: string]: string }): Record<string, string> {
  return key === null ? { ...others } : { ...others, authorization: `Bearer ${key}` }
}

function readProblem(value: unknown): ApiProblem {
  const error = (value as { readonly error?: ApiProblem } | null)?.error
  return typeof error?.message === 'string' ? error : { code: 'UNREADABLE', message: '' }
}
