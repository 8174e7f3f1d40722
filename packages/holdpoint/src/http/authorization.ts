/**
 * Who is asking, and may they? The key comes in the Authorization header and nowhere else: URLs end up in logs, cookies
 * are sent to every port of the host. A refused decision is on record; a refused read is not worth one.
 */
import { recordDraft, say, isDecidingRole } from '@holdpoint/core'
import type { HoldRequester } from '@holdpoint/core'
import type { MiddlewareHandler } from 'hono'
import type { ApiContext, ApiEnvironment } from './api.ts'
import type { KeyHolder } from '../access/key-holder.ts'
import type { HttpOptions } from './http-options.ts'
import { problem, toProblemResponse, tooMany, UNAUTHENTICATED } from './problem.ts'
import { createTokenBuckets } from './token-bucket.ts'

const BEARER = /^Bearer +([\x21-\x7e]+)$/i

/** Finds the caller; refuses wrong keys, and missing ones unless reading is open to all. */
export function identifyCaller(options: HttpOptions): MiddlewareHandler<ApiEnvironment> {
  const requests = createTokenBuckets(options.limits.requests)
  const failures = createTokenBuckets(options.limits.failedAuthentications)
  return async (context, next) => {
    const address = context.env.incoming.socket.remoteAddress ?? 'unknown'
    const header = context.req.header('authorization')
    if (header === undefined && options.auth === 'none') {
      context.set('caller', null)
      context.set('secret', null)
    } else {
      const secret = BEARER.exec(header ?? '')?.[1] ?? null
      const caller = secret === null ? null : await options.access.authenticate(secret)
      if (caller === null) {
        // Only failures are counted, so guessing never locks out those who have a key.
        const wait = header === undefined ? 0 : failures.take(address, options.now())
        return toProblemResponse(wait > 0 ? tooMany(wait) : UNAUTHENTICATED)
      }
      context.set('caller', caller)
      context.set('secret', secret)
    }
    const caller = context.get('caller')
    const wait = requests.take(caller === null ? `address ${address}` : `key ${caller.id}`, options.now())
    return wait > 0 ? toProblemResponse(tooMany(wait)) : await next()
  }
}

/** Who asks for calls that it runs itself; without a key, where the configuration says so, every program of this machine is one. */
const ANONYMOUS = 'anonymous'

/** Lets agents through, and nobody who decides: a key that could both ask and approve would approve itself. */
export function requireAgent(): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    const role = context.get('caller')?.role ?? 'agent'
    return role === 'agent'
      ? await next()
      : toProblemResponse(problem(403, 'FORBIDDEN', say('agentsTokenNeeded', { role })))
  }
}

/** The caller of a route behind `requireAgent`. */
export function requesterOf(context: ApiContext, options: HttpOptions): HoldRequester {
  return { tenant: tenantOf(context, options), principal: context.get('caller')?.name ?? ANONYMOUS }
}

export function requireReader(): MiddlewareHandler<ApiEnvironment> {
  return async (context, next) => {
    if (context.get('caller')?.role === 'agent') {
      return toProblemResponse(problem(403, 'FORBIDDEN', say('agentTokenOpensNothing')))
    }
    return await next()
  }
}

/** Lets approvers and admins through, each at a human pace. */
export function requireDecider(options: HttpOptions): MiddlewareHandler<ApiEnvironment> {
  const decisions = createTokenBuckets(options.limits.decisions)
  return async (context, next) => {
    const caller = context.get('caller')
    if (caller === null) return toProblemResponse(UNAUTHENTICATED)
    const wait = decisions.take(caller.id, options.now())
    // Before the record of a refusal: a flood must not fill the audit log either.
    if (wait > 0) return toProblemResponse(tooMany(wait))
    if (isDecidingRole(caller.role)) return await next()
    const request = `${context.req.method} ${context.req.path.slice(0, 200)}`
    const detail = say('requestWithRole', { request, role: caller.role })
    await options.store.audit.append(
      recordDraft({ kind: 'decision-refused', tenant: caller.tenant, actor: caller.name, detail }),
    )
    return toProblemResponse(problem(403, 'FORBIDDEN', say('roleDecidesNothing', { role: caller.role })))
  }
}

export function tenantOf(context: ApiContext, options: HttpOptions): string {
  return context.get('caller')?.tenant ?? options.tenant
}

/** The caller of a route behind `requireDecider`. */
export function deciderOf(context: ApiContext): KeyHolder {
  const caller = context.get('caller')
  if (caller === null) throw new Error('A decision route was reached without a caller.')
  return caller
}
