/**
 * Calls the routes of a Holdpoint service with one key. Each route is named as the reference names it, and takes and answers what the
 * service's own document says. It keeps nothing, retries nothing, and never sends the key anywhere but to that service.
 */
import { followStream } from './follow-stream.ts'
import type { EventStreams, FollowOptions } from './follow-stream.ts'
import { RefusedError, toRefusedError } from './refused-error.ts'
import type { Routes } from './routes.ts'

export interface ServiceAccess {
  /** Where the service is, such as `http://localhost:7433`. */
  readonly url: string
  /** The key: an agent's token for `/holds`, an approver's for `/admin`. `null`: none, for what is open to all. */
  readonly token: string | null
  readonly fetch?: typeof fetch
}

/** A part that a route does not take cannot be given, and one without anything that must be said may be left out. */
type Part<Name extends 'path' | 'query' | 'body', Type> = [Type] extends [null]
  ? { readonly [name in Name]?: never }
  : Partial<Type> extends Type
    ? { readonly [name in Name]?: Type }
    : { readonly [name in Name]: Type }

/** What is sent to one route, beside its name. */
export type SentParts<Route extends keyof Routes> = Part<'path', Routes[Route]['path']> &
  Part<'query', Routes[Route]['query']> &
  Part<'body', Routes[Route]['body']> & { readonly signal?: AbortSignal }

export interface Client {
  /**
   * @example
   *   const { approvals } = await client.call('GET /admin/approvals', { query: { state: 'pending' } })
   */
  call<Route extends keyof Routes>(
    route: Route,
    ...sent: Partial<SentParts<Route>> extends SentParts<Route> ? [sent?: SentParts<Route>] : [sent: SentParts<Route>]
  ): Promise<Routes[Route]['answer']>
  /** Follows a stream of events, for as long as it is read: one that breaks is opened anew where it was. */
  follow<Stream extends keyof EventStreams>(
    stream: Stream,
    options?: FollowOptions,
  ): AsyncGenerator<EventStreams[Stream]>
}

export function createClient(options: ServiceAccess): Client {
  const send = options.fetch ?? fetch
  const { origin, pathname } = new URL(options.url)
  const base = `${origin}${pathname.replace(/\/$/, '')}`
  const key: { readonly [name: string]: string } =
    options.token === null ? {} : { authorization: `Bearer ${options.token}` }

  async function request(route: string, sent: AnySent): Promise<unknown> {
    const [method = 'GET', template = '/'] = route.split(' ')
    const response = await send(`${base}${withPath(template, sent.path ?? {})}${withQuery(sent.query ?? {})}`, {
      method,
      redirect: 'error',
      headers: {
        accept: 'application/json',
        ...key,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(sent.body ?? {}) } : {}),
      ...(sent.signal === undefined ? {} : { signal: sent.signal }),
    })
    if (!response.ok) throw await toRefusedError(response)
    try {
      return await response.json()
    } catch (error) {
      throw new RefusedError(
        response.status,
        'NO_JSON',
        'The answer is no JSON: is this the address of a service?',
        {},
        error,
      )
    }
  }

  return {
    call: async (route, ...[sent]) => (await request(route, (sent ?? {}) as AnySent)) as Routes[typeof route]['answer'],
    follow: (stream, given = {}) =>
      followStream(`${base}${stream}`, key, send, given) as AsyncGenerator<EventStreams[typeof stream]>,
  }
}

interface AnySent {
  readonly path?: { readonly [name: string]: string }
  readonly query?: { readonly [name: string]: string | number | null | undefined }
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** An id goes where it belongs and nowhere else, whatever it is. */
function withPath(template: string, path: { readonly [name: string]: string }): string {
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = path[name] ?? ''
    if (value === '' || value === '.' || value === '..') throw new TypeError(`${name}: this is no id`)
    return encodeURIComponent(value)
  })
}

function withQuery(query: NonNullable<AnySent['query']>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) given.set(name, String(value))
  const text = given.toString()
  return text === '' ? '' : `?${text}`
}
