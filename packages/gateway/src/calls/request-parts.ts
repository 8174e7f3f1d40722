/** Parts of a client's request, cut from its text as it was sent. */
import { cutMembers, isJsonObject, locateMember, META_PREFIX, metaOf, replaceMember } from '@holdpoint/core'
import type { ClientMessage, JsonValue, SendFailure } from '@holdpoint/core'
import type { CallerRound } from './caller.ts'

export type Request = ClientMessage & { readonly kind: 'request' }

export function metaText(request: Request): string | null {
  const span = locateMember(request.text, ['params', '_meta'])
  return span === null ? null : request.text.slice(span.start, span.end)
}

export function roundOf(request: Request): CallerRound | null {
  const params = request.params
  if (!isJsonObject(params)) return null
  const { requestState, inputResponses } = params
  // A server need not give out a state: then the responses alone are the round.
  if (typeof requestState !== 'string' && !isJsonObject(inputResponses)) return null
  const members = ['inputResponses', 'requestState'].flatMap((name) => {
    const span = locateMember(request.text, ['params', name])
    return span === null ? [] : [`${JSON.stringify(name)}:${request.text.slice(span.start, span.end)}`]
  })
  return {
    state: typeof requestState === 'string' ? requestState : '',
    membersText: members.join(','),
    responses: isJsonObject(inputResponses) ? inputResponses : {},
  }
}

/**
 * Anything sent but a plain "no": a caller that says something odd of a preview did not mean to run the call.
 * @param previewsFirst what nothing sent means: the tool's author wants a preview before each call
 */
export function isPreview(sent: JsonValue | undefined, previewsFirst: boolean): boolean {
  return sent === undefined ? previewsFirst : sent !== false
}

/**
 * The request as it may be forwarded: what stands in `_meta` under our prefix is for us, and a server that believes it must have
 * it from us alone. Almost no request has any, and those keep their bytes.
 */
export function withoutOurMeta(request: Request): Request {
  const meta = metaOf(request.params)
  if (meta === null) return request
  const ours = Object.keys(meta).filter((key) => key.startsWith(META_PREFIX))
  const sent = ours.length === 0 ? null : metaText(request)
  if (sent === null) return request
  return { ...request, text: replaceMember(request.text, ['params', '_meta'], cutMembers(sent, ours).text) }
}

export function nameOf(params: JsonValue | undefined): string | null {
  if (!isJsonObject(params)) return null
  const name = params['name'] ?? params['uri']
  return typeof name === 'string' ? name : null
}

export function failureText(failure: SendFailure): string {
  return failure.certainty === 'nothing-sent' ? `nothing was sent: ${failure.message}` : failure.message
}

const PROTOCOL_META: ReadonlySet<string> = new Set(['progressToken', 'traceparent', 'tracestate', 'baggage'])

/** The members of `_meta` that are the protocol's own. What a client adds of its own never travels with a call of ours. */
export function protocolMeta(sent: string | null): string | null {
  if (sent === null) return null
  const own = Object.keys(JSON.parse(sent) as object).filter(
    (key) => !key.startsWith('io.modelcontextprotocol/') && !PROTOCOL_META.has(key),
  )
  return cutMembers(sent, own).text
}
