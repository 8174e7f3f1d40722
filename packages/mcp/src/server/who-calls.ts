/**
 * Who calls, by what its transport proved. An OAuth client is no person: many people come through one, so what each of them presents tells them apart. It checks no
 * credential, and keeps none: names carry a digest.
 */
import { sha256 } from '@holdpoint/store/sha256'
import { localPrincipal } from '@holdpoint/store/account'
import type { CallerOf } from '../holdpoint-options.ts'
import type { MessageExtra } from './sdk-server.ts'

/** In which people present themselves to servers that read no token. */
const CREDENTIALS = ['authorization', 'cookie', 'x-api-key']
const LONGEST_CLIENT = 60
const SHOWN = 16

/** Over a pipe it is whoever runs this process. */
export function principalOf(extra: MessageExtra | undefined, callerOf: CallerOf | undefined): string {
  if (extra === undefined || !isOfItsOwn(extra)) return localPrincipal()
  const { authInfo } = extra
  if (callerOf !== undefined) {
    const caller = callerOf({ authInfo, request: extra.request ?? extra.requestInfo })
    if (typeof caller !== 'string' || caller === '') throw new Error('callerOf named nobody.')
    return caller
  }
  const client = typeof authInfo?.clientId === 'string' ? `client:${authInfo.clientId}` : 'client'
  const presented = [authInfo?.['token'] ?? null, ...CREDENTIALS.map((name) => headerOf(extra, name))]
  if (presented.every((credential) => credential === null)) return client
  return `${client.slice(0, LONGEST_CLIENT)} #${sha256(JSON.stringify([client, ...presented])).slice(0, SHOWN)}`
}

/** Whether this one message says who sent it: another one of the same connection may come from somebody else. */
export function isOfItsOwn({ authInfo, requestInfo, request }: MessageExtra): boolean {
  return authInfo !== undefined || requestInfo !== undefined || request !== undefined
}

function headerOf({ requestInfo, request }: MessageExtra, name: string): unknown {
  const headers = (request ?? requestInfo)?.headers
  if (headers === undefined || headers === null) return null
  if (headers instanceof Headers) return headers.get(name)
  const found = Object.entries(headers).find(([header]) => header.toLowerCase() === name)
  return found?.[1] ?? null
}
