/**
 * Asks a service about calls that this process runs itself. Where the service does not answer nothing is approved, and where its public key is known,
 * a claim without its receipt runs nothing. It keeps nothing but the names of the claims it has seen.
 */
import { randomUUID } from 'node:crypto'
import { createClient, RefusedError } from '@holdpoint/client'
import type { Client, Schemas } from '@holdpoint/client'
import { checkPass, checkReceipt, digestArguments, isJsonObject } from '@holdpoint/core'
import type { JsonObject, JsonValue } from '@holdpoint/core'
import { checkerOf } from '@holdpoint/gateway/proof'
import { sha256 } from '@holdpoint/store/memory'
import type { RemoteService } from '../holdpoint-options.ts'
import type { CallRequest, HoldRequests, RequestedHold } from './hold-requests.ts'
import { RequestError } from './request-error.ts'

export interface RemoteRequestsOptions extends RemoteService {
  readonly fetch?: typeof fetch
  readonly log: (message: string) => void
}

/** The longest that one request may wait for a person. */
const LONGEST_WAIT_S = 50
/** What an answer may take beyond that. */
const ANSWER_WITHIN_MS = 20_000
const PAUSE_MS = 1000
const MOST_CLAIMS_KEPT = 10_000

/** Throws where `key` is no public key: a receipt that nobody can check would be taken for one that was. */
export function createRemoteRequests(options: RemoteRequestsOptions): HoldRequests {
  const { url, token, key = null, log } = options
  const client = createClient({ url, token, ...(options.fetch === undefined ? {} : { fetch: options.fetch }) })
  const check = key === null ? null : checkerOf(key)
  if (key !== null && check === null) {
    throw new TypeError('remote.key is no public key of a service: it has 43 characters. Print it there: holdpoint key')
  }
  const closed = new AbortController()
  const claims = new Set<string>()

  async function request<Answer>(
    waitSeconds: number,
    signal: AbortSignal | undefined,
    send: (client: Client, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const ends = [closed.signal, AbortSignal.timeout(Math.ceil(waitSeconds * 1000) + ANSWER_WITHIN_MS)]
    try {
      return await send(client, AbortSignal.any(signal === undefined ? ends : [signal, ...ends]))
    } catch (error) {
      if (signal?.aborted === true) throw error
      // What is no answer of a service came from something before it, or from something else altogether.
      if (error instanceof RefusedError && error.code !== 'NO_JSON') throw error
      throw unreachable(url, error)
    }
  }

  /** Looks again until something is due or the time is over. A service that is started anew meanwhile still has the hold. */
  async function stay(first: RequestedHold, until: number, signal?: AbortSignal): Promise<RequestedHold> {
    let hold = first
    while (isWaitedFor(hold) && performance.now() < until) {
      const [began, leftMs] = [performance.now(), until - performance.now()]
      const wait = Math.min(LONGEST_WAIT_S, Math.ceil(leftMs / 1000))
      try {
        const path = { id: hold.id }
        hold = await request(wait, signal, (to, ends) =>
          to.call('GET /holds/{id}', { path, query: { wait }, signal: ends }),
        )
      } catch (error) {
        const mayPass = isUnreachable(error) || (error instanceof RefusedError && [429, 503].includes(error.status))
        if (!mayPass || signal?.aborted === true || until - performance.now() < PAUSE_MS) throw error
        log(`the service did not answer while a person was waited for, and is asked again: ${error.message}`)
      }
      // It ended the wait early, to end itself or because too many wait.
      if (isWaitedFor(hold) && performance.now() - began < Math.min(PAUSE_MS, leftMs)) await pause(PAUSE_MS, signal)
    }
    return hold
  }

  function checkClaim(hold: RequestedHold, claimed: Schemas['Claimed']): void {
    const args = claimed.arguments as JsonValue | undefined
    const digest = isJsonObject(args) ? digestArguments(args, sha256) : null
    const { attempt, edited } = claimed
    if (digest === null || digest !== claimed.digest || (!edited && digest !== hold.digest)) {
      throw invalid('The claim of an approved call brought arguments other than the ones it names.')
    }
    if (check === null) return
    const expected = { hold: hold.id, server: hold.server, tool: hold.tool, digest, attempt }
    const receipt = checkReceipt(claimed.receipt, expected, check)
    if (receipt === null || receipt.edited !== edited) {
      throw invalid('The claim of an approved call brought no receipt of the configured key for this call.')
    }
    // An answer that somebody kept, and gives again.
    if (claims.has(attempt)) throw invalid('The claim of an approved call brought a receipt that was used before.')
    claims.add(attempt)
    const [oldest] = claims
    if (claims.size > MOST_CLAIMS_KEPT && oldest !== undefined) claims.delete(oldest)
  }

  /** Nobody between us and the service may say that no person has to be asked. */
  function checkPassed({ server, tool, arguments: args }: CallRequest, nonce: string, asked: Schemas['Passes']): void {
    if (check === null) return
    const digest = digestArguments(args as JsonObject, sha256)
    const receipt: unknown = asked.receipt
    if (typeof receipt === 'string' && checkPass(receipt, { nonce, server, tool, digest }, check)) return
    throw invalid('The answer that no person has to be asked brought no receipt of the configured key for this call.')
  }

  return {
    async ask(call, signal) {
      const { wait = 0 } = call
      const nonce = randomUUID()
      const until = performance.now() + wait * 1000
      const body = { ...call, nonce, wait: Math.min(LONGEST_WAIT_S, wait) }
      const asked = await request(body.wait, signal, (to, ends) => to.call('POST /holds', { body, signal: ends }))
      if (asked.state !== 'passes') return await stay(asked, until, signal)
      checkPassed(call, nonce, asked)
      return asked
    },
    async look(id, wait, signal) {
      const until = performance.now() + wait * 1000
      const query = { wait: Math.min(LONGEST_WAIT_S, wait) }
      const first = await request(query.wait, signal, (to, ends) =>
        to.call('GET /holds/{id}', { path: { id }, query, signal: ends }),
      )
      return await stay(first, until, signal)
    },
    async claim(hold, body) {
      const path = { id: hold.id }
      const claimed = await request(0, undefined, (to, signal) =>
        to.call('POST /holds/{id}/claim', { path, body, signal }),
      )
      checkClaim(hold, claimed)
      return claimed
    },
    report: async (id, body) =>
      await request(0, undefined, (to, signal) => to.call('POST /holds/{id}/outcome', { path: { id }, body, signal })),
    async close() {
      closed.abort()
    },
  }
}

/** Until its requester can do something about it. */
function isWaitedFor({ state, run_after: runAfter }: RequestedHold): boolean {
  return state === 'pending' || state === 'dispatching' || (state === 'approved' && runAfter !== null)
}

function isUnreachable(error: unknown): error is RequestError {
  return error instanceof RequestError && error.code === 'SERVICE_UNREACHABLE'
}

function unreachable(url: string, cause: unknown): RequestError {
  return new RequestError(
    'SERVICE_UNREACHABLE',
    `The service that asks a person did not answer at ${new URL(url).origin}.`,
    'Look whether "holdpoint serve" runs there, and whether remote.url is its address.',
    cause,
  )
}

function invalid(message: string): RequestError {
  return new RequestError(
    'RECEIPT_INVALID',
    message,
    'Compare remote.key with what "holdpoint key" prints on the machine of the service, and remote.url with its address.',
  )
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const over = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, milliseconds)
    signal?.addEventListener('abort', over, { once: true })
  })
}
