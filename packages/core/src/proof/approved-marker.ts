/**
 * The gateway's marker on a request that it forwards: a person approved exactly this call. A server that confirms its own tools
 * need not ask again. It is worth nothing without its signature, for other arguments, another tool or another server, a minute later,
 * or a second time.
 */
import { isJsonObject } from '../json/is-json-object.ts'
import type { JsonObject, JsonValue } from '../json/json-value.ts'
import { approvedDigest } from '../hold/edit.ts'
import type { Hold } from '../hold/hold.ts'
import { decisiveVerdict } from '../hold/quorum.ts'
import { readStatement, signStatement } from './compact-signature.ts'
import type { CheckText, SignText } from './compact-signature.ts'

/** Where it stands in the `_meta` of a request. */
export const APPROVED_META_KEY = 'dev.holdpoint/approved'

export interface ApprovedMarker {
  readonly hold: string
  readonly tool: string
  /** The identity of the server, as the gateway shows it. */
  readonly server: string
  /** Of the arguments beside it. */
  readonly digest: string
  /** Seconds since 1970. */
  readonly iat: number
  readonly exp: number
  readonly jti: string
}

const VALID_S = 60
/** Clocks of two machines differ; on one machine this allows nothing that the minute does not. */
const EARLY_S = 5

/** `null`: no person approved it. */
export function signApprovedMarker(
  hold: Hold,
  { sign, now, newId }: { readonly sign: SignText; readonly now: number; readonly newId: () => string },
): string | null {
  if (hold.state !== 'dispatching' || decisiveVerdict(hold)?.answer !== 'approve') return null
  const iat = Math.floor(now / 1000)
  const marker: ApprovedMarker = {
    hold: hold.id,
    tool: hold.call.tool,
    server: hold.call.server.identity,
    digest: approvedDigest(hold),
    iat,
    exp: iat + VALID_S,
    jti: newId(),
  }
  return signStatement('holdpoint-approved', marker as unknown as JsonObject, sign)
}

export interface MarkerCheck {
  readonly check: CheckText
  readonly tool: string
  /** Of the arguments as they came, before anything was parsed out of them or filled in. */
  readonly digest: string
  /** The identity that the author configured; `null`: the key is of this server alone. */
  readonly server: string | null
  readonly now: number
  /** Uses it up: `false` where it was used before. */
  readonly take: (marker: ApprovedMarker) => boolean
}

/** `null`: nothing here says that a person approved this call, so it is asked as any other. */
export function checkApprovedMarker(meta: JsonValue | undefined, expected: MarkerCheck): ApprovedMarker | null {
  const token = isJsonObject(meta) ? meta[APPROVED_META_KEY] : undefined
  if (typeof token !== 'string') return null
  const said = readStatement('holdpoint-approved', token, expected.check)
  if (said === null) return null
  const { hold, tool, server, digest, iat, exp, jti } = said
  if (typeof hold !== 'string' || typeof jti !== 'string' || typeof iat !== 'number' || typeof exp !== 'number')
    return null
  if (tool !== expected.tool || digest !== expected.digest || typeof server !== 'string') return null
  if (expected.server !== null && server !== expected.server) return null
  const seconds = expected.now / 1000
  if (exp > iat + VALID_S || seconds >= exp || seconds < iat - EARLY_S) return null
  const marker = said as unknown as ApprovedMarker
  return expected.take(marker) ? marker : null
}

const MOST_REMEMBERED = 10_000

/** Remembers which markers were used, for as long as one could come again. Where there are too many, the next is not believed. */
export function createMarkerUses(now: () => number): (marker: ApprovedMarker) => boolean {
  const used = new Map<string, number>()
  return ({ jti, exp }) => {
    for (const [id, until] of used) {
      if (until >= now() / 1000) break
      used.delete(id)
    }
    if (used.has(jti) || used.size >= MOST_REMEMBERED) return false
    used.set(jti, exp)
    return true
  }
}
